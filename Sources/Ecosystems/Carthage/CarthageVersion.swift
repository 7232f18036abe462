import Versioning

/// A version number in Carthage's syntax, which is a looser form of Semantic Versioning.
///
/// A version has two or three numbers; a pre-release or build metadata needs all three:
/// `1.2`, `1.2.3`, `1.2.3-beta.1+5`. Build metadata counts for equality and not for the order.
/// (Carthage 0.40.0, `SemanticVersion`.)
package struct CarthageVersion: Version {
  /// The three numbers; a missing third one is 0.
  package let numbers: [Int]
  /// The text between `-` and `+`.
  package let prerelease: String?
  /// The text after `+`.
  package let build: String?

  /// Parses the version of a requirement, which starts with a digit.
  init?(number text: Substring) {
    let release = text.prefix { Self.isNumeric($0) }
    let parts = release.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count, (2...3).contains(numbers.count) else { return nil }
    let rest = text[release.endIndex...]
    let plus = rest.firstIndex(of: "+") ?? rest.endIndex
    let label = rest[..<plus]
    let metadata = rest[plus...]
    guard label.isEmpty || Self.isPrerelease(label), metadata.isEmpty || Self.isBuild(metadata),
      rest.isEmpty || parts.count == 3
    else { return nil }
    self.numbers = numbers.count == 2 ? numbers + [0] : numbers
    prerelease = label.isEmpty ? nil : String(label.dropFirst())
    build = metadata.isEmpty ? nil : String(metadata.dropFirst())
  }

  /// Parses a tag: text before the first digit or dot is ignored, as in `v1.2.0` or `release-1.2`.
  ///
  /// Nil if the rest isn't a version: such a tag satisfies every requirement.
  package init?(_ tag: String) {
    guard let start = tag.firstIndex(where: Self.isNumeric) else { return nil }
    self.init(number: tag[start...])
  }

  private init(numbers: [Int], prerelease: String?) {
    self.numbers = numbers
    self.prerelease = prerelease
    build = nil
  }

  /// The version 0.0.0, which a tag without a version is sorted as.
  static let zero = CarthageVersion(numbers: [0, 0, 0], prerelease: nil)

  /// Whether it has a pre-release label.
  package var isPrerelease: Bool { prerelease != nil }

  /// The same version without build metadata.
  var withoutBuild: CarthageVersion { CarthageVersion(numbers: numbers, prerelease: prerelease) }

  /// The version with three numbers: `1.2.0`.
  package var description: String {
    numbers.map(String.init).joined(separator: ".") + (prerelease.map { "-\($0)" } ?? "")
      + (build.map { "+\($0)" } ?? "")
  }
}

extension CarthageVersion {
  /// Compares the numbers, then the labels as Semantic Versioning does; build metadata is ignored.
  package static func < (left: CarthageVersion, right: CarthageVersion) -> Bool {
    if left.numbers != right.numbers {
      return left.numbers.lexicographicallyPrecedes(right.numbers)
    }
    guard let first = left.prerelease else { return false }
    guard let second = right.prerelease else { return true }
    return precedes(first.split(separator: "."), second.split(separator: "."))
  }

  /// Compares the identifiers of pre-releases as Semantic Versioning 2.0.0 does (section 11).
  private static func precedes(_ left: [Substring], _ right: [Substring]) -> Bool {
    for (first, second) in zip(left, right) where first != second {
      switch (number(first), number(second)) {
      case (let first?, let second?): return first < second
      case (nil, nil): return first < second
      case (let number, _): return number != nil
      }
    }
    return left.count < right.count
  }

  private static func number(_ identifier: Substring) -> Int? {
    identifier.allSatisfy(isDigit) ? Int(identifier) : nil
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

  private static func isNumeric(_ character: Character) -> Bool {
    isDigit(character) || character == "."
  }

  private static func isWord(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  private static func isPrerelease(_ text: Substring) -> Bool {
    guard text.first == "-" else { return false }
    let identifiers = text.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
    return identifiers.allSatisfy { identifier in
      let hasLeadingZero = identifier.first == "0" && identifier.count > 1
      return isWord(identifier) && !(hasLeadingZero && identifier.allSatisfy(isDigit))
    }
  }

  private static func isBuild(_ text: Substring) -> Bool { isWord(text.dropFirst()) }
}
