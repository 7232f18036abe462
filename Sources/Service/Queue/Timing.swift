/// The spans of time that the service goes by.
package struct Timing: Hashable, Sendable {
  /// Seconds after which a repository is looked at in any case.
  package var sweep: Int64 = 3_600
  /// Between two readings of the list of repositories.
  package var refresh = Duration.seconds(3_600)
  /// How long visits may go on after the service was asked to end.
  package var drain = Duration.seconds(25)
  /// How long a visit may take.
  package var visitLimit = Duration.seconds(1_800)
  /// Seconds that a lease holds without being renewed.
  package var lease: Int64 = 120
  /// Between two looks at the queue, for what other processes put into it.
  package var poll = Duration.seconds(2)
  /// Between two questions for deliveries that failed.
  package var redelivery = Duration.seconds(600)
  /// Between two looks for advisories on what the fleet uses.
  package var advisories = Duration.seconds(21_600)
  /// Between two looks at the configuration's file.
  package var fileWatch = Duration.seconds(2)

  /// Starts from what suits a fleet.
  package init() {}
}

/// What time it is, and how to wait.
package struct ServiceClock: Sendable {
  /// Seconds since 1970.
  package var now: @Sendable () -> Int64
  /// Throws where the task is cancelled.
  package var sleep: @Sendable (Duration) async throws -> Void

  /// Joins a clock's two sides.
  package init(
    now: @escaping @Sendable () -> Int64,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.now = now
    self.sleep = sleep
  }
}
