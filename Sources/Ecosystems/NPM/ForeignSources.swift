import Ecosystem
import JSON
import JavaScript
import Text

extension NPMEcosystem {
  /// Finds packages whose `resolved` is new and leads to a host that is not a registry's.
  ///
  /// A registry may name any address for a tarball. npm writes it into the lock and fetches from
  /// there.
  func foreignSources(
    in change: Change, _ settings: Settings
  ) throws(Problem) -> [ForeignSource] {
    let known = settings.registryHosts
    var result: Set<ForeignSource> = []
    for file in change.files
    where file.path.hasSuffix("package-lock.json") || file.path.hasSuffix("npm-shrinkwrap.json") {
      guard let after = file.after else { continue }
      let before = try file.before.map { bytes throws(Problem) in
        try LockedSource.all(in: bytes, file.path)
      }
      let new = try LockedSource.all(in: after, file.path).subtracting(before ?? [])
      for source in new {
        guard let host = webHost(source.address), !known.contains(host) else { continue }
        result.insert(ForeignSource(package: source.package, host: host))
      }
    }
    return result.sorted { ($0.host, $0.package) < ($1.host, $1.package) }
  }
}

/// Where a lock takes a package from.
private struct LockedSource: Hashable {
  var package: String
  var address: String

  /// The sources of a lock of any format.
  static func all(in lock: [UInt8], _ path: String) throws(Problem) -> Set<LockedSource> {
    let root = try Manifest.document(SourceText(file: path, bytes: lock)).root
    var result: Set<LockedSource> = []
    for member in root["packages"]?.members ?? [] {
      guard let address = member.value["resolved"]?.string else { continue }
      let name = member.value["name"]?.string ?? Self.name(at: member.key)
      result.insert(LockedSource(package: name, address: address))
    }
    var open = Array(root["dependencies"]?.members ?? [])
    while let member = open.popLast() {
      if let address = member.value["resolved"]?.string {
        result.insert(LockedSource(package: member.key, address: address))
      }
      open += member.value["dependencies"]?.members ?? []
    }
    return result
  }

  private static func name(at path: String) -> String {
    path.ranges(of: "node_modules/").last.map { String(path[$0.upperBound...]) } ?? path
  }
}

extension Settings {
  /// The hosts of all registries that the project or the operator names, npm's own included.
  fileprivate var registryHosts: Set<String> {
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
