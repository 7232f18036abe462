import Ecosystem
import JSON
import JavaScript

/// Writes the packages of a resolution into the old lock: `updateLockfile.ts`, `pruneSharedLockfile`.
struct LockBuilder {
  private let input: ResolverInput
  private var lock: Lock

  init(_ input: ResolverInput) {
    self.input = input
    lock = input.lock
  }

  /// Returns the new lock.
  static func lock(_ resolved: TreeResolver, _ peers: PeerTree) -> Lock {
    var builder = LockBuilder(resolved.input)
    builder.writeSettings()
    builder.writeImporters(peers)
    builder.writePackages(peers)
    builder.writeCatalogs(peers)
    builder.prune()
    builder.writeTimes(resolved.directTimes)
    return builder.lock
  }

  private mutating func writeSettings() {
    lock.layout = input.version.layout
    lock.isShared = input.isWorkspace || !lock.layout.unfoldsSingleProject
    LockSettings(input).write(to: &lock.fields)
  }

  private mutating func writeImporters(_ peers: PeerTree) {
    let ids = Set(peers.importers.map(\.id))
    lock.importers = lock.importers.filter { ids.contains($0.key) }
    for (index, importer) in peers.importers.enumerated() {
      let old = lock.importers[importer.id] ?? Lock.Importer()
      lock.importers[importer.id] = self.importer(input.members[index], importer, old)
    }
  }

  private func importer(
    _ member: ResolverInput.Member, _ importer: PeerTree.Importer, _ old: Lock.Importer
  ) -> Lock.Importer {
    var manifest = member.manifest
    if input.settings.autoInstallPeers {
      for (name, range) in manifest.peerDependencies.pairs
      where manifest.dependencies[name] == nil && manifest.devDependencies[name] == nil
        && manifest.optionalDependencies[name] == nil
      {
        manifest.dependencies[name] = range
      }
    }
    var result = Lock.Importer()
    result.publishDirectory = member.publishDirectory
    result.dependenciesMeta = importer.paths.isEmpty ? nil : member.dependenciesMeta
    let sections: [(Lock.Section, Requirements)] = [
      (.optionalDependencies, manifest.optionalDependencies),
      (.dependencies, manifest.dependencies), (.devDependencies, manifest.devDependencies),
    ]
    let direct = Dictionary(importer.direct.map { ($0.alias, $0) }, uniquingKeysWith: { $1 })
    for (section, requirements) in sections {
      for (alias, specifier) in requirements.pairs where result.specifiers[alias] == nil {
        if let address = direct[alias], isWritten(alias, address, importer, specifier) {
          result.specifiers[alias] = specifier
          result.references[section, default: [:]][alias] = reference(
            alias, address, importer, old, specifier)
        } else if let known = old.specifiers[alias], let reference = old.reference(of: alias) {
          result.specifiers[alias] = known
          result.references[section, default: [:]][alias] = reference
        }
      }
    }
    return result
  }

  /// Whether the lock gets a direct dependency; for others, it keeps what it has.
  ///
  /// Source: `addDirectDependenciesToLockfile`.
  private func isWritten(
    _ alias: String, _ address: Address, _ importer: PeerTree.Importer, _ specifier: String
  ) -> Bool {
    let isLink = address.isLink || importer.relinked[alias] != nil
    return !input.settings.excludeLinksFromLockfile || !isLink || specifier.hasPrefix("workspace:")
  }

  private func reference(
    _ alias: String, _ address: Address, _ importer: PeerTree.Importer, _ old: Lock.Importer,
    _ specifier: String
  ) -> String {
    if let link = importer.relinked[alias] { return link }
    guard let path = importer.paths[alias] else { return address.id }
    if address.id.hasPrefix("file:"), let link = keptLink(alias, address, old, specifier) {
      return link
    }
    return DependencyPath.reference(to: path, alias: alias, name: address.name)
  }

  /// Returns the link to a member of the old lock that pnpm 11 keeps.
  private func keptLink(
    _ alias: String, _ address: Address, _ old: Lock.Importer, _ specifier: String
  ) -> String? {
    guard input.version.has(.keepsLinks), input.settings.dedupeInjectedDeps,
      let link = old.reference(of: alias), link.hasPrefix("link:"),
      old.specifiers[alias] == specifier
    else { return nil }
    if case .update(let names) = input.aim,
      NameMatcher(names.sorted()).matches(address.name)
    {
      return nil
    }
    return link
  }

