import Versioning

/// The version of a pod, in the syntax and order of CocoaPods.
///
///     1.0 < 1.0.1 < 1.1.0-beta.2 < 1.1.0-beta.10 < 1.1.0 < 1.1.0+build
///
/// Build metadata and trailing zeros count for the order of otherwise equal versions only. (CocoaPods
/// Core 1.16.2, `Version`.)
package struct PodVersion: Version {
  /// The version as written, without white space around it.
  package let text: String
  /// The leading numbers without trailing zeros.
  let numbers: [Segment]
  /// Everything from the first word on.
  let label: [Segment]
  /// Whether a letter or a hyphen precedes the build metadata.
  package let isPrerelease: Bool

  /// A run of digits or of letters.
  enum Segment: Hashable, Sendable {
    /// Digits without leading zeros.
    case number(Digits)
    /// ASCII letters.
    case word(String)
  }

  /// Parses a version; nil if CocoaPods calls it malformed.
  package init?(_ text: String) {
    let text = text.trimmingPodSpace()
    guard Self.isValid(Array(text.utf8)) else { return nil }
    self.text = text
    let core = Self.withoutMetadata(text)
    let segments = Self.segments(core)
    let start = segments.firstIndex { if case .word = $0 { true } else { false } }
    var numbers = Array(segments[..<(start ?? segments.endIndex)])
    while numbers.last == .number(Digits("0")) { numbers.removeLast() }
    self.numbers = numbers
    label = Array(segments[(start ?? segments.endIndex)...])
    isPrerelease = core.utf8.contains { $0.isPodLetter || $0 == UInt8(ascii: "-") }
  }

  /// The text as written.
  package var description: String { text }

  /// The version 0.
  static var zero: PodVersion {
    guard let zero = PodVersion("0") else { preconditionFailure("0 is a version") }
    return zero
  }
}

extension PodVersion {
  /// Compares texts: `1.0` and `1.0.0` are two versions.
  package static func == (left: PodVersion, right: PodVersion) -> Bool { left.text == right.text }

  /// Hashes the text.
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// Orders by the segments, and equal ones by the text.
  package static func < (left: PodVersion, right: PodVersion) -> Bool {
    switch left.compare(right) {
    case 0: left.text.isByteLess(than: right.text)
    case let order: order < 0
    }
  }

  /// Compares the segments: negative if this version is lower, 0 if they are equal.
  ///
  /// A version without a label is newer than one with a label; in a label a word is newer than a
  /// number.
  package func compare(_ other: PodVersion) -> Int {
    if text == other.text { return 0 }
    let order = Self.compare(numbers, other.numbers, isLabel: false)
    return order != 0 ? order : Self.compare(label, other.label, isLabel: true)
  }

  private static func compare(_ left: [Segment], _ right: [Segment], isLabel: Bool) -> Int {
    for index in 0..<max(left.count, right.count) {
      let first = index < left.count ? left[index] : nil
      let second = index < right.count ? right[index] : nil
      if first == second { continue }
      let shorter = isLabel && index == 0 ? 1 : -1
      guard let first else { return shorter }
      guard let second else { return -shorter }
      switch (first, second) {
      case (.number(let first), .number(let second)): return first < second ? -1 : 1
      case (.word(let first), .word(let second)):
        return first.isByteLess(than: second) ? -1 : 1
      case (.number, .word): return -1
      case (.word, .number): return 1
      }
    }
    return 0
  }

  /// All segments: numbers and words.
  private var segments: [Segment] { Self.segments(Self.withoutMetadata(text)) }

  /// The version without its label: `1.1.0` for `1.1.0-beta.2`.
  var release: PodVersion? {
    guard isPrerelease else { return self }
    let kept = segments.prefix { if case .number = $0 { true } else { false } }
    return PodVersion(kept.map(\.description).joined(separator: "."))
  }

  /// The upper bound of `~>`: `2` for `1.1`, `1.2` for `1.1.0`.
  var bump: PodVersion? {
    var kept = Array(segments.prefix { if case .number = $0 { true } else { false } })
    if kept.count > 1 { kept.removeLast() }
    guard case .number(let last)? = kept.popLast() else { return nil }
    let parts = kept.map(\.description) + [last.successor.description]
    return PodVersion(parts.joined(separator: "."))
  }

  /// The number at a place; nil behind the numbers.
  package func number(at index: Int) -> String {
    guard index < numbers.count, case .number(let digits) = numbers[index] else { return "0" }
    return digits.description
  }
}

extension PodVersion.Segment: CustomStringConvertible {
  var description: String {
    switch self {
    case .number(let digits): digits.description
    case .word(let word): word
    }
  }
}

extension PodVersion {
  private static func segments(_ core: Substring) -> [Segment] {
    var result: [Segment] = []
    var run: [UInt8] = []
    func close() {
      guard let first = run.first else { return }
      let text = String(decoding: run, as: UTF8.self)
      result.append(first.isPodDigit ? .number(Digits(text)) : .word(text))
      run = []
    }
    for byte in core.utf8 {
      guard byte.isPodDigit || byte.isPodLetter else {
        close()
        continue
      }
      if let last = run.last, last.isPodDigit != byte.isPodDigit { close() }
      run.append(byte)
    }
    close()
    return result
  }

  /// Leaves out a `+` and what follows.
  private static func withoutMetadata(_ text: String) -> Substring {
    text.prefix { $0 != "+" }
  }

  /// Digits, then parts of digits, letters and hyphens after dots, then `+` and metadata.
  private static func isValid(_ bytes: [UInt8]) -> Bool {
    let halves = bytes.split(
      separator: UInt8(ascii: "+"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let core = halves.first else { return false }
    if bytes.isEmpty { return true }
    let parts = core.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard let first = parts.first, isNumberWithHyphen(first),
      parts.dropFirst().allSatisfy({ !$0.isEmpty && $0.allSatisfy(isWordByte) })
    else { return false }
    guard halves.count == 2 else { return true }
    let isDotted: (UInt8) -> Bool = { isWordByte($0) || $0 == UInt8(ascii: ".") }
    return !halves[1].isEmpty && halves[1].allSatisfy(isDotted)
  }

  private static func isNumberWithHyphen(_ part: ArraySlice<UInt8>) -> Bool {
    !part.isEmpty && part.allSatisfy(\.isPodDigit)
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte.isPodDigit || byte.isPodLetter || byte == UInt8(ascii: "-")
  }
}
