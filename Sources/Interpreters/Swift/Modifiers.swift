/// What precedes the keyword of a declaration.
struct Modifiers {
  /// The written access level; nil without one.
  var access: String?
  /// Whether a setter has a lower level.
  var hasHiddenSetter = false
  /// Whether the declaration is for chosen clients only, or never available.
  var isHidden = false
  /// Modifiers and attributes that callers notice.
  var traits: Set<String> = []
  /// Whether the declaration overrides another.
  var isOverride = false
  /// The first versions of platforms that have it.
  var introduced: [String: String] = [:]

  /// Whether the keyword `public` or `open` is written.
  var isPublic: Bool { access == "public" || access == "open" }

  private static let accessWords: Set<String> = [
    "public", "open", "package", "internal", "fileprivate", "private",
  ]
  private static let noticed: Set<String> = [
    "static", "mutating", "optional", "prefix", "postfix", "indirect", "distributed",
  ]
  private static let silentModifiers: Set<String> = [
    "final", "override", "convenience", "required", "nonmutating", "lazy", "weak", "unowned",
    "dynamic", "infix", "nonisolated", "isolated", "borrowing", "consuming", "__consuming", "async",
  ]
  /// Attributes that a caller's source doesn't notice.
  private static let silentAttributes: Set<String> = [
    "IBAction", "IBOutlet", "IBDesignable", "IBInspectable", "NSCopying", "NSManaged",
    "GKInspectable", "UIApplicationMain", "NSApplicationMain", "Sendable",
  ]

  /// Reads attributes and modifiers.
  ///
  /// - Parameters:
  ///   - code: the file.
  ///   - index: the first token; afterwards that of the keyword.
  ///   - end: the index behind the last token to read.
  mutating func read(_ code: SwiftCode, _ index: inout Int, before end: Int) {
    while index < end {
      if code.isMark("@", at: index) {
        readAttribute(code, &index)
      } else if let word = code.word(index), isModifier(word, code, index) {
        readModifier(word, code, &index)
      } else {
        return
      }
    }
  }

  private func isModifier(_ word: String, _ code: SwiftCode, _ index: Int) -> Bool {
    if Self.accessWords.contains(word) || Self.noticed.contains(word)
      || Self.silentModifiers.contains(word)
    {
      return true
    }
    // `class func` has a modifier, and `class Name` a keyword.
    guard word == "class", let next = code.word(index + 1) else { return false }
    return ["func", "var", "let", "subscript"].contains(next) || isModifier(next, code, index + 1)
  }

  private mutating func readModifier(_ word: String, _ code: SwiftCode, _ index: inout Int) {
    index += 1
    var isSetter = false
    if code.isMark("(", at: index), !code.tokens[index].startsLine {
      isSetter = code.word(index + 1) == "set"
      index = code.closing[index] + 1
    }
    if isSetter {
      hasHiddenSetter = hasHiddenSetter || !["public", "open"].contains(word)
    } else if Self.accessWords.contains(word) {
      access = word
      if word == "open" { traits.insert("open") }
    } else if word == "class" {
      traits.insert("static")
    } else if Self.noticed.contains(word) {
      traits.insert(word)
    }
    if word == "override" { isOverride = true }
  }

  private mutating func readAttribute(_ code: SwiftCode, _ index: inout Int) {
    index += 1
    guard let name = code.word(index) else { return }
    index += 1
    while code.isSymbol(".", at: index), code.word(index + 1) != nil { index += 2 }
    var arguments: Range<Int>?
    if code.isMark("(", at: index), !code.tokens[index].followsSpace {
      arguments = index + 1..<code.closing[index]
      index = code.closing[index] + 1
    }
    switch name {
    case "_spi", "_spi_available": isHidden = true
    case "available": if let arguments { readAvailability(code, arguments) }
    default:
      if name.first?.isUppercase == true, !Self.silentAttributes.contains(name) {
        traits.insert("@\(name)")
      }
    }
  }

  private mutating func readAvailability(_ code: SwiftCode, _ range: Range<Int>) {
    let parts = code.split(range)
    guard let first = parts.first else { return }
    let platform = code.word(first.lowerBound)
    let words = parts.dropFirst().map { code.word($0.lowerBound) ?? "" }
    if code.isSymbol("*", at: first.lowerBound) {
      if words.contains("unavailable") { isHidden = true }
      return
    }
    guard first.count == 1, let platform else {
      for part in parts where part.count == 2 {
        guard let name = code.word(part.lowerBound), name != "swift" else { continue }
        introduced[name] = code.text(part.lowerBound + 1..<part.upperBound)
      }
      return
    }
    if words.contains("unavailable") { traits.insert("unavailable on \(platform)") }
    for part in parts where code.word(part.lowerBound) == "introduced" && part.count > 2 {
      introduced[platform] = code.text(part.lowerBound + 2..<part.upperBound)
    }
  }
}
