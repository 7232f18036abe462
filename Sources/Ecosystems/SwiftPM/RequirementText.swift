package import Ecosystem

/// A condition on versions in words of its own: what ignore conditions in `dependabot.yml` hold.
///
/// Comma-separated comparisons (`>= 1.0, < 2.0`), `~> 1.2`, `^1.2`, `1.x`, Swift's `1.0.0..<2.0.0`
/// and `1.0.0...2.0.0`; alternatives are separated by `||`.
package struct RequirementText: Hashable, Sendable {
  private var alternatives: [[Comparison]]

  fileprivate struct Comparison: Hashable {
    var symbol: String
    var version: SemanticVersion
  }

  /// Reads a condition.
  ///
  /// - Throws: `Problem` of kind usage if a part is empty or is not a comparison.
  package init(_ text: String) throws(Problem) {
    alternatives = []
    for alternative in Self.split(text, at: "||") {
      var comparisons: [Comparison] = []
      for part in alternative.split(separator: ",", omittingEmptySubsequences: false) {
        comparisons += try Self.comparisons(Self.trimmed(part))
      }
      alternatives.append(comparisons)
    }
  }

  /// Whether a version meets all comparisons of one alternative.
  package func contains(_ version: SemanticVersion) -> Bool {
    alternatives.contains { $0.allSatisfy { $0.holds(for: version) } }
  }

  private static func split(_ text: String, at mark: String) -> [String] {
    var parts: [String] = []
    var rest = text[...]
    while let found = rest.firstRange(of: mark) {
      parts.append(String(rest[..<found.lowerBound]))
      rest = rest[found.upperBound...]
    }
    return parts + [String(rest)]
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  private static func comparisons(_ text: String) throws(Problem) -> [Comparison] {
    if text == "*" { return [] }
    for (mark, upper) in [("..<", "<"), ("...", "<=")] {
      guard let found = text.firstRange(of: mark) else { continue }
      let low = try padded(String(text[..<found.lowerBound]), text).version
      let high = try padded(String(text[found.upperBound...]), text).version
      return [Comparison(symbol: ">=", version: low), Comparison(symbol: upper, version: high)]
    }
    for symbol in [">=", "<=", "!=", "~>", "==", ">", "<", "=", "^", "~"]
    where text.hasPrefix(symbol) {
      return try comparisons(symbol, trimmed(text.dropFirst(symbol.count)), text)
    }
    return try comparisons("=", text, text)
  }

  private static func comparisons(
    _ symbol: String, _ number: String, _ text: String
  ) throws(Problem) -> [Comparison] {
    let (version, count) = try padded(number, text)
    let span = { (upper: SemanticVersion) in
      [Comparison(symbol: ">=", version: version), Comparison(symbol: "<", version: upper)]
    }
    switch (symbol, count) {
    case ("=", 1), ("==", 1), ("^", _), ("~>", 1), ("~>", 2), ("~", 1):
      return span(SemanticVersion(version.major.advancedSafely, 0, 0))
    case ("=", 2), ("==", 2), ("~>", _), ("~", _):
      return span(SemanticVersion(version.major, version.minor.advancedSafely, 0))
    default: return [Comparison(symbol: symbol == "==" ? "=" : symbol, version: version)]
    }
  }

  /// Parses one to three numbers; `x` and `*` count as left out.
  private static func padded(
    _ number: String, _ text: String
  ) throws(Problem) -> (version: SemanticVersion, count: Int) {
    let core = number.prefix { $0 != "-" && $0 != "+" }
    let parts = trimmed(core).split(separator: ".").prefix { !["x", "X", "*"].contains($0) }
    let zeros = Array(repeating: "0", count: max(0, 3 - parts.count))
    let padded = (parts.map(String.init) + zeros).joined(separator: ".")
    guard !parts.isEmpty, let version = SemanticVersion(padded + number.dropFirst(core.count))
    else { throw Problem(.usage, "is not a version requirement", subject: text) }
    return (version, parts.count)
  }
}

extension RequirementText.Comparison {
  fileprivate func holds(for other: SemanticVersion) -> Bool {
    switch symbol {
    case ">=": other >= version
    case "<=": other <= version
    case ">": other > version
    case "<": other < version
    case "!=": other != version
    default: other == version
    }
  }
}
