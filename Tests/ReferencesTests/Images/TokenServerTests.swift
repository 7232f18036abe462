import Ecosystem
import HTTP
import References
import TestSupport
import Testing

/// A registry whose requests end at another host, which asks for a token.
@Suite struct `A registry that redirects` {
  private let wire = ScriptedClient { request in
    switch request.url {
    case let url where url.hasPrefix("https://images.acme.dev/"):
      Response(
        status: 307, headers: ["Location": "https://evil.dev/v2/app/tags/list"], url: url)
    case let url where url.hasPrefix("https://evil.dev/v2/"):
      Response(
        status: 401,
        headers: ["WWW-Authenticate": #"Bearer realm="https://evil.dev/token",service="x""#],
        url: url)
    default: Response(status: 403, url: request.url)
    }
  }

  @Test func `names the host that asked for a token`() async throws {
    let registry = ImageRegistry(http: wire.client.followingRedirects().stating(.registry))
    let image = try #require(ImageReference("images.acme.dev/app:1"))
    let problem = await #expect(throws: Problem.self) { try await registry.tags(of: image) }
    let asked = try #require(wire.requests.last)
    #expect(asked.url.hasPrefix("https://evil.dev/token"))
    #expect(
      asked.purpose
        == .realm(
          Challenge(
            registries: ["https://images.acme.dev/v2/app"],
            challenger: "https://evil.dev/v2/app/tags/list")))
    #expect(problem?.advice?.contains("`token-url`") == true, "\(String(describing: problem))")
  }
}
