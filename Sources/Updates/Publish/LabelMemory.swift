import Forges
import Synchronization

/// The labels that repositories are known to have, for the length of a pass.
final class LabelMemory: Sendable {
  private struct Labels {
    /// In small letters, as GitHub takes labels for the same that differ by case.
    var names: Set<String> = []
    /// Whether the whole list was read.
    var isWhole = false
  }

  private let known = Mutex<[RepositoryName: Labels]>([:])

  /// Takes over the whole list, unless it was read before.
  func read(
    of repository: RepositoryName, by read: () async throws(ForgeError) -> [Label]
  ) async throws(ForgeError) {
    guard known.withLock({ $0[repository]?.isWhole != true }) else { return }
    note(try await read().map(\.name), in: repository)
    known.withLock { $0[repository, default: Labels()].isWhole = true }
  }

  /// Takes note of labels that were seen or made.
  func note(_ names: [String], in repository: RepositoryName) {
    known.withLock {
      $0[repository, default: Labels()].names.formUnion(names.map { $0.lowercased() })
    }
  }

  /// The names that are known, in small letters and sorted.
  func names(in repository: RepositoryName) -> [String] {
    known.withLock { $0[repository]?.names.sorted() ?? [] }
  }

  /// Whether the repository is known to have a label.
  func knows(_ label: Label, in repository: RepositoryName) -> Bool {
    known.withLock { $0[repository]?.names.contains(label.name.lowercased()) ?? false }
  }
}
