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
    lock.version = "9.0"
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
        if let address = direct[alias] {
          let isLink = address.isLink || importer.relinked[alias] != nil
          let isWritten =
            !input.settings.excludeLinksFromLockfile || !isLink
            || specifier.hasPrefix("workspace:")
          guard isWritten else { continue }
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
    guard input.version.keepsLinks, input.settings.dedupeInjectedDeps,
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
        || node.package.peers.contains { $0.name == alias && $0.isOptional }
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
    result.isOptional = node.package.isOptional
    result.transitivePeers = node.transitivePeers.sorted { $0.precedesLexically($1) }
    return result
  }

  private func entry(_ path: String, _ package: ResolvedPackage) -> Object {
    let manifest = package.manifest
    var result = Object([("resolution", .object(package.resolution))])
    if path.contains(":"), !package.version.isEmpty,
      package.resolution["type"]?.string != "directory"
    {
      result["version"] = .string(package.version)
    }
    if !package.peers.isEmpty {
      result["peerDependencies"] = .object(
        Object(package.peers.map { ($0.name, .string($0.range)) }))
      let optional = package.peers.filter(\.isOptional)
      if !optional.isEmpty {
        result["peerDependenciesMeta"] = .object(
          Object(optional.map { ($0.name, .object(Object([("optional", true)]))) }))
      }
    }
    // Old packages have arrays, whose keys are numbers.
    let list = Object((manifest.engines?.array ?? []).enumerated().map { (String($0), $1) })
    let engines = (manifest.engines?.object ?? list).members.filter { $0.value != "*" }
    if !engines.isEmpty { result["engines"] = .object(Object(distinct: engines)) }
    for (key, value) in [("cpu", manifest.cpu), ("os", manifest.os), ("libc", manifest.libc)] {
      if let value, value != .null { result[key] = value }
    }
    if let bundled = manifest.bundled { result["bundledDependencies"] = bundled }
    if let deprecated = manifest.deprecated { result["deprecated"] = deprecated }
    if manifest.hasBin { result["hasBin"] = true }
    return result
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
        guard input.version.keepsAllTimes || plain.contains("/"),
          let path = DependencyPath.path(of: plain, alias: alias)
        else { continue }
        direct.insert(path)
      }
    }
    lock.times = (lock.times ?? [:]).merging(new) { $1 }.filter { direct.contains($0.key) }
  }

  /// Keeps the packages that importers reach, and finds those that are only reached optionally.
  private mutating func prune() {
    var kept: [String: Lock.Package] = [:]
    var required: Set<String> = []
    var walked: Set<String> = []
    let roots: [(Lock.Section, Bool)] = [
      (.devDependencies, false), (.optionalDependencies, true), (.dependencies, false),
    ]
    var open: [(path: String, isOptional: Bool)] = []
    for (section, isOptional) in roots {
      for importer in lock.importers.values {
        for (alias, reference) in importer.references[section] ?? [:] {
          guard let path = DependencyPath.path(of: reference, alias: alias) else { continue }
          open.append((path, isOptional))
        }
      }
    }
    while let (path, isOptional) = open.popLast() {
      guard walked.insert("\(path) \(isOptional)").inserted, let package = lock.packages[path]
      else { continue }
      kept[path] = package
      if !isOptional { required.insert(path) }
      for (alias, reference) in package.dependencies {
        if let next = DependencyPath.path(of: reference, alias: alias) {
          open.append((next, isOptional))
        }
      }
      for (alias, reference) in package.optionalDependencies {
        if let next = DependencyPath.path(of: reference, alias: alias) { open.append((next, true)) }
      }
    }
    for path in kept.keys { kept[path]?.isOptional = !required.contains(path) }
    lock.packages = kept
  }
}
