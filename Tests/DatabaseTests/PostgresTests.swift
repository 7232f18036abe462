import Database
import Logging
import TestSupport
import Testing

private let notes = [Migration("CREATE TABLE notes (text TEXT NOT NULL) STRICT")]

extension Connection {
  fileprivate func note(_ text: String) async throws {
    try await write { try $0.execute("INSERT INTO notes VALUES (?)", text) }
  }

  fileprivate func notes() async throws -> [String] {
    try await read { transaction in
      try transaction.execute("SELECT text FROM notes ORDER BY text").map { try $0["text"] }
    }
  }
}

private func failure(
  of url: String, timeout: Duration = .seconds(4)
) async -> DatabaseError? {
  await #expect(throws: DatabaseError.self) {
    try await Connection.open(server: Secret(url), schema: [], timeout: timeout)
  }
}

@Suite(.enabled(if: PostgresServer.programs != nil, PostgresServer.absence))
struct `A server` {
  /// A database with a connection that a test can break.
  private struct Scene {
    let server: PostgresServer
    let line: FaultyProxy
    let direct: Connection
    let connection: Connection

    init(timeout: Duration = .seconds(40)) async throws {
      server = try await PostgresServer.shared.value
      line = try FaultyProxy(to: server.port)
      let url = try await server.fresh()
      direct = try await Connection.open(server: Secret(url), schema: notes)
      let schema = url.split(separator: "search_path%3D").last.map(String.init) ?? ""
      connection = try await Connection.open(
        server: Secret(server.url(schema: schema, port: line.port) + "&sslmode=disable"),
        schema: notes, timeout: timeout)
    }
  }

  @Test func `that is lost before the commit causes a retry`() async throws {
    let scene = try await Scene()
    for fault in [FaultyProxy.Fault.lostRequest, .lostReply] {
      scene.line.set(fault, at: "INSERT INTO notes", times: 2)
      try await scene.connection.note("a")
    }
    #expect(scene.line.broken == 4)
    #expect(try await scene.direct.notes() == ["a", "a"])
  }

  @Test func `that is lost during a commit causes no retry`() async throws {
    let scene = try await Scene()
    for (fault, text) in [(FaultyProxy.Fault.lostRequest, "lost"), (.lostReply, "done")] {
      scene.line.set(fault, at: "COMMIT")
      let error = await #expect(throws: DatabaseError.self) {
        try await scene.connection.note(text)
      }
      #expect(error?.code == .outcomeUnknown)
    }
    #expect(scene.line.broken == 2)
    #expect(try await scene.direct.notes() == ["done"])
  }

  @Test func `that stays unreachable is an error after a few attempts`() async throws {
    let scene = try await Scene()
    scene.line.set(.lostRequest, at: "INSERT", times: .max)
    let error = await #expect(throws: DatabaseError.self) {
      try await scene.connection.note("a")
    }
    #expect(error?.code == .unreachable)
    #expect(scene.line.broken == 5)
    #expect(try await scene.connection.notes() == [])
  }

  @Test func `that stops responding is an error in time`() async throws {
    let scene = try await Scene(timeout: .seconds(10))
    scene.line.set(.silence, at: "INSERT")
    let error = await #expect(throws: DatabaseError.self) {
      try await scene.connection.note("a")
    }
    #expect(error?.code == .timedOut)
    try await scene.connection.note("b")
    #expect(try await scene.direct.notes() == ["b"])
  }

  @Test func `ends a statement that takes too long`() async throws {
    let scene = try await Scene(timeout: .seconds(10))
    let error = await #expect(throws: DatabaseError.self) {
      try await scene.connection.write { try $0.execute("SELECT pg_sleep(60) IS NULL AS slept") }
    }
    #expect(error?.code == .timedOut)
    #expect(error?.sqlState == "57014")
  }

  @Test func `that was restarted is used again`() async throws {
    let server = try await PostgresServer()
    let connection = try await Connection.open(server: Secret(server.fresh()), schema: notes)
    try await connection.note("a")
    try await server.disconnectAll()
    try await connection.note("b")
    #expect(try await connection.notes() == ["a", "b"])
  }

  /// A connection to a server that became a standby must not be used for ever.
  @Test func `that has become read-only is left for another connection`() async throws {
    let server = try await PostgresServer()
    let connection = try await Connection.open(server: Secret(server.fresh()), schema: notes)
    try await connection.note("a")
    try await server.psql("ALTER ROLE martlet SET default_transaction_read_only = on")
    try await server.disconnectAll()
    let error = await #expect(throws: DatabaseError.self) { try await connection.note("b") }
    #expect(error?.code == .readOnly)
    try await server.psql(
      "BEGIN READ WRITE; ALTER ROLE martlet RESET default_transaction_read_only; COMMIT")
    try await connection.note("c")
    #expect(try await connection.notes() == ["a", "c"])
  }

  @Test func `rejects the commit of a transaction with a failed statement`() async throws {
    let scene = try await Scene()
    let error = await #expect(throws: DatabaseError.self) {
      try await scene.direct.write { transaction in
        try transaction.execute("INSERT INTO notes VALUES ('a')")
        _ = try? transaction.execute("SELECT nothing")
      }
    }
    #expect(error?.code == .misuse)
    #expect(try await scene.direct.notes() == [])
  }

  @Test func `notifies listeners, also after a restart`() async throws {
    let server = try await PostgresServer()
    let url = Secret(try await server.fresh())
    let connections = [
      try await Connection.open(server: url, schema: notes),
      try await Connection.open(server: url, schema: notes),
    ]
    let (calls, call) = AsyncStream.makeStream(of: Void.self)
    await connections[0].listen { call.yield() }
    var heard = calls.makeAsyncIterator()
    // It is called once it listens, because a notification may have been missed.
    #expect(await heard.next() != nil)
    try await connections[1].write { try $0.announce() }
    #expect(await heard.next() != nil)
    try await server.disconnectAll()
    #expect(await heard.next() != nil)
    try await connections[1].write { try $0.announce() }
    #expect(await heard.next() != nil)
    for connection in connections { await connection.close() }
  }

  @Test func `does not notify listeners of another schema`() async throws {
    let server = try await PostgresServer.shared.value
    let one = try await Connection.open(server: Secret(server.fresh()), schema: notes)
    let other = try await Connection.open(server: Secret(server.fresh()), schema: notes)
    let (calls, call) = AsyncStream.makeStream(of: String.self)
    await one.listen { call.yield("one") }
    var heard = calls.makeAsyncIterator()
    _ = await heard.next()
    try await other.write { try $0.announce() }
    call.yield("end")
    #expect(await heard.next() == "end")
    await one.close()
  }
}

