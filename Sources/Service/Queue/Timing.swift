/// The intervals and time limits of the service.
package struct Timing: Hashable, Sendable {
  /// The time after which a repository is visited without another reason.
  package var sweep = Duration.seconds(3_600)
  /// The interval for reading the list of repositories.
  package var refresh = Duration.seconds(3_600)
  /// How long visits can continue after a request to shut down.
  package var drain = Duration.seconds(25)
  /// The timeout of a visit.
  package var jobLimit = Duration.seconds(1_800)
  /// How long a visit may run before it has to give way to others.
  package var slice = Duration.seconds(20)
  /// The duration of a lease.
  package var lease = Duration.seconds(120)
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
