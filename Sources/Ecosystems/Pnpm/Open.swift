import Ecosystem
import JSON
import JavaScript
import Time
import Text

/// A project of pnpm with its files parsed once.
struct PnpmProject: OpenProject {
  let ecosystem: PnpmEcosystem
  let sources: ProjectSources

  var project: Project { sources.project }

  func dependencies() async throws(Problem) -> [Dependency] { try sources.dependencies() }

  func declares(_ name: String) -> Bool {
    sources.manifests.count == 1 && sources.workspace == nil
      && ManifestDependency.registryName(of: name, in: sources.manifests[0].document) != nil
  }

  /// `pnpm update NAME` compares the names of registries.
  var updatesAliases: Bool { true }

  var canHoldBack: Bool { sources.engines != Engines() }

  func releases(of dependency: Dependency) async throws(Problem) -> [Release] {
    let releases = try await Registry(client: ecosystem.http, settings: sources.npmrc)
      .releases(of: sources.overridden(dependency), engines: sources.engines)
    let age = try await sources.releaseAge(ecosystem.toolchain)
    let exclusions = age.exclusions.scope(of: dependency.registryName ?? dependency.name)
    return releases.maturing(after: .minutes(age.minutes), isExempt: exclusions.contains)
  }

  func standing(of dependency: Dependency, among releases: [Release]) -> PackageStatus? {
    dependency.standing(among: releases)
  }

  func licences(
    of dependency: Dependency, versions: [String]
  ) async throws(Problem) -> [String: String] {
    try await Registry(client: ecosystem.http, settings: sources.npmrc)
      .licences(of: dependency, versions: versions)
  }

  func change(toward goal: Goal) async throws(Problem) -> Change {
    try await ecosystem.change(sources, toward: goal)
  }

  func explain(_ name: String, version: String?) async throws(Problem) -> [String] {
    try await ecosystem.explain(name, version: version, in: sources)
  }

  func foreignSources(in change: Change) throws(Problem) -> [ForeignSource] {
    try sources.foreignSources(in: change)
  }

  func contentIdentities(in change: Change) async throws(Problem) -> [ContentIdentity] {
    try sources.contentIdentities(in: change)
  }

  func directParents(of name: String) throws(Problem) -> [String] {
    try sources.directParents(of: name)
  }

  var toolVersions: [ToolVersion] { pnpm + [sources.engines.toolVersion] }

  var remarks: [String] { sources.tools.staleLocks(beside: .pnpm) }

  private var pnpm: [ToolVersion] {
    let stated = sources.tools[.pnpm, weakest: .engines]
    if let version = stated?.version {
      return [tool(version.description, from: stated?.origin)]
    }
    if let text = ecosystem.toolchain.stated(.pnpm) {
      return [tool(text, from: ToolVersion.operatorsFile)]
    }
    guard let version = try? sources.version(ecosystem.toolchain) else { return [] }
    let origin = sources.lockSource?.file
    return [ToolVersion("pnpm", "\(version.major)", from: origin)]
  }

  /// Describes a stated version, with a remark if it is newer than the measured ones of its line.
  private func tool(_ version: String, from origin: String?) -> ToolVersion {
    let newest = (try? PnpmVersion(version, at: nil)).flatMap { PnpmVersion.unmeasured($0) }
    return ToolVersion(
      "pnpm", version, from: origin,
      remark: newest.map { "not measured; locks are written as by pnpm \($0)" })
  }
}

extension ProjectSources {
  /// Returns a dependency with the requirement that the lock's `overrides` replace its own with.
  fileprivate func overridden(_ dependency: Dependency) -> Dependency {
    guard let range = (try? lock.get())?.fields["overrides"]?[dependency.name]?.string,
      Range(range) != nil
    else { return dependency }
    var result = dependency
    result.requirement = dependency.kind == .direct ? range : ""
    result.bounds = [range]
    return result
  }

  /// Finds packages whose address is new and leads to an origin that isn't a registry's.
  func foreignSources(in change: Change) throws(Problem) -> [ForeignSource] {
    var (known, added): (Set<LockedSource>, Set<LockedSource>) = ([], [])
    for file in change.files where file.path.hasSuffix(PnpmEcosystem.lockName) {
      guard let after = file.after else { continue }
      let before = try file.before.map { (bytes) throws(Problem) in
        try LockedSource.all(in: bytes, file.path)
      }
      known.formUnion(before ?? [])
      added.formUnion(try LockedSource.all(in: after, file.path).subtracting(before ?? []))
    }
    return try npmrc.foreignSources(among: added, before: known)
  }

  /// Returns the direct dependencies that lead to a package.
  func directParents(of name: String) throws(Problem) -> [String] {
    let lock = try self.lock.get()
    var result: Set<String> = []
    for importer in lock.importers.values {
      for (alias, reference) in importer.allReferences {
        guard let path = DependencyPath.path(of: reference, alias: alias) else { continue }
        let reached = lock.reachable(from: [path]).subtracting([path])
        if reached.contains(where: { lock.nameAndVersion(of: $0)?.name == name }) {
          result.insert(alias)
        }
      }
    }
    return result.sorted()
  }
}

extension LockedSource {
  /// The packages of a lock with an address.
  fileprivate static func all(
    in bytes: [UInt8], _ path: String
  ) throws(Problem) -> Set<LockedSource> {
    // Few locks have an address, and parsing is slow.
    guard bytes.contains("tarball".utf8) || bytes.contains("repo".utf8) else { return [] }
    let document = try LockDocument(SourceText(file: path, bytes: bytes))
    var result: Set<LockedSource> = []
    for member in document.root["packages"]?.object?.members ?? [] {
      let resolution = member.value["resolution"]
      guard let address = (resolution?["tarball"] ?? resolution?["repo"])?.string else { continue }
      let name = DependencyPath.parts(member.key)?.name ?? member.key
      result.insert(LockedSource(package: name, address: address))
    }
    return result
  }
}

extension Lock {
  /// Returns the paths that are reached from others, including those.
  func reachable(from paths: [String]) -> Set<String> {
    var result: Set<String> = []
    var open = paths
    while let path = open.popLast() {
      guard let package = packages[path], result.insert(path).inserted else { continue }
      for (alias, reference) in package.allDependencies {
        if let next = DependencyPath.path(of: reference, alias: alias) { open.append(next) }
      }
    }
    return result
  }
}
