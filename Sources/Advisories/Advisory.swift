/// The parts of an OSV record that martlet uses.
///
/// Source: https://ossf.github.io/osv-schema/
package struct Advisory: Hashable, Sendable {
  /// The identifier, such as `GHSA-35jh-r3h4-6jhm`: only letters, digits, `-`, `_`, `.` and `:`.
  package var id: String
  /// Other identifiers, such as CVE numbers, with the same characters as `id`.
  package var aliases: [String]
  /// One line of untrusted text; empty if the record has none.
  package var summary: String
  /// `critical`, `high`, `moderate`, `low`, or a CVSS vector; nil if the record has no severity.
  package var severity: String?
  /// Whether the advisory was withdrawn.
  ///
  /// A withdrawn advisory affects no version.
  package var isWithdrawn: Bool
  /// The affected packages.
  ///
  /// Several blocks about one package form a union.
  package var affected: [Affected]

  /// The affected versions of one package.
  package struct Affected: Hashable, Sendable {
    /// The package.
    ///
    /// Blocks about packages of other ecosystems are dropped.
    package var package: AdvisedPackage
    /// Versions that are affected regardless of the ranges.
    package var versions: Set<String>
    /// The affected ranges.
    ///
    /// Ranges over commits are dropped.
    package var ranges: [Range]
    /// The functions and types that are vulnerable, such as `Parser.parse`; empty if the record
    /// names none.
    package var symbols: [String] = []

    /// Creates a block about one package.
    package init(_ package: AdvisedPackage, versions: Set<String> = [], ranges: [Range] = []) {
      self.package = package
      self.versions = versions
      self.ranges = ranges
    }
  }

  /// A range of versions, given by events in any order.
  package struct Range: Hashable, Sendable {
    /// The events in the order of the record.
    package var events: [Event]

    /// Creates a range from events in any order.
    package init(_ events: [Event]) {
      self.events = events
    }
  }

  /// A version at which a range starts or ends.
  package struct Event: Hashable, Sendable {
    /// The kind of event.
    ///
    /// Events at the same version apply in the order of the cases.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
      /// This and later versions are affected.
      case introduced
      /// This and later versions are not affected.
      case fixed
      /// Later versions are not affected.
      case lastAffected = "last_affected"
      /// No version from here on is affected; `*` means no limit.
      case limit
    }

    /// The kind of event.
    package var kind: Kind
    /// The version; `0` is before every version.
    package var version: String

    /// Creates an event.
    package init(_ kind: Kind, _ version: String) {
      self.kind = kind
      self.version = version
    }
  }

  /// Creates an advisory.
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

  /// The web page of the advisory.
  package var page: String { "https://osv.dev/vulnerability/\(id)" }
}
