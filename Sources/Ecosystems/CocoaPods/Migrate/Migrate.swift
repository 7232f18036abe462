import Ecosystem
import Text
import Time

extension PodProject: MigratingProject {
  /// Lists the pods of the Podfile, then those that only other pods need.
  func candidates() async throws(Problem) -> [MigrationCandidate] {
    let reader = CandidateReader(self, uses: try await PodUses(self))
    return try await reader.candidates()
  }

  /// CocoaPods' trunk, which takes no new releases from 2 December 2026.
  ///
  /// Source: the announcement on CocoaPods' blog, November 2024.
  var frozenRegistry: FrozenRegistry? {
    FrozenRegistry(
      name: "CocoaPods trunk", since: CivilDay(year: 2026, month: 12, day: 2).start)
  }

  /// Whether a pod comes from trunk.
  func isFrozen(_ dependency: Dependency) -> Bool {
    dependency.source?.hasPrefix(PodPage.base) == true
  }

  /// Reads the podspec of the locked version, or the line of a pod with a repository of its own.
  func repository(of dependency: Dependency) async throws(Problem) -> String? {
    let specs = try PodspecSource(project: self)
    switch try await specs.published(dependency.name) {
    case .podspec(let podspec): return podspec.sourceRepository
    case .external(let podspec, let source): return source["git"] ?? podspec.sourceRepository
    case .folder, .none: return nil
    }
  }

  func afterwards(removing removals: [MigrationRemoval]) -> [String] {
    let gone = Set(removals.map(\.name))
    let isEmpty = declared.allSatisfy { gone.contains($0.dependency.root) }
    return isEmpty
      ? ["no pod is left: run `pod deintegrate`, and remove the Podfile and its lock"]
      : ["run `pod install`, so that Pods.xcodeproj no longer builds what has moved"]
  }
}

/// Reads all that decides whether pods can be moved.
struct CandidateReader: Sendable {
  let project: PodProject
  let uses: PodUses

  init(_ project: PodProject, uses: PodUses) {
    self.project = project
    self.uses = uses
  }

  func candidates() async throws(Problem) -> [MigrationCandidate] {
    let dependencies = try await named()
    let specs = try PodspecSource(project: project)
    let results = await fetchAll(dependencies.map(\.name)) { (root) async throws(Problem) in
      try await specs.published(root)
    }
    var candidates: [MigrationCandidate] = []
    for (dependency, (_, result)) in zip(dependencies, results) {
      candidates.append(candidate(dependency, result))
    }
    return candidates
  }

  /// The pods, direct ones first; code can name pods, too, which the lock then has.
  private func named() async throws(Problem) -> [Dependency] {
    let named = Set((project.lock?.podfileDependencies ?? []).map(\.root))
    var dependencies = try await project.dependencies()
    for index in dependencies.indices where named.contains(dependencies[index].name) {
      dependencies[index].kind = .direct
    }
    let sorted = dependencies.sorted { $0.name < $1.name }
    return sorted.filter { $0.kind == .direct } + sorted.filter { $0.kind == .indirect }
  }

  private func candidate(
    _ dependency: Dependency, _ result: Result<PodspecSource.Found, Problem>
  ) -> MigrationCandidate {
    let root = dependency.name
    let lines = project.declared.filter { $0.dependency.root == root }
    var candidate = MigrationCandidate(
      name: root, kind: dependency.kind, written: dependency.requirement,
      requirement: PodBounds(lines.map(\.dependency)).requirement, version: dependency.current,
      origin: .success(nil), location: dependency.location)
    candidate.needs = needs(of: root)
    candidate.obstacles = lineObstacles(dependency, lines)
    guard dependency.current != nil else {
      candidate.origin = .failure(
        Problem(.failed, "is not locked", subject: root, advice: "run `martlet lock` first"))
      return candidate
    }
    switch result {
    case .failure(let problem): candidate.origin = .failure(problem)
    case .success(let found): add(found, root, to: &candidate)
    }
    return candidate
  }

  private func add(
    _ found: PodspecSource.Found, _ root: String, to candidate: inout MigrationCandidate
  ) {
    let version = candidate.version ?? ""
    switch found {
    case .none: break
    case .folder(let path):
      candidate.obstacles.append(
        MigrationObstacle(.localFolder, "is the folder \(path) of this repository"))
    case .podspec(let podspec):
      let spec = PodContents(podspec, used: lockedNames(root))
      candidate.add(spec, to: PodOrigin(podspec.specs[0].attributes["source"], version))
      addRepositoryNote(root, to: &candidate)
      candidate.parts = parts(of: root, podspec)
    case .external(let podspec, let source):
      let spec = PodContents(podspec, used: lockedNames(root))
      let origin = PodOrigin(
        line: source, checkout: project.lock?.checkoutOptions[root], podspec, version)
      candidate.add(spec, to: origin)
      candidate.parts = parts(of: root, podspec)
    }
  }

  private func lockedNames(_ root: String) -> [String] {
    (project.lock?.pods ?? []).map(\.name).filter { $0.podRoot == root }
  }

  private func needs(of root: String) -> Set<String> {
    let own = (project.lock?.pods ?? []).filter { $0.name.podRoot == root }
    let locked = Set(project.lock?.roots ?? [])
    let roots = own.flatMap(\.dependencies).compactMap { PodDependency(lockText: $0)?.root }
    return Set(roots).intersection(locked).subtracting([root])
  }

  /// Names a private repository of specs: what it builds on must be reachable for SwiftPM, too.
  private func addRepositoryNote(_ root: String, to candidate: inout MigrationCandidate) {
    guard let repository = project.lock?.repository(of: root),
      !SpecRepository(SpecRepository(repository).readURL).isTrunk
    else { return }
    candidate.notes.append("comes from a private repository of specs: \(repository)")
  }

  /// What the lines of a pod prevent.
  private func lineObstacles(
    _ dependency: Dependency, _ lines: [Podfile.Pod]
  ) -> [MigrationObstacle] {
    guard dependency.kind == .direct else { return [] }
    var obstacles: [MigrationObstacle] = []
    if lines.contains(where: \.isLimited) {
      obstacles.append(
        MigrationObstacle(.configurations, "is used in some build configurations only"))
    }
    do throws(Problem) {
      _ = try PodRemoval(project, [dependency.name]).replacements()
    } catch {
      obstacles.append(MigrationObstacle(.computedLine, error.message + error.locationSuffix))
    }
    return obstacles + uses.obstacles(of: dependency.name)
  }

  /// The pod and the subspecs that targets name, with the names that their products can have.
  private func parts(of root: String, _ podspec: Podspec) -> [MigrationPart] {
    let standard = Set(podspec.defaultNames)
    return uses.names(of: root).map { name in
      let base = name.slashParts().dropFirst().joined()
      var products = [podspec.moduleName, root]
      if name != root, !standard.contains(name) {
        products = [root + base, "\(root)-\(base)", "\(root)_\(base)", base]
      }
      return MigrationPart(
        name: name, module: podspec.moduleName, products: products, uses: uses[name])
    }
  }
}

extension MigrationCandidate {
  fileprivate mutating func add(_ contents: PodContents, to origin: PodOrigin) {
    hasResources = contents.hasResources
    hasBinaries = contents.hasBinaries
    obstacles += contents.obstacles
    switch origin {
    case .found(let origin): self.origin = .success(origin)
    case .obstacle(let obstacle): obstacles.append(obstacle)
    }
  }
}

extension Problem {
  /// The location in parentheses, if there is one.
  var locationSuffix: String { location.map { " (\($0))" } ?? "" }
}
