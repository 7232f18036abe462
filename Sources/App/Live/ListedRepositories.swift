import Text
import Forges
import HTTP
import Synchronization
import Updates

/// The repositories in the forge's last list, which saves requests for their default branches.
final class ListedRepositories: Sendable {
  private struct Known {
    var byName: [RepositoryName: Repository] = [:]
    /// The web addresses of private repositories, in lowercase and without a scheme.
    var hidden: Set<String> = []
    /// Owners whose repositories could not be listed, in lowercase: all of theirs count as private.
    var unlisted: Set<String> = []
    /// Incremented with each list.
    var version = 0
  }

  /// The private addresses of a list, also for workers.
  struct Secrets: Codable, Sendable {
    var version: Int
    var hidden: Set<String>
    var unlisted: Set<String>
  }

  private let known = Mutex(Known())

  /// Replaces the list; repositories that are not in it are unknown.
  func replace(with listing: RepositoryListing) {
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

  /// The number of the list; 0 before the first one.
  var version: Int { known.withLock { $0.version } }

  /// The private addresses of the list.
  var secrets: Secrets {
    known.withLock { Secrets(version: $0.version, hidden: $0.hidden, unlisted: $0.unlisted) }
  }

  /// Applies a list of another process.
  func apply(_ secrets: Secrets) {
    known.withLock {
      $0.version = secrets.version
      $0.hidden = secrets.hidden
      $0.unlisted = secrets.unlisted
    }
  }

  /// Replaces the list by one repository, or by none.
  func replace(with repository: Repository?) {
    known.withLock { $0.byName = repository.map { [$0.name: $0] } ?? [:] }
  }

  /// Adds the heads of repositories that haven't changed since their last visits.
  func note(unchanged heads: [RepositoryName: String]) {
    known.withLock { known in
      for (name, head) in heads { known.byName[name]?.unchangedHead = head }
    }
  }

  /// Returns a repository; nil if it is not in the list.
  subscript(_ name: RepositoryName) -> Repository? { known.withLock { $0.byName[name] } }

  /// Returns the same world, which sends no names of listed private repositories to others.
  func guarding(_ world: World) -> World {
    var world = world
    world.isPrivate = { address in
      let owner = address.slashParts().dropFirst().first.map(String.init) ?? ""
      return self.known.withLock { $0.hidden.contains(address) || $0.unlisted.contains(owner) }
    }
    return world
  }
}
