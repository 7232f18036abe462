package import Logging

/// Says which credential goes to which address.
///
///     let tokens = try CredentialSource(["https://npm.acme.dev/": Secret("Bearer abc")])
package struct CredentialSource: Sendable {
  /// The value of `Authorization` for a URL; may take its time to renew one.
  package var authorization: @Sendable (AbsoluteURL) async throws(HTTPError) -> Secret?
  /// Told that the credential for a URL was refused; whether it is worth asking with another.
  package var renew: @Sendable (AbsoluteURL) async -> Bool = { _ in false }

  /// Asks a function, which must look at the whole origin.
  package init(
    authorization: @escaping @Sendable (AbsoluteURL) async throws(HTTPError) -> Secret?
  ) {
    self.authorization = authorization
  }

  /// Knows a value for each URL prefix; the longest that covers a URL counts.
  package init(_ prefixes: [String: Secret]) throws(HTTPError) {
    var entries: [(prefix: AbsoluteURL, value: Secret)] = []
    for (prefix, value) in prefixes { entries.append((try AbsoluteURL(prefix), value)) }
    entries.sort { $0.prefix.path.utf8.count > $1.prefix.path.utf8.count }
    let longestFirst = entries
    authorization = { url in longestFirst.first { $0.prefix.covers(url) }?.value }
  }

  /// Asks another source where this one knows nothing.
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

  /// Knows none.
  package static let none = CredentialSource(authorization: { _ in nil })
}

extension Client {
  /// Attaches credentials to requests that bring none of their own; one that is refused and can be
  /// renewed is, once.
  package func authorized(by source: CredentialSource) -> Client {
    Client { request throws(HTTPError) in
      guard request.credential == nil, request.headers["Authorization"] == nil
      else { return try await self.send(request) }
      var request = request
      let url = try AbsoluteURL(request.url)
      request.credential = try await source.authorization(url)
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
  /// Whether `url` lies below this one: the same origin, and a path that continues this path.
  ///
  /// `/npm` covers `/npm` and `/npm/x`, never `/npmx`, nor a path that a server could read as one
  /// that leads up again, `/npm/%2e%2e/x`.
  package func covers(_ url: AbsoluteURL) -> Bool {
    // Bytes, not characters: to a server two spellings of one letter are two paths.
    let (own, other) = (path.utf8, url.path.utf8)
    guard origin == url.origin, other.starts(with: own), !url.hasHiddenDots else { return false }
    let slash = UInt8(ascii: "/")
    return own.last == slash || other.count == own.count
      || other.dropFirst(own.count).first == slash
  }

  /// Whether decoding the path brings out a segment of dots; plain ones are gone by then.
  private var hasHiddenDots: Bool {
    let decoded = path.lowercased().replacing("%2e", with: ".").replacing("%2f", with: "/")
      .replacing("%5c", with: "/").replacing("\\", with: "/")
    return decoded.split(separator: "/").contains { $0 == "." || $0 == ".." }
  }
}
