import FoundationEssentials
import HTTP
import Logging

extension HostDialect {
  /// Bitbucket Data Center's REST API, with HTTP access tokens.
  ///
  /// Tokens of projects and repositories are accepted as `Bearer` only, by git, too. Without the second
  /// header the server takes some writes for forged requests of a browser.
  static let bitbucket: HostDialect = {
    var dialect = HostDialect(
      headers: ["Accept": "application/json", "X-Atlassian-Token": "no-check"])
    dialect.locate = SourceRules.bitbucket.locate
    dialect.code = { status, message in
      // 401 also means that an accepted token lacks a permission.
      let isTokenRefused = message.isEmpty || message.contains("Authentication failed")
      return status == 401 && !isTokenRefused ? .forbidden : nil
    }
    return dialect
  }()
}

extension HostAddresses {
  /// Derives the address of the API from a web address, which may have a path; nil if that isn't an
  /// HTTP URL.
  ///
  ///     HostAddresses(bitbucket: "https://acme.dev/git/")?.api == "https://acme.dev/git/rest"
  init?(bitbucket text: String) {
    var text = text
    while text.hasSuffix("/") { text.removeLast() }
    guard let url = try? AbsoluteURL(text), url.query == nil else { return nil }
    self.init(web: text, api: "\(text)/rest")
    gitPath = "/scm"
  }
}

extension BitbucketForge {
  /// The parts of an API path below a repository.
  func path(_ repository: RepositoryName, _ parts: [String]) -> [String] {
    ["api", "latest", "projects", repository.owner, "repos", repository.name] + parts
  }

  /// A call that reads below a repository.
  func get(
    _ repository: RepositoryName, _ parts: String..., query: [(String, String)] = []
  ) -> HostCall {
    .get(path(repository, parts), query, scope: .account)
  }
}

/// Returns the value of `Authorization` for a token.
func bitbucketHeader(_ token: Secret, isGit: Bool) -> Secret { .bearer(token) }

extension SourceRules {
  /// Repositories of Bitbucket Data Center: `/api/latest/projects/ACME/repos/web`.
  static let bitbucket: SourceRules = {
    var rules = SourceRules()
    rules.locate = { parts in
      guard parts.count >= 6, parts[0] == "api", ["projects", "users"].contains(parts[2]),
        parts[4] == "repos"
      else { return nil }
      let owner = parts[2] == "users" ? "~\(parts[3])" : parts[3]
      return RepositoryName("\(owner)/\(parts[5])").map { (6, $0) }
    }
    rules.accountPaths = [
      ["api", "*", "application-properties"], ["api", "*", "users"], ["api", "*", "users", "*"],
      ["build-status", "*", "commits", "*"],
      ["*", "*", "projects", "OWNER", "repos", "NAME", "**"],
      ["*", "*", "users", "OWNER", "repos", "NAME", "**"],
    ]
    rules.isPublic = { bytes in
      let found = try? JSONDecoder().decode(BitbucketVisibility.self, from: Data(bytes))
      return found.map { $0.public == true || $0.project?.public == true }
    }
    return rules
  }()
}

/// Who may read a repository: a public project's repositories are public.
private struct BitbucketVisibility: Decodable {
  struct Project: Decodable {
    var `public`: Bool?
  }

  var slug: String
  var `public`: Bool?
  var project: Project?
}
