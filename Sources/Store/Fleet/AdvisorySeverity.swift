import Text

/// How severe an advisory is, in the words of GitHub's database.
package enum AdvisorySeverity: String, CaseIterable, Codable, Hashable, Comparable, Sendable {
  case low, moderate, high, critical
  /// The record has no severity that is understood; it is treated like the highest.
  case unknown

  /// Reads a word such as `high`, or a vector of CVSS 3; anything else is `unknown`.
  package init(_ text: String?) {
    let word = text?.lowercased() ?? ""
    if let known = Self(rawValue: word == "medium" ? "moderate" : word) {
      self = known
    } else if let text, let score = CVSSScore(text) {
      self.init(score: score.value)
    } else {
      self = .unknown
    }
  }

  /// The rating of a CVSS score; 0, which means none, is `low`.
  private init(score: Double) {
    switch score {
    case ..<4: self = .low
    case ..<7: self = .moderate
    case ..<9: self = .high
    default: self = .critical
    }
  }

  /// Orders by severity; `unknown` is the highest.
  package static func < (left: AdvisorySeverity, right: AdvisorySeverity) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }
}

/// The base score of a vector of CVSS 3.0 or 3.1.
///
/// Source: <https://www.first.org/cvss/v3-1/specification-document>, section 7.1.
struct CVSSScore {
  /// From 0 to 10, with one decimal.
  let value: Double

  /// Nil for other texts, and for vectors without all base metrics.
  init?(_ vector: String) {
    let parts = vector.slashParts()
    guard parts.first == "CVSS:3.1" || parts.first == "CVSS:3.0" else { return nil }
    var metrics: [Substring: Substring] = [:]
    for part in parts.dropFirst() {
      let pair = part.split(separator: ":")
      guard pair.count == 2 else { return nil }
      metrics[pair[0]] = pair[1]
    }
    let isChanged = metrics["S"] == "C"
    func weight(_ metric: Substring, _ weights: [Substring: Double]) -> Double? {
      metrics[metric].flatMap { weights[$0] }
    }
    let impacts: [Substring: Double] = ["H": 0.56, "L": 0.22, "N": 0]
    guard isChanged || metrics["S"] == "U",
      let attack = weight("AV", ["N": 0.85, "A": 0.62, "L": 0.55, "P": 0.2]),
      let complexity = weight("AC", ["L": 0.77, "H": 0.44]),
      let privileges = weight(
        "PR", isChanged ? ["N": 0.85, "L": 0.68, "H": 0.5] : ["N": 0.85, "L": 0.62, "H": 0.27]),
      let interaction = weight("UI", ["N": 0.85, "R": 0.62]),
      let confidentiality = weight("C", impacts), let integrity = weight("I", impacts),
      let availability = weight("A", impacts)
    else { return nil }
    let base = 1 - (1 - confidentiality) * (1 - integrity) * (1 - availability)
    let impact =
      isChanged
      ? 7.52 * (base - 0.029) - 3.25 * Self.power(base - 0.02, 15) : 6.42 * base
    let exploitability = 8.22 * attack * complexity * privileges * interaction
    let sum = (impact + exploitability) * (isChanged ? 1.08 : 1)
    value = impact <= 0 ? 0 : Self.roundedUp(min(sum, 10))
  }

  private static func power(_ base: Double, _ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { product, _ in product * base }
  }

  /// Rounds up to one decimal, as the specification's integer arithmetic does.
  private static func roundedUp(_ number: Double) -> Double {
    let whole = Int((number * 100_000).rounded())
    return whole.isMultiple(of: 10_000)
      ? Double(whole) / 100_000 : Double(whole / 10_000 + 1) / 10
  }
}
