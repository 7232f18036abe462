extension Value {
  /// Writes the value in a style.
  ///
  ///     value.text(.indented("  ")) + "\n"
  package func text(_ style: Style) -> String {
    String(decoding: bytes(style), as: UTF8.self)
  }

  /// Writes the value in a style, as the bytes that a file has.
  ///
  /// - Parameters:
  ///   - style: how it is laid out.
  ///   - size: about as many bytes as it will be, so that no room has to be found again and again.
  /// - Returns: the text, without a newline at its end.
  package func bytes(_ style: Style, about size: Int = 0) -> [UInt8] {
    var writer = Writer(style: style)
    writer.result.reserveCapacity(size)
    writer.write(self)
    return writer.result
  }
}

/// Prints values; recursive, as deep as the value is.
struct Writer {
  let style: Style
  var result: [UInt8] = []
  private let colon: [UInt8]
  private let indent: [UInt8]
  /// The end of a line and what the next one begins with.
  private var lineBreak: [UInt8]

  /// Starts a text all of whose lines but the first begin with a margin.
  init(style: Style, margin: String = "") {
    self.style = style
    colon = Array(style.colon.utf8)
    indent = Array((style.indent ?? "").utf8)
    lineBreak = style.indent == nil ? [] : Array((style.newline + margin).utf8)
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
        writer.result += writer.colon
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
    lineBreak += indent
    var isFirst = true
    for item in items {
      if !isFirst { result.append(UInt8(ascii: ",")) }
      isFirst = false
      result += lineBreak
      write(&self, item)
    }
    lineBreak.removeLast(indent.count)
    result += lineBreak
    result += close.utf8
  }

  /// Ends an empty list: `[]`, or with an empty line in it, as Foundation does.
  private mutating func end(empty close: String) {
    if style.dialect == .foundation, style.indent != nil {
      result += style.newline.utf8
      result += lineBreak
    }
    result += close.utf8
  }

  private func inOrder(_ members: [Object.Entry]) -> [Object.Entry] {
    switch style.dialect {
    case .foundation: members.sorted { $0.key < $1.key }
    case .javaScript: javaScriptOrder(members)
    }
  }
}
