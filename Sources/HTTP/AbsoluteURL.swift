internal import CCurl

/// A URL of http or https, read by the parser that connects, so that both see the same host.
///
/// What all parsers read alike needs none, nor does what is no such URL by its first letter: libcurl
/// is not loaded for it.
///
///     let url = try AbsoluteURL("https://registry.npmjs.org/left-pad?x=1")
///     url.origin.description  // "https://registry.npmjs.org"
///     try url.resolving("../b").text  // "https://registry.npmjs.org/b"
package struct AbsoluteURL: Hashable, Sendable {
  /// Its port is always known: the scheme's own where the text names none.
  package let origin: Origin
  /// Begins with a slash and has no dot segments; percent signs stay as they came.
  package let path: String
  /// Without its question mark.
  package let query: String?

  /// Reads a URL; one with a user or a password is refused, since it would end up in logs.
  package init(_ text: String) throws(HTTPError) {
    try self.init([text])
  }

  /// Follows a reference found at this place, as a `Location` is (RFC 3986 section 5).
  package func resolving(_ reference: String) throws(HTTPError) -> AbsoluteURL {
    // libcurl 7.88 would lose the query here.
    if reference.isEmpty || reference.hasPrefix("#") { return self }
    return try AbsoluteURL([text, reference])
  }

  /// The whole of it, without a fragment.
  package var text: String { withoutQuery + (query.map { "?" + $0 } ?? "") }

  /// Origin and path: what may stand in logs and errors.
  package var withoutQuery: String { origin.description + path }

  private init(_ steps: [String]) throws(HTTPError) {
    if steps.count == 1, let plain = PlainURL(steps[0]) {
      (origin, path, query) = (plain.origin, plain.path, nil)
      return
    }
    let place = Self.shown(steps.first ?? "")
    guard steps.first?.lowercased().hasPrefix("http") == true else {
      throw HTTPError(.invalidURL, url: place)
    }
    let handle = curl_url()
    defer { curl_url_cleanup(handle) }
    for step in steps {
      guard curl_url_set(handle, CURLUPART_URL, step, 0) == CURLUE_OK, !step.contains("\0")
      else { throw HTTPError(.invalidURL, url: place) }
    }
    func part(_ part: CURLUPart, _ flags: Int32 = 0) -> String? {
      var text: UnsafeMutablePointer<CChar>?
      guard curl_url_get(handle, part, &text, UInt32(flags)) == CURLUE_OK, let text
      else { return nil }
      defer { curl_free(text) }
      return String(cString: text)
    }
    guard part(CURLUPART_USER) == nil, part(CURLUPART_PASSWORD) == nil else {
      throw HTTPError(.invalidURL, url: place, detail: "a user or password stands in the URL")
    }
    guard let scheme = part(CURLUPART_SCHEME)?.lowercased(), ["http", "https"].contains(scheme),
      let host = part(CURLUPART_HOST)?.lowercased(), !host.isEmpty,
      let port = part(CURLUPART_PORT, CURLU_DEFAULT_PORT).flatMap({ Int($0) })
    else { throw HTTPError(.invalidURL, url: place) }
    origin = Origin(scheme: scheme, host: host, port: port)
    path = part(CURLUPART_PATH) ?? "/"
    query = part(CURLUPART_QUERY)
  }

  /// What of any text, however broken, may stand in an error: no user, password or query.
  static func shown(_ text: String) -> String {
    let head = text.prefix { $0 != "?" && $0 != "#" }
    guard let at = head.lastIndex(of: "@"), let scheme = head.firstRange(of: "://")
    else { return String(head.prefix(500)) }
    // An at sign in the path, as in `/@scope/name`, hides nobody.
    let authority = head[scheme.upperBound...].prefix { $0 != "/" }
    guard at < authority.endIndex else { return String(head.prefix(500)) }
    return String((head[..<scheme.upperBound] + head[head.index(after: at)...]).prefix(500))
  }
}
