internal import Dispatch
internal import Synchronization

extension Value {
  /// Formats the value in a style.
  ///
  ///     value.text(.indented("  ")) + "\n"
  package func text(_ style: Style) -> String {
    String(decoding: bytes(style), as: UTF8.self)
  }

  /// Formats the value in a style, as bytes.
  ///
  /// - Parameters:
  ///   - style: the formatting.
  ///   - size: the approximate number of bytes, to reserve memory in advance.
  /// - Returns: the text, without a newline at its end.
  package func bytes(_ style: Style, about size: Int = 0) -> [UInt8] {
    var writer = Writer(style: style)
    writer.result.reserveCapacity(size)
    writer.write(self)
    return writer.result
  }
}

/// Writes values, recursively.
struct Writer {
  let style: Style
  var result: [UInt8] = []
  private let colon: [UInt8]
  private let indent: [UInt8]
  /// The end of a line and the indentation of the next.
  private var lineBreak: [UInt8]

  /// Creates a writer.
  ///
  /// All lines but the first start with `margin`.
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

  /// Writes an object whose values are written by a function.
  mutating func writeMembers(
    _ members: [Object.Entry], _ write: (inout Writer, Object.Entry) -> Void
  ) {
    result += "{".utf8
    if members.isEmpty { return end(empty: "}") }
    lineBreak += indent
    each(members[...]) { writer, member in
      writer.quote(member.key)
      writer.result += writer.colon
      write(&writer, member)
    }
    close("}")
  }

  private mutating func close(_ bracket: String) {
    lineBreak.removeLast(indent.count)
    result += lineBreak
    result += bracket.utf8
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
    self.close(close)
  }

  private mutating func each<Item>(
    _ items: ArraySlice<Item>, _ write: (inout Writer, Item) -> Void
  ) {
    for index in items.indices {
      if index > 0 { result.append(UInt8(ascii: ",")) }
      result += lineBreak
      write(&self, items[index])
    }
  }

  /// Lists with at least this many items are written on two cores.
  private static let many = 512

  /// Writes both halves of a long list concurrently, the first one into this writer's buffer.
  private mutating func halves<Item: Sendable>(_ items: [Item], _ write: Step<Item>) {
    let (middle, capacity) = (items.count / 2, result.capacity / 2)
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
          $0.result.reserveCapacity(capacity)
          $0.each(items[middle...], write)
        }
      }
    }
    // Moved instead of copied: the first half's buffer has capacity for the second.
    result = first.withLock { writer in
      defer { writer.result = [] }
      return writer.result
    }
    result += second.withLock { $0.result }
  }

  /// Ends an empty list: `[]`, or with an empty line inside, as Foundation does.
  private mutating func end(empty close: String) {
    if style.dialect == .foundation, style.indent != nil {
      result += style.newline.utf8
      result += lineBreak
    }
    result += close.utf8
  }

  func inOrder(_ members: [Object.Entry]) -> [Object.Entry] {
    switch style.dialect {
    case .foundation: members.sorted { $0.key < $1.key }
    case .javaScript: javaScriptOrder(members)
    }
  }
}
