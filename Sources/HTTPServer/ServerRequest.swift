/// A request that has arrived whole.
package struct ServerRequest: Hashable, Sendable {
  /// In capitals, as it was sent; `HEAD` arrives as `GET`, and the answer loses its body.
  package var method: String
  /// Path and query as they were sent, still escaped.
  package var target: String
  /// In the order in which they arrived, names as they were sent.
  package var headers: [HeaderField]
  /// As it was sent, not decoded; its size is bounded by the server's options.
  package var body: [UInt8]
  /// The numeric address of the other end of the connection.
  package var client: String

  /// Assembles a request, as tests of handlers do.
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

  /// The target after the question mark; empty where there is none.
  package var query: Substring { target.drop { $0 != "?" }.dropFirst() }

  /// The first value of a header field; names compare without case.
  package func header(_ name: String) -> String? { headers.first(named: name) }
}

/// One line of a header.
package struct HeaderField: Hashable, Sendable {
  /// As it was sent or will be; compared without case.
  package var name: String
  /// Without the blanks around it.
  package var value: String

  /// Pairs a name with its value.
  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension [HeaderField] {
  /// The first value of a name, compared without case.
  func first(named name: String) -> String? {
    let wanted = name.lowercased()
    return first { $0.name.lowercased() == wanted }?.value
  }
}
