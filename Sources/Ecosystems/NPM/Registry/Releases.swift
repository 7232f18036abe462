package import Ecosystem
import Versioning

extension Packument {
  /// The releases of the package, oldest first.
  ///
  /// What is newer than the tag `latest` counts as not yet released, as npm proposes it to nobody
  /// who has not chosen it: unless the current version is newer too.
  ///
  /// - Parameters:
  ///   - requirement: the manifest's spec without alias; what is no range admits none.
  ///   - current: the locked version.
  ///   - copies: other versions that lie in the tree.
  ///   - engines: what the project runs on; releases that don't are held back with the reason.
  /// - Returns: all versions that are readable, each judged.
  /// - Throws: `Problem` if the document's times are not readable.
  package func releases(
    for requirement: String, current: String?, copies: [String] = [], engines: Engines
  ) throws(Problem) -> [Release] {
    var judge = try ReleaseJudge(self, requirement: requirement, current: current, engines: engines)
    judge.oldest = copies.compactMap { Version($0, loose: true) }.min()
    let known = versions.compactMap { manifest in manifest.version.map { (manifest, $0) } }
    return known.sorted { $0.1 < $1.1 }.map { judge.release($0.0, $0.1) }
  }
}

/// What the versions of one packument are measured against.
private struct ReleaseJudge {
  let requirement: Wanted?
  let tagged: String?
  let current: Version?
  /// What steps are counted from: without a lock the newest version that the requirement takes.
  let start: Version?
  /// The oldest of the other copies.
  var oldest: Version?
  let latest: Version?
  /// Whether npm would take what is tagged `latest` before anything newer in the range.
  let prefersLatest: Bool
  let engines: Engines
  let times: [String: Int64?]

  init(
    _ packument: Packument, requirement: String, current: String?, engines: Engines
  ) throws(Problem) {
    let wanted = Wanted(requirement)
    self.requirement = wanted
    self.current = current.flatMap { Version($0, loose: true) }
    self.engines = engines
    let latest = packument.distTags["latest"]
    self.latest = latest.flatMap { Version($0, loose: true) }
    let isUsable = packument.versions.contains {
      $0.key == latest && $0.deprecated == nil && $0.runs(on: engines)
    }
    prefersLatest = isUsable && self.latest.map { wanted?.admits($0) ?? false } ?? false
    let bound = prefersLatest ? self.latest : nil
    let admitted = packument.versions.compactMap(\.version).filter { version in
      wanted?.admits(version) == true && bound.map { version <= $0 } ?? true
    }
    start = current == nil ? admitted.max() : self.current
    times = try packument.times ?? [:]
    if case .tag(let tag)? = wanted { tagged = packument.distTags[tag] } else { tagged = nil }
  }

  func release(_ manifest: VersionManifest, _ version: Version) -> Release {
    var release = Release(
      version: manifest.key,
      published: (times[manifest.key] ?? nil).map { $0 / 1000 },
      isPrerelease: version.isPrerelease || isAhead(version),
      isWithdrawn: manifest.deprecated != nil, heldBack: manifest.objection(on: engines),
      satisfiesRequirement: satisfies(manifest.key, version),
      step: start.flatMap { Step(from: $0, to: version) })
    if release.step == nil { release.copyStep = oldest.flatMap { Step(from: $0, to: version) } }
    return release
  }

  private func isAhead(_ version: Version) -> Bool {
    guard let latest, version > latest else { return false }
    return current.map { $0 <= latest } ?? true
  }

  private func satisfies(_ key: String, _ version: Version) -> Bool {
    switch requirement {
    case .version(let wanted): key == wanted
    case .tag: key == tagged
    case .range, .unspecified:
      requirement?.admits(version) == true && !(prefersLatest && isAhead(version))
        || isStar && version == latest
    case nil: false
    }
  }

  private var isStar: Bool {
    switch requirement {
    case .range(_, let isStar): isStar
    case .unspecified: true
    default: false
    }
  }
}

extension Wanted {
  /// Whether a version lies in the range; `*` and nothing at all mean no prerelease.
  fileprivate func admits(_ version: Version) -> Bool {
    switch self {
    case .range(let range, let isStar): isStar ? !version.isPrerelease : range.contains(version)
    case .unspecified: !version.isPrerelease
    case .version(let wanted): version.description == wanted
    case .tag: false
    }
  }
}

extension Step {
  /// How far a newer version is from an older one; nil where it is not newer.
  init?(from old: Version, to new: Version) {
    guard new > old else { return nil }
    if new.major != old.major {
      self = .major
    } else {
      self = new.minor != old.minor ? .minor : .patch
    }
  }
}
