package import Ecosystem
import JSON
import JavaScript
import Synchronization
import Text
import Time

/// A project of Bun with its manifests, lock and settings parsed once.
struct BunProject: OpenProject {
  let ecosystem: BunEcosystem
  let sources: BunSources

  var project: Project { sources.project }

  var toolVersions: [ToolVersion] { [sources.bun, sources.engines.toolVersion] }
  var remarks: [String] { sources.tools.staleLocks(beside: .bun) }

  func dependencies() async throws(Problem) -> [Dependency] { try sources.dependencies() }

  func declares(_ name: String) -> Bool {
    let manifest = sources.manifests[0].document
    // The name of a member isn't a dependency, though a manifest can have it.
    if manifest.root["workspaces"] != nil { return false }
    return ManifestDependency.registryName(of: name, in: manifest) != nil
  }

  /// `bun update NAME` compares the names of registries.
  var updatesAliases: Bool { true }

  var canHoldBack: Bool { sources.engines != Engines() }

  func releases(of dependency: Dependency) async throws(Problem) -> [Release] {
    let releases = try await Registry(client: ecosystem.http, settings: sources.settings)
      .releases(of: sources.overridden(dependency), engines: sources.engines)
    guard let age = sources.bunfig.releaseAge else { return releases }
    let name = dependency.registryName ?? dependency.name
    let isExempt = sources.bunfig.ageExclusions.contains(name)
    return releases.maturing(after: .seconds(age)) { _ in isExempt }
  }

  func standing(of dependency: Dependency, among releases: [Release]) -> PackageStatus? {
    dependency.standing(among: releases)
  }

  func licences(
    of dependency: Dependency, versions: [String]
  ) async throws(Problem) -> [String: String] {
    try await Registry(client: ecosystem.http, settings: sources.settings)
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
    try change.newIdentities(in: { $0 == sources.lockPath }) { (bytes, path) throws(Problem) in
      try sources.written.copies(SourceText(file: path, bytes: bytes)).all
        .filter { !$0.digest.isEmpty }
        .map { ContentIdentity(package: $0.package, version: $0.version, value: $0.digest) }
    }
  }

  func directParents(of name: String) throws(Problem) -> [String] {
    let copies = try sources.copies()
    let direct = Set(sources.manifests.flatMap { $0.dependencies.map(\.name) })
    return direct.filter { copies.dependencies(of: $0).contains(name) }.sorted()
  }
}

extension BunEcosystem {
  /// Parses manifests, lock and settings.
  package func open(
    _ project: Project, in tree: SourceTree
  ) async throws(Problem) -> any OpenProject {
    BunProject(ecosystem: self, sources: try await BunSources(project, in: tree, for: self))
  }
}

/// The last new lock of a project, parsed once for the proof of a change and for its sources.
final class WrittenLock: Sendable {
  private let last = Mutex<(source: SourceText, copies: LockedCopies)?>(nil)

  /// Returns the packages of a lock; parses it unless it is the last one.
  ///
  /// - Throws: what the parser throws.
  func copies(_ source: SourceText) throws(Problem) -> LockedCopies {
    if let known = last.withLock({ $0 }), known.source.bytes == source.bytes {
      return known.copies
    }
    let copies = try LockedCopies(try BunLock(source), file: source.file)
    last.withLock { $0 = (source, copies) }
    return copies
  }
}

extension BunSources {
  /// Finds packages whose tarball is new in the lock and comes from an origin that isn't a registry's.
  func foreignSources(in change: Change) throws(Problem) -> [ForeignSource] {
    guard let file = change.files.first(where: { $0.path == lockPath }), let after = file.after
    else { return [] }
    let changed = try written.copies(SourceText(file: file.path, bytes: after))
    let known = Set(try copies().all.compactMap(\.lockedSource))
    return try settings.foreignSources(
      among: Set(changed.all.compactMap(\.lockedSource)).subtracting(known), before: known)
  }

  /// Returns a dependency with the requirement that the root's overrides replace its own with.
  fileprivate func overridden(_ dependency: Dependency) -> Dependency {
    guard let rules = try? OverrideRules(manifests[0].document.root) else { return dependency }
    let text = rules.general(of: dependency.name)
    guard let text, Range(text) != nil else { return dependency }
    var result = dependency
    result.requirement = dependency.kind == .direct ? text : ""
    result.bounds = [text]
    return result
  }
}

extension LockedCopy {
  fileprivate var lockedSource: LockedSource? {
    address.isEmpty ? nil : LockedSource(package: name, address: address)
  }
}
