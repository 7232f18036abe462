import Ecosystem
import Forges
import Store
import Time

/// The comments of a pull request of ours, with the data that commands need.
struct CommentThread: Sendable {
  var number: Int
  /// The proposed versions.
  var proposed: [Proposed]
  /// The saved record; nil if the key has another pull request now.
  var record: PullRequestRecord?
  /// What its closing declines; nil if nothing.
  var declined: DeclinedVersions?

  /// A version of a dependency in one directory.
  struct Proposed: Hashable, Sendable {
    var ecosystem: String
    var directory: String
    var name: String
    var version: String

    func isSame(as ignore: Ignore) -> Bool {
      ecosystem == ignore.ecosystem && directory == ignore.directory && name == ignore.dependency
    }

    func isOfSameDependency(as other: Proposed) -> Bool {
      ecosystem == other.ecosystem && directory == other.directory && name == other.name
    }
  }

  /// The threads of a repository by number, including closed pull requests with ignore commands and
  /// those whose versions are declined.
  static func all(
    of records: [PullRequestRecord], _ ignores: [Ignore], _ declined: [DeclinedVersions] = []
  ) -> [Int: CommentThread] {
    var threads: [Int: CommentThread] = [:]
    for ignore in ignores {
      let proposed = Proposed(
        ecosystem: ignore.ecosystem, directory: ignore.directory, name: ignore.dependency,
        version: ignore.version)
      threads[ignore.number, default: CommentThread(number: ignore.number, proposed: [])]
        .proposed.append(proposed)
    }
    for record in records {
      guard let key = UpdateKey(record) else { continue }
      threads[record.number] = CommentThread(
        number: record.number, proposed: proposed(record.versions, key.scope), record: record)
    }
    for declined in declined {
      guard let key = UpdateKey(declined.key, of: declined.repository) else { continue }
      threads[
        declined.number,
        default: CommentThread(
          number: declined.number, proposed: proposed(declined.versions, key.scope))
      ].declined = declined
    }
    return threads
  }

  static func proposed(
    _ versions: [String: String], _ scope: UpdateKey.Scope
  ) -> [Proposed] {
    versions.sorted { $0.key < $1.key }.compactMap { text, version in
      DependencyKey(text, in: scope).map { key in
        Proposed(
          ecosystem: key.ecosystem.rawValue, directory: key.directory, name: key.name,
          version: version)
      }
    }
  }

  /// Returns the dependencies with a name, ignoring case if necessary.
  ///
  /// Without a name, returns the dependency of the pull request if there is only one.
  func dependencies(named name: String?) -> [Proposed] {
    guard let name else { return names.count == 1 ? proposed : [] }
    let exact = proposed.filter { $0.name == name }
    return exact.isEmpty ? proposed.filter { $0.name.lowercased() == name.lowercased() } : exact
  }

  var names: Set<String> { Set(proposed.map(\.name)) }
}
