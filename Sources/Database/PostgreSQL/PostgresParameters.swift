internal import CPQ

/// Statement parameters with their types, in the server's binary format.
struct PostgresParameters {
  private(set) var types: [Oid] = []
  private(set) var lengths: [Int32] = []
  private var bytes: [UInt8] = []
  /// The start of each value in `bytes`; nil for NULL.
  private var starts: [Int?] = []

  var formats: [Int32] { types.map { _ in 1 } }

  init(_ values: [Value]) {
    for value in values { append(value) }
    // Ensures that there is an address even if all values are empty.
    bytes.append(0)
  }

  /// Passes the values to C.
  func withPointers<Result>(_ body: ([UnsafePointer<CChar>?]) -> Result) -> Result {
    bytes.withUnsafeBytes { buffer in
      let start = buffer.assumingMemoryBound(to: CChar.self).baseAddress
      return body(
        starts.map { position in position.flatMap { offset in start.map { $0 + offset } } })
    }
  }

  private mutating func append(_ value: Value) {
    switch value {
    case .null:
      append(nil, as: .unknown)
    case .integer(let number):
      append(withUnsafeBytes(of: number.bigEndian, Array.init), as: .integer)
    case .real(let number):
      append(withUnsafeBytes(of: number.bitPattern.bigEndian, Array.init), as: .real)
    case .text(let text): append(Array(text.utf8), as: .text)
    case .blob(let blob): append(blob, as: .blob)
    }
  }

  private mutating func append(_ content: [UInt8]?, as type: PostgresType) {
    types.append(type.rawValue)
    lengths.append(Int32(clamping: content?.count ?? 0))
    starts.append(content == nil ? nil : bytes.count)
    bytes += content ?? []
  }
}

/// The object identifiers of the types used by martlet's schemas and statements.
struct PostgresType: RawRepresentable, Hashable {
  let rawValue: Oid

  /// The server infers the type from the context.
  static let unknown = PostgresType(rawValue: 0)
  static let boolean = PostgresType(rawValue: 16)
  static let blob = PostgresType(rawValue: 17)
  static let name = PostgresType(rawValue: 19)
  static let integer = PostgresType(rawValue: 20)
  static let smallInteger = PostgresType(rawValue: 21)
  static let middleInteger = PostgresType(rawValue: 23)
  static let text = PostgresType(rawValue: 25)
  static let real = PostgresType(rawValue: 701)
  static let varyingText = PostgresType(rawValue: 1043)
}
