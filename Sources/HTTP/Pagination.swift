extension Client {
  /// Fetches all pages of a list by following `Link` headers.
  ///
  /// An unsuccessful response is the last element of the result. Callers must check it, because a
  /// partial list is not a valid result. Throws `tooManyPages` beyond `limit`, and `foreignPage` if
  /// the next page is on another origin.
  package func pages(of request: Request, limit: Int = 100) async throws(HTTPError) -> [Response] {
    var request = request
    var pages: [Response] = []
    while true {
      let page = try await send(request)
      pages.append(page)
      guard page.isSuccess, let next = try request.nextPage(after: page) else { return pages }
      guard pages.count < limit else { throw request.failure(.tooManyPages(limit: limit)) }
      request = next
    }
  }
}

extension Request {
  /// Returns the request for the next page; nil after the last one.
  ///
  /// The next page must have the origin of `page`, because the request's credential is sent with
  /// it.
  package func nextPage(after page: Response) throws(HTTPError) -> Request? {
    let links = page.headers.values("Link").flatMap(Link.parse)
    guard let link = links.first(where: { $0.relations.contains("next") }) else { return nil }
    let here = try AbsoluteURL(page.url.isEmpty ? url : page.url)
    guard let there = try? here.resolving(link.target), there.origin == here.origin,
      try AbsoluteURL(url).origin == here.origin
    else { throw failure(.foreignPage) }
    var next = self
    next.url = there.text
    next.headers["If-None-Match"] = nil
    next.headers["If-Modified-Since"] = nil
    return next
  }
}

extension Response {
  /// Whether the status is 200 to 299.
  package var isSuccess: Bool { (200...299).contains(status) }
}
