package import Ecosystem
private import Synchronization

/// Keeps comparisons, so that a release is compared once for all repositories of a process.
package struct ComparisonCache: Sendable {
  /// What identifies a comparison.
  package struct Key: Hashable, Sendable {
    /// The ecosystem of the project.
    package var ecosystem: EcosystemID
    /// The name and the source of the package.
    package var package: [String]
    /// The versions.
    package var versions: [String]
    /// The modules that were read.
    package var modules: Set<String>
    /// How much was read.
    package var limits: ScanLimits
  }

  private final class Storage: Sendable {
    let stored = Mutex<[(scope: String, key: Key, value: APIComparison)]>([])
  }

  /// The maximum number of declarations of all comparisons, which take about 500 bytes each.
  private static let limit = 40_000

  private let storage = Storage()
  /// Identifies the credentials; the comparisons of others are not visible.
  private var scope = ""

  /// Creates an empty cache.
  package init() {}

  /// The same cache for other credentials, which see none of the others' comparisons.
  package func scoped(to scope: String) -> ComparisonCache {
    var cache = self
    cache.scope = scope
    return cache
  }

  subscript(key: Key) -> APIComparison? {
    storage.stored.withLock { stored in
      guard let index = stored.firstIndex(where: { $0.scope == scope && $0.key == key }) else {
        return nil
      }
      let found = stored.remove(at: index)
      stored.append(found)
      return found.value
    }
  }

  /// Adds a comparison in place of the least recently used ones.
  func add(_ value: APIComparison, as key: Key) {
    guard value.weight <= Self.limit else { return }
    storage.stored.withLock { stored in
      stored.removeAll { $0.scope == scope && $0.key == key }
      stored.append((scope, key, value))
      var weight = stored.reduce(0) { $0 + $1.value.weight }
      while weight > Self.limit, stored.count > 1 { weight -= stored.removeFirst().value.weight }
    }
  }
}

extension APIComparison {
  /// The number of declarations.
  fileprivate var weight: Int { before.declarations.count + after.declarations.count }
}
