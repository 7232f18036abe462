package import Logging

/// Provides the credential for each request.
///
///     let tokens = CredentialSource { request in
///       request.purpose == .registry ? Secret("Bearer abc") : nil
///     }
package struct CredentialSource: Sendable {
  /// Returns the value of `Authorization` for a request; can take time to renew one.
  package var authorization: @Sendable (Request) async throws(HTTPError) -> Secret?
  /// Reports that the credential of a request was rejected; returns whether to retry with a new one.
  package var renew: @Sendable (Request) async -> Bool = { _ in false }

  /// Creates a source from a closure, which must check purpose and URL.
  package init(
    authorization: @escaping @Sendable (Request) async throws(HTTPError) -> Secret?
  ) {
    self.authorization = authorization
  }

  /// A source without credentials.
  package static let none = CredentialSource(authorization: { _ in nil })
}

extension Client {
  /// Adds credentials to requests that state a purpose and have none.
  ///
  /// A rejected credential is renewed at most once, if that is possible.
  package func authorized(by source: CredentialSource) -> Client {
    Client { request throws(HTTPError) in
      guard request.purpose != .unstated, request.credential == nil,
        request.headers["Authorization"] == nil
      else { return try await self.send(request) }
      var request = request
      request.credential = try await source.authorization(request)
      guard let first = request.credential else { return try await self.send(request) }
      let response = try await self.send(hiding: first, request)
      guard response.status == 401, await source.renew(request) else { return response }
      request.credential = nil
      request.credential = try await source.authorization(request)
      return try await self.send(hiding: request.credential ?? first, request)
    }
  }

  /// Sends a request; the library's message of an error must not show the credential.
  private func send(
    hiding secret: Secret, _ request: Request
  ) async throws(HTTPError) -> Response {
    do throws(HTTPError) {
      return try await send(request)
    } catch {
      var failure = error
      // With the scheme, and without it.
      for word in secret.reveal().split(separator: " ").reversed() where word.utf8.count > 3 {
        guard !["Basic", "Bearer", "token"].contains(word) else { continue }
        failure.detail = failure.detail.replacing(word, with: "***")
      }
      throw failure
    }
  }
}

extension AbsoluteURL {
  /// Returns whether `url` has the same origin and a path below this path.
  ///
  /// `/npm` covers `/npm` and `/npm/x`, but neither `/npmx` nor a path that a server could decode
  /// to a parent folder, such as `/npm/%2e%2e/x`.
  package func covers(_ url: AbsoluteURL) -> Bool {
    // Compare bytes, not characters: a server distinguishes two encodings of one letter.
    let (own, other) = (path.utf8, url.path.utf8)
    guard origin == url.origin, other.starts(with: own), !url.hasHiddenDots else { return false }
    let slash = UInt8(ascii: "/")
    return own.last == slash || other.count == own.count
      || other.dropFirst(own.count).first == slash
  }

  /// Whether decoding the path yields a dot segment; plain ones are already removed.
  private var hasHiddenDots: Bool {
    // Decoding is slow, and few paths have anything to decode.
    let isPlain = !path.utf8.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "\\") }
    if isPlain { return false }
    let decoded = path.lowercased().replacing("%2e", with: ".").replacing("%2f", with: "/")
      .replacing("%5c", with: "/").replacing("\\", with: "/")
    // Bytes: a combining mark after a slash would hide it in a split of characters.
    return decoded.utf8.split(separator: UInt8(ascii: "/")).contains {
      $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8)
    }
  }
}
