/// A URL prefix and its replacement.
package struct Mirror: Hashable, Sendable {
  /// The URL prefix in requests.
  package let from: AbsoluteURL
  /// The URL prefix of the mirror.
  package let to: AbsoluteURL

  /// Creates a mirror; prefixes consist of whole path segments.
  package init(from: String, to: String) throws(HTTPError) {
    self.from = try AbsoluteURL(from)
    self.to = try AbsoluteURL(to)
  }
}

extension Client {
  /// Sends requests to mirrors; the longest matching prefix is used.
  ///
  /// Callers see only the original URLs, in `Response.url`, `Location` and `Link`. The credential
  /// of the original server is not sent to a mirror on another origin, unless the mirror asked for
  /// it with a challenge.
  package func mirrored(by mirrors: [Mirror]) -> Client {
    guard !mirrors.isEmpty else { return self }
    let longestFirst = mirrors.sorted { $0.from.path.utf8.count > $1.from.path.utf8.count }
    return Client { request throws(HTTPError) in
      var request = request
      request.purpose = try request.purpose.mirrored(by: longestFirst)
      let url = try AbsoluteURL(request.url)
      guard let mirror = longestFirst.first(where: { $0.from.covers(url) })
      else { return try await self.send(request) }
      let isTrusted = request.answersChallenge || mirror.from.origin == mirror.to.origin
      var mirrored = isTrusted ? request : request.withoutSecrets
      mirrored.url = mirror.from.rebase(url, onto: mirror.to)
      var response = try await self.send(mirrored)
      response.url = url.text
      response.headers = mirror.restore(response.headers, at: try AbsoluteURL(mirrored.url))
      return response
    }
  }
}

extension Purpose {
  /// Replaces the URLs of a challenge by those of mirrors: it was the mirror that answered.
  fileprivate func mirrored(by longestFirst: [Mirror]) throws(HTTPError) -> Purpose {
    guard case .realm(let challenge) = self else { return self }
    func mirrored(_ text: String) throws(HTTPError) -> String {
      let url = try AbsoluteURL(text)
      return longestFirst.first { $0.from.covers(url) }.map { $0.from.rebase(url, onto: $0.to) }
        ?? text
    }
    let registries = try challenge.registries.map { (text) throws(HTTPError) in try mirrored(text) }
    return .realm(
      Challenge(registries: registries, challenger: try mirrored(challenge.challenger)))
  }
}

extension Mirror {
  /// Replaces the mirror's URLs in headers by the original ones.
  fileprivate func restore(_ headers: Headers, at base: AbsoluteURL) -> Headers {
    Headers(
      headers.fields.map { field in
        switch field.name.lowercased() {
        case "location": Headers.Field(field.name, restore(field.value, at: base))
        case "link":
          Headers.Field(field.name, restore(Link.parse(field.value), at: base))
        default: field
        }
      })
  }

  private func restore(_ links: [Link], at base: AbsoluteURL) -> String {
    links
      .map { Link(target: restore($0.target, at: base), relations: $0.relations).description }
      .joined(separator: ", ")
  }

  private func restore(_ reference: String, at base: AbsoluteURL) -> String {
    guard let url = try? base.resolving(reference), to.covers(url) else { return reference }
    return to.rebase(url, onto: from)
  }
}

extension AbsoluteURL {
  /// Returns `url` with this prefix replaced by `target`.
  fileprivate func rebase(_ url: AbsoluteURL, onto target: AbsoluteURL) -> String {
    var rest = url.path.utf8.dropFirst(path.utf8.count)
    if !path.hasSuffix("/"), rest.first == UInt8(ascii: "/") { rest.removeFirst() }
    let slash = rest.isEmpty || target.path.hasSuffix("/") ? "" : "/"
    let query = url.query.map { "?" + $0 } ?? ""
    return target.origin.description + target.path + slash + String(Substring(rest)) + query
  }
}
