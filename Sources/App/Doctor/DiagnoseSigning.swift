import Configuration
import Crypto
import Ecosystem
import Forges
import Updates

/// Checks whether the operator's key signs commits, and where that is seen.
struct SigningDoctor: Sendable {
  let live: Live

  func callAsFunction() -> [Diagnosis] {
    guard let signing = live.settings.signing else { return [] }
    do throws(Problem) {
      let signer = try live.settings.commitSigner(now: live.world.now)
      let author = signer?.author.map { "\($0.name) <\($0.email)>" } ?? "each forge's account"
      return [
        .fine("signing", "commits are signed with the \(signing.format.rawValue) key by \(author)")
      ] + live.settings.forges.compactMap(effect)
    } catch {
      return [
        .failed("signing", error.message, advice: "see 'signing' in docs/operator-file.md")
      ]
    }
  }

  private func effect(on forge: ForgeSettings) -> Diagnosis? {
    switch forge.kind.settings.signatures {
    case .verified: nil
    case .stored:
      .fine(
        "signing", "\(forge.kind.name) (\(forge.name)) keeps signatures and shows nothing of them")
    case .none:
      .warning(
        "signing", "has no effect on \(forge.name): commits in \(forge.kind.name) aren't signed")
    }
  }
}
