import Forges
import Store
import Text

extension FleetExport {
  private static let columns = [
    "forge", "repository", "branch", "ecosystem", "directory", "manifest", "name", "kind", "group",
    "requirement", "current", "latest", "state", "libyears", "advisories", "fix",
  ]

  /// A heading, and a line for each dependency (RFC 4180).
  var csv: String {
    var text = Self.line(Self.columns)
    for use in uses {
      let seen = use.observation
      text += Self.line([
        use.repository.forge, "\(use.repository.name)", seen.branch, seen.ecosystem,
        seen.directory, seen.manifest, seen.name, seen.kind, seen.purpose, seen.requirement,
        seen.current ?? "", seen.latest ?? "", seen.state.rawValue,
        seen.libyears.map { Self.rounded($0) } ?? "",
        seen.advisories.map(\.id).joined(separator: " "), seen.fix ?? "",
      ])
    }
    return text
  }

  private static func line(_ fields: [String]) -> String {
    fields.map { field in
      let text = field.printableLine
      return text.contains { ",\"".contains($0) }
        ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
    }.joined(separator: ",") + "\r\n"
  }

  /// Two decimals.
  package static func rounded(_ number: Double) -> String {
    let hundredths = Int((number * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
