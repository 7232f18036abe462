/// An advisory that an update fixes.
package struct Fix: Hashable, Codable, Sendable {
  /// The name of the affected dependency.
  package var dependency: String
  /// Its identity in the project, if it is one of several of that name.
  package var line: String?
  /// The advisory.
  package var alert: Alert
  /// Affected versions that stay in the lock, because other packages need them; nil if all move.
  package var remaining: [String]?

  /// Creates a fix.
  package init(
    dependency: String, line: String? = nil, alert: Alert, remaining: [String]? = nil
  ) {
    self.dependency = dependency
    self.line = line
    self.alert = alert
    self.remaining = remaining
  }
}

extension Update {
  /// The fixed advisories, each once.
  package var fixes: [Fix] { parts.flatMap(\.fixes).unique }
}
