import Versioning

/// A version as SwiftPM reads, orders and prints it: Semantic Versioning with its own lenience.
///
/// Numbers may have leading zeros (`1.02.0` is 1.2.0). Build metadata is printed but takes no part
/// in order or equality.
package struct SemanticVersion: Version {
  /// Not below 0; leading zeros are lost.
  package let major: Int
  /// Not below 0; leading zeros are lost.
  package let minor: Int
  /// Not below 0; 0 for a tag of two numbers.
  package let patch: Int
  /// The identifiers between `-` and `+`, split at dots.
  package let prerelease: [String]
  /// The text after `+`.
  package let build: String?

  /// Assembles a version of its numbers.
  package init(
    _ major: Int, _ minor: Int, _ patch: Int, prerelease: [String] = [], build: String? = nil
  ) {
    self.major = major
    self.minor = minor
    self.patch = patch
    self.prerelease = prerelease
    self.build = build
  }

  /// Reads three numbers with what may follow, as manifests and pins have it.
  package init?(_ text: String) {
    self.init(text, allowsTwoNumbers: false)
  }

  /// Reads a tag: a leading `v` and a missing third number are fine.
  package init?(tag: String) {
    self.init(tag.first == "v" ? String(tag.dropFirst()) : tag, allowsTwoNumbers: true)
  }

  private init?(_ text: String, allowsTwoNumbers: Bool) {
    guard text.utf8.count <= 256, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let (front, build) = Self.cut(text, at: "+")
    let (core, prerelease) = Self.cut(front, at: "-")
    let numbers = core.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 3 || (allowsTwoNumbers && numbers.count == 2),
      let major = numbers[0], let minor = numbers[1],
      let patch = numbers.count == 3 ? numbers[2] : 0
    else { return nil }
    let identifiers = prerelease.map { $0.split(separator: ".", omittingEmptySubsequences: false) }
    guard Self.isWellFormed(prerelease), Self.isWellFormed(build) else { return nil }
    self.init(
      major, minor, patch, prerelease: identifiers?.map(String.init) ?? [],
      build: build.map { String($0) })
  }

  private static func cut(_ text: some StringProtocol, at mark: Character) -> (
    Substring, Substring?
  ) {
    let text = Substring(text)
    guard let index = text.firstIndex(of: mark) else { return (text, nil) }
    return (text[..<index], text[text.index(after: index)...])
  }

  private static func isWellFormed(_ identifiers: Substring?) -> Bool {
    identifiers?.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." } ?? true
  }

  /// Whether identifiers follow a hyphen: `2.0.0-beta.1`.
  package var isPrerelease: Bool { !prerelease.isEmpty }

  /// `1.2.3-beta.1+build`, without the leading zeros and the `v` that were read.
  package var description: String {
    let core = "\(major).\(minor).\(patch)"
    let suffix = prerelease.isEmpty ? "" : "-" + prerelease.joined(separator: ".")
    return core + suffix + (build.map { "+" + $0 } ?? "")
  }
}

extension SemanticVersion {
  /// Semantic Versioning 2.0.0, section 11: a prerelease comes before its release.
  package static func < (left: Self, right: Self) -> Bool {
    guard left.core == right.core else { return left.core < right.core }
    guard left.isPrerelease && right.isPrerelease else {
      return left.isPrerelease && !right.isPrerelease
    }
    for (one, other) in zip(left.prerelease, right.prerelease) where one != other {
      return precedes(one, other)
    }
    return left.prerelease.count < right.prerelease.count
  }

  /// Build metadata takes no part: `1.0.0+a` equals `1.0.0+b`.
  package static func == (left: Self, right: Self) -> Bool {
    left.core == right.core && !(left < right) && !(right < left)
  }

  /// Of prerelease identifiers the count alone: `01` and `1` are equal, and so must hash alike.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(major)
    hasher.combine(minor)
    hasher.combine(patch)
    hasher.combine(prerelease.count)
  }

  private var core: (Int, Int, Int) { (major, minor, patch) }

  /// Compares prerelease identifiers: numbers by value and before words.
  private static func precedes(_ left: String, _ right: String) -> Bool {
    switch (Int(left), Int(right)) {
    case (let left?, let right?): left < right
    case (.some, nil): true
    case (nil, .some): false
    case (nil, nil): left < right
    }
  }
}

extension SemanticVersion {
  /// The version without prerelease and build metadata.
  package var release: SemanticVersion { SemanticVersion(major, minor, patch) }

  /// The smallest version that SwiftPM takes to follow: the next patch, or one more identifier.
  ///
  /// SwiftPM treats `exact(v)` as the range from `v` up to this.
  package var next: SemanticVersion {
    prerelease.isEmpty
      ? SemanticVersion(major, minor, patch.advancedSafely)
      : SemanticVersion(major, minor, patch, prerelease: prerelease + ["0"])
  }
}

extension Int {
  /// One more, or the same at the very end of the numbers, which no real version reaches.
  var advancedSafely: Int { self == .max ? self : self + 1 }
}
