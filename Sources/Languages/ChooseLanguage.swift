extension Language {
  /// The language that a browser prefers, by its `Accept-Language`; English if it wants none of ours.
  ///
  /// `ja,en-US;q=0.7` is Japanese (RFC 9110, section 12.5.4).
  package init(acceptedBy header: String) {
    var best = (language: Language.english, quality: 0)
    for range in header.split(separator: ",").prefix(50) {
      let parts = range.split(separator: ";").map { $0.filter { $0 != " " } }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
      let quality = weight.map { thousandths($0.dropFirst(2)) } ?? 1_000
      guard let language = parts.first.flatMap({ Language(tag: $0) }), quality > best.quality else {
        continue
      }
      best = (language, quality)
    }
    self = best.language
  }

  /// The language of a process: `LC_ALL`, `LC_MESSAGES`, `LANG`, the first that isn't empty.
  ///
  /// - Parameter environment: returns a variable.
  package init(of environment: (String) -> String?) {
    let values = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap(environment).filter { !$0.isEmpty }
    self = values.first.flatMap { Language(tag: $0) } ?? .english
  }

  /// Reads `ja`, `ja-JP` or `ja_JP.UTF-8`.
  private init?(tag: String) {
    self.init(rawValue: tag.prefix { $0.isLetter }.lowercased())
  }
}

/// Reads a weight such as `0.8` as 800 of 1,000; at most three decimals count.
private func thousandths(_ weight: some StringProtocol) -> Int {
  zip(weight.compactMap(\.wholeNumberValue), [1_000, 100, 10, 1]).reduce(0) { $0 + $1.0 * $1.1 }
}
