import YAML

/// Intervals and time limits of the service.
package struct ServiceSettings: Hashable, Sendable {
  /// The maximum time between visits of a repository, to find changes without a webhook.
  package var sweep = TimeSpan(seconds: 3_600)
  /// The interval between requests for the list of repositories.
  package var refresh = TimeSpan(seconds: 3_600)
  /// The interval between requests for failed webhook deliveries.
  package var redelivery = TimeSpan(seconds: 600)
  /// The interval between scans for advisories.
  package var advisories = TimeSpan(seconds: 21_600)
  /// The time limit for running visits when the service stops.
  package var drain = TimeSpan(seconds: 25)
  /// The time limit of a visit.
  package var visit = TimeSpan(seconds: 1_800)

  /// Creates settings with the defaults.
  package init() {}
}

extension Shape where Value == ServiceSettings {
  static var service: Shape {
    section(
      ServiceSettings(),
      [
        Key("sweep", \.sweep, .timeSpan), Key("refresh", \.refresh, .timeSpan),
        Key("redelivery", \.redelivery, .timeSpan), Key("advisories", \.advisories, .timeSpan),
        Key("drain", \.drain, .timeSpan), Key("visit", \.visit, .timeSpan),
      ])
  }
}
