import FoundationEssentials
import HTTP
import Logging
import Text

extension HostDialect {
  /// GitLab's REST API version 4, which takes any kind of token as `Bearer`.
  ///
  /// Its limits are reported by `RateLimit-…` without `X-`, often only in the refusal.
  static var gitLab: HostDialect {
    var dialect = HostDialect(headers: ["Accept": "application/json"])
    dialect.limitHeaders = "RateLimit"
    dialect.locate = SourceRules.gitLab.locate
    dialect.code = { status, message in
      // A write to a project by its old path.
      status == 405 && message.contains("moved projects") ? .notFound : nil
    }
    return dialect
  }
}

/// Returns the value of `Authorization` for a token; for git over HTTP, GitLab takes any user name.
func gitLabHeader(_ token: Secret, isGit: Bool) -> Secret {
  isGit ? .basic(user: "oauth2", password: token) : .bearer(token)
}

extension HostAddresses {
  /// Derives the address of the API from a web address, which may have a path; nil if that isn't an
  /// HTTP URL.
  ///
  ///     HostAddresses(gitLab: "https://acme.dev/gitlab/")?.api == "https://acme.dev/gitlab/api/v4"
  init?(gitLab text: String) {
    var text = text
    while text.hasSuffix("/") { text.removeLast() }
    guard let url = try? AbsoluteURL(text), url.query == nil else { return nil }
    self.init(web: text, api: "\(text)/api/v4", graphQL: "\(text)/api/graphql")
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

extension SourceRules {
  /// GitLab's projects, and its registries of packages, which are below the API.
  static let gitLab: SourceRules = {
    var rules = SourceRules()
    // The name of a project is one part in which slashes are escaped, but decoded here.
    rules.isForPackages = { steps in
      guard let version = steps.firstIndex(of: "v4") else { return false }
      let rest = steps[steps.index(after: version)...]
      guard let first = rest.first else { return false }
      if first == "packages" { return true }
      guard first == "projects" || first == "groups" else { return false }
      // Only a number: a project's name could contain the word.
      let tail = rest.dropFirst(2).drop { $0 == "-" }
      return rest.dropFirst().first?.allSatisfy(\.isNumber) == true && tail.first == "packages"
    }
    rules.locate = { parts in
      guard parts.count >= 2, parts[0] == "projects" else { return nil }
      return (2, RepositoryName(PercentEncoding.decode(parts[1])))
    }
    rules.accountPaths = [
      ["user"], ["users"], ["users", "*"], ["personal_access_tokens", "self"],
    ]
    rules.isPublic = { bytes in
      let project = try? JSONDecoder().decode(GitLabVisibility.self, from: Data(bytes))
      return project?.isPublic
    }
    return rules
  }()
}

/// Who may read a project; parts of a public one can be for its members only.
private struct GitLabVisibility: Decodable {
  var visibility: String
  var repository_access_level: String?
  var releases_access_level: String?

  var isPublic: Bool {
    let levels = [repository_access_level, releases_access_level].compactMap(\.self)
    return visibility == "public" && levels.allSatisfy { ["enabled", "public"].contains($0) }
  }
}
