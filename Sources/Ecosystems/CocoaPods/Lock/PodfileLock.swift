/// The content of a `Podfile.lock`.
struct PodfileLock: Hashable, Sendable {
  /// A pod or subspec of `PODS` with what it needs.
  struct Pod: Hashable, Sendable {
    /// The name with its subspecs: `Firebase/Core`.
    var name: String
    /// The version as written.
    var version: String
    /// The texts of its dependencies: `Plain (~> 1.0)`.
    var dependencies: [String] = []

    /// The text in the lock: `Firebase/Core (8.1.0)`.
    var text: String { "\(name) (\(version))" }
  }

  /// The entries of `PODS` in order.
  var pods: [Pod] = []
  /// The texts of `DEPENDENCIES` in order.
  var dependencies: [String] = []
  /// The pods of each repository of specs; `trunk` is CocoaPods' own.
  var repositories: [String: [String]] = [:]
  /// Where the Podfile takes pods from.
  var externalSources: [String: ExternalSource] = [:]
  /// The commits that were checked out.
  var checkoutOptions: [String: ExternalSource] = [:]
  /// The checksums of podspecs by pod.
  var checksums: [String: String] = [:]
  /// The SHA-1 of the Podfile.
  var podfileChecksum: String?
  /// The version of CocoaPods that wrote the lock.
  var cocoapods: String
  /// Whether there are other sections, which CocoaPods drops.
  var hasOtherSections = false
}

extension PodfileLock {
  /// Returns the locked version of a pod or subspec; of a pod without an own entry that of one of
  /// its subspecs.
  func version(of name: String) -> String? {
    pods.first { $0.name == name }?.version ?? pods.first { $0.name.podRoot == name }?.version
  }

  /// Returns the repository of specs that a pod came from; of several the last in the lock.
  func repository(of root: String) -> String? {
    let found = repositories.filter { $0.value.contains(root) }.keys
    return Self.sorted(found.sortedByBytes(), by: \.self).last
  }

  /// The names of all pods without subspecs, in order.
  var roots: [String] {
    var seen: Set<String> = []
    return pods.map(\.name.podRoot).filter { seen.insert($0).inserted }
  }

  /// The versions of all pods without subspecs, as `version(of:)` returns them.
  var versions: [String: String] {
    var result: [String: String] = [:]
    var own: Set<String> = []
    for pod in pods {
      let root = pod.name.podRoot
      if pod.name == root, own.insert(root).inserted {
        result[root] = pod.version
      } else if result[root] == nil {
        result[root] = pod.version
      }
    }
    return result
  }

  /// The repositories of specs of all pods, as `repository(of:)` returns them.
  var repositoriesByPod: [String: String] {
    var result: [String: String] = [:]
    for repository in Self.sorted(repositories.keys.sortedByBytes(), by: \.self) {
      for root in repositories[repository] ?? [] { result[root] = repository }
    }
    return result
  }

  /// The dependencies of the Podfile that the lock was written for, with their sources.
  var podfileDependencies: [PodDependency] {
    dependencies.compactMap { text in
      guard var dependency = PodDependency(lockText: text) else { return nil }
      dependency.external = externalSources[dependency.root]
      return dependency
    }
  }
}
