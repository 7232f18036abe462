import Text
import Ecosystem
import JavaScript

extension NPMEcosystem {
  /// Adds dependencies related by peers, then those released together, until npm finds a tree.
  ///
  /// Follows at most forty peers; each attempt resolves the whole project.
  func coupled(
    with target: Goal.Target, in sources: ProjectSources
  ) async throws(Problem) -> [Goal.Target] {
    let files = try ProjectFiles(sources)
    try files.requireNPM()
    try sources.npm.requireModeled()
    let wider = try await coupled(.update([target], UpdateOptions()), files)
    return wider?.targets.filter { $0.name != target.name } ?? []
  }

  /// Searches the dependencies of each direct dependency.
  func directParents(of name: String, in sources: ProjectSources) throws(Problem) -> [String] {
    let files = try ProjectFiles(sources)
    let lock = files.lockedTree
    let direct = Set(
      files.manifests.flatMap { ManifestDependency.all(in: $0.document).map(\.name) })
    return direct.filter { lock.dependencies(of: $0).contains(name) }.sorted()
  }

  /// Returns the smallest wider goal with a solution, for a goal without one.
  ///
  /// - Returns: nil if no wider goal has a solution.
  func coupled(
    _ goal: Goal, _ files: ProjectFiles
  ) async throws(Problem) -> (targets: [Goal.Target], change: Change)? {
    guard case .update(let targets, let options) = goal, !targets.isEmpty,
      targets.allSatisfy({ $0.version != nil })
    else { return nil }
    let coupling = Coupling(
      files: files, registry: Registry(client: http, settings: files.settings))
    var tried = targets
    for reason in Coupling.Reason.allCases {
      let wider = try await coupling.widened(targets, by: reason)
      if wider == tried { continue }
      tried = wider
      if let change = try await change(files, wider, options) { return (wider, change) }
    }
    return nil
  }

  /// Updates packages together; nil if there is no solution.
  ///
  /// npm finds no tree for packages that need each other exactly if it may leave each of them at its
  /// version. So their requirements are raised in a second attempt, as in pull requests.
  private func change(
    _ files: ProjectFiles, _ targets: [Goal.Target], _ options: UpdateOptions
  ) async throws(Problem) -> Change? {
    for raises in options.raises ? [true] : [false, true] {
      var options = options
      options.raises = raises
      do throws(Problem) {
        return try await change(files, try await plan(.update(targets, options), files))
      } catch {
        guard error.kind == .unsolvable else { throw error }
      }
    }
    return nil
  }
}

/// Finds the direct dependencies that have to be updated together.
struct Coupling {
  /// The reasons to update packages together, the most certain first.
  enum Reason: CaseIterable {
    /// One is a peer of the other, and the versions would be incompatible.
    case peers
    /// They have the same scope and version, or are `x` and `@types/x`.
    case releases
  }

  /// The limit of packages to examine, which registries could make endless.
  private static let limit = 40

  private let lock: LockedTree
  private let files: ProjectFiles
  private let registry: Registry
  private let engines: Engines
  private let direct: [String]

  init(files: ProjectFiles, registry: Registry) {
    self.files = files
    self.registry = registry
    engines = files.engines
    lock = files.lockedTree
    direct = Set(files.manifests.flatMap { ManifestDependency.all(in: $0.document).map(\.name) })
      .sorted()
  }

  /// Adds the dependencies that have to be updated with the targets, and so on.
  ///
  /// - Throws: `Problem` if a registry is unavailable: that doesn't mean that nothing is coupled.
  func widened(
    _ targets: [Goal.Target], by reason: Reason
  ) async throws(Problem) -> [Goal.Target] {
    var result = targets
    var next = 0
    while next < result.count, next < Self.limit {
      let target = result[next]
      for name in direct where !result.contains(where: { $0.name == name }) {
        guard let version = try await version(of: name, beside: target, reason) else { continue }
        result.append(Goal.Target(name: name, version: version))
      }
      next += 1
    }
    return result
  }

  /// Returns the version that a dependency needs beside a target; nil if it can stay.
  private func version(
    of name: String, beside target: Goal.Target, _ reason: Reason
  ) async throws(Problem) -> String? {
    guard let version = target.version.flatMap({ Version($0) }),
      let package = lock.package(of: name)
    else { return nil }
    if let spec = package.peerRequirement(on: target.name), !PackageSpec(spec).admits(version) {
      return try await newest(name) { (manifest) throws(Problem) in
        Package(try manifest.read(), from: .registry).peerRequirement(on: target.name)
          .map { PackageSpec($0).admits(version) } ?? true
      }
    }
    if let spec = try await peerRequirement(of: target, on: name) {
      let request = PackageSpec(spec)
      if package.semver.map(request.admits) == true { return nil }
      return try await newest(name) { $0.version.map(request.admits) ?? false }
    }
    guard reason == .releases, isReleased(name, with: target.name) else { return nil }
    if let same = try await newest(name, where: { $0.version == version }) { return same }
    return try await newest(name) { $0.version?.major == version.major }
  }

  private func isReleased(_ name: String, with other: String) -> Bool {
    if name == Self.types(of: other) || other == Self.types(of: name) { return true }
    guard let scope = PackageName(name)?.scope, scope != "@types" else { return false }
    return scope == PackageName(other)?.scope && lock.version(of: name) == lock.version(of: other)
  }

  /// Returns the package with the types of a package at DefinitelyTyped: `@types/babel__core`.
  private static func types(of name: String) -> String {
    "@types/" + name.drop { $0 == "@" }.slashParts().joined(separator: "__")
  }

  private func peerRequirement(
    of target: Goal.Target, on name: String
  ) async throws(Problem) -> String? {
    guard let packument = try await packument(target.name), let version = target.version,
      let manifest = packument[version]
    else { return nil }
    return Package(try manifest.read(), from: .registry).peerRequirement(on: name)
  }

  /// Returns the newest usable release that is newer than the locked one and fits.
  private func newest(
    _ name: String, where fits: (VersionManifest) throws(Problem) -> Bool
  ) async throws(Problem) -> String? {
    guard let packument = try await packument(name),
      let current = lock.package(of: name)?.semver
    else { return nil }
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
      return try await registry.packument(of: files.realName(of: name), .full)
    } catch {
      if [.notFound, .invalidName].contains(error.reason) { return nil }
      throw error.problem
    }
  }
}

extension Package {
  /// Returns the required range of a peer; nil if it is not a peer.
  func peerRequirement(on name: String) -> String? {
    peerDependencies.first { $0.name == name }?.spec
  }
}