  private mutating func writePackages(_ peers: PeerTree) {
    for (path, node) in peers.graph { lock.packages[path] = package(path, node, peers) }
  }

  private func package(_ path: String, _ node: GraphNode, _ peers: PeerTree) -> Lock.Package {
    let manifest = node.package.manifest
    var result = Lock.Package(manifest: entry(path, node.package))
    for (alias, child) in node.children where !child.isEmpty {
      let isOptional =
        manifest.optionalDependencies[alias] != nil
        || input.version.has(.separatesOptionalPeers)
          && node.package.peers.contains { $0.name == alias && $0.isOptional }
      let name = peers.graph[child]?.package.name ?? alias
      let reference =
        child.hasPrefix("link:")
        ? child : DependencyPath.reference(to: child, alias: alias, name: name)
      if isOptional {
        result.optionalDependencies[alias] = reference
      } else {
        result.dependencies[alias] = reference
      }
    }
    if input.version.has(.keepsLockedDependencies), let old = input.lock.packages[path] {
      result.dependencies = old.dependencies.merging(result.dependencies) { $1 }
      result.optionalDependencies = old.optionalDependencies.merging(
        result.optionalDependencies
      ) { $1 }
    }
    let reach = node.package.reach
    if reach.isDev != reach.isProd { result.isDevelopment = reach.isDev }
    result.isOptional = reach.isOptional
    result.transitivePeers = node.transitivePeers.sorted { $0.precedesLexically($1) }
    return result
  }

  private func entry(_ path: String, _ package: ResolvedPackage) -> Object {
    let manifest = package.manifest
    var result = Object([("resolution", .object(package.resolution))])
    if input.version.has(.marksBuilds) { markJoined(path, package, &result) }
    if path.contains(":"), !package.version.isEmpty,
      package.resolution["type"]?.string != "directory"
    {
      result["version"] = .string(package.version)
    }
    if !package.peers.isEmpty {
      result["peerDependencies"] = .object(
        Object(package.peers.map { ($0.name, .string($0.range)) }))
      let optional = package.peers.filter(\.isOptional)
      if !optional.isEmpty { result["peerDependenciesMeta"] = Self.meta(optional.map(\.name)) }
    }
    if input.version.has(.writesAllPeerMeta) {
      let names = manifest.peerMeta.filter(\.isOptional).map(\.name)
      result["peerDependenciesMeta"] = names.isEmpty ? nil : Self.meta(names)
    }
    // Old packages have arrays, whose keys are numbers.
    let list = Object((manifest.engines?.array ?? []).enumerated().map { (String($0), $1) })
    let engines = (manifest.engines?.object ?? list).members.filter { $0.value != "*" }
    if !engines.isEmpty { result["engines"] = .object(Object(distinct: engines)) }
    for (key, value) in [("cpu", manifest.cpu), ("os", manifest.os), ("libc", manifest.libc)] {
      if let value, value != .null { result[key] = value }
    }
    if let bundled = manifest.bundle.written(input.version.bundleRule) {
      result["bundledDependencies"] = bundled
    }
    if let deprecated = manifest.deprecated ?? lockedDeprecation(path, package) {
      result["deprecated"] = deprecated
    }
    if manifest.hasBin { result["hasBin"] = true }
    return result
  }

  /// Returns the deprecation in the old lock, which stays as long as the resolution is the same.
  private func lockedDeprecation(_ path: String, _ package: ResolvedPackage) -> Value? {
    guard input.version.has(.keepsDeprecations), let old = input.lock.packages[path]?.manifest,
      old["resolution"]?.object == package.resolution
    else { return nil }
    return old["deprecated"]
  }

  /// Writes what the lock of pnpm 8 says of a package besides: its name if it's a folder, and patches.
  private func markJoined(_ path: String, _ package: ResolvedPackage, _ result: inout Object) {
    if package.id.hasPrefix("file:") {
      result["name"] = .string(package.name)
      if path != "\(package.name)@\(package.id)" { result["id"] = .string(package.id) }
    }
    if package.isPatched { result["patched"] = true }
  }

