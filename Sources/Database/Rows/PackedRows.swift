/// Rows as bytes, for another process of this program.
///
/// Four bytes with the number of columns, each name, and the values row by row. A text has its length
/// in four bytes in front; numbers have the least significant byte first.
extension [Row] {
  private enum Tag: UInt8 {
    case null, integer, real, text, blob
  }

  /// The rows, which have the same columns.
  package var packed: [UInt8] {
    var bytes: [UInt8] = []
    let columns = first?.columns ?? []
    bytes.append(number: UInt32(columns.count))
    for column in columns { bytes.append(sized: column.utf8) }
    for value in lazy.flatMap(\.values) {
      switch value {
      case .null: bytes.append(Tag.null.rawValue)
      case .integer(let number):
        bytes.append(Tag.integer.rawValue)
        bytes.append(number: UInt64(bitPattern: number))
      case .real(let number):
        bytes.append(Tag.real.rawValue)
        bytes.append(number: number.bitPattern)
      case .text(let text):
        bytes.append(Tag.text.rawValue)
        bytes.append(sized: text.utf8)
      case .blob(let content):
        bytes.append(Tag.blob.rawValue)
        bytes.append(sized: content)
      }
    }
    return bytes
  }

  /// Reads what `packed` has written; nil if it is malformed.
  package init?(packed bytes: [UInt8]) {
    var rest = bytes[...]
    guard let count = rest.number(UInt32.self), count <= 1_000 else { return nil }
    var columns: [String] = []
    for _ in 0..<count {
      guard let name = rest.sized() else { return nil }
      columns.append(String(decoding: name, as: UTF8.self))
    }
    self = []
    while !rest.isEmpty {
      var values: [Value] = []
      for _ in columns {
        guard let value = Self.value(from: &rest) else { return nil }
        values.append(value)
      }
      guard !columns.isEmpty else { return nil }
      append(Row(columns: columns, values: values))
    }
  }

  private static func value(from rest: inout ArraySlice<UInt8>) -> Value? {
    switch rest.popFirst().flatMap(Tag.init) {
    case .null: .null
    case .integer: rest.number(UInt64.self).map { .integer(Int64(bitPattern: $0)) }
    case .real: rest.number(UInt64.self).map { .real(Double(bitPattern: $0)) }
    case .text: rest.sized().map { .text(String(decoding: $0, as: UTF8.self)) }
    case .blob: rest.sized().map { .blob(Array<UInt8>($0)) }
    case nil: nil
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append<Number: FixedWidthInteger>(number: Number) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  fileprivate mutating func append(sized content: some Collection<UInt8>) {
    append(number: UInt32(content.count))
    append(contentsOf: content)
  }
}

extension ArraySlice<UInt8> {
  fileprivate mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
    let size = Number.bitWidth / 8
    guard count >= size else { return nil }
    let number = prefix(size).reversed().reduce(Number.zero) { $0 << 8 | Number($1) }
    removeFirst(size)
    return number
  }

  fileprivate mutating func sized() -> ArraySlice<UInt8>? {
    guard let size = number(UInt32.self).map(Int.init), count >= size else { return nil }
    defer { removeFirst(size) }
    return prefix(size)
  }
}
