extension Client {
  /// Walks a list page by page as `Link` headers lead, and answers with all of its pages.
  ///
  /// A page without success is the last of the answer: callers look at it, since part of a list is
  /// no list. Fails with `tooManyPages` beyond `limit`, with `foreignPage` when a page leads away.
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
  /// The request for the page that `page` names as the next, nil behind the last.
  ///
  /// Only the origin of `page` may serve it, since this request's credential goes along.
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
  /// Whether the status says that all went well.
  package var isSuccess: Bool { (200...299).contains(status) }
}
