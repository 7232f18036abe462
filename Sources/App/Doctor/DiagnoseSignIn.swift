import Configuration
import Ecosystem
import HTTP
import Service
import Updates

/// Checks whether people can sign in with the operator's provider.
struct SignInDoctor: Sendable {
  let live: Live

  func callAsFunction() async -> [Diagnosis] {
    guard let settings = live.settings.signIn?.provider else { return [] }
    let provider = OpenIDProvider(settings, by: live.network.signIn(), now: live.world.now)
    if let problem = await provider.problem() {
      return [
        .failed("sign-in", problem, advice: "compare 'issuer' with the provider's own description")
      ]
    }
    let callback = live.settings.publicURLs.first.map { url in
      (url.hasSuffix("/") ? String(url.dropLast()) : url) + "/sign-in/callback"
    }
    return [
      .fine(
        "sign-in",
        "\(settings.issuer) responds; register \(callback ?? "PUBLIC-URL/sign-in/callback") there")
    ]
  }
}
