/// Writes a draft as YAML in block style, with a comment above every key that has an origin.
struct DraftWriter {
  private var lines: [String] = []

  /// Writes the members of a file.
  static func text(_ file: Draft, header: [String]) -> String {
    var writer = DraftWriter()
    writer.lines = header.map { "# \($0)" }
    writer.members(file.members, indentation: 0)
    return writer.lines.joined(separator: "\n") + "\n"
  }

  /// Writes a value on one line; with `isInner` a mapping without its braces.
  static func line(_ draft: Draft, isInner: Bool = false) -> String {
    let text = DraftWriter().inline(draft) ?? ""
    return isInner ? String(text.dropFirst().dropLast()) : text
  }

  private mutating func members(
    _ members: [Draft.Member], indentation: Int, bullet: String? = nil
  ) {
    for (index, member) in members.enumerated() {
      let space = String(repeating: " ", count: indentation)
      comments(of: member.value, space)
      let start = index == 0 ? bullet ?? space : space
      value(member.value, start + key(member.key) + ":", indentation)
    }
  }

  private mutating func value(_ draft: Draft, _ start: String, _ indentation: Int) {
    if let inline = inline(draft), start.count + inline.count < 96 || isScalar(draft) {
      lines.append("\(start) \(inline)")
    } else if !draft.elements.isEmpty {
      lines.append(start)
      for element in draft.elements { self.element(element, indentation + 2) }
    } else {
      lines.append(start)
      members(draft.members, indentation: indentation + 2)
    }
  }

  private mutating func element(_ draft: Draft, _ indentation: Int) {
    let space = String(repeating: " ", count: indentation)
    comments(of: draft, space)
    let bullet = space + "- "
    if draft.anchor == nil, let inline = inline(draft),
      bullet.count + inline.count < 98 || isScalar(draft)
    {
      lines.append(bullet + inline)
    } else if let anchor = draft.anchor {
      lines.append(bullet + "&\(anchor)")
      members(draft.members, indentation: indentation + 2)
    } else if !draft.members.isEmpty {
      members(draft.members, indentation: indentation + 2, bullet: bullet)
    } else {
      lines.append(bullet.dropLast() + "")
      for element in draft.elements { self.element(element, indentation + 2) }
    }
  }

  private mutating func comments(of draft: Draft, _ space: String) {
    var texts = draft.origins.map(\.comment)
    if let remark = draft.remark { texts.append(remark) }
    var seen: Set<String> = []
    for text in texts where seen.insert(text).inserted { lines.append("\(space)# \(text)") }
  }

  private func isScalar(_ draft: Draft) -> Bool {
    switch draft.content {
    case .list(let elements): elements.isEmpty
    case .mapping(let members): members.isEmpty
    default: true
    }
  }

  /// The value on one line; nil if a part has a comment.
  private func inline(_ draft: Draft) -> String? {
    switch draft.content {
    case .text(let text): return quoted(text)
    case .number(let number): return String(number)
    case .bool(let value): return String(value)
    case .alias(let name): return "*\(name)"
    case .list(let elements):
      let parts = elements.compactMap { hasComment($0) ? nil : inline($0) }
      return parts.count == elements.count ? "[\(parts.joined(separator: ", "))]" : nil
    case .mapping(let members):
      let parts = members.compactMap { member in
        hasComment(member.value) ? nil : inline(member.value).map { "\(key(member.key)): \($0)" }
      }
      return parts.count == members.count ? "{\(parts.joined(separator: ", "))}" : nil
    }
  }

  private func hasComment(_ draft: Draft) -> Bool {
    !draft.origins.isEmpty || draft.remark != nil
  }

  private func key(_ text: String) -> String { text == "<<" ? text : quoted(text) }
}

/// A text as a YAML scalar: plain if that is certainly a string in YAML 1.1 and 1.2 and in every
/// context, otherwise in double quotes.
private func quoted(_ text: String) -> String {
  let isPlain =
    (text.utf8.first.map { $0.isPlainStart } ?? false) && text.utf8.last != UInt8(ascii: " ")
    && text.utf8.allSatisfy(\.isPlain) && !words.contains(text.lowercased())
  if isPlain { return text }
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": result += "\\\(scalar)"
    case "\n": result += "\\n"
    case "\t": result += "\\t"
    default:
      if isEscaped(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
  return result + "\""
}

/// Whether a character is a control or format character, or ends lines.
private func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
  default: false
  }
}

/// The words of YAML 1.1 that aren't strings.
private let words: Set<String> = [
  "y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf",
]

extension UInt8 {
  fileprivate var isPlainStart: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }

  fileprivate var isPlain: Bool {
    isPlainStart || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || " ._/-()+".utf8.contains(self)
  }
}
