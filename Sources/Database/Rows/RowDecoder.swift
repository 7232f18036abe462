extension Row {
  /// Converts a row that `init(encoding:)` created, and that may have further columns.
  ///
  /// - Throws: `noSuchColumn` or `wrongType`, also for an unknown raw value or malformed JSON.
  package func decode<Record: Decodable>(_ type: Record.Type = Record.self) throws -> Record {
    try Record(from: RowDecoder(row: self))
  }
}

/// Provides the columns of a row as properties.
private struct RowDecoder: Decoder {
  let row: Row
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(RowDecodingContainer<Key>(row: row))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    preconditionFailure("a row is a value with properties")
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    preconditionFailure("a row is a value with properties")
  }
}

/// Decodes properties from the columns of their names.
private struct RowDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let row: Row
  let codingPath: [any CodingKey] = []

  var allKeys: [Key] { row.columns.compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool {
    row.columns.contains(Row.column(of: key.stringValue))
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    try row[Row.column(of: key.stringValue)] as Value == .null
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try row[Row.column(of: key.stringValue)]
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try row[Row.column(of: key.stringValue)]
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try row[Row.column(of: key.stringValue)]
  }

  func decode<Property: Decodable>(_ type: Property.Type, forKey key: Key) throws -> Property {
    let column = Row.column(of: key.stringValue)
    let value: Value = try row[column]
    guard let property = value.decoded(as: type) else {
      throw DatabaseError(.wrongType(column: column))
    }
    return property
  }

  func nestedContainer<NestedKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    throw DatabaseError(.wrongType(column: Row.column(of: key.stringValue)))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw DatabaseError(.wrongType(column: Row.column(of: key.stringValue)))
  }

  func superDecoder() -> any Decoder { RowDecoder(row: row) }

  func superDecoder(forKey key: Key) -> any Decoder { RowDecoder(row: row) }
}
