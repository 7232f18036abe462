internal import CPQ
import Logging

/// Where a server is and who asks, as a URL or words that libpq reads.
struct PostgresAddress: Sendable {
  /// How long an answer may take.
  let patience: Duration
  private let url: Secret
  /// What must not show in the words of libpq and of the server.
  private let hidden: Redaction

  /// Reads the URL as libpq will.
  ///
  /// libpq's own complaints quote pieces of the URL, which can be pieces of a password that was not
  /// percent-encoded: they are left out.
  init(_ url: Secret, patience: Duration) throws(DatabaseError) {
    guard let options = Self.options(of: url.reveal()) else { throw .unreadableAddress }
    let ports = options["port"].map { $0.split(separator: ",") } ?? []
    let isMisread = ["host", "dbname"].contains { options[$0]?.contains("@") == true }
    guard ports.allSatisfy({ UInt16($0) != nil }), !isMisread else { throw .unreadableAddress }
    self.url = url
    self.patience = patience
    hidden = Redaction(
      [url]
        + [options["password"], options["sslpassword"]].compactMap(\.self)
        .filter { !$0.isEmpty }.map { Secret($0) })
  }

  /// Says what libpq or the server said, on one line, secrets masked.
  func masked(_ message: String) -> String {
    hidden(message.split(whereSeparator: \.isNewline).joined(separator: " "))
  }

  /// Opens a connection; nil only where there is no memory for one.
  func connect() -> OpaquePointer? {
    // What stands behind `dbname` overrides what stands before it: these are defaults, but the last.
    let options = [
      ("connect_timeout", "10"), ("tcp_user_timeout", "30000"), ("keepalives_idle", "30"),
      ("keepalives_interval", "10"), ("keepalives_count", "3"),
      ("fallback_application_name", "martlet"), ("dbname", url.reveal()),
      ("client_encoding", "UTF8"),
    ]
    return withPointers(to: options.map(\.0)) { names in
      withPointers(to: options.map(\.1)) { values in PQconnectdbParams(names, values, 1) }
    }
  }

  private static func options(of url: String) -> [String: String]? {
    var message: UnsafeMutablePointer<CChar>?
    let list = PQconninfoParse(url, &message)
    PQfreemem(message)
    guard let list else { return nil }
    defer { PQconninfoFree(list) }
    var options: [String: String] = [:]
    var next = list
    while let keyword = next.pointee.keyword {
      if let value = next.pointee.val {
        options[String(cString: keyword)] = String(cString: value)
      }
      next += 1
    }
    return options
  }
}

extension DatabaseError {
  fileprivate static let unreadableAddress = DatabaseError(
    .cannotOpen,
    message: "the address is no postgres://USER:PASSWORD@HOST:PORT/DATABASE; characters such as "
      + "/ @ : % in user or password are written as %2F %40 %3A %25")
}

/// Lends texts to C as a list that ends with a null pointer.
private func withPointers<Result>(
  to texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Result
) -> Result {
  var bytes: [CChar] = []
  var starts: [Int] = []
  for text in texts {
    starts.append(bytes.count)
    bytes += text.utf8CString
  }
  return bytes.withUnsafeBufferPointer { buffer in
    body(starts.map { start in buffer.baseAddress.map { $0 + start } } + [nil])
  }
}
