import Forges
import Synchronization

/// The labels that repositories are known to have, for one pass.
final class LabelCache: Sendable {
  private struct Labels {
    /// In lowercase: GitHub ignores case in label names.
    var names: Set<String> = []
    /// Whether `names` is the complete list.
    var isComplete = false
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

  /// Whether the repository is known to have a label.
  func contains(_ label: Label, in repository: RepositoryName) -> Bool {
    known.withLock { $0[repository]?.names.contains(label.name.lowercased()) ?? false }
  }
}
