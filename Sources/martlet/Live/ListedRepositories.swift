import Forges
import HTTP
import Synchronization
import Updates

/// Repositories as the forge's last list described them: who knows a default branch need not ask for
/// the repository.
final class ListedRepositories: Sendable {
  private struct Known {
    var byName: [RepositoryName: Repository] = [:]
    /// Where people look at private ones, in small letters and without a scheme.
    var hidden: Set<String> = []
  }

  private let known = Mutex(Known())

  /// Takes over a list in place of the one before.
  func take(_ repositories: [Repository]) {
    let named = repositories.map { ($0.name, $0) }
    let hidden = repositories.filter(\.isPrivate).compactMap { repository in
      repository.webURL.firstRange(of: "://").map { scheme in
        repository.webURL[scheme.upperBound...].lowercased()
      }
    }
    known.withLock {
      $0 = Known(byName: Dictionary(named) { first, _ in first }, hidden: Set(hidden))
    }
  }

  /// Nil where no list has named the repository.
  subscript(_ name: RepositoryName) -> Repository? { known.withLock { $0.byName[name] } }

  /// The same world, which names none of the list's private repositories to others.
  func guarding(_ world: World) -> World {
    var world = world
    world.isPrivate = { address in self.known.withLock { $0.hidden.contains(address) } }
    return world
  }
}
