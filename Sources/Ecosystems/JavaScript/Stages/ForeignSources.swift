package import Ecosystem

/// Where a lock takes a package from.
package struct LockedSource: Hashable, Sendable {
  /// The name in the lock.
  package var package: String
  /// The address of the tarball.
  package var address: String

  /// Creates a source.
  package init(package: String, address: String) {
    self.package = package
    self.address = address
  }
}

extension Settings {
  /// Finds those of a lock's new sources that lead to an origin which is not a registry's.
  ///
  /// - Parameters:
  ///   - added: the sources that the change adds.
  ///   - before: the sources of the present lock, whose git servers are known.
  /// - Returns: the foreign ones, sorted.
  /// - Throws: a refusal of a package that would move from a host of its own to a public registry.
  package func foreignSources(
    among added: Set<LockedSource>, before: Set<LockedSource> = []
  ) throws(Problem) -> [ForeignSource] {
    if let refusal = Self.refusal(of: added, before: before) { throw refusal }
    let servers = before.map(\.address).filter { !$0.lowercased().hasPrefix("http") }
    return ForeignSource.all(
      among: added.map { ($0.package, $0.address) },
      known: registryOrigins.union(servers.compactMap { SourceOrigin($0) }))
  }

  /// The origins of all registries that the project or the operator names, npm's own included.
  private var registryOrigins: Set<SourceOrigin> {
    let named = entries.filter { $0.key == "registry" || $0.key.hasSuffix(":registry") }
    let urls = named.compactMap(\.value) + scopes.values
    let own = ["registry.npmjs.org", "registry.npmjs.com", "registry.yarnpkg.com"]
    return Set((urls + own.map { "https://\($0)/" }).compactMap { SourceOrigin($0) })
  }
}
