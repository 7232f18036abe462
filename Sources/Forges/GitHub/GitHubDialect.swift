import FoundationEssentials
import HTTP
import Logging

extension HostDialect {
  /// GitHub's REST API 2022-11-28; an App has a token and a rate limit for each owner that installed
  /// it.
  static func gitHub(isApp: Bool) -> HostDialect {
    var dialect = HostDialect(
      headers: [
        "Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28",
      ])
    dialect.locate = SourceRules.ownerAndName
    dialect.limitsByOwner = isApp
    // "refusing to allow a GitHub App to create or update workflow `…` without `workflows` permission"
    dialect.isAboutWorkflows = { error in
      isApp && (error.code == .forbidden || error.code == .rejected)
        && error.detail.lowercased().contains("workflow")
    }
    dialect.code = { status, message in
      status == 403 && message.contains("archived") ? .archived : nil
    }
    return dialect
  }
}

/// Returns the value of `Authorization` for a token.
func gitHubHeader(_ token: Secret, isGit: Bool) -> Secret {
  isGit ? .basic(user: "x-access-token", password: token) : .bearer(token)
}

extension SourceRules {
  /// GitHub's repositories; a renamed one is found by its number.
  static let gitHub: SourceRules = {
    var rules = SourceRules()
    rules.locate = { parts in
      if parts.count >= 2, parts[0] == "repositories", parts[1].allSatisfy(\.isNumber) {
        return (2, nil)
      }
      return SourceRules.ownerAndName(parts)
    }
    rules.accountPaths = [["user"], ["users", "*"], ["app"]]
    rules.isPublic = { bytes in
      let found = try? JSONDecoder().decode(GitHubVisibility.self, from: Data(bytes))
      return found.map { !$0.private && $0.visibility ?? "public" == "public" }
    }
    return rules
  }()
}

/// Who may read a repository; an internal one is private, too.
private struct GitHubVisibility: Decodable {
  var `private`: Bool
  var visibility: String?
}

extension HostAddresses {
  /// Derives the API addresses from a host's web address; nil if that isn't an HTTP URL.
  init?(gitHub web: String) {
    guard let found = GitHubAddresses(web: web) else { return nil }
    self.init(web: found.web, api: found.rest, graphQL: found.graphQL)
  }
}
