extension BitbucketForge {
  /// `GET build-status/latest/commits/SHA`, the only list of a commit's builds.
  ///
  /// It isn't limited to one repository: builds that were reported for another one are left out, such
  /// as those of a fork. A build's name is its `parent`, which required builds name, or else its `key`.
  package func checks(
    of commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [Check] {
    let found: [BitbucketBuild] = try await host.values(
      .get(["build-status", "latest", "commits", commit], scope: .account))
    return found.filter { $0.belongs(to: repository) }.map(\.check).sorted { $0.name < $1.name }
  }
}

/// A build's result in Bitbucket's format.
private struct BitbucketBuild: Decodable, Sendable {
  var key: String
  var parent: String?
  /// `SUCCESSFUL`, `FAILED`, `INPROGRESS`, `CANCELLED` or `UNKNOWN`.
  var state: String
  var url: String?
  /// The repository that it was reported for; nil if it was reported for the commit alone.
  var projectKey: String?
  var repositorySlug: String?
  /// In milliseconds since 1970.
  var createdDate: Int64?
  var updatedDate: Int64?

  func belongs(to repository: RepositoryName) -> Bool {
    guard let projectKey, let repositorySlug else { return true }
    return RepositoryName("\(projectKey)/\(repositorySlug)")?.isSame(as: repository) ?? false
  }

  var check: Check {
    let name = parent.flatMap { $0.isEmpty ? nil : $0 } ?? key
    let conclusion = Check.State(bitbucket: state)
    return Check(
      name: name, state: conclusion, webURL: url,
      startedAt: BitbucketPullRequest.time(createdDate),
      completedAt: conclusion == .pending ? nil : BitbucketPullRequest.time(updatedDate))
  }
}

extension Check.State {
  /// Parses a state of a build.
  fileprivate init(bitbucket word: String) {
    switch word {
    case "SUCCESSFUL": self = .success
    case "FAILED": self = .failure
    case "INPROGRESS": self = .pending
    case "CANCELLED": self = .cancelled
    default: self = .unknown(word)
    }
  }
}