@Suite(.enabled(if: PostgresServer.programs != nil, PostgresServer.absence))
struct `The address of a server` {
  private let server: PostgresServer

  init() async throws {
    server = try await PostgresServer.shared.value
  }

  private static let encoded = "p%40ss%2Fw%3Ard%25secret"

  private func guest(_ password: String, _ options: String = "") -> String {
    "postgres://guest:\(password)@127.0.0.1:\(server.port)/postgres\(options)"
  }

  private func isEncrypted(_ options: String) async throws -> Bool? {
    let connection = try await Connection.open(
      server: Secret(guest(Self.encoded, options)), schema: [])
    return try await connection.read { transaction in
      try transaction.execute("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
        .first?["ssl"]
    }
  }

  @Test func `controls encryption and verification`() async throws {
    #expect(try await isEncrypted("?sslmode=disable") == false)
    #expect(try await isEncrypted("?sslmode=require") == true)
    let trusted = "?sslmode=verify-full&sslrootcert=\(server.folder)/data/server.crt"
    #expect(try await isEncrypted(trusted) == true)
    let stranger = await failure(
      of: guest(Self.encoded, "?sslmode=verify-full&sslrootcert=/nowhere.crt"))
    #expect(stranger?.message.contains("/nowhere.crt") == true)
  }

  @Test func `hides the password in errors`() async throws {
    let error = await failure(of: guest("wrong-password"))
    #expect(error?.code == .cannotOpen)
    #expect(error?.message.contains("guest") == true)
    #expect(error.map { "\($0)" }?.contains("wrong-password") == false)
  }

  @Test(arguments: ["p@ss/w:rd%secret", "p@ss-secret", "pa/ss-secret", "12/secret", "%zz-secret"])
  func `hides a password that is not percent-encoded`(password: String) async throws {
    let error = await failure(of: guest(password))
    #expect(error?.code == .cannotOpen)
    #expect(error?.message.contains("%40") == true)
    #expect(error.map { "\($0)" }?.contains("secret") == false)
  }

  @Test func `without a server is unreachable`() async throws {
    let error = await failure(of: "postgres://martlet@127.0.0.1:1/postgres")
    #expect(error?.code == .unreachable)
    #expect(error?.message.contains("port 1") == true)
  }

  @Test func `of a missing database is an error`() async throws {
    let error = await failure(of: "postgres://guest:\(Self.encoded)@127.0.0.1:\(server.port)/attic")
    #expect(error?.code == .cannotOpen)
    #expect(error?.message.contains("attic") == true)
  }

  @Test func `of a user without permission to create tables is an error`() async throws {
    let url = guest(Self.encoded)
    let error = await #expect(throws: DatabaseError.self) {
      try await Connection.open(server: Secret(url), schema: notes)
    }
    #expect(error?.code == .cannotOpen)
    #expect(error?.sqlState == "42501")
  }
}
