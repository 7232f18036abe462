import Database
package import HTTP
package import Time

extension StateStore {
  /// A response cache in the state; its failures are ignored.
  package var responses: ResponseStore {
    ResponseStore(
      load: { key in try? await response(key) },
      save: { key, response in try? await save(response, as: key) })
  }

  /// Returns the response under a key.
  func response(_ key: String) async throws -> StoredResponse? {
    if let send {
      let answer = try await send(.response(key), [])
      return try answer.decode(StoredHead?.self)?.response(answer.body)
    }
    return try await storedResponse(key)
  }

  private func storedResponse(_ key: String) async throws -> StoredResponse? {
    try await connection.read { transaction in
      try transaction.execute("SELECT * FROM responses WHERE key = ?", key).first.map { row in
        let headers: String = try row["headers"]
        return StoredResponse(
          url: try row["url"], headers: Headers(lines: headers), body: try row["body"],
          validatedAt: try row["validated_at"])
      }
    }
  }

  /// Stores a response under a key.
  func save(_ response: StoredResponse, as key: String) async throws {
    if let send {
      _ = try await send(.saveResponse(key, StoredHead(response)), response.body)
      return
    }
    try await connection.write(.byStatement) { transaction in
      _ = try transaction.execute(
        """
        INSERT INTO responses (key, url, headers, body, validated_at) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (key) DO UPDATE SET url = excluded.url, headers = excluded.headers,
          body = excluded.body, validated_at = excluded.validated_at
        """, key, response.url,
        response.headers.lines, response.body, response.validatedAt)
    }
  }

  /// Deletes responses that were last validated before `time`.
  package func dropResponses(validatedBefore time: Timestamp) async throws {
    try await dropRows(of: "responses", where: "validated_at < ?", time)
  }
}

extension Headers {
  /// One `Name: value` per line; values contain no newline (RFC 9110 section 5.5).
  fileprivate var lines: String {
    fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
  }

  fileprivate init(lines: String) {
    self.init(
      lines.split(separator: "\n").compactMap { line in
        guard let colon = line.firstRange(of: ": ") else { return nil }
        return Field(String(line[..<colon.lowerBound]), String(line[colon.upperBound...]))
      })
  }
}

extension StoredHead {
  init(_ response: StoredResponse) {
    self.init(
      url: response.url, headers: response.headers.lines, validatedAt: response.validatedAt)
  }

  /// Returns the response with its body.
  func response(_ body: [UInt8]) -> StoredResponse {
    StoredResponse(
      url: url, headers: Headers(lines: headers), body: body, validatedAt: validatedAt)
  }
}
