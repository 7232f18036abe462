import Ecosystem

/// Releases that the targets of a Podfile can't use.
extension PodProject {
  /// How many releases of a pod are checked until one fits.
  private static let heldLimit = 40

  /// Checks the newest releases of a pod against the platforms of the targets that have it and the
  /// pods of the sources, down to the first that fits inside the requirement and the first that fits
  /// at all.
  ///
  /// - Parameters:
  ///   - found: the versions that are newer than the locked one, in ascending order.
  ///   - root: the pod.
  ///   - metadata: the repositories of specs.
  ///   - former: the pod whose lines it replaces; nil: it has lines of its own.
  ///   - isInside: whether the requirement accepts a version.
  /// - Returns: the reasons as continuations of the version: `needs iOS 15.0, but App has iOS 13.0`.
  /// - Throws: a problem if a podspec can't be fetched.
  func heldBack(
    _ found: [(version: PodVersion, repository: SpecRepository)], of root: String,
    _ metadata: PodMetadata, insteadOf former: String? = nil, isInside: (PodVersion) -> Bool
  ) async throws(Problem) -> [PodVersion: String] {
    var uses = try await uses(of: former ?? root)
    for index in uses.indices { uses[index].pod = uses[index].pod.withPodRoot(root) }
    var held: [PodVersion: String] = [:]
    let names = names(of: former ?? root, as: root)
    guard !uses.isEmpty || names.contains(where: { $0 != root }) else { return held }
    var isSettled = false
    for (version, repository) in found.reversed() where !version.isPrerelease {
      if isSettled, !isInside(version) { continue }
      guard held.count < Self.heldLimit else { break }
      let document = PodDocument.spec(repository, root, version)
      let reason = try await obstacle(in: document, names, uses, metadata)
      held[version] = reason
      if reason == nil {
        isSettled = true
        if isInside(version) { break }
      }
    }
    return held
  }

  /// The pod and its subspecs in the lines of another pod or of itself.
  func names(of former: String, as root: String) -> [String] {
    declared.map(\.dependency).filter { $0.root == former }.map { $0.name.withPodRoot(root) }
      .uniqued()
  }

  /// Says why the lines and the targets can't use a release; nil if all can.
  private func obstacle(
    in document: PodDocument, _ names: [String], _ uses: [PodUse], _ metadata: PodMetadata
  ) async throws(Problem) -> String? {
    var known = metadata
    do throws(Problem) {
      known.add(try await library.fetch(document, metadata), for: document)
      guard let podspec = known.specs[document]?.podspec else { return nil }
      if let missing = podspec.missing(of: uses.map(\.pod) + names) {
        let user = uses.first { $0.pod == missing }?.target
        return "doesn't have the subspec \(missing), which \(user ?? project.manifest) uses"
      }
      if let obstacle = podspec.obstacle(for: uses) { return obstacle }
      return try await missingPod(of: podspec, uses, known).map {
        "needs \($0), which is in none of the repositories of specs"
      }
    } catch {
      guard error.kind == .refused || error.unavailable != nil else { throw error }
      return "has a podspec that cannot be read: it \(error.message)"
    }
  }

  /// Returns a pod that a release needs, and that neither the lock nor a source has.
  private func missingPod(
    of podspec: Podspec, _ uses: [PodUse], _ metadata: PodMetadata
  ) async throws(Problem) -> String? {
    let external = declared.map(\.dependency).filter { $0.external != nil }.map(\.root)
    let present = Set(external + (lock?.roots ?? []) + [podspec.name])
    var needs: [PodDependency] = []
    for use in uses {
      guard let index = podspec.index(of: use.pod) else { continue }
      needs += try podspec.dependencies(index, on: use.platform)
    }
    for need in needs.uniqued() where !present.contains(need.root) {
      if try await !isPublished(need.root, metadata) { return need.root }
    }
    return nil
  }

  private func isPublished(
    _ root: String, _ metadata: PodMetadata
  ) async throws(Problem) -> Bool {
    var known = metadata
    for repository in try repositories {
      let versions = PodDocument.versions(repository, root)
      for document in [.repository(repository), versions] {
        known.add(try await library.fetch(document, known), for: document)
      }
      if known.versions[versions]?.isEmpty == false { return true }
    }
    return false
  }

  /// The targets that have a pod or a subspec of it, each with its platform.
  ///
  /// Empty if a platform isn't known: then the resolution is refused with the reason.
  private func uses(of root: String) async throws(Problem) -> [PodUse] {
    guard podfile.unknownPlatforms.isEmpty else { return [] }
    var podfile = podfile
    do throws(Problem) {
      try await XcodePlatforms(folder: folder, tree: tree).complete(&podfile)
    } catch {
      guard error.kind == .refused else { throw error }
      return []
    }
    var uses: [PodUse] = []
    for (index, target) in podfile.targets.enumerated() {
      guard let platform = podfile.platform(of: index) else { continue }
      for dependency in try podfile.dependencies(of: index) where dependency.root == root {
        uses.append(PodUse(pod: dependency.name, target: target.name, platform: platform))
      }
    }
    return uses
  }
}

/// A target that has a pod or a subspec.
struct PodUse: Hashable, Sendable {
  var pod: String
  var target: String
  var platform: PodPlatform
}

extension Podspec {
  /// Returns the first of some names of the pod and its subspecs that it doesn't have; nil if it has
  /// all.
  ///
  /// CocoaPods passes over versions without a subspec.
  func missing(of names: [String]) -> String? { names.first { index(of: $0) == nil } }

  /// Says why targets can't use the pod; nil if all can.
  ///
  /// CocoaPods chooses a version that doesn't name the platform of a target at all, and fails then.
  fileprivate func obstacle(for uses: [PodUse]) -> String? {
    for use in uses {
      guard let index = index(of: use.pod) else { continue }
      let same = platforms(index).filter { $0.name == use.platform.name }
      let target = "but \(use.target) has \(use.platform.displayName)"
      guard !same.isEmpty else { return "doesn't support \(use.platform.systemName), \(target)" }
      for platform in same where !use.platform.supports(platform) {
        return "needs \(platform.displayName), \(target)"
      }
    }
    return nil
  }
}
