import Changelogs
import Ecosystem
import Store
import Time
import Updates

/// Finds out whether the repositories of dependencies are archived, once a day for all repositories.
struct ArchivedRepositories: Sendable {
  let finder: NotesFinder
  let store: StateStore
  /// Identifies the credentials by which hosts are asked: the answers of one scope aren't used for
  /// another.
  let scope: String
  let now: @Sendable () -> Timestamp

  /// Returns nil if the repository isn't archived, or is on a host without such a mark.
  func callAsFunction(_ name: String, _ upstream: Upstream) async -> RepositoryUpkeep? {
    let day = now().date
    let key = "archived \(upstream.addresses.joined(separator: " ")) on \(day) for \(scope)"
    // A cache that fails costs a request, but never the update.
    if let known = try? await store.content(key) {
      return known.isEmpty ? nil : .archived(page: String(decoding: known, as: UTF8.self))
    }
    let source = PackageSource(
      name: name, addresses: upstream.addresses, directory: upstream.directory)
    let (upkeep, page) = await finder.upkeep(of: source)
    switch upkeep {
    case .unknown: return nil
    // Asked again in the next pass.
    case .failedRequest: return .unknown(page: page, Task.isCancelled ? .ended : .noAnswer)
    case .unstated: return .unknown(page: page, .unstated)
    case .missing: return .unknown(page: page, .missing)
    case .archived, .open:
      let archived = upkeep == .archived ? page : ""
      try? await store.keep(Array(archived.utf8), as: key, now: now())
      return archived.isEmpty ? nil : .archived(page: page)
    }
  }
}
