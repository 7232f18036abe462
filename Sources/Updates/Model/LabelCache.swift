import Forges
import Synchronization

/// The labels that repositories are known to have, for one pass.
final class LabelCache: Sendable {
  private struct Labels {
    /// In lowercase: GitHub ignores case in label names.
    var names: Set<String> = []
    /// Whether `names` is the complete list.
    var isComplete = false
    /// The labels of the configuration that the repository lacks, as written there.
    var missing: Set<String> = []
  }

  private let known = Mutex<[RepositoryName: Labels]>([:])

  /// Loads the complete list, unless it is loaded already.
  func load(
    _ repository: RepositoryName, from list: () async throws(ForgeError) -> [Label]
  ) async throws(ForgeError) {
    guard known.withLock({ $0[repository]?.isComplete != true }) else { return }
    insert(try await list().map(\.name), in: repository)
    known.withLock { $0[repository, default: Labels()].isComplete = true }
  }

  /// Whether the complete list was loaded.
  func isComplete(in repository: RepositoryName) -> Bool {
    known.withLock { $0[repository]?.isComplete == true }
  }

  /// Adds labels that the repository has.
  func insert(_ names: [String], in repository: RepositoryName) {
    known.withLock {
      $0[repository, default: Labels()].names.formUnion(names.map { $0.lowercased() })
    }
  }

  /// The known names in lowercase, sorted.
  func names(in repository: RepositoryName) -> [String] {
    known.withLock { $0[repository]?.names.sorted() ?? [] }
  }

  /// Remembers that the repository lacks a label of its configuration.
  func miss(_ label: Label, in repository: RepositoryName) {
    known.withLock { _ = $0[repository, default: Labels()].missing.insert(label.name) }
  }

  /// A sentence about the labels that were left out; nil without one.
  func notice(about repository: RepositoryName) -> String? {
    let names = known.withLock { $0[repository]?.missing.sorted() ?? [] }
    guard !names.isEmpty else { return nil }
    let list = names.map { "'\($0)'" }.joined(separator: ", ")
    return names.count == 1
      ? "the label \(list) isn't added, because the repository doesn't have it"
      : "the labels \(list) aren't added, because the repository doesn't have them"
  }

  /// Whether the repository is known to have a label.
  func contains(_ label: Label, in repository: RepositoryName) -> Bool {
    known.withLock { $0[repository]?.names.contains(label.name.lowercased()) ?? false }
  }
}
