import Ecosystem
import Git
import Synchronization

/// The tags and branches of an action's repository.
struct ActionReferences: Sendable {
  /// The URL of the repository.
  let url: String
  /// The commits of all tags by name.
  let tags: [String: String]
  /// The commits of all branches by name.
  let branches: [String: String]

  /// Sorts references by kind.
  init(_ references: [Reference], url: String) {
    self.url = url
    tags = Dictionary(references.compactMap { one in one.tag.map { ($0, one.commit) } }) { $1 }
    branches = Dictionary(references.compactMap { one in one.branch.map { ($0, one.commit) } }) {
      $1
    }
  }

  /// The tags that name versions, oldest first.
  var versions: [ActionTag] { sorted(tags.keys) }

  /// The branches that name versions, oldest first: some actions move `release/v1`.
  var versionBranches: [ActionTag] { sorted(branches.keys) }

  private func sorted(_ names: some Collection<String>) -> [ActionTag] {
    names.compactMap { ActionTag($0) }.sorted { ($0, $0.text) < ($1, $1.text) }
  }

  /// The version of a commit with the most components; nil if no tag has it.
  func version(of commit: String) -> ActionTag? {
    let names = tags.filter { $0.value == commit.lowercased() }.keys
    return sorted(names).max { left, right in
      (left.numbers.count, left.label == nil ? 1 : 0, left.text)
        < (right.numbers.count, right.label == nil ? 1 : 0, right.text)
    }
  }
}

/// Fetches the references of repositories, each once.
final class ActionLibrary: Sendable {
  /// The number of branches and tags that a repository may have.
  private static let referenceLimit = 50_000
  /// The host of actions whose workflows state none.
  static let publicHost = "https://github.com"

  private let git: Git.Client
  /// The host of the repository with the workflows; nil if unknown.
  private let ownHost: String?
  private let known = Mutex<[String: Once<ActionReferences>]>([:])

  init(git: Git.Client, ownHost: String?) {
    self.git = git
    self.ownHost = ownHost
  }

  /// Returns the references of a repository.
  ///
  /// Without a stated host the repository's own host is asked first, as GitHub Enterprise, Gitea and
  /// Forgejo have actions of their own, then github.com.
  func references(
    of repository: String, at host: String?
  ) async throws(Problem) -> ActionReferences {
    let hosts = host.map { [$0] } ?? defaultHosts
    let key = "\(hosts.first ?? "")/\(repository.lowercased())"
    let once = known.withLock { known in
      if let once = known[key] { return once }
      let new = Once<ActionReferences>()
      known[key] = new
      return new
    }
    return try await once.value { [self] () async throws(Problem) in
      try await fetch(repository, from: hosts)
    }
  }

  /// The repository's own host, then the public one.
  private var defaultHosts: [String] {
    guard let ownHost, ownHost != Self.publicHost else { return [Self.publicHost] }
    return [ownHost, Self.publicHost]
  }

  private func fetch(
    _ repository: String, from hosts: [String]
  ) async throws(Problem) -> ActionReferences {
    var missing: Problem?
    for host in hosts {
      let url = "\(host)/\(repository)"
      let all: [Reference]
      do throws(GitError) {
        all = try await git.references(url)
      } catch {
        missing = Problem(error, of: url)
        // Another answer than "not found" says nothing about the repository: the public one of
        // that name may belong to somebody else.
        if error.code == .notFound { continue }
        throw Problem(error, of: url)
      }
      guard all.count <= Self.referenceLimit else {
        throw Problem(
          .refused, "has more than \(Self.referenceLimit) branches and tags", subject: url)
      }
      return ActionReferences(all, url: url)
    }
    throw missing ?? Problem(.failed, "has no host", subject: repository)
  }
}
