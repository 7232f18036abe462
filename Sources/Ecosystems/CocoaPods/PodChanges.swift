/// What changed in a Podfile since its lock was written.
///
/// A dependency has changed if its source is another one, or if its requirement excludes the locked
/// version. (CocoaPods Core 1.16.2, `Lockfile#detect_changes_with_podfile`.)
struct PodChanges {
  /// The pods, without subspecs; a pod can be in several sets, because of its subspecs.
  private(set) var added: Set<String> = []
  private(set) var changed: Set<String> = []
  private(set) var deleted: Set<String> = []
  private(set) var unchanged: Set<String> = []

  init(_ dependencies: [PodDependency], since lock: PodfileLock?) {
    guard let lock else {
      added = Set(dependencies.map(\.root))
      return
    }
    var locked: [String: PodDependency] = [:]
    for var dependency in lock.podfileDependencies where locked[dependency.name] == nil {
      dependency.specific = lock.version(of: dependency.name).flatMap { PodVersion($0) }
      locked[dependency.name] = dependency
    }
    var declared: [String: PodDependency] = [:]
    for dependency in dependencies where declared[dependency.name] == nil {
      declared[dependency.name] = dependency
    }
    for name in Set(locked.keys).union(declared.keys) {
      switch (declared[name], locked[name]) {
      case (_, nil): added.insert(name.podRoot)
      case (nil, _): deleted.insert(name.podRoot)
      case (let new?, let old?):
        if new.isCompatible(with: old) {
          unchanged.insert(name.podRoot)
        } else {
          changed.insert(name.podRoot)
        }
      }
    }
  }
}

extension PodDependency {
  /// Whether a locked dependency comes from the same source, and its version is accepted.
  fileprivate func isCompatible(with locked: PodDependency) -> Bool {
    external == locked.external
      && locked.requirement.clauses.allSatisfy { requirement.accepts($0.version) }
  }
}
