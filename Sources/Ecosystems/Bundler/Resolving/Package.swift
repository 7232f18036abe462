import Gems

/// A gem in one search of the resolver.
struct Package: Sendable {
  /// The treatment of prereleases.
  enum Prereleases: Sendable {
    case ignored
    case first
    case last
  }

  var name: String
  /// The platforms for which it is resolved.
  var platforms: [GemPlatform]
  var locked: GemVersion?
  /// Whether the locked version is not preferred.
  var isUnlocked: Bool
  /// Whether the Gemfile names it, so that it must fit all platforms, not only one.
  var isTopLevel: Bool
  var prereleases: Prereleases
  var forcesRuby = false
}

/// The preferred version and the maximal step: Bundler's version promotion.
struct Promotion: Hashable, Sendable {
  /// Nil or `major`: the newest.
  enum Level: Sendable {
    case major, minor, patch
  }

  var level = Level.major
  /// Whether the level is a bound.
  var isStrict = false
  /// Whether the locked version of a gem that isn't updated comes first without a level too.
  var prefersLocked = true

  /// Removes candidates beyond the level if it is a bound.
  func filter(_ candidates: [Candidate], of package: Package) -> [Candidate] {
    guard isStrict, level != .major, let locked = package.locked else { return candidates }
    let wanted = locked.segments
    return candidates.filter { candidate in
      let segments = candidate.version.segments
      let count = level == .minor ? 1 : 2
      let agrees = (0..<count).allSatisfy { Self.part(segments, $0) == Self.part(wanted, $0) }
      return agrees && candidate.version >= locked
    }
  }

  private static func part(_ segments: [GemVersionSegment], _ index: Int) -> GemVersionSegment? {
    index < segments.count ? segments[index] : nil
  }

  /// Returns the candidate that Bundler tries first.
  func preferred(_ candidates: [Candidate], of package: Package) -> Candidate? {
    if prefersLocked || level != .major, !package.isUnlocked, let locked = package.locked {
      let same = candidates.filter { $0.version.text == locked.text }
      if let first = same.min(by: { precedes($0, $1, package) }) { return first }
    }
    return candidates.min { precedes($0, $1, package) }
  }

  /// Returns whether a candidate is tried before another.
  private func precedes(_ left: Candidate, _ right: Candidate, _ package: Package) -> Bool {
    if package.prereleases != .first, left.version.isPrerelease != right.version.isPrerelease {
      return right.version.isPrerelease
    }
    guard level != .major, let locked = package.locked else { return right < left }
    if left.version < locked || right.version < locked { return right < left }
    let (mine, other) = (left.version.segments, right.version.segments)
    let decided = level == .minor ? 1 : 2
    for index in 0..<decided where Self.part(mine, index) != Self.part(other, index) {
      return left < right
    }
    return right < left
  }
}
