/// Reduces raw HTML to text, links and line breaks.
///
/// This is a scanner, not a parser: it drops all tags except a few, and keeps the text between them.
struct RawHTML {
  /// A part of the result.
  enum Piece: Hashable {
    case text(String)
    case link(String, text: String)
    case lineBreak
  }

  private var rest: Substring
  private var pieces: [Piece] = []
  private var link: (target: String, text: String)?

  /// Reads a block or a single tag.
  static func pieces(of html: String) -> [Piece] {
    var reader = RawHTML(rest: html[...])
    reader.read()
    return reader.pieces
  }

  private init(rest: Substring) { self.rest = rest }

  private mutating func read() {
    while let open = rest.firstIndex(of: "<") {
      addText(rest[..<open])
      rest = rest[open...]
      if rest.hasPrefix("<!--") { skip(past: "-->") } else { readTag() }
    }
    addText(rest)
    closeLink()
  }

  private mutating func skip(past end: String) {
    rest = rest.firstRange(of: end).map { rest[$0.upperBound...] } ?? rest[rest.endIndex...]
  }

  private mutating func readTag() {
    guard let close = rest.firstIndex(of: ">") else {
      rest = rest[rest.endIndex...]
      return
    }
    let tag = rest[rest.index(after: rest.startIndex)..<close]
    rest = rest[rest.index(after: close)...]
    let name = tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
    switch (name, tag.hasPrefix("/")) {
    case ("script", false), ("style", false), ("template", false), ("textarea", false),
      ("title", false), ("iframe", false), ("svg", false), ("math", false):
      skip(past: "</" + name)
      skip(past: ">")
    case ("a", false):
      closeLink()
      link = attribute("href", of: tag).map { ($0, "") }
    case ("a", true): closeLink()
    case ("img", false): addImage(tag)
    case ("br", _), ("p", _), ("div", _), ("li", _), ("tr", _), ("summary", _), ("h1", _),
      ("h2", _), ("h3", _), ("h4", _), ("h5", _), ("h6", _):
      if link == nil { pieces.append(.lineBreak) }
    default: break
    }
  }

  private mutating func addImage(_ tag: Substring) {
    guard let source = attribute("src", of: tag) else { return }
    let alternative = attribute("alt", of: tag) ?? ""
    let text = alternative.isEmpty ? "image" : alternative
    if link != nil { link?.text += text } else { pieces.append(.link(source, text: text)) }
  }

  private mutating func addText(_ text: Substring) {
    let plain = Self.decoded(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    guard !plain.isEmpty else { return }
    let lead = text.first?.isWhitespace == true ? " " : ""
    let tail = text.last?.isWhitespace == true ? " " : ""
    if link != nil {
      link?.text += lead + plain + tail
    } else {
      pieces.append(.text(lead + plain + tail))
    }
  }

  private mutating func closeLink() {
    guard let open = link else { return }
    link = nil
    let text = open.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if !text.isEmpty { pieces.append(.link(open.target, text: text)) }
  }

  /// Reads the value of an attribute, quoted or not.
  private func attribute(_ name: String, of tag: Substring) -> String? {
    let lowered = tag.lowercased()
    guard let found = lowered.firstRange(of: " \(name)=") else { return nil }
    let offset = lowered.distance(from: lowered.startIndex, to: found.upperBound)
    guard lowered.count == tag.count else { return nil }
    let value = tag[tag.index(tag.startIndex, offsetBy: offset)...]
    if let quote = value.first, quote == "\"" || quote == "'" {
      return Self.decoded(String(value.dropFirst().prefix { $0 != quote }))
    }
    return Self.decoded(String(value.prefix { !$0.isWhitespace && $0 != "/" || $0 == "/" }))
  }

  private static let entities = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ",
  ]

  /// Decodes the common entities and numbers; others stay as they are.
  private static func decoded(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      let name = rest[rest.index(after: start)...].prefix(10).prefix { $0 != ";" }
      let end = rest.index(start, offsetBy: name.count + 1)
      guard end < rest.endIndex, rest[end] == ";", let value = value(of: name) else {
        result += "&"
        rest = rest[rest.index(after: start)...]
        continue
      }
      result += value
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static func value(of entity: Substring) -> String? {
    if let known = entities[String(entity)] { return known }
    guard entity.hasPrefix("#") else { return nil }
    let digits = entity.dropFirst()
    let number =
      digits.hasPrefix("x") || digits.hasPrefix("X")
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
  }
}
