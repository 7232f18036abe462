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
    /// Owners whose repositories were not listed, in small letters: any may be private.
    var unlisted: Set<String> = []
    /// Grows with each list.
    var version = 0
  }

  /// The part of a list that hides addresses from others; workers use it, too.
  struct Secrets: Codable, Sendable {
    var version: Int
    var hidden: Set<String>
    var unlisted: Set<String>
  }

  private let known = Mutex(Known())

  /// Takes over a list in place of the one before; of whom it leaves out nothing is known.
  func take(_ listing: RepositoryListing) {
    let repositories = listing.repositories
    let named = repositories.map { ($0.name, $0) }
    let hidden = repositories.filter(\.isPrivate).compactMap { repository in
      repository.webURL.firstRange(of: "://").map { scheme in
        repository.webURL[scheme.upperBound...].lowercased()
      }
    }
    known.withLock {
      $0 = Known(
        byName: Dictionary(named) { first, _ in first }, hidden: Set(hidden),
        unlisted: Set(listing.resting.compactMap(\.owner)), version: $0.version + 1)
    }
  }

  /// Which list counts; 0: none was read.
  var version: Int { known.withLock { $0.version } }

  /// What of the list keeps addresses from others.
  var secrets: Secrets {
    known.withLock { Secrets(version: $0.version, hidden: $0.hidden, unlisted: $0.unlisted) }
  }

  /// Takes over what another process has of a list.
  func take(_ secrets: Secrets) {
    known.withLock {
      $0.version = secrets.version
      $0.hidden = secrets.hidden
      $0.unlisted = secrets.unlisted
    }
  }

  /// Knows this repository alone; nil: none.
  func take(_ repository: Repository?) {
    known.withLock { $0.byName = repository.map { [$0.name: $0] } ?? [:] }
  }

  /// Nil where no list has named the repository.
  subscript(_ name: RepositoryName) -> Repository? { known.withLock { $0.byName[name] } }

  /// The same world, which names none of the list's private repositories to others.
  func guarding(_ world: World) -> World {
    var world = world
    world.isPrivate = { address in
      let owner = address.split(separator: "/").dropFirst().first.map(String.init) ?? ""
      return self.known.withLock { $0.hidden.contains(address) || $0.unlisted.contains(owner) }
    }
    return world
  }
}
