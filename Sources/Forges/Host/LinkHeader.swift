/// The `Link` header of paged lists (RFC 8288).
enum LinkHeader {
  /// Returns the address with the relation `next`.
  ///
  ///     LinkHeader.next(in: "<https://h/a?page=2>; rel=\"next\"") == "https://h/a?page=2"
  static func next(in header: String) -> String? {
    var rest = header[...]
    while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
      let url = rest[rest.index(after: open)..<close]
      rest = rest[rest.index(after: close)...]
      let parameters = rest.prefix { $0 != "<" }.lowercased()
      if isNext(parameters) { return String(url) }
    }
    return nil
  }

  private static func isNext(_ parameters: String) -> Bool {
    parameters.split(whereSeparator: { ";,".contains($0) }).contains { parameter in
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].filter({ !$0.isWhitespace }) == "rel" else { return false }
      return parts[1].split(whereSeparator: { " \"\t".contains($0) }).contains("next")
    }
  }
}
