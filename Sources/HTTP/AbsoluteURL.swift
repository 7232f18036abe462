internal import CCurl
import Text

/// An HTTP or HTTPS URL, parsed by libcurl, so that the check and the connection see the same host.
///
/// `PlainURL` parses simple URLs, and texts with another scheme are refused, so that libcurl isn't
/// loaded for them.
///
///     let url = try AbsoluteURL("https://registry.npmjs.org/left-pad?x=1")
///     url.origin.description  // "https://registry.npmjs.org"
///     try url.resolving("../b").text  // "https://registry.npmjs.org/b"
package struct AbsoluteURL: Hashable, Sendable {
  /// The scheme, host and port; a missing port is the scheme's default.
  package let origin: Origin
  /// Begins with a slash and has no dot segments; percent signs are kept.
  package let path: String
  /// Without the question mark.
  package let query: String?

  /// Parses a URL; refuses one with a user or password, because it would appear in logs.
  package init(_ text: String) throws(HTTPError) {
    try self.init([text])
  }

  /// Resolves a reference relative to this URL, such as a `Location` (RFC 3986 section 5).
  package func resolving(_ reference: String) throws(HTTPError) -> AbsoluteURL {
    // libcurl 7.88 would lose the query here.
    if reference.isEmpty || reference.hasPrefix("#") { return self }
    return try AbsoluteURL([text, reference])
  }

  /// The URL without a fragment.
  package var text: String { withoutQuery + (query.map { "?" + $0 } ?? "") }

  /// The origin and path, for logs and errors.
  package var withoutQuery: String { origin.description + path }

  private init(_ steps: [String]) throws(HTTPError) {
    if steps.count == 1, let plain = PlainURL(steps[0]) {
      (origin, path, query) = (plain.origin, plain.path, nil)
      return
    }
    let shown = Self.shown(steps.first ?? "")
    guard steps.first?.lowercased().hasPrefix("http") == true else {
      throw HTTPError(.invalidURL, url: shown)
    }
    let handle = curl_url()
    defer { curl_url_cleanup(handle) }
    for step in steps {
      guard curl_url_set(handle, CURLUPART_URL, step, 0) == CURLUE_OK, !step.contains("\0")
      else { throw HTTPError(.invalidURL, url: shown) }
    }
    func part(_ part: CURLUPart, _ flags: Int32 = 0) -> String? {
      var text: UnsafeMutablePointer<CChar>?
      guard curl_url_get(handle, part, &text, UInt32(flags)) == CURLUE_OK, let text
      else { return nil }
      defer { curl_free(text) }
      return String(cString: text)
    }
    guard part(CURLUPART_USER) == nil, part(CURLUPART_PASSWORD) == nil else {
      throw HTTPError(.invalidURL, url: shown, detail: "the URL contains a user or password")
    }
    guard let scheme = part(CURLUPART_SCHEME)?.lowercased(), ["http", "https"].contains(scheme),
      let host = part(CURLUPART_HOST)?.lowercased(), !host.isEmpty,
      let port = part(CURLUPART_PORT, CURLU_DEFAULT_PORT)?.number(in: 0...65_535)
    else { throw HTTPError(.invalidURL, url: shown) }
    origin = Origin(scheme: scheme, host: host, port: port)
    path = part(CURLUPART_PATH) ?? "/"
    query = part(CURLUPART_QUERY)
  }

  /// Removes the user, password and query from any text, for an error.
  static func shown(_ text: String) -> String {
    let head = text.prefix { $0 != "?" && $0 != "#" }
    guard let at = head.lastIndex(of: "@"), let scheme = head.firstRange(of: "://")
    else { return String(head.prefix(500)) }
    // An at sign in the path, as in `/@scope/name`, marks no user.
    let authority = head[scheme.upperBound...].prefix { $0 != "/" }
    guard at < authority.endIndex else { return String(head.prefix(500)) }
    return String((head[..<scheme.upperBound] + head[head.index(after: at)...]).prefix(500))
  }
}
