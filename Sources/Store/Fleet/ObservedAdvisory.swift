import Database
package import JSON

/// An advisory that affects a dependency.
package struct ObservedAdvisory: Hashable, Sendable {
  /// The identifier, such as `GHSA-35jh-r3h4-6jhm`.
  package var id: String
  /// Other identifiers, such as CVE numbers.
  package var aliases: [String]
  /// `high` or another word, or a CVSS vector; nil if the record has no severity.
  package var severity: String?
  /// One line of foreign text; may be empty.
  package var summary: String
  /// Where people read it; `https` always.
  package var url: String
  /// The locked versions that it affects.
  package var versions: [String]
  /// The affected versions as readable ranges: `< 4.17.21`.
  package var ranges: [String]

  /// Creates an advisory.
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

  /// The format in the state and the API.
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
  /// The column's text; empty for no advisories, so that an index can skip those rows.
  var text: String {
    isEmpty ? "" : JSON.Value.array(map(\.json)).text(.compact)
  }

  /// Parses a column; invalid text counts as no advisories, because all of the table can be lost.
  init(text: String) {
    let list =
      text.isEmpty ? nil : try? Document([UInt8](text.utf8), named: "advisories").root.value
    self = (list?.array ?? []).compactMap(ObservedAdvisory.init(_:))
  }
}

extension Migration {
  /// The advisories of dependencies and the lowest version without one, with a partial index for
  /// the few affected rows.
  static let observedAdvisories = Migration(
    """
    ALTER TABLE observations ADD COLUMN advisories TEXT NOT NULL DEFAULT '';
    ALTER TABLE observations ADD COLUMN fix TEXT;
    CREATE INDEX observations_hit ON observations (forge, repository) WHERE advisories <> '';
    """)
}
