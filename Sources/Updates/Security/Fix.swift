import Ecosystem

/// An advisory that an update puts an end to.
package struct Fix: Hashable, Sendable {
  /// The dependency that was hit.
  package var dependency: String
  /// What hit it.
  package var alert: Alert

  /// Joins a dependency with what hit it.
  package init(dependency: String, alert: Alert) {
    self.dependency = dependency
    self.alert = alert
  }
}

extension Ecosystem.Change {
  /// The advisories that no longer hit anything after the change, by dependency.
  func fixes(_ outlooks: [Outlook]) -> [Fix] {
    moves.flatMap { move -> [Fix] in
      guard let outlook = outlooks.first(where: { $0.dependency.name == move.name }) else {
        return []
      }
      // What leaves the lock is hit by nothing.
      return outlook.alerts.filter { alert in move.to.map(alert.safe.contains) ?? true }
        .map { Fix(dependency: move.name, alert: $0) }
    }
  }
}

extension Update {
  /// The advisories that it puts an end to, each once.
  package var fixes: [Fix] { once(parts.flatMap(\.fixes)) }
}
