import Resolution

/// Sets of versions as SwiftPM's solver combines them, its roundings included.
///
/// An exact version reaches up to the next patch; prereleases belong to a set only where a bound
/// of one of its ranges is a prerelease. Other sets would find other solutions.
enum VersionSpecifier: VersionSet {
  case any
  case exact(SemanticVersion)
  /// Sorted; empty: no version.
  case ranges([VersionRange])

  typealias Version = SemanticVersion

  static var all: Self { .any }
  static var none: Self { .ranges([]) }
  static func exactly(_ version: SemanticVersion) -> Self { .exact(version) }

  /// Makes the set of a range.
  static func range(_ range: VersionRange) -> Self { simplified([range]) }

  var isEmpty: Bool {
    if case .ranges(let ranges) = self { ranges.isEmpty } else { false }
  }

  func contains(_ version: SemanticVersion) -> Bool {
    switch self {
    case .any: true
    case .exact(let exact): exact == version
    case .ranges(let ranges): ranges.contains { $0.contains(version) }
    }
  }

  /// How many ranges a version is compared with.
  var pieceCount: Int {
    if case .ranges(let ranges) = self { ranges.count } else { 1 }
  }

  /// Whether a prerelease may be chosen.
  var allowsPrereleases: Bool {
    switch self {
    case .any: false
    case .exact(let version): version.isPrerelease
    case .ranges(let ranges): ranges.contains(where: \.allowsPrereleases)
    }
  }

  func intersection(_ other: Self) -> Self {
    switch (self, other) {
    case (.any, _): other
    case (_, .any): self
    case (.exact(let version), _): other.contains(version) ? self : .none
    case (_, .exact(let version)): contains(version) ? other : .none
    case (.ranges(let mine), .ranges(let theirs)):
      Self.simplified(mine.flatMap { one in theirs.compactMap { one.intersection($0) } })
    }
  }

  func union(_ other: Self) -> Self {
    switch (self, other) {
    case (.any, _), (_, .any): .any
    case (.exact(let one), .exact(let two)) where one == two: self
    default: isEmpty ? other : other.isEmpty ? self : Self.joined(pieces + other.pieces)
    }
  }

  func subtracting(_ other: Self) -> Self {
    switch (self, other) {
    case (_, .any): return .none
    case (.any, _): return other.isEmpty ? .any : Self.outside(other.pieces)
    case (.exact(let version), _): return other.contains(version) ? .none : self
    case (.ranges(let mine), .exact(let version)):
      if mine.count == 1, let only = mine.first { return Self.single(only, without: version) }
      return Self.simplified(mine.flatMap { $0.subtracting(version) })
    case (.ranges(let mine), .ranges(let theirs)):
      guard !theirs.isEmpty else { return self }
      let rest = theirs.reduce(mine) { rest, hole in rest.flatMap { $0.subtracting(hole) } }
      return Self.simplified(rest)
    }
  }

  /// The set as ranges, in which an exact version is one without width.
  private var pieces: [VersionRange] {
    switch self {
    case .any: []
    case .exact(let version): [VersionRange(version, upTo: version)]
    case .ranges(let ranges): ranges
    }
  }

  /// The complement of some ranges, for explanations.
  private static func outside(_ pieces: [VersionRange]) -> Self {
    var start = SemanticVersion(0, 0, 0)
    var result: [VersionRange] = []
    for piece in pieces {
      if start < piece.lower { result.append(VersionRange(start, upTo: piece.lower)) }
      start = piece.upper == piece.lower ? piece.lower.next : piece.upper
    }
    return simplified(result + [VersionRange(start, upTo: SemanticVersion(.max, 0, 0))])
  }
}

extension VersionSpecifier {
  /// One range from a version to its next is that version; one without width is nothing.
  private static func simplified(_ ranges: [VersionRange]) -> Self {
    guard ranges.count == 1, let only = ranges.first else {
      return ranges.isEmpty ? .none : joined(ranges)
    }
    if only.lower >= only.upper { return .none }
    return only.lower.next == only.upper ? .exact(only.lower) : .ranges(ranges)
  }

  /// Takes a version out of one range.
  ///
  /// SwiftPM 6.3.1 leaves a range without width behind if the version is the last one below
  /// the bound, and such a range still holds its bound: `1.0.0..<1.0.2` without 1.0.1 has 1.0.2.
  private static func single(_ range: VersionRange, without version: SemanticVersion) -> Self {
    guard range.contains(version) else { return .ranges([range]) }
    if range.lower == version {
      return simplified([VersionRange(version.next, upTo: range.upper)])
    }
    let above = VersionRange(version.next, upTo: range.upper)
    let below = VersionRange(range.lower, upTo: version)
    return joined(above.lower <= above.upper ? [below, above] : [below])
  }

  /// Sorts ranges and joins those that meet.
  private static func joined(_ ranges: [VersionRange]) -> Self {
    var result: [VersionRange] = []
    for range in ranges.sorted(by: { $0.lower < $1.lower }) {
      guard let last = result.last, last.meets(range) else {
        result.append(range)
        continue
      }
      if range.lower == range.upper {
        guard last.upper == range.lower else { continue }
        result[result.count - 1].upper = range.lower.next
      } else {
        result[result.count - 1].upper = max(last.upper, range.upper)
      }
    }
    return result.count == 1 ? simplified(result) : .ranges(result)
  }
}

extension VersionRange {
  fileprivate var isEmpty: Bool { lower >= upper }

  fileprivate func overlaps(_ other: VersionRange) -> Bool {
    !isEmpty && !other.isEmpty && lower < other.upper && other.lower < upper
  }

  fileprivate func meets(_ next: VersionRange) -> Bool {
    upper == next.lower || overlaps(next) || lower.next == next.lower
  }

  fileprivate func intersection(_ other: VersionRange) -> VersionRange? {
    let start = max(lower, other.lower)
    let end = min(upper, other.upper)
    return start < end ? VersionRange(start, upTo: end) : nil
  }

  fileprivate func subtracting(_ version: SemanticVersion) -> [VersionRange] {
    guard contains(version) else { return [self] }
    if lower == version && isEmpty { return [] }
    return [VersionRange(lower, upTo: version), VersionRange(version.next, upTo: upper)]
      .filter { !$0.isEmpty }
  }

  fileprivate func subtracting(_ hole: VersionRange) -> [VersionRange] {
    if hole.lower == hole.upper { return subtracting(hole.lower) }
    guard overlaps(hole) else { return [self] }
    return [VersionRange(lower, upTo: hole.lower), VersionRange(hole.upper, upTo: upper)]
      .filter { !$0.isEmpty }
  }
}

extension VersionSpecifier: CustomStringConvertible {
  var description: String {
    switch self {
    case .any: "any version"
    case .exact(let version): version.description
    case .ranges(let ranges):
      ranges.isEmpty ? "no version" : ranges.map(\.description).joined(separator: " or ")
    }
  }
}

extension Requirement {
  /// The versions that it accepts; nil for a branch or a commit.
  var specifier: VersionSpecifier? {
    switch self {
    case .exact(let version): .exact(version)
    case .range(let range): .range(range)
    case .branch, .revision: nil
    }
  }
}
