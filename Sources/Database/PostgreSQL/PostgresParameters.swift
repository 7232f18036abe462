internal import CPQ

/// Values as the server takes them: a type, and bytes in its binary format.
struct PostgresParameters {
  private(set) var types: [Oid] = []
  private(set) var lengths: [Int32] = []
  private var bytes: [UInt8] = []
  /// Where each value begins in `bytes`; nil for NULL.
  private var starts: [Int?] = []

  var formats: [Int32] { types.map { _ in 1 } }

  init(_ values: [Value]) {
    for value in values { append(value) }
    // So that there is an address even where all values are empty.
    bytes.append(0)
  }

  /// Lends the values to C.
  func withPointers<Result>(_ body: ([UnsafePointer<CChar>?]) -> Result) -> Result {
    bytes.withUnsafeBytes { buffer in
      let start = buffer.assumingMemoryBound(to: CChar.self).baseAddress
      return body(starts.map { place in place.flatMap { offset in start.map { $0 + offset } } })
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

/// The server's numbers of the types that martlet's schemas and statements have.
struct PostgresType: RawRepresentable, Hashable {
  let rawValue: Oid

  /// The server finds it out from where the value stands.
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
