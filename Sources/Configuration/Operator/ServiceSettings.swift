import YAML

/// The spans of time that the service goes by.
package struct ServiceSettings: Hashable, Sendable {
  /// After which a repository is looked at in any case, to find what webhooks did not tell.
  package var sweep = TimeSpan(seconds: 3_600)
  /// Between two readings of the list of repositories.
  package var refresh = TimeSpan(seconds: 3_600)
  /// Between two questions for deliveries that failed.
  package var redelivery = TimeSpan(seconds: 600)
  /// Between two looks for advisories on what the fleet uses.
  package var advisories = TimeSpan(seconds: 21_600)
  /// How long visits may go on after the service was asked to end.
  package var drain = TimeSpan(seconds: 25)
  /// How long a visit may take.
  package var visit = TimeSpan(seconds: 1_800)

  /// Starts from what suits a fleet.
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
