import Text
import Versioning

/// A gem's version: `Gem::Version` of RubyGems 3.x.
///
/// The text is split into runs of digits and runs of letters. A letter makes it a prerelease and
/// sorts before all numbers: `1.0.a < 1.0 == 1`.
package struct GemVersion: Version {
  /// As RubyGems prints it: without blanks at the ends, `.pre.` for `-`, `0` for an empty text.
  package let text: String
  /// Up to four small numbers in one word, for fast comparison of most versions.
  private let packed: UInt64?
  /// The significant segments, if they don't fit into one word.
  private let unpacked: [GemVersionSegment]
  /// Whether it has a letter: `1.0.a`, `2.0-rc1`.
  package let isPrerelease: Bool

  /// The lowest release.
  package static let zero = GemVersion(printed: "0")

  /// As RubyGems prints it: `1.0.pre.a` for `1.0-a`.
  package var description: String { text }

  /// Parses a version; returns nil for a text that RubyGems refuses.
  package init?(_ text: String) {
    let trimmed = text.utf8.trimmingRubySpace()
    if let packed = GemVersionSegment.pack(trimmed) {
      self.init(plain: String(decoding: trimmed, as: UTF8.self), packed)
      return
    }
    guard GemVersionGrammar.accepts(trimmed) else { return nil }
    let printed = trimmed.isEmpty ? "0" : String(decoding: trimmed, as: UTF8.self)
    self.init(printed: printed.contains("-") ? printed.replacing("-", with: ".pre.") : printed)
  }

  /// Creates a version from text as RubyGems prints it.
  private init(printed: String) {
    text = printed
    let canonical = GemVersionSegment.canonical(GemVersionSegment.scan(printed))
    packed = GemVersionSegment.pack(canonical)
    unpacked = packed == nil ? canonical : []
    isPrerelease = packed == nil && printed.utf8.contains { $0.isASCIILetter }
  }

  /// Creates a version of a few small numbers.
  private init(plain: String, _ packed: UInt64) {
    text = plain
    self.packed = packed
    unpacked = []
    isPrerelease = false
  }

  /// The segments without insignificant zeros.
  var canonical: [GemVersionSegment] {
    packed.map(GemVersionSegment.unpack) ?? unpacked
  }

  /// All segments, also insignificant zeros.
  package var segments: [GemVersionSegment] { GemVersionSegment.scan(text) }

  /// The upper bound of `~>`: without the last segment, and the one before it incremented.
  package var bump: GemVersion {
    var numbers = numbersBeforeLetters
    if numbers.count > 1 { numbers.removeLast() }
    let last = numbers.popLast() ?? .zero
    return GemVersion(segments: numbers + [last.successor])
  }

  /// The version without everything from the first letter on.
  package var release: GemVersion {
    isPrerelease ? GemVersion(segments: numbersBeforeLetters) : self
  }

  /// The requirement that RubyGems recommends to users of a gem: `~> 1.2`.
  package var approximateRecommendation: String {
    var numbers = Array(numbersBeforeLetters.prefix(2))
    while numbers.count < 2 { numbers.append(.zero) }
    return "~> " + numbers.map(\.description).joined(separator: ".") + (isPrerelease ? ".a" : "")
  }

  private var numbersBeforeLetters: [GemVersionSegment] {
    Array(segments.prefix { $0.isNumber })
  }

  private init(segments: [GemVersionSegment]) {
    self.init(printed: segments.map(\.description).joined(separator: "."))
  }

  /// Ignores insignificant zeros, as Ruby's `==`: `1.0 == 1`.
  package static func == (left: GemVersion, right: GemVersion) -> Bool {
    if let packed = left.packed, let other = right.packed { return packed == other }
    return left.packed == nil && right.packed == nil && left.unpacked == right.unpacked
  }

  /// Hashes the significant segments.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(packed)
    hasher.combine(unpacked)
  }

  /// Compares segment by segment, letters below numbers: `1.0.a < 1.0 < 1.0.1`.
  package static func < (left: GemVersion, right: GemVersion) -> Bool {
    if let packed = left.packed, let other = right.packed { return packed < other }
    let (mine, other) = (left.canonical, right.canonical)
    for (left, right) in zip(mine, other) where left != right { return left < right }
    return tailDecides(mine, other)
  }

  /// If one list is a prefix of the other, compares the rest with zeros.
  private static func tailDecides(_ left: [GemVersionSegment], _ right: [GemVersionSegment]) -> Bool
  {
    if left.count < right.count {
      return right[left.count...].first { $0 != .zero }?.isNumber ?? false
    }
    return left[right.count...].first { $0 != .zero }.map { !$0.isNumber } ?? false
  }
}

/// The syntax of a version.
enum GemVersionGrammar {
  /// Digits, then dotted alphanumerics, then maybe a hyphen and dotted alphanumerics and hyphens.
  ///
  /// The empty text is also a version: zero.
  static func accepts(_ text: some Collection<UInt8>) -> Bool {
    guard !text.isEmpty else { return true }
    let cut = text.firstIndex(of: UInt8(ascii: "-")) ?? text.endIndex
    let number = text[..<cut].split(separator: .dot, omittingEmptySubsequences: false)
    guard let first = number.first, first.allSatisfy(\.isASCIIDigit) else { return false }
    guard number.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isASCIIAlphanumeric) }) else {
      return false
    }
    guard cut != text.endIndex else { return true }
    let rest = text[text.index(after: cut)...]
    return rest.split(separator: .dot, omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && $0.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") }
    }
  }
}
