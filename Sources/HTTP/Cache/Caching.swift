package import Time

extension Client {
  /// Validates cached responses with conditional requests, so that unchanged bodies are not
  /// transferred.
  ///
  /// A cached response is returned with `isFromCache` and status 200. Every response is validated,
  /// so none is stale. With `usesFreshness`, `max-age` is respected, which suits files that never
  /// change. A request with `Cache-Control: no-cache` is always validated, and one with `no-store`
  /// is not cached.
  package func caching(
    in store: ResponseStore, usesFreshness: Bool = false, largestBody: Int = 32 << 20,
    clock: WallClock = .system
  ) -> Client {
    let cache = ResponseCache(
      client: self, store: store, usesFreshness: usesFreshness, largestBody: largestBody,
      clock: clock)
    return Client { request throws(HTTPError) in try await cache.send(request) }
  }
}

private struct ResponseCache: Sendable {
  var client: Client
  var store: ResponseStore
  var usesFreshness: Bool
  var largestBody: Int
  var clock: WallClock

  func send(_ request: Request) async throws(HTTPError) -> Response {
    guard let key = request.cacheKey else { return try await client.send(request) }
    guard let stored = await store.load(key) else { return try await fetch(request, key) }
    if usesFreshness, !CacheControl(request.headers).noCache, stored.isFresh(now: now) {
      return stored.response(url: request.url)
    }
    let response = try await client.send(request.asking(about: stored))
    guard response.status == 304 else { return await keep(response, key) }
    // A 304 for another version than the cached one does not validate it.
    guard stored.isMeant(by: response) else { return try await fetch(request, key) }
    return await renew(stored, by: response, key)
  }

  private var now: Timestamp { clock.now() }

  private func fetch(_ request: Request, _ key: String) async throws(HTTPError) -> Response {
    let response = try await client.send(request)
    guard response.status != 304 else {
      var failure = request.failure(.malformed)
      failure.detail = "304 for an unconditional request"
      throw failure
    }
    return await keep(response, key)
  }

  private func keep(_ response: Response, _ key: String) async -> Response {
    guard response.isWorthKeeping, response.body.count <= largestBody else { return response }
    var headers = response.headers
    // A cookie belongs to the exchange that set it.
    headers["Set-Cookie"] = nil
    await store.save(
      key,
      StoredResponse(
        url: AbsoluteURL.shown(response.url), headers: headers, body: response.body,
        validatedAt: now))
    return response
  }

  private func renew(
    _ stored: StoredResponse, by response: Response, _ key: String
  ) async -> Response {
    var stored = stored
    for field in response.headers.fields where !field.describesBody {
      stored.headers[field.name] = response.headers[field.name]
    }
    stored.validatedAt = now
    // Without freshness the time is not used, and a large body need not be written again.
    if usesFreshness { await store.save(key, stored) }
    return stored.response(url: response.url)
  }
}

extension Request {
  fileprivate func asking(about stored: StoredResponse) -> Request {
    var request = self
    request.headers["If-None-Match"] = stored.headers["ETag"]
    request.headers["If-Modified-Since"] = stored.headers["Last-Modified"]
    return request
  }
}

extension Response {
  fileprivate var isWorthKeeping: Bool {
    let hasValidator = headers["ETag"] != nil || headers["Last-Modified"] != nil
    return status == 200 && hasValidator && !CacheControl(headers).noStore
      && !headers.values("Vary").contains { $0.contains("*") }
  }
}

extension StoredResponse {
  fileprivate func response(url: String) -> Response {
    Response(status: 200, headers: headers, body: body, url: url, isFromCache: true)
  }

  /// Compares weakly (RFC 9110 section 8.8.3.2), because compressing proxies weaken tags.
  fileprivate func isMeant(by response: Response) -> Bool {
    guard let answered = response.headers["ETag"], let own = headers["ETag"] else { return true }
    return answered.opaqueTag == own.opaqueTag
  }
}

extension String {
  fileprivate var opaqueTag: Substring { hasPrefix("W/") ? dropFirst(2) : self[...] }
}

extension Headers.Field {
  /// Whether the header describes the bytes of one message and not the content.
  fileprivate var describesBody: Bool {
    [
      "connection", "content-encoding", "content-length", "content-range", "set-cookie",
      "transfer-encoding",
    ].contains(name.lowercased())
  }
}
