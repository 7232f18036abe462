/// Masks known secrets in any text, as a second line of defence.
///
/// `Secret` keeps its value out of descriptions. `Redaction` also masks text that a server or a
/// library echoes. Values shorter than six characters are not masked because they would match
/// ordinary words.
package struct Redaction: Sendable {
  private let values: [String]
  /// Those whose present value is masked, too.
  private let changing: [Secret]

  /// Creates a redaction for these secrets.
  package init(_ secrets: [Secret] = []) {
    values = Self.sorted(secrets.map { $0.reveal() })
    changing = secrets.filter(\.canChange)
  }

  private static func sorted(_ values: [String]) -> [String] {
    values.filter { $0.utf8.count >= 6 }.sorted { $0.utf8.count > $1.utf8.count }
  }

  /// Returns `text` with every known secret replaced by `***`.
  package func callAsFunction(_ text: String) -> String {
    let all = changing.isEmpty ? values : Self.sorted(values + changing.map { $0.reveal() })
    return all.reduce(text) { masked, value in
      masked.split(separator: value, omittingEmptySubsequences: false).joined(separator: "***")
    }
  }
}
