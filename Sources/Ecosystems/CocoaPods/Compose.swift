import Crypto
import Ecosystem
import Text

extension PodRun {
  /// Composes the lock of a solution.
  func compose(
    _ solution: PodSolution, _ podfile: Podfile, _ externals: [String: ExternalPod],
    _ style: PodspecStyle, _ version: PodVersion
  ) throws(Problem) -> PodfileLock {
    var lock = PodfileLock(cocoapods: version.text)
    let dependencies = try podfile.dependencies
    lock.pods = PodfileLock.sorted(
      solution.pods.map {
        .init(
          name: $0.possibility.name, version: $0.possibility.version.text,
          dependencies: $0.dependencies)
      }, by: \.text)
    lock.dependencies = PodfileLock.sorted(dependencies.map(\.text), by: \.self)
    lock.repositories = repositories(of: solution)
    for dependency in dependencies {
      if let external = dependency.external { lock.externalSources[dependency.root] = external }
    }
    lock.checkoutOptions = checkouts(dependencies, externals)
    for root in Set(solution.pods.map(\.possibility.name.podRoot)) {
      lock.checksums[root] = try checksum(of: root, solution, externals, style)
    }
    lock.podfileChecksum = Digest(.sha1, of: project.podfileText.bytes).hexadecimal
    return lock
  }

  private func repositories(of solution: PodSolution) -> [String: [String]] {
    var result: [String: Set<String>] = [:]
    for pod in solution.pods {
      guard let repository = pod.possibility.repository else { continue }
      let isCDN = metadata.repositories[repository]?.isCDN ?? false
      result[repository.lockKey(isCDN: isCDN), default: []].insert(pod.possibility.name.podRoot)
    }
    return result.mapValues { PodfileLock.sorted($0.sortedByBytes(), by: \.self) }
  }

  /// The commits: those of the lock, replaced by what was checked out now.
  private func checkouts(
    _ dependencies: [PodDependency], _ externals: [String: ExternalPod]
  ) -> [String: ExternalSource] {
    var result: [String: ExternalSource] = [:]
    for dependency in dependencies {
      guard let external = dependency.external else { continue }
      let root = dependency.root
      if external["podspec"] != nil {
        result[root] = project.lock?.checkoutOptions[root]
      } else if !external.isLocal {
        result[root] = externals[root]?.checkout
      }
    }
    return result
  }

  private func checksum(
    of root: String, _ solution: PodSolution, _ externals: [String: ExternalPod],
    _ style: PodspecStyle
  ) throws(Problem) -> String {
    if let published = solution.published[root] { return published.checksum }
    guard let pod = externals[root] else {
      throw Problem(.failed, "has no checksum", subject: root)
    }
    let checksum = pod.checksum(style)
    guard let locked = project.lock?.checksums[root], locked != checksum,
      let commit = pod.checkout?["commit"] ?? pod.checkout?["tag"],
      commit == project.lock?.checkoutOptions[root]?["commit"]
        ?? project.lock?.checkoutOptions[root]?["tag"]
    else { return checksum }
    // The same commit has the same podspec: what differs is how it was printed.
    return locked
  }
}

extension PodProject {
  /// Refuses what decides pods and isn't evaluated.
  func refuseUnknown() throws(Problem) {
    let harmless: Set = ["cocoapods-acknowledgements", "cocoapods-githooks", "cocoapods-check"]
    if let plugin = podfile.plugins.first(where: { !harmless.contains($0.name) }) {
      throw Problem(
        .refused, "is a plugin, whose code can change the pods", subject: plugin.name,
        at: plugin.location)
    }
    if hasPodsFolder, !ignoresPods {
      throw Problem(
        .refused, "has the Pods folder in the repository, which only CocoaPods itself can update",
        subject: project.manifest, advice: "leave it out of the repository with .gitignore")
    }
  }

  /// Whether the installed pods are part of the repository.
  private var hasPodsFolder: Bool {
    let folder = TreePath.join(folder, "Pods")
    return tree.listing.contains("\(folder)/Manifest.lock")
  }
}
