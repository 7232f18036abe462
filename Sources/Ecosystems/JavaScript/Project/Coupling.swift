package import Ecosystem
import JSON
import Text

/// A direct dependency as a lock has it.
package struct LockedDirect: Sendable {
  /// The name in manifests.
  package var name: String
  /// The registry's name, which for an alias differs.
  package var package: String
  /// The locked version.
  package var version: String
  /// The ranges of its peers by name; empty if the lock doesn't have them.
  package var peers: [String: String]

  /// Describes a direct dependency.
  package init(name: String, package: String, version: String, peers: [String: String]) {
    self.name = name
    self.package = package
    self.version = version
    self.peers = peers
  }

  /// Describes a package of a lock by a name in manifests.
  init(_ name: String, _ lock: LockedCopies, _ index: Int) {
    let copy = lock.all[index]
    self.init(
      name: name, package: copy.package, version: copy.version, peers: lock.peers(of: index))
  }

  fileprivate var semver: Version? { Version(version, loose: true) }
}

/// Finds the direct dependencies that have to be updated together.
///
///     react-dom 17.0.2 has the peer react 17.0.2
///     Coupling(…).widened([react 18.2.0], by: .peers)   // react 18.2.0, react-dom 18.2.0
package struct Coupling {
  /// The reasons to update packages together, the most certain first.
  package enum Reason: CaseIterable {
    /// One is a peer of the other, and the versions would be incompatible.
    case peers
    /// They have the same scope and version, or are `x` and `@types/x`.
    case releases
  }

  /// The limit of packages to examine, which registries could make endless.
  private static let limit = 40

  private let direct: [LockedDirect]
  private let registry: Registry
  private let engines: Engines

  /// Prepares the search.
  ///
  /// - Parameters:
  ///   - direct: the direct dependencies, each name once.
  ///   - registry: has the peers of other versions.
  ///   - engines: the project's Node and npm, on which releases have to run.
  package init(_ direct: [LockedDirect], _ registry: Registry, _ engines: Engines) {
    self.direct = direct.sorted { $0.name < $1.name }
    self.registry = registry
    self.engines = engines
  }

  /// Adds the dependencies that have to be updated with the targets, and so on.
  ///
  /// - Throws: `Problem` if a registry is unavailable: that doesn't mean that nothing is coupled.
  package func widened(
    _ targets: [Goal.Target], by reason: Reason
  ) async throws(Problem) -> [Goal.Target] {
    var result = targets
    var next = 0
    while next < result.count, next < Self.limit {
      let target = result[next]
      for locked in direct where !result.contains(where: { $0.name == locked.name }) {
        guard let version = try await version(of: locked, beside: target, reason) else { continue }
        result.append(Goal.Target(name: locked.name, version: version))
      }
      next += 1
    }
    return result
  }

  /// Returns the dependencies that have to be updated with a target because of peers.
  package func partners(of target: Goal.Target) async throws(Problem) -> [Goal.Target] {
    try await widened([target], by: .peers).filter { $0.name != target.name }
  }

  /// Returns the version that a dependency needs beside a target; nil if it can stay.
  private func version(
    of locked: LockedDirect, beside target: Goal.Target, _ reason: Reason
  ) async throws(Problem) -> String? {
    guard let version = target.version.flatMap({ Version($0) }) else { return nil }
    if let spec = locked.peers[target.name], !PackageSpec(spec).admits(version) {
      return try await newest(locked) { (manifest) throws(Problem) in
        try manifest.peer(target.name).map { PackageSpec($0).admits(version) } ?? true
      }
    }
    if let spec = try await peerRequirement(of: target, on: locked.name) {
      let request = PackageSpec(spec)
      if locked.semver.map(request.admits) == true { return nil }
      return try await newest(locked) { $0.version.map(request.admits) ?? false }
    }
    guard reason == .releases, isReleased(locked, with: target.name) else { return nil }
    if let same = try await newest(locked, where: { $0.version == version }) { return same }
    return try await newest(locked) { $0.version?.major == version.major }
  }

  private func isReleased(_ locked: LockedDirect, with other: String) -> Bool {
    let name = locked.name
    if name == Self.types(of: other) || other == Self.types(of: name) { return true }
    guard let scope = PackageName(name)?.scope, scope != "@types" else { return false }
    return scope == PackageName(other)?.scope
      && direct.first { $0.name == other }?.version == locked.version
  }

  /// Returns the package with the types of a package at DefinitelyTyped: `@types/babel__core`.
  private static func types(of name: String) -> String {
    "@types/" + name.drop { $0 == "@" }.slashParts().joined(separator: "__")
  }

  private func peerRequirement(
    of target: Goal.Target, on name: String
  ) async throws(Problem) -> String? {
    let package = direct.first { $0.name == target.name }?.package ?? target.name
    guard let packument = try await packument(package), let version = target.version,
      let manifest = packument[version]
    else { return nil }
    return try manifest.peer(name)
  }

  /// Returns the newest usable release that is newer than the locked one and fits.
  private func newest(
    _ locked: LockedDirect, where fits: (VersionManifest) throws(Problem) -> Bool
  ) async throws(Problem) -> String? {
    guard let packument = try await packument(locked.package), let current = locked.semver else {
      return nil
    }
    var best: Version?
    for manifest in packument.versions {
      guard let version = manifest.version, version > best ?? current, !version.isPrerelease,
        manifest.deprecated == nil, manifest.runs(on: engines), try fits(manifest)
      else { continue }
      best = version
    }
    return best?.description
  }

  /// Returns the document of a package; nil if the registry does not have it.
  private func packument(_ name: String) async throws(Problem) -> Packument? {
    do throws(LookUpFailure) {
      return try await registry.packument(of: name, .full)
    } catch {
      if [.notFound, .invalidName].contains(error.reason) { return nil }
      throw error.problem
    }
  }
}

extension VersionManifest {
  /// Returns the required range of a peer; nil if it is not a peer.
  fileprivate func peer(_ name: String) throws(Problem) -> String? {
    try read()["peerDependencies"]?[name]?.string
  }
}
