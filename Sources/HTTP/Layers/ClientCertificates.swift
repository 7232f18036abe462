extension Client {
  /// Presents certificates to the servers below some URLs; the longest prefix is used.
  package func presenting(
    _ certificates: [String: ClientCertificate]
  ) throws(HTTPError) -> Client {
    guard !certificates.isEmpty else { return self }
    var entries: [(prefix: AbsoluteURL, value: ClientCertificate)] = []
    for (prefix, value) in certificates { entries.append((try AbsoluteURL(prefix), value)) }
    entries.sort { $0.prefix.path.utf8.count > $1.prefix.path.utf8.count }
    let longestFirst = entries
    return Client { request throws(HTTPError) in
      var request = request
      let url = try AbsoluteURL(request.url)
      request.clientCertificate = longestFirst.first { $0.prefix.covers(url) }?.value
      return try await self.send(request)
    }
  }
}
