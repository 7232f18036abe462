package import Time

/// How often a host is asked, and by which clock.
package struct HostPacing: Sendable {
  /// The time between the end of a write and the start of the next; GitHub asks for a second.
  package var pace: Duration
  /// How many pull requests and comments may be created within any minute.
  ///
  /// The default is from GitHub's documentation of secondary limits (2022-11-28): 80 a minute and
  /// 500 an hour. The hour isn't counted here; the host reports it by `Retry-After`.
  package var contentPerMinute: Int
  /// The maximum number of concurrent requests; GitHub allows 100 for each credential.
  package var concurrency: Int
  /// How long a call waits for the host's limits before it fails with `.rateLimited`.
  package var longestWait: Duration
  /// How often a call is tried before it fails; at least once.
  package var attempts: Int
  /// How often a call that the host's secondary limit refuses is tried; at least once.
  package var limitAttempts: Int
  /// Decides when tokens are renewed and until when a limit holds.
  package var now: @Sendable () -> Timestamp
  /// Waits for pace, limits and retries; throws when the task is cancelled.
  package var sleep: @Sendable (Duration) async throws -> Void
  /// Spaces the writes of several processes; nil: no other process uses the credential.
  package var shared: SharedPace?

  /// Uses the values that github.com documents, and the real clock.
  package init(
    pace: Duration = .seconds(1), contentPerMinute: Int = 80, concurrency: Int = 12,
    longestWait: Duration = .seconds(120), attempts: Int = 3,
    limitAttempts: Int = 8,
    now: @escaping @Sendable () -> Timestamp = { .now() },
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.pace = pace
    self.contentPerMinute = max(1, contentPerMinute)
    self.concurrency = max(1, concurrency)
    self.longestWait = longestWait
    self.attempts = max(1, attempts)
    self.limitAttempts = max(1, limitAttempts)
    self.now = now
    self.sleep = sleep
  }
}
