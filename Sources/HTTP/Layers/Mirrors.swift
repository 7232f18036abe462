/// A place that stands for another: every URL that begins with `from` is asked at `to`.
package struct Mirror: Hashable, Sendable {
  /// The server that callers name, with the path below which the mirror stands for it.
  package let from: AbsoluteURL
  /// Where the same paths are found instead.
  package let to: AbsoluteURL

  /// Maps one URL prefix to another, by whole path segments.
  package init(from: String, to: String) throws(HTTPError) {
    self.from = try AbsoluteURL(from)
    self.to = try AbsoluteURL(to)
  }
}

extension Client {
  /// Asks mirrors in place of the servers that requests name; the longest prefix counts.
  ///
  /// Callers see only the servers that they named: in `Response.url`, `Location` and `Link`. The
  /// credential of a server stays behind when its mirror is on another origin.
  package func mirrored(by mirrors: [Mirror]) -> Client {
    guard !mirrors.isEmpty else { return self }
    let longestFirst = mirrors.sorted { $0.from.path.utf8.count > $1.from.path.utf8.count }
    return Client { request throws(HTTPError) in
      let url = try AbsoluteURL(request.url)
      guard let mirror = longestFirst.first(where: { $0.from.covers(url) })
      else { return try await self.send(request) }
      var mirrored = mirror.from.origin == mirror.to.origin ? request : request.withoutSecrets
      mirrored.url = mirror.from.rebase(url, onto: mirror.to)
      var response = try await self.send(mirrored)
      response.url = url.text
      response.headers = mirror.restore(response.headers, at: try AbsoluteURL(mirrored.url))
      return response
    }
  }
}

extension Mirror {
  /// Turns addresses of the mirror back into those that it stands for.
  fileprivate func restore(_ headers: Headers, at place: AbsoluteURL) -> Headers {
    Headers(
      headers.fields.map { field in
        switch field.name.lowercased() {
        case "location": Headers.Field(field.name, restore(field.value, at: place))
        case "link":
          Headers.Field(field.name, restore(Link.parse(field.value), at: place))
        default: field
        }
      })
  }

  private func restore(_ links: [Link], at place: AbsoluteURL) -> String {
    links
      .map { Link(target: restore($0.target, at: place), relations: $0.relations).description }
      .joined(separator: ", ")
  }

  private func restore(_ reference: String, at place: AbsoluteURL) -> String {
    guard let url = try? place.resolving(reference), to.covers(url) else { return reference }
    return to.rebase(url, onto: from)
  }
}

extension AbsoluteURL {
  /// The URL whose place below `target` is that of `url` below this one.
  fileprivate func rebase(_ url: AbsoluteURL, onto target: AbsoluteURL) -> String {
    var rest = url.path.utf8.dropFirst(path.utf8.count)
    if !path.hasSuffix("/"), rest.first == UInt8(ascii: "/") { rest.removeFirst() }
    let slash = rest.isEmpty || target.path.hasSuffix("/") ? "" : "/"
    let query = url.query.map { "?" + $0 } ?? ""
    return target.origin.description + target.path + slash + String(Substring(rest)) + query
  }
}
