/// A vulnerability as an OSV record describes it, as far as martlet goes by it.
///
/// Source: https://ossf.github.io/osv-schema/
package struct Advisory: Hashable, Sendable {
  /// `GHSA-35jh-r3h4-6jhm`: letters, digits, `-`, `_`, `.` and `:` alone.
  package var id: String
  /// Its names elsewhere, such as CVE numbers, spelled like an id.
  package var aliases: [String]
  /// One line of foreign text; empty where the record has none.
  package var summary: String
  /// `critical`, `high`, `moderate`, `low`, or a CVSS vector; nil where the record says nothing.
  package var severity: String?
  /// Taken back: it hits nothing.
  package var isWithdrawn: Bool
  /// What it hits; several blocks about one package are a union.
  package var affected: [Affected]

  /// A block of the record, about one package.
  package struct Affected: Hashable, Sendable {
    /// Blocks about packages of other ecosystems are not kept.
    package var package: AdvisedPackage
    /// Hit whatever the ranges say.
    package var versions: Set<String>
    /// Each may hit; ranges over commits are not kept.
    package var ranges: [Range]

    /// Describes what is hit of a package.
    package init(_ package: AdvisedPackage, versions: Set<String> = [], ranges: [Range] = []) {
      self.package = package
      self.versions = versions
      self.ranges = ranges
    }
  }

  /// Events on the line of versions, in any order.
  package struct Range: Hashable, Sendable {
    /// As the record lists them.
    package var events: [Event]

    /// Takes events in any order.
    package init(_ events: [Event]) {
      self.events = events
    }
  }

  /// A version at which something changes.
  package struct Event: Hashable, Sendable {
    /// What begins or ends, in the order in which it counts at one version.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
      /// Hit from here on.
      case introduced
      /// No longer hit from here on.
      case fixed
      /// No longer hit above.
      case lastAffected = "last_affected"
      /// Nothing from here on is hit; `*` is no bound.
      case limit
    }

    /// What happens there.
    package var kind: Kind
    /// `0` is before every version.
    package var version: String

    /// Places an event.
    package init(_ kind: Kind, _ version: String) {
      self.kind = kind
      self.version = version
    }
  }

  /// Describes a vulnerability.
  package init(
    id: String, aliases: [String] = [], summary: String = "", severity: String? = nil,
    isWithdrawn: Bool = false, affected: [Affected]
  ) {
    self.id = id
    self.aliases = aliases
    self.summary = summary
    self.severity = severity
    self.isWithdrawn = isWithdrawn
    self.affected = affected
  }

  /// The page on which people read it.
  package var page: String { "https://osv.dev/vulnerability/\(id)" }
}
