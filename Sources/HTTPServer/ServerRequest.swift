/// A complete request.
package struct ServerRequest: Hashable, Sendable {
  /// The method; `HEAD` is passed as `GET`, and the response is sent without its body.
  package var method: String
  /// Path and query as sent, with escapes.
  package var target: String
  /// The header fields in order, with names as sent.
  package var headers: [HeaderField]
  /// The body as sent, limited by the server's options.
  package var body: [UInt8]
  /// The client's numeric address.
  package var client: String

  /// Creates a request, for tests of handlers.
  package init(
    _ method: String, _ target: String, headers: [HeaderField] = [], body: [UInt8] = [],
    client: String = "127.0.0.1"
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
    self.client = client
  }

  /// The target up to the question mark.
  package var path: Substring { target.prefix { $0 != "?" } }

  /// The target after the question mark; empty without one.
  package var query: Substring { target.drop { $0 != "?" }.dropFirst() }

  /// Returns the first value of a header field, ignoring case.
  package func header(_ name: String) -> String? { headers.first(named: name) }
}

/// A header field.
package struct HeaderField: Hashable, Sendable {
  /// The name; case is ignored.
  package var name: String
  /// The value without surrounding whitespace.
  package var value: String

  /// Creates a header field.
  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension [HeaderField] {
  /// Returns the first value of a name, ignoring case.
  func first(named name: String) -> String? {
    let wanted = name.lowercased()
    return first { $0.name.lowercased() == wanted }?.value
  }
}
