import JavaScript

/// How old versions have to be before Yarn 4 chooses them: `npmMinimalAgeGate` and
/// `npmPreapprovedPackages`.
struct BerryAge: Sendable {
  /// The smallest age in minutes; 0 for any.
  var minutes = 0
  /// The packages that may be of any age, with ranges.
  var preapproved: [Pattern] = []

  /// Accepts every version.
  init() {}

  /// Reads the settings; from Yarn 4.15 on, the age is a day if they don't have it.
  init(_ rc: BerrySettings?, of yarn: Version) {
    minutes = rc?.minimalAge ?? (yarn >= Version(4, 15, 0) ? 1_440 : 0)
    preapproved = (rc?.preapproved ?? []).map { Pattern($0) }
  }

  /// Whether a version may be of any age.
  func exempts(_ version: Version, of name: String) -> Bool {
    preapproved.contains { rule in
      guard Self.matches(name, rule.name) else { return false }
      return rule.range == "latest" || Range(rule.range)?.contains(version) ?? false
    }
  }

  /// Whether a version may be of any age, by its text.
  func exempts(_ version: String, of name: String) -> Bool {
    Version(version).map { exempts($0, of: name) } ?? false
  }

  /// Whether a name matches a pattern with `*`.
  private static func matches(_ name: String, _ pattern: String) -> Bool {
    guard let star = pattern.firstIndex(of: "*") else { return name == pattern }
    let (head, tail) = (pattern[..<star], pattern[pattern.index(after: star)...])
    return name.count >= head.count + tail.count && name.hasPrefix(head) && name.hasSuffix(tail)
  }
}

extension YarnSources {
  /// The age of Yarn 3 and 4; nil for Yarn 1, which has none.
  var minimumAge: BerryAge? {
    guard case .berry(let yarn) = line else { return nil }
    return BerryAge(rc, of: yarn)
  }
}
