internal import CPQ
import Logging

/// A server address with credentials, as a URL or key-value text for libpq.
struct PostgresAddress: Sendable {
  /// The time limit for a response.
  let timeout: Duration
  private let url: Secret
  /// The secrets to mask in messages of libpq and the server.
  private let hidden: Redaction

  /// Parses the URL in the same way as libpq.
  ///
  /// libpq's own error messages quote parts of the URL, which can be parts of a password that was
  /// not percent-encoded. They are not shown.
  init(_ url: Secret, timeout: Duration) throws(DatabaseError) {
    guard let options = Self.options(of: url.reveal()) else { throw .unreadableAddress }
    let ports = options["port"].map { $0.split(separator: ",") } ?? []
    let isMisread = ["host", "dbname"].contains { options[$0]?.contains("@") == true }
    guard ports.allSatisfy({ UInt16($0) != nil }), !isMisread else { throw .unreadableAddress }
    self.url = url
    self.timeout = timeout
    hidden = Redaction(
      [url]
        + [options["password"], options["sslpassword"]].compactMap(\.self)
        .filter { !$0.isEmpty }.map { Secret($0) })
  }

  /// Returns a message of libpq or the server on one line, with secrets masked.
  func masked(_ message: String) -> String {
    hidden(message.split(whereSeparator: \.isNewline).joined(separator: " "))
  }

  /// Opens a connection; nil only if memory is exhausted.
  func connect() -> OpaquePointer? {
    // Options after `dbname` override those in the URL; options before it are defaults.
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
    message: "the address is not postgres://USER:PASSWORD@HOST:PORT/DATABASE; characters such as "
      + "/ @ : % in user or password are written as %2F %40 %3A %25")
}

/// Passes texts to C as a list that ends with a null pointer.
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
