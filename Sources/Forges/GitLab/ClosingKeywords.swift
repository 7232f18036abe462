/// Sentences such as `Fixes #1`, by which GitLab closes issues when a merge request is merged.
///
/// GitLab searches the source of a description for them, code included, and then reads the references
/// in what it found (`Gitlab::ClosingIssueExtractor`, 18.0). So code protects nothing.
enum ClosingKeywords {
  private static let verbs: Set<String> = [
    "close", "closes", "closed", "closing", "fix", "fixes", "fixed", "fixing", "resolve",
    "resolves", "resolved", "resolving", "implement", "implements", "implemented", "implementing",
  ]

  /// Separates the verb from the first reference with a zero-width space.
  ///
  ///     ClosingWords.disarmed("`Fixes #1`")  // "`Fixes\u{200B} #1`"
  static func disarmed(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var (copied, index) = (0, 0)
    while index < bytes.count {
      let end = bytes[index...].firstIndex { !isLetter($0) } ?? bytes.count
      if end > index, verbs.contains(word(bytes[index..<end])), isReference(bytes[end...]) {
        result += bytes[copied..<end] + "\u{200B}".utf8
        copied = end
      }
      index = max(end, index + 1)
    }
    return copied == 0 ? text : String(decoding: result + bytes[copied...], as: UTF8.self)
  }

  /// Whether a colon, spaces and a reference follow: `#1`, `group/project#1`, `GL-1`, `[issue:1]`, a
  /// URL, or the key of an issue on another tracker.
  private static func isReference(_ bytes: ArraySlice<UInt8>) -> Bool {
    let gap = bytes.first == UInt8(ascii: ":") ? bytes.dropFirst() : bytes
    var rest = gap.drop { $0 == UInt8(ascii: " ") }
    guard rest.startIndex > gap.startIndex else { return false }
    let noun = rest.prefix { isLetter($0) }
    if ["issue", "issues"].contains(word(noun)), rest.dropFirst(noun.count).first == 0x20 {
      rest = rest.dropFirst(noun.count).drop { $0 == UInt8(ascii: " ") }
    }
    if rest.first == UInt8(ascii: "[") {
      return ["issue", "work"].contains(word(rest.dropFirst().prefix { isLetter($0) }))
    }
    let path = rest.prefix { isLetter($0) || isDigit($0) || "_./-".utf8.contains($0) }
    let tail = rest.dropFirst(path.count)
    switch tail.first {
    case UInt8(ascii: "#"): return tail.dropFirst().first.map(isDigit) ?? false
    case UInt8(ascii: ":") where word(path).hasPrefix("http"): return true
    default: return isKey(path)
    }
  }

  /// Whether it begins like `ACME-1`.
  private static func isKey(_ path: ArraySlice<UInt8>) -> Bool {
    let project = path.prefix { $0 != UInt8(ascii: "-") }
    guard let first = project.first, UInt8(ascii: "A")...UInt8(ascii: "Z") ~= first else {
      return false
    }
    return path.dropFirst(project.count + 1).first.map(isDigit) ?? false
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.count > 12 ? "" : String(decoding: bytes, as: UTF8.self).lowercased()
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}
