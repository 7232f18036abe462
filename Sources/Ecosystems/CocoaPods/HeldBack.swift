import Ecosystem

/// Releases that the targets of a Podfile can't use.
extension PodProject {
  /// How many releases of a pod are checked until one fits.
  private static let heldLimit = 40

  /// Checks the newest releases of a pod against the platforms of the targets that have it, down to
  /// the first that fits inside the requirement and the first that fits at all.
  ///
  /// - Parameters:
  ///   - found: the versions that are newer than the locked one, in ascending order.
  ///   - root: the pod.
  ///   - metadata: the repositories of specs.
  ///   - isInside: whether the requirement accepts a version.
  /// - Returns: the reasons as continuations of the version: `needs iOS 15.0, but App has iOS 13.0`.
  /// - Throws: a problem if a podspec can't be fetched.
  func heldBack(
    _ found: [(version: PodVersion, repository: SpecRepository)], of root: String,
    _ metadata: PodMetadata, isInside: (PodVersion) -> Bool
  ) async throws(Problem) -> [PodVersion: String] {
    let uses = try await uses(of: root)
    var held: [PodVersion: String] = [:]
    guard !uses.isEmpty else { return held }
    var isSettled = false
    for (version, repository) in found.reversed() where !version.isPrerelease {
      if isSettled, !isInside(version) { continue }
      guard held.count < Self.heldLimit else { break }
      let document = PodDocument.spec(repository, root, version)
      let reason: String?
      do throws(Problem) {
        var known = metadata
        known.add(try await library.fetch(document, metadata), for: document)
        reason = known.specs[document].flatMap { $0.podspec.obstacle(for: uses) }
      } catch {
        guard error.kind == .refused else { throw error }
        reason = "has a podspec that cannot be read: it \(error.message)"
      }
      held[version] = reason
      if reason == nil {
        isSettled = true
        if isInside(version) { break }
      }
    }
    return held
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
  /// Says why targets can't use the pod; nil if all can.
  ///
  /// As in CocoaPods, a spec that doesn't name the platform of a target at all isn't rejected here.
  fileprivate func obstacle(for uses: [PodUse]) -> String? {
    for use in uses {
      let needed = index(of: use.pod).map(platforms) ?? []
      for platform in needed where platform.name == use.platform.name {
        guard !use.platform.supports(platform) else { continue }
        return "needs \(platform.displayName), but \(use.target) has \(use.platform.displayName)"
      }
    }
    return nil
  }
}
