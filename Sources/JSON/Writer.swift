internal import Dispatch
internal import Synchronization

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

  private typealias Step<Item> = @Sendable (inout Writer, Item) -> Void

  private mutating func list<Item: Sendable>(
    _ open: String, _ close: String, _ items: [Item], _ write: Step<Item>
  ) {
    result += open.utf8
    if items.isEmpty { return end(empty: close) }
    lineBreak += indent
    if items.count < Self.many {
      each(items[...], write)
    } else {
      halves(items, write)
    }
    lineBreak.removeLast(indent.count)
    result += lineBreak
    result += close.utf8
  }

  private mutating func each<Item>(_ items: ArraySlice<Item>, _ write: Step<Item>) {
    for index in items.indices {
      if index > 0 { result.append(UInt8(ascii: ",")) }
      result += lineBreak
      write(&self, items[index])
    }
  }

  /// From so many items on, another core is worth waking.
  private static let many = 512

  /// Writes both halves of a long list at once, the first one where it belongs.
  private mutating func halves<Item: Sendable>(_ items: [Item], _ write: Step<Item>) {
    let (middle, room) = (items.count / 2, result.capacity / 2)
    var empty = self
    empty.result = []
    let first = Mutex(self)
    let second = Mutex(empty)
    result = []
    DispatchQueue.concurrentPerform(iterations: 2) { half in
      if half == 0 {
        first.withLock { $0.each(items[..<middle], write) }
      } else {
        second.withLock {
          $0.result.reserveCapacity(room)
          $0.each(items[middle...], write)
        }
      }
    }
    // Taken out rather than copied: the first half has room for the second.
    result = first.withLock { writer in
      defer { writer.result = [] }
      return writer.result
    }
    result += second.withLock { $0.result }
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
