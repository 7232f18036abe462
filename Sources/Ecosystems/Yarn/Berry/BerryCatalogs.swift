import Ecosystem
import JavaScript
import Text
import YAML

/// The catalogs of `.yarnrc.yml`: ranges that manifests refer to.
///
///     catalog: {a: ^1.0.0}            "a": "catalog:"
///     catalogs: {old: {a: ^0.9.0}}    "a": "catalog:old"
struct BerryCatalogs: Sendable {
  /// A range with its place.
  struct Entry: Sendable {
    var range: String
    /// The bytes of the value, with its quotes.
    var valueRange: Swift.Range<Int>
  }

  private var catalogs: [String: [String: Entry]] = [:]

  /// Adds a catalog; the empty name is that of the standard one.
  mutating func add(_ name: String, _ node: YAML.Node) throws(Problem) {
    for entry in node.entries ?? [] {
      guard let range = entry.value.string else {
        throw Problem(
          .failed, "is not a range", subject: entry.name, at: entry.value.location)
      }
      catalogs[name, default: [:]][entry.name] = Entry(
        range: range, valueRange: entry.value.range)
    }
  }

  /// Returns the range that a requirement refers to; nil if it isn't `catalog:`, or has none.
  func range(of name: String, _ requirement: String) -> String? {
    guard requirement.hasPrefix("catalog:") else { return nil }
    return catalogs[String(requirement.dropFirst(8))]?[name]?.range
  }

  /// Returns the entries as an update edits them.
  func editable(in source: SourceText) -> ProjectCatalogs {
    let entries = catalogs.flatMap { catalog, entries in
      entries.map { name, entry in
        ProjectCatalogs.Entry(
          catalog, name,
          RequirementSite(
            in: source, section: "catalogs", text: entry.range, bytes: entry.valueRange,
            kind: .catalog))
      }
    }
    return ProjectCatalogs(
      entries.sorted { $0.site.bytes.lowerBound < $1.site.bytes.lowerBound }, in: source)
  }
}
