/// A regular expression of a manifest, limited so that no text can make it run long.
struct RubyPattern {
  private let regex: Regex<AnyRegexOutput>
  private static let subjectLimit = 65_536

  /// Compiles a pattern; one that repeats a group, or is not understood, is refused.
  init(_ pattern: String, _ ruby: RubyInterpreter, _ range: Range<Int>) throws(RubyStop) {
    guard pattern.utf8.count <= 300, !Self.repeatsGroup(pattern) else {
      throw ruby.refusal("uses a pattern that is not evaluated", range)
    }
    let portable = pattern.replacing("\\A", with: "^").replacing("\\z", with: "$")
      .replacing("\\Z", with: "$").replacing("\\h", with: "[0-9a-fA-F]")
    do {
      regex = try Regex(portable).anchorsMatchLineEndings(!pattern.contains("\\A"))
    } catch {
      throw ruby.refusal("uses a pattern that is not evaluated", range)
    }
  }

  /// Whether a group is repeated, which could take exponential time.
  private static func repeatsGroup(_ pattern: String) -> Bool {
    let bytes = Array(pattern.utf8)
    return bytes.indices.dropLast().contains {
      bytes[$0] == UInt8(ascii: ")") && "*+{".utf8.contains(bytes[$0 + 1])
    }
  }

  func matches(_ text: String) -> Bool {
    groups(text) != nil
  }

  /// The first match and its groups; nil for a group that took no part.
  func groups(_ text: String) -> [String?]? {
    guard text.utf8.count <= Self.subjectLimit, let match = text.firstMatch(of: regex) else {
      return nil
    }
    return match.output.map { $0.substring.map(String.init) }
  }

  /// All matches, whole.
  func all(in text: String) -> [String] {
    guard text.utf8.count <= Self.subjectLimit else { return [] }
    return text.matches(of: regex).map { String(text[$0.range]) }
  }

  func replacing(in text: String, with other: String, all: Bool) -> String {
    guard text.utf8.count <= Self.subjectLimit else { return text }
    return text.replacing(regex, with: other, maxReplacements: all ? .max : 1)
  }
}
