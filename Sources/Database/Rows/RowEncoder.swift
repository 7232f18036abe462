extension Row {
  /// Converts a value to a row: each property is a column of its name in snake case.
  ///
  ///     struct Bird: Codable { var name: String; var seenAt: Timestamp; var songs: [String] }
  ///     // name TEXT, seen_at INTEGER, songs TEXT: ["srii"]
  ///
  /// A `Storable` or a raw value is stored as it is, nil as NULL, and every other property as JSON.
  package init(encoding value: some Encodable) throws {
    let encoder = RowEncoder()
    try value.encode(to: encoder)
    self.init(columns: encoder.columns, values: encoder.values)
  }

  /// Returns the column of a property: `isFinal` is `is_final`, `webURL` is `web_url`.
  static func column(of property: String) -> String {
    guard property.utf8.contains(where: isCapital) else { return property }
    var column: [UInt8] = []
    var isAfterCapital = true
    for byte in property.utf8 {
      if isCapital(byte), !isAfterCapital { column.append(UInt8(ascii: "_")) }
      isAfterCapital = isCapital(byte)
      column.append(isAfterCapital ? byte | 0x20 : byte)
    }
    return String(decoding: column, as: UTF8.self)
  }

  private static func isCapital(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }
}

/// Collects the properties of a value as columns.
private final class RowEncoder: Encoder {
  var columns: [String] = []
  var values: [Value] = []
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func add(_ value: Value, of key: some CodingKey) {
    columns.append(Row.column(of: key.stringValue))
    values.append(value)
  }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(RowEncodingContainer<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    preconditionFailure("a row is a value with properties")
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    preconditionFailure("a row is a value with properties")
  }
}

/// Encodes properties; nil becomes NULL, so that all rows of a type have the same columns.
private struct RowEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: RowEncoder
  let codingPath: [any CodingKey] = []

  func encodeNil(forKey key: Key) { encoder.add(.null, of: key) }

  func encode(_ value: String, forKey key: Key) { encoder.add(.text(value), of: key) }

  func encode(_ value: Int, forKey key: Key) { encoder.add(value.databaseValue, of: key) }

  func encode(_ value: Bool, forKey key: Key) { encoder.add(value.databaseValue, of: key) }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    encoder.add(try Value(encoding: value), of: key)
  }

  func encodeIfPresent(_ value: String?, forKey key: Key) {
    encoder.add(value.databaseValue, of: key)
  }

  func encodeIfPresent(_ value: Int?, forKey key: Key) {
    encoder.add(value.databaseValue, of: key)
  }

  func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws {
    encoder.add(try value.map { try Value(encoding: $0) } ?? .null, of: key)
  }

  func nestedContainer<NestedKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    preconditionFailure("a column has one value")
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    preconditionFailure("a column has one value")
  }

  func superEncoder() -> any Encoder { encoder }

  func superEncoder(forKey key: Key) -> any Encoder { encoder }
}
