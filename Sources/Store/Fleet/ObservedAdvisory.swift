import Database
package import JSON

/// An advisory that hit a dependency when it was seen.
package struct ObservedAdvisory: Hashable, Sendable {
  /// Such as `GHSA-35jh-r3h4-6jhm`.
  package var id: String
  /// Its names elsewhere, such as CVE numbers.
  package var aliases: [String]
  /// `high` or another word, or a CVSS vector; nil where the record says nothing.
  package var severity: String?
  /// One line of foreign text; may be empty.
  package var summary: String
  /// Where people read it; `https` always.
  package var url: String
  /// The locked versions that it hits.
  package var versions: [String]
  /// The versions that are hit, as people write them: `< 4.17.21`.
  package var ranges: [String]

  /// Describes an advisory.
  package init(
    id: String, aliases: [String], severity: String?, summary: String, url: String,
    versions: [String], ranges: [String] = []
  ) {
    self.id = id
    self.aliases = aliases
    self.severity = severity
    self.summary = summary
    self.url = url
    self.versions = versions
    self.ranges = ranges
  }

  /// As the state keeps it, and the API shows it.
  package var json: JSON.Value {
    [
      "id": .string(id), "aliases": .array(aliases.map { .string($0) }),
      "severity": severity.map { .string($0) } ?? .null, "summary": .string(summary),
      "url": .string(url), "versions": .array(versions.map { .string($0) }),
      "affected": .array(ranges.map { .string($0) }),
    ]
  }

  fileprivate init?(_ value: JSON.Value) {
    guard let id = value["id"]?.string, let url = value["url"]?.string else { return nil }
    self.init(
      id: id, aliases: (value["aliases"]?.array ?? []).compactMap(\.string),
      severity: value["severity"]?.string, summary: value["summary"]?.string ?? "", url: url,
      versions: (value["versions"]?.array ?? []).compactMap(\.string),
      ranges: (value["affected"]?.array ?? []).compactMap(\.string))
  }
}

extension [ObservedAdvisory] {
  /// A column's text; empty for none, so that an index can leave those rows out.
  var text: String {
    isEmpty ? "" : JSON.Value.array(map(\.json)).text(.compact)
  }

  /// Reads a column; what cannot be read is as good as not there, as all of the table can be lost.
  init(text: String) {
    let list =
      text.isEmpty ? nil : try? Document([UInt8](text.utf8), named: "advisories").root.value
    self = (list?.array ?? []).compactMap(ObservedAdvisory.init(_:))
  }
}

extension Migration {
  /// What hits dependencies, and the lowest version that is free of it; counted from an index of its
  /// own, which has the few rows that matter.
  static let observedAdvisories = Migration(
    """
    ALTER TABLE observations ADD COLUMN advisories TEXT NOT NULL DEFAULT '';
    ALTER TABLE observations ADD COLUMN fix TEXT;
    CREATE INDEX observations_hit ON observations (forge, repository) WHERE advisories <> '';
    """)
}
