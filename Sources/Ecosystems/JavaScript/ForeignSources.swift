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
  /// Returns those of a lock's new sources that lead to a host which is not a registry's, sorted.
  package func foreignSources(among added: Set<LockedSource>) -> [ForeignSource] {
    let known = registryHosts
    let foreign = added.compactMap { source -> ForeignSource? in
      guard let host = webHost(source.address), !known.contains(host) else { return nil }
      return ForeignSource(package: source.package, host: host)
    }
    return Set(foreign).sorted { ($0.host, $0.package) < ($1.host, $1.package) }
  }

  /// The hosts of all registries that the project or the operator names, npm's own included.
  private var registryHosts: Set<String> {
    let named = entries.filter { $0.key == "registry" || $0.key.hasSuffix(":registry") }
    let urls = named.compactMap(\.value) + scopes.values
    return Set(
      urls.compactMap(webHost)
        + ["registry.npmjs.org", "registry.npmjs.com", "registry.yarnpkg.com"])
  }
}

/// The host of an `http` or `https` address, in lowercase; nil for other addresses.
private func webHost(_ address: String) -> String? {
  guard let scheme = address.firstRange(of: "://"),
    ["http", "https"].contains(address[..<scheme.lowerBound].lowercased())
  else { return nil }
  let authority = address[scheme.upperBound...].prefix { !"/?#\\".contains($0) }
  let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
  if host.hasPrefix("["), let end = host.firstIndex(of: "]") { return host[...end].lowercased() }
  return host.prefix { $0 != ":" }.lowercased()
}
