import FoundationEssentials
import HTTP
import JSON
import Logging

/// A JSON value; the name `Value` is taken by generic parameters.
typealias JSONValue = Value

extension HostDialect {
  /// REST v1 of Gitea and Forgejo; one token serves all repositories.
  static let gitea: HostDialect = {
    var dialect = HostDialect(headers: ["Accept": "application/json"])
    dialect.locate = SourceRules.ownerAndName
    return dialect
  }()
}

extension HostAddresses {
  /// Derives the API's address from a host's web address; nil if that isn't an HTTP URL.
  init?(gitea web: String) {
    guard (try? AbsoluteURL(web)) != nil else { return nil }
    var web = web
    while web.hasSuffix("/") { web.removeLast() }
    self.init(web: web, api: "\(web)/api/v1")
  }
}

/// Returns the value of `Authorization` for a token.
func giteaHeader(_ token: Secret, isGit: Bool) -> Secret {
  isGit ? .basic(user: ForgeKind.anyGitUser, password: token) : .bearer(token)
}

extension SourceRules {
  /// Gitea's repositories.
  static let gitea: SourceRules = {
    var rules = SourceRules()
    rules.locate = SourceRules.ownerAndName
    rules.accountPaths = [
      ["version"], ["user"], ["users", "*"], ["orgs", "OWNER", "labels"],
      ["orgs", "OWNER", "teams"],
      ["teams", "*", "members", "*"],
    ]
    rules.isPublic = { bytes in
      let found = try? JSONDecoder().decode(GiteaVisibility.self, from: Data(bytes))
      return found.map { !$0.private && $0.internal != true }
    }
    return rules
  }()
}

/// Who may read a repository; `internal` means everyone who signs in.
private struct GiteaVisibility: Decodable {
  var `private`: Bool
  var `internal`: Bool?
}
