import Database
import FoundationEssentials

extension StateStore {
  /// Sends a call with the body of its message to the process that has the database.
  package typealias Sender = @Sendable (StateCall, [UInt8]) async throws -> StateAnswer

  /// Returns a store whose calls another process performs; everything else fails.
  ///
  /// - Throws: `DatabaseError`, if SQLite can't be used.
  package static func remote(_ send: @escaping Sender) async throws -> StateStore {
    let closed = try await Connection.open(":memory:", schema: schema)
    await closed.close()
    return StateStore(connection: closed, send: send)
  }

  /// Performs a call here, or sends it.
  ///
  /// - Parameters:
  ///   - call: what to send.
  ///   - body: performs it with the database of this process.
  /// - Returns: the result.
  /// - Throws: `DatabaseError`, or the `StateRefusal` of the other process.
  func perform<Value: Decodable & Sendable>(
    _ call: @autoclosure () -> StateCall, _ body: (Connection) async throws -> Value
  ) async throws -> Value {
    guard let send else { return try await body(connection) }
    return try JSONDecoder().decode(Value.self, from: Data(try await send(call(), []).value))
  }

  /// Performs a call without a result here, or sends it.
  func perform(
    _ call: @autoclosure () -> StateCall, _ body: (Connection) async throws -> Void
  ) async throws {
    guard let send else { return try await body(connection) }
    _ = try await send(call(), [])
  }
}

extension StateAnswer {
  /// The answer to a call without a result.
  static let done = StateAnswer(value: [])

  /// Encodes the result of a call.
  init(_ value: some Encodable, body: [UInt8] = []) throws {
    self.init(value: Array(try JSONEncoder().encode(value)), body: body)
  }

  /// Decodes the result of a call.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: Data(value))
  }
}
