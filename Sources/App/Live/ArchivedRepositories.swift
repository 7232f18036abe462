import Changelogs
import Ecosystem
import Store
import Time

/// Finds out whether the repositories of dependencies are archived, once a day for all repositories.
struct ArchivedRepositories: Sendable {
  let finder: NotesFinder
  let store: StateStore
  /// Identifies the credentials by which hosts are asked: the answers of one scope aren't used for
  /// another.
  let scope: String
  let now: @Sendable () -> Timestamp

  /// Returns the page of an archived repository; nil if it isn't archived, or if that isn't known.
  func callAsFunction(_ name: String, _ upstream: Upstream) async -> String? {
    let day = now().date
    let key = "archived \(upstream.addresses.joined(separator: " ")) on \(day) for \(scope)"
    // A cache that fails costs a request, but never the update.
    if let known = try? await store.content(key) {
      return known.isEmpty ? nil : String(decoding: known, as: UTF8.self)
    }
    let source = PackageSource(
      name: name, addresses: upstream.addresses, directory: upstream.directory)
    let (upkeep, page) = await finder.upkeep(of: source)
    let found = upkeep == .archived ? page : nil
    if upkeep != .unknown {
      try? await store.keep(Array((found ?? "").utf8), as: key, now: now())
    }
    return found
  }
}
