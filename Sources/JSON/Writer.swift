extension Value {
  /// Writes the value in a style.
  ///
  ///     value.text(.indented("  ")) + "\n"
  package func text(_ style: Style) -> String {
    String(decoding: bytes(style), as: UTF8.self)
  }

  /// Writes the value in a style, as the bytes that a file has.
  package func bytes(_ style: Style) -> [UInt8] {
    var writer = Writer(style: style)
    writer.write(self)
    return writer.result
  }
}

/// Prints values; recursive, as deep as the value is.
struct Writer {
  let style: Style
  var result: [UInt8] = []
  /// What every line but the first begins with, besides its own indentation.
  var margin = ""
  private var depth = 0

  init(style: Style, margin: String = "") {
    self.style = style
    self.margin = margin
  }

  mutating func write(_ value: Value) {
    switch value {
    case .null: result += "null".utf8
    case .bool(let bool): result += (bool ? "true" : "false").utf8
    case .number(let text): result += numberText(text).utf8
    case .string(let string): quote(string)
    case .array(let elements): list("[", "]", elements) { $0.write($1) }
    case .object(let object):
      list("{", "}", inOrder(object.members)) { writer, member in
        writer.quote(member.key)
        writer.result += writer.style.colon.utf8
        writer.write(member.value)
      }
    }
  }

  private func numberText(_ text: String) -> String {
    style.dialect == .javaScript ? javaScriptNumber(text) : text
  }

  private mutating func list<Item>(
    _ open: String, _ close: String, _ items: [Item], _ write: (inout Writer, Item) -> Void
  ) {
    result += open.utf8
    if items.isEmpty { return end(empty: close) }
    depth += 1
    for (index, item) in items.enumerated() {
      if index > 0 { result += ",".utf8 }
      breakLine()
      write(&self, item)
    }
    depth -= 1
    breakLine()
    result += close.utf8
  }

  /// Ends an empty list: `[]`, or with an empty line in it, as Foundation does.
  private mutating func end(empty close: String) {
    if style.dialect == .foundation, style.indent != nil {
      result += style.newline.utf8
      breakLine()
    }
    result += close.utf8
  }

  private mutating func breakLine() {
    guard let indent = style.indent else { return }
    result += style.newline.utf8
    result += margin.utf8
    for _ in 0..<depth { result += indent.utf8 }
  }

  private func inOrder(_ members: [Object.Entry]) -> [Object.Entry] {
    switch style.dialect {
    case .foundation: members.sorted { $0.key < $1.key }
    case .javaScript: javaScriptOrder(members)
    }
  }
}
