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
    let coupling = Coupling(files, Registry(client: http, settings: files.settings))
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

extension Coupling {
  /// Reads the direct dependencies of a project from its manifests and its lock.
  fileprivate init(_ files: ProjectFiles, _ registry: Registry) {
    let lock = files.lockedTree
    let names = Set(files.manifests.flatMap { ManifestDependency.all(in: $0.document).map(\.name) })
    let direct = names.compactMap { name -> LockedDirect? in
      guard let package = lock.package(of: name), let version = lock.version(of: name) else {
        return nil
      }
      let peers = package.peerDependencies.map { ($0.name, $0.spec) }
      return LockedDirect(
        name: name, package: files.realName(of: name), version: version,
        peers: Dictionary(peers) { first, _ in first })
    }
    self.init(direct, registry, files.engines)
  }
}
