package import JSON

/// An advisory that affects a dependency.
package struct ObservedAdvisory: Hashable, Codable, Sendable {
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

  /// The format in the API.
  package var json: JSON.Value {
    [
      "id": .string(id), "aliases": .array(aliases.map { .string($0) }),
      "severity": severity.map { .string($0) } ?? .null, "summary": .string(summary),
      "url": .string(url), "versions": .array(versions.map { .string($0) }),
      "affected": .array(ranges.map { .string($0) }),
    ]
  }
}
