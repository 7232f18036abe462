package import Ecosystem
package import Versioning

/// A tag that names a version: `v4`, `v4.1.2`, `codeql-bundle-v2.14.3`.
///
/// The number begins at the start of the tag or after `-`, `_` or `/`, with or without `v`, and has
/// any number of components. Two tags are equal if their numbers and labels are: `v4`, `4.0.0`.
package struct TagVersion: NumberedTag {
  /// The tag.
  package let text: String
  /// What precedes the number: `v`, `codeql-bundle-v`.
  package let prefix: String
  /// The components of the number.
  package let numbers: [Int]
  /// What follows the number without its hyphen: `beta.1`.
  package let label: String?

  /// Parses a tag; nil if it names no version, as `main` or a date with hyphens.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let start = Self.start(of: bytes) else { return nil }
    let number = bytes[start...].prefix { isDigit($0) || $0 == UInt8(ascii: ".") }
    let parts = number.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    let rest = bytes[number.endIndex...]
    guard numbers.count == parts.count, rest.isEmpty || Self.isLabel(rest) else { return nil }
    self.text = text
    prefix = String(decoding: bytes[..<start], as: UTF8.self)
    self.numbers = numbers
    label = rest.isEmpty ? nil : String(decoding: rest.dropFirst(), as: UTF8.self)
  }

  /// Whether a label follows the number.
  package var isPrerelease: Bool { label != nil }

  /// Whether nothing but a `v` precedes the number.
  package var isPlain: Bool { ["", "v", "V"].contains(prefix) }

  /// The version as reports and titles show it: the tag without a leading `v`.
  package var description: String { isPlain ? String(text.dropFirst(prefix.count)) : text }

  /// The step from an older version; nil if it isn't newer.
  package func step(from old: TagVersion) -> Step? { numericStep(from: old) }

  /// Finds the first digit of the number.
  private static func start(of bytes: [UInt8]) -> Int? {
    bytes.indices.first { index in
      guard isDigit(bytes[index]) else { return false }
      guard index > 0 else { return true }
      if isSeparator(bytes[index - 1]) { return true }
      let isMarked = bytes[index - 1] | 0x20 == UInt8(ascii: "v")
      return isMarked && (index == 1 || isSeparator(bytes[index - 2]))
    }
  }

  private static func isSeparator(_ byte: UInt8) -> Bool { "-_/".utf8.contains(byte) }

  /// Whether the bytes after a number are a label: a hyphen and a letter.
  private static func isLabel(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first == UInt8(ascii: "-"), let letter = bytes.dropFirst().first else {
      return false
    }
    return isLetter(letter)
  }
}

extension TagVersion {
  /// Whether the numbers are equal, apart from zeros at the end, and the labels.
  package static func == (left: TagVersion, right: TagVersion) -> Bool {
    left.significant == right.significant && left.label == right.label
  }

  /// Hashes the number and the label.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(significant)
    hasher.combine(label)
  }

  /// Compares the numbers; a tag with a label precedes the one without, labels are compared as
  /// text with numbers by value.
  package static func < (left: TagVersion, right: TagVersion) -> Bool {
    if left.significant != right.significant {
      return left.significant.lexicographicallyPrecedes(right.significant)
    }
    guard let first = left.label else { return false }
    guard let second = right.label else { return true }
    return precedes(first, second)
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    let pairs = zip(left.split(separator: "."), right.split(separator: "."))
    for (first, second) in pairs where first != second {
      guard let one = Int(first), let other = Int(second) else { return first < second }
      if one != other { return one < other }
    }
    return left.utf8.count < right.utf8.count
  }

  /// Whether another tag is written in the same form: the prefix, the number of components, and a
  /// label of the same kind or none.
  ///
  /// `v5` has the form of `v4` and of `4`, `v5.0.0` doesn't; `v5.0.0-node20` doesn't have that of
  /// `v4.1.2`, and `20240115` doesn't have that of `4`. Of one number, all stages of a pre-release have
  /// the same form: `v5.0.0-rc.1` and `v5.0.0-beta.2`.
  func hasForm(of other: TagVersion, keepsPrecision: Bool = true) -> Bool {
    guard prefix == other.prefix || (isPlain && other.isPlain), isDate == other.isDate,
      !keepsPrecision || numbers.count == other.numbers.count
    else { return false }
    guard label != nil else { return true }
    return other.label != nil && word(of: label) == word(of: other.label) || isStage(with: other)
  }

  /// Whether both are pre-releases of one number.
  private func isStage(with other: TagVersion) -> Bool {
    let words = [label, other.label].map { text in
      text.map { $0.prefix(while: \.isLetter).lowercased() } ?? ""
    }
    return significant == other.significant && words.allSatisfy(Self.stages.contains)
  }

  private static let stages: Set = [
    "a", "alpha", "b", "beta", "canary", "cr", "dev", "m", "milestone", "next", "pre", "preview",
    "rc",
  ]

  /// Whether it is one number that is too large to count versions: `20240115`.
  private var isDate: Bool { numbers.count == 1 && component(0) >= 10_000 }

  private func word(of label: String?) -> Substring? {
    label?.prefix { $0.isLetter || $0 == "-" }
  }
}

extension TagVersion {
  /// Whether the number of a tag satisfies a requirement.
  ///
  /// - Throws: a problem if either can't be parsed.
  @Sendable package static func satisfies(
    _ version: String, _ requirement: String
  ) throws(Problem) -> Bool {
    guard let tag = TagVersion(version) else {
      throw Problem(.usage, "is not a version", subject: version)
    }
    return try NumberRequirement(requirement).accepts(tag.numbers)
  }
}

private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

private func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
