internal import CPQ
internal import Libc

/// An open connection to a server.
///
/// Its owner makes sure that only one thread uses it at a time.
final class PostgresLink: Session {
  let pointer: OpaquePointer
  let address: PostgresAddress
  let dialect = Dialect.postgres
  private(set) var changes = 0
  /// The time limit for a response.
  var timeout: Duration
  /// The program has a few dozen statements.
  ///
  /// The limit protects against generated SQL.
  private var numbered: [String: String] = [:]
  private let numberedLimit = 128

  /// Connects within libpq's `connect_timeout` for each host.
  init(_ address: PostgresAddress) throws(DatabaseError) {
    guard let pointer = address.connect() else {
      throw DatabaseError(.other, message: "no memory for a connection")
    }
    self.pointer = pointer
    self.address = address
    timeout = address.timeout
    guard PQstatus(pointer) == CONNECTION_OK else { throw connectionFailure() }
    martlet_pq_ignore_notices(pointer)
    PQsetnonblocking(pointer, 1)
    try limitServer()
  }

  deinit {
    PQfinish(pointer)
  }

  /// Sets server timeouts shorter than `timeout`, so that the server gives up first and reports
  /// why.
  ///
  /// The client's own limit is for a server that has gone away.
  private func limitServer() throws(DatabaseError) {
    let milliseconds = Int(timeout / .milliseconds(1))
    try script(
      """
      SET statement_timeout = \(milliseconds * 3 / 4); SET lock_timeout = \(milliseconds / 4);
      SET idle_in_transaction_session_timeout = \(milliseconds * 3 / 2)
      """)
  }

  /// Whether the connection can be used for another transaction.
  var isIdle: Bool {
    PQstatus(pointer) == CONNECTION_OK && PQtransactionStatus(pointer) == PQTRANS_IDLE
  }

  /// Runs one statement and returns its rows.
  @discardableResult
  func execute(_ sql: String, _ values: [Value]) throws(DatabaseError) -> [Row] {
    let result = try run(sql, values)
    changes = Int(result.tuples) ?? 0
    return try result.rows()
  }

  /// Fetches rows in batches of 100 through a cursor of the transaction.
  func scan(_ sql: String, _ body: (Row) throws -> Void) throws {
    _ = try run("DECLARE martlet_scan NO SCROLL CURSOR FOR \(sql)", [])
    while case let rows = try run("FETCH 100 FROM martlet_scan", []).rows(), !rows.isEmpty {
      for row in rows { try body(row) }
    }
    _ = try run("CLOSE martlet_scan", [])
  }

  /// Runs statements without parameters.
  func script(_ sql: String) throws(DatabaseError) {
    guard PQsendQuery(pointer, sql) == 1 else { throw lost(sql) }
    _ = try answer(to: sql)
  }

  /// Runs one statement and returns its command tag, such as `COMMIT`.
  func command(_ sql: String) throws(DatabaseError) -> String {
    try run(sql, []).command
  }

  private func run(_ sql: String, _ values: [Value]) throws(DatabaseError) -> PostgresResult {
    let parameters = PostgresParameters(values)
    let text = numberedText(of: sql)
    let isSent = parameters.withPointers { pointers in
      PQsendQueryParams(
        pointer, text, Int32(values.count), parameters.types, pointers, parameters.lengths,
        parameters.formats, 1)
    }
    guard isSent == 1 else { throw lost(sql) }
    return try answer(to: sql)
  }

  private func numberedText(of sql: String) -> String {
    if let known = numbered[sql] { return known }
    let text = Dialect.numbered(sql)
    if numbered.count >= numberedLimit { numbered = [:] }
    numbered[sql] = text
    return text
  }

  /// Waits for all results, then throws the first failure or returns the last result.
  private func answer(to sql: String) throws(DatabaseError) -> PostgresResult {
    let deadline = ContinuousClock.now + timeout
    try flush(sql, until: deadline)
    var last: PostgresResult?
    var failure: DatabaseError?
    while true {
      while PQisBusy(pointer) == 1 { try ready(POLLIN, sql, until: deadline) }
      guard let result = PQgetResult(pointer).map(PostgresResult.init) else { break }
      if failure == nil { failure = result.failure(sql, at: address) }
      last = result
    }
    if let failure { throw failure }
    guard let last else { throw lost(sql) }
    return last
  }

  private func flush(_ sql: String, until deadline: ContinuousClock.Instant) throws(DatabaseError) {
    while true {
      switch PQflush(pointer) {
      case 0: return
      case 1: try ready(POLLIN | POLLOUT, sql, until: deadline)
      default: throw lost(sql)
      }
    }
  }

  /// Blocks the thread until the socket is ready, then consumes the input.
  private func ready(
    _ events: Int32, _ sql: String, until deadline: ContinuousClock.Instant
  ) throws(DatabaseError) {
    let rest = (deadline - .now) / .milliseconds(1)
    guard rest > 0 else {
      throw DatabaseError(.timedOut, message: "the server did not answer in time", sql: sql)
    }
    var socket = pollfd(fd: PQsocket(pointer), events: Int16(events), revents: 0)
    poll(&socket, 1, Int32(rest.rounded(.up)))
    guard socket.revents & Int16(POLLIN | POLLHUP | POLLERR) == 0 || PQconsumeInput(pointer) == 1
    else { throw lost(sql) }
  }

  private func lost(_ sql: String) -> DatabaseError {
    DatabaseError(.unreachable, message: serverMessage, sql: sql)
  }

  private func connectionFailure() -> DatabaseError {
    // After a password request, the failure is not a network problem.
    let isRefused =
      PQconnectionUsedPassword(pointer) == 1 || PQconnectionNeedsPassword(pointer) == 1
    return DatabaseError(isRefused ? .cannotOpen : .unreachable, message: serverMessage)
  }

  private var serverMessage: String {
    address.masked(PQerrorMessage(pointer).map { String(cString: $0) } ?? "")
  }
}
