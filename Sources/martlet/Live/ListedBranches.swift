import Forges
import Synchronization

/// Default branches as the forge's last list of repositories named them: who knows one need not ask
/// for the repository.
final class ListedBranches: Sendable {
  private let known = Mutex<[RepositoryName: String]>([:])

  /// Takes over a list in place of the one before.
  func take(_ repositories: [Repository]) {
    let branches = repositories.map { ($0.name, $0.defaultBranch) }
    known.withLock { $0 = Dictionary(branches) { first, _ in first } }
  }

  /// Nil where no list has named the repository.
  subscript(_ name: RepositoryName) -> String? { known.withLock { $0[name] } }
}
