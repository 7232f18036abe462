/// An event that a notification can be about.
package enum NotificationEvent: String, CaseIterable, Hashable, Sendable {
  case red, merged, security, moved, origin, waiting, problem, recovered
}

/// The lowest severity of advisories that a notification is about.
package enum NotificationSeverity: String, CaseIterable, Hashable, Sendable {
  case low, moderate, high, critical
}
