import Versioning

/// A gem's version, read, printed and ordered as `Gem::Version` of RubyGems 3.x does.
///
/// Text is cut into runs of digits and runs of letters; a letter makes a prerelease and sorts
/// before any number, so that `1.0.a < 1.0 == 1`.
package struct GemVersion: Version {
  /// As RubyGems prints it: blanks cut off, `-` read as `.pre.`, nothing read as `0`.
  let text: String
  /// Up to four small numbers in one word, the usual case, for quick comparison.
  private let packed: UInt64?
  /// The segments that count, where they do not fit into one word.
  private let unpacked: [GemVersionSegment]
  /// Whether a letter stands in it: `1.0.a`, `2.0-rc1`.
  package let isPrerelease: Bool

  /// The least release.
  static let zero = GemVersion(printed: "0")

  /// As RubyGems prints it: `1.0-a` is shown as `1.0.pre.a`.
  package var description: String { text }

  /// Reads what RubyGems takes for a version.
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

  /// Takes text in RubyGems' own printed form.
  private init(printed: String) {
    text = printed
    let canonical = GemVersionSegment.canonical(GemVersionSegment.scan(printed))
    packed = GemVersionSegment.pack(canonical)
    unpacked = packed == nil ? canonical : []
    isPrerelease = packed == nil && printed.utf8.contains { $0.isASCIILetter }
  }

  /// Takes text of a few small numbers and dots.
  private init(plain: String, _ packed: UInt64) {
    text = plain
    self.packed = packed
    unpacked = []
    isPrerelease = false
  }

  /// Runs of digits and letters without the zeros that do not count.
  var canonical: [GemVersionSegment] {
    packed.map(GemVersionSegment.unpack) ?? unpacked
  }

  /// All runs of digits and letters, zeros included.
  var segments: [GemVersionSegment] { GemVersionSegment.scan(text) }

  /// What `~>` stays below: the last segment dropped, the one before it raised.
  var bump: GemVersion {
    var numbers = numbersBeforeLetters
    if numbers.count > 1 { numbers.removeLast() }
    let last = numbers.popLast() ?? .zero
    return GemVersion(segments: numbers + [last.successor])
  }

  /// Drops everything from the first letter on.
  var release: GemVersion {
    isPrerelease ? GemVersion(segments: numbersBeforeLetters) : self
  }

  /// The requirement that RubyGems recommends to a gem's users: `~> 1.2`.
  var approximateRecommendation: String {
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

  /// Without the zeros that do not count: `1.0 == 1`, which Ruby's `eql?` would tell apart.
  package static func == (left: GemVersion, right: GemVersion) -> Bool {
    if let packed = left.packed, let other = right.packed { return packed == other }
    return left.packed == nil && right.packed == nil && left.unpacked == right.unpacked
  }

  /// Of the segments that count, so that equal versions of different texts meet.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(packed)
    hasher.combine(unpacked)
  }

  /// Segment by segment, letters below numbers: `1.0.a < 1.0 < 1.0.1`.
  package static func < (left: GemVersion, right: GemVersion) -> Bool {
    if let packed = left.packed, let other = right.packed { return packed < other }
    let (mine, other) = (left.canonical, right.canonical)
    for (left, right) in zip(mine, other) where left != right { return left < right }
    return tailDecides(mine, other)
  }

  /// Where one list is the other's beginning, the rest counts against zeros.
  private static func tailDecides(_ left: [GemVersionSegment], _ right: [GemVersionSegment]) -> Bool
  {
    if left.count < right.count {
      return right[left.count...].first { $0 != .zero }?.isNumber ?? false
    }
    return left[right.count...].first { $0 != .zero }.map { !$0.isNumber } ?? false
  }
}

/// What counts as a version's text.
enum GemVersionGrammar {
  /// Digits, then dotted alphanumerics, then maybe a hyphen and dotted alphanumerics and hyphens.
  ///
  /// Nothing at all is also a version: zero.
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
