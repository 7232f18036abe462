package import Ecosystem
import Time
import Versioning

extension Packument {
  /// Returns the releases of the package, oldest first.
  ///
  /// If the current version is a pre-release, the version of the tag `latest` doesn't count as one, as
  /// in `npm outdated`, and neither do the next pre-releases of the same version, such as
  /// `5.0.0-fork.2` after `5.0.0-fork.1`.
  ///
  /// Versions newer than the tag `latest` count as pre-releases, because npm does not offer them
  /// either, unless the current version is newer than the tag too.
  ///
  /// - Parameters:
  ///   - requirement: the manifest's spec, an alias too. Nothing satisfies a spec that does not ask
  ///     a registry.
  ///   - current: the locked version.
  ///   - copies: other installed versions of the package.
  ///   - engines: the project's Node and npm; releases that do not run on them are held back.
  /// - Returns: all versions that semver can parse.
  /// - Throws: `Problem` if the document's times are unreadable.
  package func releases(
    for requirement: String, current: String?, copies: [String] = [], engines: Engines
  ) throws(Problem) -> [Release] {
    var judge = try ReleaseJudge(self, requirement: requirement, current: current, engines: engines)
    judge.oldest = copies.compactMap { Version($0, loose: true) }.min()
    let known = versions.compactMap { manifest in manifest.version.map { (manifest, $0) } }
    return known.sorted { $0.1 < $1.1 }.map { judge.release($0.0, $0.1) }
  }
}

/// Assesses the versions of one packument.
private struct ReleaseJudge {
  let requirement: PackageSpec
  let tagged: String?
  let current: Version?
  /// The start of a step: without a lock, the newest version that the requirement allows.
  let start: Version?
  /// The oldest of the other installed versions.
  var oldest: Version?
  let latest: Version?
  /// Whether npm installs `latest` rather than a newer version in the range.
  let prefersLatest: Bool
  let engines: Engines
  let times: [String: Timestamp?]

  init(
    _ packument: Packument, requirement: String, current: String?, engines: Engines
  ) throws(Problem) {
    let spec = PackageSpec(requirement).unaliased
    self.requirement = spec
    self.current = current.flatMap { Version($0, loose: true) }
    self.engines = engines
    let latest = packument.distTags["latest"]
    self.latest = latest.flatMap { Version($0, loose: true) }
    let isUsable = packument.versions.contains {
      $0.key == latest && $0.deprecated == nil && $0.runs(on: engines)
    }
    prefersLatest = isUsable && self.latest.map(spec.selects) ?? false
    let bound = prefersLatest ? self.latest : nil
    let admitted = packument.versions.compactMap(\.version).filter { version in
      spec.selects(version) && bound.map { version <= $0 } ?? true
    }
    start = current == nil ? admitted.max() : self.current
    times = try packument.times ?? [:]
    if case .tag(let tag) = spec { tagged = packument.distTags[tag] } else { tagged = nil }
  }

  func release(_ manifest: VersionManifest, _ version: Version) -> Release {
    var release = Release(
      version: manifest.key,
      published: times[manifest.key] ?? nil,
      isPrerelease: version.isPrerelease && !isNextPrerelease(version) || isAhead(version),
      isWithdrawn: manifest.deprecated != nil, heldBack: manifest.objection(on: engines),
      satisfiesRequirement: satisfies(manifest.key, version),
      step: start.flatMap { Step(from: $0, to: version) })
    release.deprecation = manifest.deprecated
    if release.step == nil { release.copyStep = oldest.flatMap { Step(from: $0, to: version) } }
    return release
  }

  /// Whether it follows a current version that is a pre-release: as the tag `latest`, or as another
  /// pre-release with the same three numbers.
  private func isNextPrerelease(_ version: Version) -> Bool {
    guard let current, current.isPrerelease else { return false }
    return version == latest || version.release == current.release
  }

  private func isAhead(_ version: Version) -> Bool {
    guard let latest, version > latest else { return false }
    return current.map { $0 <= latest } ?? true
  }

  private func satisfies(_ key: String, _ version: Version) -> Bool {
    switch requirement {
    case .version(let wanted): key == wanted.description
    case .tag: key == tagged
    case .range, .any:
      requirement.selects(version) && !(prefersLatest && isAhead(version))
        || requirement.takesAnyLatest && version == latest
    case .alias, .directory, .file, .remote, .git, .unsupported: false
    }
  }
}

extension Step {
  /// Returns the size of an update; nil if the new version is not newer.
  init?(from old: Version, to new: Version) {
    guard new > old else { return nil }
    if new.major != old.major {
      self = .major
    } else {
      self = new.minor != old.minor ? .minor : .patch
    }
  }
}
