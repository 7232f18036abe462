package import Logging

/// Provides the credential for each URL.
///
///     let tokens = try CredentialSource(["https://npm.acme.dev/": Secret("Bearer abc")])
package struct CredentialSource: Sendable {
  /// Returns the value of `Authorization` for a URL; can take time to renew one.
  package var authorization: @Sendable (AbsoluteURL) async throws(HTTPError) -> Secret?
  /// Reports that the credential for a URL was rejected; returns whether to retry with a new one.
  package var renew: @Sendable (AbsoluteURL) async -> Bool = { _ in false }

  /// Creates a source from a closure, which must check the whole origin.
  package init(
    authorization: @escaping @Sendable (AbsoluteURL) async throws(HTTPError) -> Secret?
  ) {
    self.authorization = authorization
  }

  /// Creates a source from values by URL prefix; the longest prefix that covers a URL is used.
  package init(_ prefixes: [String: Secret]) throws(HTTPError) {
    var entries: [(prefix: AbsoluteURL, value: Secret)] = []
    for (prefix, value) in prefixes { entries.append((try AbsoluteURL(prefix), value)) }
    entries.sort { $0.prefix.path.utf8.count > $1.prefix.path.utf8.count }
    let longestFirst = entries
    authorization = { url in longestFirst.first { $0.prefix.covers(url) }?.value }
  }

  /// Returns a source that falls back to another one.
  package func otherwise(_ other: CredentialSource) -> CredentialSource {
    var both = CredentialSource { url throws(HTTPError) in
      if let own = try await self.authorization(url) { return own }
      return try await other.authorization(url)
    }
    both.renew = { url in
      if await self.renew(url) { return true }
      return await other.renew(url)
    }
    return both
  }

  /// A source without credentials.
  package static let none = CredentialSource(authorization: { _ in nil })
}

extension Client {
  /// Adds credentials to requests that have none.
  ///
  /// A rejected credential is renewed at most once, if that is possible.
  package func authorized(by source: CredentialSource) -> Client {
    Client { request throws(HTTPError) in
      guard request.credential == nil, request.headers["Authorization"] == nil
      else { return try await self.send(request) }
      var request = request
      let url = try AbsoluteURL(request.url)
      request.credential = try await source.authorization(url)
      for principal in request.principals where request.credential == nil {
        request.credential = try await source.authorization(try AbsoluteURL(principal))
      }
      let response = try await self.send(request)
      guard response.status == 401, request.credential != nil, await source.renew(url) else {
        return response
      }
      request.credential = try await source.authorization(url)
      return try await self.send(request)
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
