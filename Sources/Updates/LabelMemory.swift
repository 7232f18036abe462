import Forges
import Synchronization

/// The labels that repositories know, asked once a pass.
final class LabelMemory: Sendable {
  private let known = Mutex<[RepositoryName: Set<String>]>([:])

  /// The names in small letters, as GitHub takes labels for the same that differ by case.
  func names(
    in repository: RepositoryName, read: () async throws(ForgeError) -> [Label]
  ) async throws(ForgeError) -> Set<String> {
    if let names = known.withLock({ $0[repository] }) { return names }
    let names = Set(try await read().map { $0.name.lowercased() })
    known.withLock { $0[repository] = names }
    return names
  }

  /// Takes note of a label that was made.
  func note(_ label: Label, in repository: RepositoryName) {
    known.withLock { _ = $0[repository]?.insert(label.name.lowercased()) }
  }
}
