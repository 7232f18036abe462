package import Text

/// A message about a configuration file, with its location.
package struct Finding: Hashable, Codable, Sendable {
  /// The severity of a finding.
  package enum Severity: String, CaseIterable, Codable, Hashable, Sendable {
    /// The part with the mistake isn't used: an entry, or a registry or group with all entries that
    /// use it; elsewhere, the whole file.
    case error
    /// The entry isn't used, because it requires something that martlet doesn't do.
    case refused
    /// The file is used, but this part probably doesn't have the intended effect.
    case warning
    /// The part is valid but has no effect.
    case note
  }

  /// The severity; `config check` exits with 2 for an error and 3 for a refusal.
  package var severity: Severity
  /// The location of the value or key, or of the entry as a whole.
  package var location: Location
  /// The expected and the actual value, without secrets.
  package var message: String

  /// Creates a finding.
  package init(_ severity: Severity, _ message: String, at location: Location) {
    self.severity = severity
    self.location = location
    self.message = message
  }
}

extension Finding: CustomStringConvertible {
  /// The format of compilers: `martlet.yml:3:5: error: unknown key 'stat'`.
  package var description: String { "\(location): \(severity.rawValue): \(message)" }
}

extension [Finding] {
  /// Whether any is an error.
  package var haveErrors: Bool { contains { $0.severity == .error } }

  /// Whether any is a refusal.
  package var haveRefusals: Bool { contains { $0.severity == .refused } }

  /// Sorts findings by location; findings of one location keep their order.
  func sortedByLocation() -> [Finding] {
    sorted {
      ($0.location.file, $0.location.line, $0.location.column)
        < ($1.location.file, $1.location.line, $1.location.column)
    }
  }
}
