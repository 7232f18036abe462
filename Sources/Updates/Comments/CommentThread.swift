import Ecosystem
import Forges
import Store

/// A pull request of ours as somebody speaks about it.
struct CommentThread: Sendable {
  var number: Int
  /// What it proposes.
  var proposed: [Proposed]
  /// What the state knows of it; nil where the key has another pull request by now.
  var record: PullRequestRecord?

  /// A version of a dependency of one directory.
  struct Proposed: Hashable, Sendable {
    var ecosystem: String
    var directory: String
    var name: String
    var version: String

    func isSame(as ignore: Ignore) -> Bool {
      ecosystem == ignore.ecosystem && directory == ignore.directory && name == ignore.dependency
    }
  }

  /// The talks of a repository by number: those of its pull requests, and of closed ones on which
  /// something was ignored.
  static func all(
    of records: [PullRequestRecord], _ ignores: [Ignore]
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
      guard let key = UpdateKey(record.key) else { continue }
      threads[record.number] = CommentThread(
        number: record.number, proposed: proposed(record, key.scope), record: record)
    }
    return threads
  }

  private static func proposed(
    _ record: PullRequestRecord, _ scope: UpdateKey.Scope
  ) -> [Proposed] {
    record.versions.sorted { $0.key < $1.key }.compactMap { word, version in
      Slot(word, in: scope).map { slot in
        Proposed(
          ecosystem: slot.ecosystem.rawValue, directory: slot.directory, name: slot.name,
          version: version)
      }
    }
  }

  /// The dependencies of a name, whatever its case in the comment; without one, what the pull
  /// request is about if it is about one dependency.
  func meant(by name: String?) -> [Proposed] {
    guard let name else { return names.count == 1 ? proposed : [] }
    let exact = proposed.filter { $0.name == name }
    return exact.isEmpty ? proposed.filter { $0.name.lowercased() == name.lowercased() } : exact
  }

  var names: Set<String> { Set(proposed.map(\.name)) }
}
