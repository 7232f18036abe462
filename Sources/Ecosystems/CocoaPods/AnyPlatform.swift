import Ecosystem

/// Podfiles whose platform code computes, as `platform :ios, min_ios_version_supported` in the template
/// of React Native.
extension PodRun {
  /// Resolves with the lowest version that the platform can have, and without a limit.
  ///
  /// If both give the same lock, so does every version between them.
  ///
  /// - Throws: a refusal that names the `platform` line if the locks differ.
  mutating func lockForAnyPlatform() async throws(Problem) -> PodfileLock {
    let lowest = try await lowestPlatforms()
    let low = await outcome(with: lowest)
    let high = await outcome(with: [:])
    switch (low, high) {
    case (.success(let lock), .success(let other)) where lock == other: return lock
    case (.failure(let problem), .failure(let other)) where problem == other: throw problem
    case (.failure(let problem), _) where problem.kind != .unsolvable: throw problem
    case (_, .failure(let problem)) where problem.kind != .unsolvable: throw problem
    default: throw project.unknownPlatform(lowest)
    }
  }

  private mutating func outcome(
    with platforms: [String: PodVersion]
  ) async -> Result<PodfileLock, Problem> {
    var podfile = project.podfile
    for unknown in podfile.unknownPlatforms {
      podfile.targets[unknown.target].platform = PodPlatform(unknown.name, platforms[unknown.name])
    }
    do throws(Problem) {
      return .success(try await lock(of: podfile))
    } catch {
      return .failure(error)
    }
  }

  /// The lowest versions that the platforms can have: the lock is for all of its pods, and React Native
  /// computes no lower version than its own.
  private func lowestPlatforms() async throws(Problem) -> [String: PodVersion] {
    var result: [String: PodVersion] = [:]
    for unknown in project.podfile.unknownPlatforms {
      var versions = try await project.platformsOfLockedPods(unknown.name)
      if unknown.name == "ios", let own = project.reactNativePlatform { versions.append(own) }
      result[unknown.name] = versions.max { $0.compare($1) < 0 } ?? PodVersion("0")
    }
    return result
  }
}

extension PodProject {
  /// The lowest iOS versions of React Native's `min_ios_version_supported`, by the number after `0.`.
  ///
  /// Source: `Helpers::Constants` in `scripts/cocoapods/helpers.rb` of the package. Newer versions
  /// have at least the last one.
  private static let reactNative: [(since: Int, platform: String)] = [
    (71, "12.4"), (73, "13.4"), (76, "15.1"),
  ]

  /// What `min_ios_version_supported` is at least; nil if the Podfile doesn't use it, or if the version
  /// of React Native isn't in the lock.
  fileprivate var reactNativePlatform: PodVersion? {
    let isUsed = podfile.opaque.contains { $0.name == "min_ios_version_supported" }
    guard isUsed, let parts = lock?.version(of: "React-Core")?.split(separator: "."),
      parts.count > 1, parts[0] == "0", let minor = Int(parts[1]),
      let known = Self.reactNative.last(where: { $0.since <= minor })
    else { return nil }
    return PodVersion(known.platform)
  }

  /// The lowest versions of a system that the locked versions of the Podfile's own pods need.
  fileprivate func platformsOfLockedPods(_ system: String) async throws(Problem) -> [PodVersion] {
    var result: [PodVersion] = []
    var metadata = PodMetadata()
    for name in Set(declared.map(\.dependency.root)).sorted() {
      guard let version = lock?.version(of: name).flatMap({ PodVersion($0) }),
        let repository = lock?.repository(of: name).map({ SpecRepository($0) })
      else { continue }
      for document in [PodDocument.repository(repository), .spec(repository, name, version)] {
        metadata.add(try await library.fetch(document, metadata), for: document)
      }
      let podspec = metadata.specs[.spec(repository, name, version)]?.podspec
      result += podspec?.platforms(0).filter { $0.name == system }.compactMap(\.target) ?? []
    }
    return result
  }

  /// Refuses a computed platform that decides which versions fit.
  fileprivate func unknownPlatform(_ lowest: [String: PodVersion]) -> Problem {
    let unknown = podfile.unknownPlatforms.first
    let name = unknown?.name ?? "ios"
    return Problem(
      .refused,
      "has a version that code computes, and some pods need more than "
        + PodPlatform(name, lowest[name]).displayName, subject: "platform",
      at: unknown?.location, advice: "write the version as a text")
  }
}
