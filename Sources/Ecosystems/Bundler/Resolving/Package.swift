import Ruby

/// A gem from the resolver's point of view, as one search sees it.
struct Package: Sendable {
  /// How prereleases are treated.
  enum Prereleases: Sendable {
    case ignored
    case first
    case last
  }

  var name: String
  /// The platforms that it is resolved for.
  var platforms: [GemPlatform]
  var locked: GemVersion?
  /// Whether the locked version is not preferred.
  var isUnlocked: Bool
  /// Named by the Gemfile: it must suit all platforms, else one is enough.
  var isTopLevel: Bool
  var prereleases: Prereleases
  var forcesRuby = false
}

/// Which version is preferred, and how far it may go: Bundler's version promotion.
struct Promotion: Hashable, Sendable {
  /// Nil or `major`: the newest.
  enum Level: Sendable {
    case major, minor, patch
  }

  var level = Level.major
  /// Makes the level a bound.
  var isStrict = false

  /// Drops candidates beyond the level, if that is a bound.
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

  /// Picks the candidate that Bundler would try first.
  func preferred(_ candidates: [Candidate], of package: Package) -> Candidate? {
    if !package.isUnlocked, let locked = package.locked {
      let same = candidates.filter { $0.version.text == locked.text }
      if let first = same.min(by: { precedes($0, $1, package) }) { return first }
    }
    return candidates.min { precedes($0, $1, package) }
  }

  /// Whether a candidate is tried before another.
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
