import Credentials
import Forges
import HTTP
import Logging

extension CredentialSource {
  /// Names the credential that the parent of a worker adds, so that caches and pauses separate the
  /// responses by it.
  ///
  /// - Parameters:
  ///   - policy: decides which credential it is.
  ///   - visitor: on whose behalf requests are made.
  ///   - withheld: the URLs of registries whose credentials must not be used.
  /// - Returns: a source of names, which aren't secrets.
  static func held(
    by policy: CredentialPolicy, for visitor: Visitor, withheld: Set<String>
  ) -> CredentialSource {
    CredentialSource { request throws(HTTPError) in
      let decision = policy.decide(
        CredentialQuestion(
          request.purpose, try AbsoluteURL(request.url), redirectedFrom: request.redirectedFrom,
          for: visitor, withheld: withheld))
      switch decision {
      case .none: return nil
      case .registry(let index): return Secret(RequestMessage.held + "registry \(index)")
      case .forge(let use): return Secret(RequestMessage.held + name(of: use))
      case .forgeIfPublic(let use, let source):
        return Secret(RequestMessage.held + name(of: use) + " if public \(source.document)")
      }
    }
  }

  private static func name(of use: ForgeUse) -> String {
    let scope: String =
      switch use.scope {
      case .account: "account"
      case .owner(let owner): "owner \(owner)"
      case .grant(let number, _): "grant \(number)"
      }
    return "forge \(use.name) \(scope) \(use.right.rawValue) \(use.repository ?? "")"
  }
}
