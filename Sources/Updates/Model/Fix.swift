/// An advisory that an update fixes.
package struct Fix: Hashable, Codable, Sendable {
  /// The affected dependency.
  package var dependency: String
  /// The advisory.
  package var alert: Alert

  /// Creates a fix.
  package init(dependency: String, alert: Alert) {
    self.dependency = dependency
    self.alert = alert
  }
}

extension Update {
  /// The fixed advisories, each once.
  package var fixes: [Fix] { parts.flatMap(\.fixes).unique }
}
