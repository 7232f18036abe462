import Text

/// Joins the parts of a path, each percent-encoded.
func address(_ parts: String...) -> String {
  parts.map { "/" + escaped($0) }.joined()
}

/// Percent-encodes a text, except letters, digits and `-._~/@`.
func escaped(_ text: String) -> String { PercentEncoding(keeping: "-._~/@").encode(text) }

extension [String: String] {
  /// Parses a query: `q=web&page=2`.
  init(query: Substring) {
    self.init(
      query.split(separator: "&").compactMap { pair in
        let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = halves.first.map(decoded) else { return nil }
        return (name, halves.count > 1 ? decoded(halves[1]) : "")
      }, uniquingKeysWith: { first, _ in first })
  }
}

private func decoded(_ text: Substring) -> String {
  PercentEncoding.decode(text, plusIsSpace: true)
}
