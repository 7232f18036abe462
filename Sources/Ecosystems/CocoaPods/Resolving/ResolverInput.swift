import Ecosystem

/// What a resolution starts from.
struct ResolverInput {
  /// A target with its dependencies.
  struct Target {
    var name: String
    var platform: PodPlatform?
    var dependencies: [PodDependency]
    /// False for a group of targets without a platform, which only passes its pods on.
    var isInstalled = true
  }

  /// The targets that pods are chosen for.
  var targets: [Target]
  /// The requirements of the lock.
  var locked = LockedGraph()
  /// The repositories of specs in the order of the Podfile.
  var repositories: [SpecRepository]
  /// The podspecs of external pods.
  var externals: [String: Podspec] = [:]
  /// Whether a version of a pod can be chosen, for goals that limit versions.
  var admits: @Sendable (_ pod: String, _ version: PodVersion) -> Bool = { _, _ in true }

  /// The dependencies of all targets, each once.
  let dependencies: [PodDependency]
  /// The requirements of the Podfile by pod.
  let requirements: [String: [PodRequirement]]
  /// The platforms of the targets that have a dependency.
  let platforms: [PodDependency: [PodPlatform]]

  init(targets: [Target], repositories: [SpecRepository]) {
    self.targets = targets
    self.repositories = repositories
    dependencies = targets.flatMap(\.dependencies).uniqued()
    requirements = Dictionary(grouping: dependencies, by: \.root)
      .mapValues { $0.map(\.requirement) }
    var platforms: [PodDependency: [PodPlatform]] = [:]
    for target in targets {
      guard let platform = target.platform else { continue }
      for dependency in target.dependencies { platforms[dependency, default: []].append(platform) }
    }
    self.platforms = platforms
  }

  /// The repositories that a dependency can come from: its own, that of the lock, or all.
  func repositories(for dependency: PodDependency) -> [SpecRepository] {
    if let own = dependency.repository { return [SpecRepository(own)] }
    if let locked = locked[dependency.name]?.repository {
      let repository = SpecRepository(locked)
      if repositories.contains(repository) { return [repository] }
    }
    return repositories
  }
}
