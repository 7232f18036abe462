/// The intervals and time limits of the service.
package struct Timing: Hashable, Sendable {
  /// Seconds after which a repository is visited without another reason.
  package var sweep: Int64 = 3_600
  /// The interval for reading the list of repositories.
  package var refresh = Duration.seconds(3_600)
  /// How long visits can continue after a request to shut down.
  package var drain = Duration.seconds(25)
  /// The timeout of a visit.
  package var visitLimit = Duration.seconds(1_800)
  /// The duration of a lease, in seconds.
  package var lease: Int64 = 120
  /// The interval for reading the queue, which other processes can write to.
  package var poll = Duration.seconds(2)
  /// The interval for querying failed deliveries.
  package var redelivery = Duration.seconds(600)
  /// The interval for checking the fleet's dependencies for advisories.
  package var advisories = Duration.seconds(21_600)
  /// The interval for checking whether the operator's file has changed.
  package var fileWatch = Duration.seconds(2)

  /// Creates the defaults.
  package init() {}
}

/// A clock that tests can replace.
package struct ServiceClock: Sendable {
  /// Returns the seconds since 1970.
  package var now: @Sendable () -> Int64
  /// Waits; throws if the task is cancelled.
  package var sleep: @Sendable (Duration) async throws -> Void

  /// Creates a clock.
  package init(
    now: @escaping @Sendable () -> Int64,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.now = now
    self.sleep = sleep
  }
}
