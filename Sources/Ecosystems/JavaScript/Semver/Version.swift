import Text
import Versioning

/// A release's number as npm orders it: `MAJOR.MINOR.PATCH`, maybe a prerelease and build metadata.
///
/// The grammar and the order are those of node-semver 7.6.2, the one inside npm 10.8.2. Build
/// metadata takes no part in the order, nor in equality.
///
///     Version("1.2.3-beta.2")
package struct Version: Versioning.Version {
  /// The largest number that a part may have: JavaScript counts no further without gaps.
  package static let largestNumber = (1 << 53) - 1
  /// The longest text that is looked at, in UTF-16 units.
  static let longestText = 256

  /// From 0 to `largestNumber`.
  package let major: Int
  /// From 0 to `largestNumber`.
  package let minor: Int
  /// From 0 to `largestNumber`.
  package let patch: Int
  /// Empty for a release proper.
  package let prerelease: [Identifier]
  /// The text after `+`, split at dots.
  package let build: [String]

  /// Assembles a version of its parts.
  package init(
    _ major: Int, _ minor: Int, _ patch: Int, prerelease: [Identifier] = [], build: [String] = []
  ) {
    self.major = major
    self.minor = minor
    self.patch = patch
    self.prerelease = prerelease
    self.build = build
  }

  /// Reads the strict grammar: three numbers, a leading `v` at most.
  package init?(_ text: String) {
    self.init(text, loose: false)
  }

  /// Reads the strict or the loose grammar.
  ///
  /// The loose one also takes leading `v`, `=` and spaces, zeros before a number, and a prerelease
  /// without its hyphen, as in `=v01.2.3beta`.
  package init?(_ text: String, loose: Bool) {
    let version =
      text.utf8.allSatisfy { $0 < 0x80 }
      ? Version(reading: text.utf8.span, loose: loose)
      : Version(reading: Whitespace.trimmed(text).utf8.span, loose: loose)
    guard let version else { return nil }
    self = version
  }

  /// Reads bytes, spaces around them allowed.
  init?(reading bytes: Span<UInt8>, loose: Bool) {
    if let plain = Version(plain: bytes) {
      self = plain
      return
    }
    guard bytes.count <= Version.longestText else { return nil }
    var start = 0
    var end = bytes.count
    while start < end, bytes[start].isASCIISpace { start += 1 }
    while start < end, bytes[end - 1].isASCIISpace { end -= 1 }
    let partial = PartialVersion(bytes, from: start, to: end, loose: loose)
    guard let partial, loose || partial.hasPlainPrefix else { return nil }
    guard let version = partial.version(of: bytes) else { return nil }
    self = version
  }

  /// Reads three numbers of a few digits without leading zeros, as nearly all versions are; nil for
  /// others, valid or not.
  private init?(plain bytes: Span<UInt8>) {
    var position = 0
    guard let major = bytes.plainNumber(at: &position),
      bytes.skip(".", at: &position, to: bytes.count),
      let minor = bytes.plainNumber(at: &position), bytes.skip(".", at: &position, to: bytes.count),
      let patch = bytes.plainNumber(at: &position), position == bytes.count
    else { return nil }
    self.init(major, minor, patch)
  }

  /// Whether identifiers follow the three numbers: `1.2.3-beta.2`.
  package var isPrerelease: Bool { !prerelease.isEmpty }

  /// The version without its build metadata, as locks write it.
  package var description: String {
    let release = "\(major).\(minor).\(patch)"
    return prerelease.isEmpty ? release : "\(release)-\(prerelease.dotted)"
  }

  /// The same numbers, as a release proper.
  package var release: Version { Version(major, minor, patch) }

  /// Whether both have the same three numbers.
  @inline(__always)
  func sharesNumbers(with other: borrowing Version) -> Bool {
    major == other.major && minor == other.minor && patch == other.patch
  }
}

extension Version {
  /// Compares two versions: negative if the left one is older, 0 if neither is.
  @inline(__always)
  static func order(_ left: borrowing Version, _ right: borrowing Version) -> Int {
    if left.major != right.major { return left.major < right.major ? -1 : 1 }
    if left.minor != right.minor { return left.minor < right.minor ? -1 : 1 }
    if left.patch != right.patch { return left.patch < right.patch ? -1 : 1 }
    if left.prerelease.isEmpty && right.prerelease.isEmpty { return 0 }
    return orderPrereleases(left.prerelease, right.prerelease)
  }

  /// Orders by prerelease alone: none is newer than any, and a longer one than its beginning.
  private static func orderPrereleases(_ left: [Identifier], _ right: [Identifier]) -> Int {
    if left.isEmpty || right.isEmpty { return left.isEmpty ? 1 : -1 }
    for (mine, theirs) in zip(left, right) where mine != theirs {
      return Identifier.order(mine, theirs)
    }
    return left.count - right.count
  }

  /// Older before newer.
  package static func < (left: Version, right: Version) -> Bool { order(left, right) < 0 }

  /// Neither older nor newer.
  package static func == (left: Version, right: Version) -> Bool { order(left, right) == 0 }

  /// By the numbers, for prereleases that are written differently may be equal.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(major)
    hasher.combine(minor)
    hasher.combine(patch)
    hasher.combine(prerelease.isEmpty)
  }
}
