import Ecosystem
import JSON
import Updates

extension CandidateSet {
  /// A line for each advisory that hits the dependency, without control characters.
  var alertLines: [String] {
    alerts.map { alert in
      let names = ([alert.severity].compactMap(\.self) + alert.aliases).joined(separator: ", ")
      let aside = names.isEmpty ? "" : " (\(names))"
      let summary = alert.summary.isEmpty ? "" : ": \(printable(alert.summary))"
      let versions = alert.affected.joined(separator: " and ")
      return "\(dependency.name) \(versions) is affected by \(alert.id)\(aside)\(summary)"
    }
  }

  /// The advisories, and the version that fixes all of them.
  var alertSentences: [String] {
    guard !alerts.isEmpty else { return [] }
    let fix =
      lowestFix.map { "\($0) is the lowest newer version without an advisory" }
      ?? "no newer version fixes it"
    return alertLines + [unfixed.map { "\(fix); \(dependency.name) is \($0)" } ?? fix]
  }

  /// The additional members of a vulnerable dependency.
  var alertMembers: [(String, Value)] {
    guard !alerts.isEmpty else { return [] }
    return [
      ("advisories", .array(alerts.map(\.json))), ("fix", lowestFix.map { .string($0) } ?? .null),
    ]
  }
}

extension Alert {
  fileprivate var json: Value {
    [
      "id": .string(id), "aliases": .array(aliases.map { .string($0) }),
      "severity": severity.map { .string($0) } ?? .null, "summary": .string(summary),
      "affected": .array(ranges.map { .string($0) }), "url": .string(page),
    ]
  }
}

/// Removes control sequences of terminals from untrusted text.
private func printable(_ text: String) -> String {
  String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.properties.isDangerous }))
}

extension Unicode.Scalar.Properties {
  fileprivate var isDangerous: Bool {
    [.control, .format, .lineSeparator, .paragraphSeparator].contains(generalCategory)
  }
}
