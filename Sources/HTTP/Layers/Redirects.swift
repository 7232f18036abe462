package import Time

extension Client {
  /// Follows redirects within the deadline of the first request.
  ///
  /// If the origin changes, the credential and all but harmless headers are dropped. A redirect
  /// from https to http, or one that sends a body to another origin, throws `insecureRedirect`.
  package func followingRedirects(limit: Int = 10, clock: WallClock = .system) -> Client {
    Client { request throws(HTTPError) in
      let end = clock.now() + request.deadline
      var request = request
      for _ in 0...max(limit, 0) {
        let response = try await self.send(request)
        guard let next = try request.redirected(by: response) else { return response }
        request = next
        request.deadline = end - clock.now()
        guard request.deadline > .zero else { throw request.failure(.timedOut) }
      }
      throw request.failure(.tooManyRedirects)
    }
  }
}

extension Request {
  /// Returns the request for a redirect; nil if the response is not a redirect.
  ///
  /// RFC 9110 section 15.4: a 303 changes every method to GET, and 301 and 302 change POST to GET,
  /// as in all browsers; 307 and 308 keep the method.
  func redirected(by response: Response) throws(HTTPError) -> Request? {
    guard [301, 302, 303, 307, 308].contains(response.status),
      let location = response.headers["Location"]
    else { return nil }
    let here = try AbsoluteURL(url)
    let there = try destination(location, from: here)
    guard here.origin.scheme == "http" || there.origin.scheme == "https"
    else { throw failure(.insecureRedirect) }
    var next = self
    next.url = there.text
    if becomesGet(after: response.status) { next.becomeGet() }
    guard here.origin != there.origin else { return next }
    guard next.body == nil, next.method == .get || next.method == .head
    else { throw failure(.insecureRedirect) }
    next.redirectedFrom.append(here.origin)
    return next.withoutSecrets
  }

  /// Returns the request with only the headers that any server may see.
  ///
  /// This is a list of allowed headers, because the headers that carry secrets are not all known.
  var withoutSecrets: Request {
    var request = self
    request.credential = nil
    request.answersChallenge = false
    request.headers.fields.removeAll { !Self.harmless.contains($0.name.lowercased()) }
    return request
  }

  private static let harmless: Set = [
    "accept", "accept-language", "cache-control", "if-modified-since", "if-none-match", "range",
    "user-agent", "x-github-api-version",
  ]

  func failure(_ code: HTTPError.Code) -> HTTPError {
    HTTPError(code, url: AbsoluteURL.shown(url))
  }

  private func destination(
    _ location: String, from here: AbsoluteURL
  ) throws(HTTPError) -> AbsoluteURL {
    do {
      return try here.resolving(location)
    } catch {
      throw failure(.insecureRedirect)
    }
  }

  private func becomesGet(after status: Int) -> Bool {
    status == 303 ? method != .head : (status == 301 || status == 302) && method == .post
  }

  private mutating func becomeGet() {
    method = .get
    isIdempotent = true
    body = nil
    headers.fields.removeAll { $0.name.lowercased().hasPrefix("content-") }
  }
}
