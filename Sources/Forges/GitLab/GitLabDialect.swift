import HTTP

extension HostDialect {
  /// GitLab's REST API version 4, which takes any kind of token as `Bearer`.
  ///
  /// Its limits are reported by `RateLimit-…` without `X-`, often only in the refusal.
  static var gitLab: HostDialect {
    var dialect = HostDialect(headers: ["Accept": "application/json"], gitUser: gitLabTokenUser)
    dialect.limitHeaders = "RateLimit"
    dialect.code = { status, words in
      // A write to a project by its old path.
      status == 405 && words.contains("moved projects") ? .notFound : nil
    }
    return dialect
  }
}

/// The user name of a token for git over HTTP; GitLab takes any.
let gitLabTokenUser = "oauth2"

extension HostAddresses {
  /// Derives the address of the API from a web address, which may have a path; nil if that isn't an
  /// HTTP URL.
  ///
  ///     HostAddresses(gitLab: "https://acme.dev/gitlab/")?.api == "https://acme.dev/gitlab/api/v4"
  init?(gitLab text: String) {
    var text = text
    while text.hasSuffix("/") { text.removeLast() }
    guard let url = try? AbsoluteURL(text), url.query == nil else { return nil }
    self.init(web: text, api: "\(text)/api/v4")
  }
}

extension RepositoryName {
  /// The parts of an API path below the project, whose path with its groups is one part.
  func project(_ parts: String...) -> [String] {
    ["projects", description] + parts
  }

  /// The parts of an API path below a merge request.
  func mergeRequest(_ number: Int, _ parts: String...) -> [String] {
    ["projects", description, "merge_requests", "\(number)"] + parts
  }
}

extension HostCall {
  /// Reads something of one project.
  static func get(
    _ parts: [String], _ query: [(String, String)] = [], of repository: RepositoryName
  ) -> HostCall {
    .get(parts, query, scope: .owner(repository.owner))
  }
}
