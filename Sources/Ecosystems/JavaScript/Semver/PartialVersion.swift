/// A version with parts that may be missing or wildcards: `1`, `1.x`, `1.2.*`, `v1.2.3-beta+5`.
///
/// It knows its pieces by their place in the bytes that it was read from.
struct PartialVersion {
  /// One of the three numbers.
  enum Part: Hashable {
    /// Missing, or `x`, `X`, `*`.
    case any
    /// `isZero`: written as the single digit 0, which the caret's rules ask for.
    case number(Int, isZero: Bool)
    /// Beyond 2^53 - 1: readable, but no version has it.
    case huge(Double)
    /// Counted on to where JavaScript writes an exponent, which no expression matches.
    case unwritable
  }

  var major = Part.any
  var minor = Part.any
  var patch = Part.any
  /// The text after the hyphen; nil if there is no hyphen.
  var prerelease: Swift.Range<Int>?
  /// The text after the plus sign; nil if there is no plus sign.
  var build: Swift.Range<Int>?
  /// Whether at most one `v` precedes the first number.
  var hasPlainPrefix = true
  /// How many bytes the whole takes.
  var length: Int

  /// Reads all of the bytes from `first` up to `end`; nil where they are anything else.
  init?(_ bytes: Span<UInt8>, from first: Int, to end: Int, loose: Bool) {
    length = end - first
    var position = first
    while position < end, bytes[position].isPrefix { position += 1 }
    hasPlainPrefix =
      position == first || (position == first + 1 && bytes[first] == UInt8(ascii: "v"))
    guard let number = Part(bytes, at: &position, to: end, loose: loose) else { return nil }
    major = number
    guard bytes.skip(".", at: &position, to: end) else {
      if position == end { return }
      return nil
    }
    guard let second = Part(bytes, at: &position, to: end, loose: loose) else { return nil }
    minor = second
    guard bytes.skip(".", at: &position, to: end) else {
      if position == end { return }
      return nil
    }
    let start = position
    guard let third = Part(bytes, at: &position, to: end, loose: loose) else { return nil }
    patch = third
    if loose, position - start > 1, position < end, bytes[position] == UInt8(ascii: ".") {
      // What node-semver's expression backtracks to: 1.2.34.5 is 1.2.3-4.5.
      position -= 1
      patch = Part(bytes, start..<position)
    }
    guard readTail(bytes, from: position, to: end, loose: loose) else { return nil }
  }

  /// Reads what follows the third number.
  private mutating func readTail(
    _ bytes: Span<UInt8>, from start: Int, to end: Int, loose: Bool
  ) -> Bool {
    var plus = start
    while plus < end, bytes[plus] != UInt8(ascii: "+") { plus += 1 }
    if plus > start {
      let hyphen = bytes[start] == UInt8(ascii: "-")
      let undashed = (hyphen ? start + 1 : start)..<plus
      if (hyphen || loose) && bytes.areIdentifiers(undashed, zeros: loose) {
        prerelease = undashed
      } else if loose && bytes.areIdentifiers(start..<plus, zeros: true) {
        prerelease = start..<plus
      } else {
        return false
      }
    }
    guard plus < end else { return true }
    build = (plus + 1)..<end
    return bytes.isBuild((plus + 1)..<end)
  }
}

extension PartialVersion.Part {
  /// Parses a number or wildcard; otherwise returns nil and leaves `position` unchanged.
  init?(_ bytes: Span<UInt8>, at position: inout Int, to end: Int, loose: Bool) {
    guard position < end else { return nil }
    if bytes[position].isWildcard {
      position += 1
      self = .any
      return
    }
    let digits = bytes.digits(from: position, to: end)
    guard !digits.isEmpty, digits.count <= Span<UInt8>.mostDigits else { return nil }
    guard loose || digits.count == 1 || bytes[position] != UInt8(ascii: "0") else { return nil }
    position = digits.upperBound
    self = .init(bytes, digits)
  }

  /// Counts digits.
  fileprivate init(_ bytes: Span<UInt8>, _ digits: Swift.Range<Int>) {
    var value = 0
    for index in digits {
      value = value * 10 + Int(bytes[index] - UInt8(ascii: "0"))
      guard value <= Version.largestNumber else {
        self = .huge(Double(String(ascii: bytes.extracting(digits))) ?? .infinity)
        return
      }
    }
    self = .number(value, isZero: digits.count == 1 && value == 0)
  }

  /// The number 0 as rules write it.
  static var zero: Self { .number(0, isZero: true) }

  var isAny: Bool { self == .any }

  /// Whether it is written as the single digit 0.
  var isZero: Bool { self == .zero }

  /// The number itself; nil where it is wild or huge.
  var value: Int? {
    if case .number(let value, _) = self { return value }
    return nil
  }

  /// The number after it, as JavaScript adds.
  var next: Self {
    switch self {
    case .any: .any
    case .number(Version.largestNumber, _): .huge(Double(Version.largestNumber) + 1)
    case .number(let value, _): .number(value + 1, isZero: false)
    case .huge(let value): value + 1 < 1e21 ? .huge(value + 1) : .unwritable
    case .unwritable: .unwritable
    }
  }

  /// A spelling that is read back as the same part.
  var text: String {
    switch self {
    case .any: "x"
    case .number(0, false): "00"
    case .number(let value, _): String(value)
    case .huge: String(Version.largestNumber + 1)
    case .unwritable: "1e+21"
    }
  }
}

extension PartialVersion {
  /// Whether no part is missing or wild.
  var isWhole: Bool { !major.isAny && !minor.isAny && !patch.isAny }

  /// The complete version; nil if a part is missing or too large, or if the text is too long.
  func version(of bytes: Span<UInt8>) -> Version? {
    guard length <= Version.longestText, let major = major.value, let minor = minor.value,
      let patch = patch.value
    else { return nil }
    return Version(
      major, minor, patch, prerelease: identifiers(of: bytes), build: buildParts(of: bytes))
  }

  /// The parts of the prerelease.
  func identifiers(of bytes: Span<UInt8>) -> [Identifier] {
    guard let prerelease else { return [] }
    var result: [Identifier] = []
    bytes.forEachPart(of: prerelease) { result.append(Identifier(bytes.extracting($0))) }
    return result
  }

  private func buildParts(of bytes: Span<UInt8>) -> [String] {
    guard let build else { return [] }
    var result: [String] = []
    bytes.forEachPart(of: build) { result.append(String(ascii: bytes.extracting($0))) }
    return result
  }
}
