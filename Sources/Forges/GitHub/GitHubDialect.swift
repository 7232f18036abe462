import HTTP

extension HostDialect {
  /// GitHub's REST API 2022-11-28; an App has a token and a rate limit for each owner that installed
  /// it.
  static func gitHub(isApp: Bool) -> HostDialect {
    var dialect = HostDialect(
      headers: [
        "Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28",
      ], gitUser: gitHubTokenUser)
    dialect.limitsByOwner = isApp
    dialect.code = { status, words in
      status == 403 && words.contains("archived") ? .archived : nil
    }
    return dialect
  }
}

/// The user name of a GitHub token for git over HTTP.
let gitHubTokenUser = "x-access-token"

extension HostAddresses {
  /// Derives the API addresses from a host's web address; nil if that isn't an HTTP URL.
  init?(gitHub web: String) {
    guard let found = GitHubAddresses(web: web) else { return nil }
    self.init(web: found.web, api: found.rest, graphQL: found.graphQL)
  }
}
