package import Text

/// Something that a person should know about a configuration file, and where it stands.
package struct Finding: Hashable, Codable, Sendable {
  /// How much a finding weighs.
  package enum Severity: String, CaseIterable, Codable, Hashable, Sendable {
    /// The entry in which it stands is not used, or those that name the registry or the group in
    /// which it stands; elsewhere, the file is not.
    case error
    /// The entry in which it stands is not used: it wants what martlet does not do.
    case refused
    /// The file is used; this part of it probably doesn't do what was meant.
    case warning
    /// Nothing is wrong; this part has no effect here.
    case note
  }

  /// How much is lost by it, and how `config check` ends: 2 for an error, 3 for a refusal.
  package var severity: Severity
  /// Of the value or key in question; of the entry for what concerns it as a whole.
  package var location: Location
  /// What was found and what was expected; never the text of a secret.
  package var message: String

  /// States a finding.
  package init(_ severity: Severity, _ message: String, at location: Location) {
    self.severity = severity
    self.location = location
    self.message = message
  }
}

extension Finding: CustomStringConvertible {
  /// As compilers print it: `martlet.yml:3:5: error: unknown key 'stat'`.
  package var description: String { "\(location): \(severity.rawValue): \(message)" }
}

extension [Finding] {
  /// Whether one of them keeps the file from being used.
  package var haveErrors: Bool { contains { $0.severity == .error } }

  /// Whether one of them keeps an entry from being used.
  package var haveRefusals: Bool { contains { $0.severity == .refused } }

  /// Orders findings by their places, those of one place as they were found.
  func sortedByPlace() -> [Finding] {
    sorted {
      ($0.location.file, $0.location.line, $0.location.column)
        < ($1.location.file, $1.location.line, $1.location.column)
    }
  }
}