  private static func meta(_ names: [String]) -> Value {
    .object(Object(names.map { ($0, .object(Object([("optional", true)]))) }))
  }

  private mutating func writeCatalogs(_ peers: PeerTree) {
    var catalogs: [String: [String: Object]] = [:]
    for address in peers.importers.flatMap(\.direct) {
      guard let catalog = address.catalog else { continue }
      let version = address.package?.version ?? address.linkManifest?.version ?? ""
      catalogs[catalog.name, default: [:]][address.alias] = Object([
        ("specifier", .string(catalog.requirement)), ("version", .string(version)),
      ])
    }
    lock.catalogs =
      catalogs.isEmpty
      ? nil
      : Object(
        catalogs.map { name, entries in
          (name, .object(Object(entries.map { ($0.key, .object($0.value)) })))
        })
  }

  /// Writes the publication times of direct dependencies: `pruneTimeInLockfile`.
  ///
  /// Without `time-based` mode, those of the old lock stay.
  private mutating func writeTimes(_ new: [String: String]) {
    guard !new.isEmpty || lock.times != nil else { return }
    var direct: Set<String> = []
    for importer in lock.importers.values {
      for (alias, reference) in importer.references.values.joined() {
        let plain = DependencyPath.withoutSuffix(reference)
        guard !input.version.has(.losesTimes) || plain.contains("/"),
          let path = DependencyPath.path(of: plain, alias: alias)
        else { continue }
        direct.insert(path)
      }
    }
    lock.times = (lock.times ?? [:]).merging(new) { $1 }.filter { direct.contains($0.key) }
  }

  /// Keeps the packages that importers reach, and finds those that are only reached optionally, or only
  /// by development dependencies.
  private mutating func prune() {
    var walk = LockWalk(lock.packages)
    for section in [Lock.Section.devDependencies, .optionalDependencies, .dependencies] {
      for importer in lock.importers.values {
        walk.visit(importer.references[section] ?? [:], from: section)
      }
    }
    lock.packages = walk.reached
  }
}

/// Walks through the packages of a lock: `copyDependencySubGraph` in `prune-lockfile` of pnpm.
private struct LockWalk {
  /// How a package is reached.
  private struct Visit: Hashable {
    var path: String
    var isOptional: Bool
    var isDevelopment: Bool
  }

  private let packages: [String: Lock.Package]
  private var visits: Set<Visit> = []

  init(_ packages: [String: Lock.Package]) { self.packages = packages }

  /// Visits packages and all below them.
  mutating func visit(_ references: [String: String], from section: Lock.Section) {
    var open: [Visit] = []
    let add = { (references: [String: String], isOptional: Bool, open: inout [Visit]) in
      for (alias, reference) in references {
        guard let path = DependencyPath.path(of: reference, alias: alias) else { continue }
        open.append(
          Visit(
            path: path, isOptional: isOptional, isDevelopment: section == .devDependencies))
      }
    }
    add(references, section == .optionalDependencies, &open)
    while let next = open.popLast() {
      guard let package = packages[next.path], visits.insert(next).inserted else { continue }
      add(package.dependencies, next.isOptional, &open)
      add(package.optionalDependencies, true, &open)
    }
  }

  /// The visited packages.
  var reached: [String: Lock.Package] {
    var result: [String: Lock.Package] = [:]
    for (path, visits) in Dictionary(grouping: visits, by: \.path) {
      guard var package = packages[path] else { continue }
      package.isOptional = visits.allSatisfy(\.isOptional)
      package.isDevelopment = isDevelopment(package.isDevelopment, visits)
      result[path] = package
    }
    return result
  }

  /// Returns `dev` after the visits in pnpm's order, which starts with development dependencies.
  ///
  /// Each visit from another dependency removes `true`, or else sets `false` where there is nothing.
  private func isDevelopment(_ start: Bool?, _ visits: [Visit]) -> Bool? {
    let others = visits.count(where: { !$0.isDevelopment })
    if others < visits.count { return others == 0 ? true : nil }
    if start == true { return others > 1 ? false : nil }
    return false
  }
}
