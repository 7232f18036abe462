import HTTP
package import Logging
package import Store
import Synchronization
package import Time

/// Tells people what happens: plans messages about new facts, and sends those that are due.
///
/// Only the parent process has one. Facts and messages are in the state, so a message isn't lost if the
/// process ends at any point. A target gets a message twice only if the process ends, or the state can't be
/// written, between the target's response and the record of it; both have the same identifier.
package final class Notifier: Sendable {
  /// What depends on the configuration.
  package struct Setup: Sendable {
    /// The entries of `notifications`.
    package var targets: [NotificationTarget]
    /// Sends to them.
    package var sender: NotificationSender
    /// The pages of the forges, by name.
    package var websites: [String: ForgeWebsite]

    /// Combines the parts.
    package init(
      targets: [NotificationTarget], sender: NotificationSender,
      websites: [String: ForgeWebsite]
    ) {
      self.targets = targets
      self.sender = sender
      self.websites = websites
    }
  }

  /// The number of attempts by target and whether they succeeded.
  package struct Attempts: Hashable, Sendable {
    /// The target.
    package var target: String
    /// `sent`, `failed` or `given-up`.
    package var outcome: String
  }

  /// The attempts before a message is given up; with the pauses between them more than a day.
  static let mostAttempts = 12
  /// The time between two looks at the state.
  static let interval = Duration.seconds(15)
  /// How long a sender has a message: longer than an attempt takes.
  static let lease = NotificationSender.limit + .seconds(60)
  /// How long a message waits for a target that isn't configured, and how long its result is kept.
  private static let keeping = Duration.days(7)

  private let store: StateStore
  private let clock: WallClock
  private let log: Logger
  private let setup: @Sendable () -> Setup
  private let attempts = Mutex<[Attempts: Int]>([:])

  /// Creates a notifier.
  ///
  /// - Parameters:
  ///   - store: the state with facts and messages.
  ///   - clock: the clock.
  ///   - log: receives a line for each message that isn't delivered.
  ///   - setup: returns the present targets.
  package init(
    store: StateStore, clock: WallClock, log: Logger, setup: @escaping @Sendable () -> Setup
  ) {
    self.store = store
    self.clock = clock
    self.log = log
    self.setup = setup
  }

  /// The attempts since the start of the process.
  package var counts: [Attempts: Int] { attempts.withLock(\.self) }

  /// Runs until the task is cancelled.
  package func run() async {
    var isFailing = false
    repeat {
      do {
        try await sendAll()
        isFailing = false
      } catch {
        if !isFailing { log.error("no messages are sent: the state", ["error": "\(error)"]) }
        isFailing = true
      }
    } while (try? await clock.sleep(Self.interval)) != nil
  }

  /// Plans messages, and sends those that are due, one after the other.
  ///
  /// - Throws: `DatabaseError`.
  package func sendAll() async throws {
    let setup = setup()
    let now = clock.now()
    try await store.planMessages(for: setup.targets.map { $0.planned(now: now) }, now: now)
    let dropped = try await store.dropMessages(dueBefore: now - Self.keeping, now: now)
    if dropped > 0 {
      log.warning(
        "messages to targets that are not configured were dropped", ["events": "\(dropped)"])
    }
    let byID = Dictionary(setup.targets.map { ($0.id, $0) }) { first, _ in first }
    let links = ForgeLinks(setup.websites)
    while !Task.isCancelled,
      let message = try await store.claimMessage(
        to: byID.keys.sorted(), now: clock.now(), lease: Self.lease)
    {
      guard let target = byID[message.target] else { continue }
      // A task of its own: the end of the service doesn't stop a message that a target may have
      // accepted.
      let attempt = Task { [now = clock.now()] in
        await setup.sender.send(message, to: target, links, now: now)
      }
      try await settle(message, await attempt.value)
    }
  }

  private func settle(
    _ message: ClaimedMessage, _ outcome: NotificationSender.Outcome
  ) async throws {
    let now = clock.now()
    switch outcome {
    case .delivered:
      count(message.target, "sent")
      try await store.finish(message, now: now)
    case .failed(let reason, _) where message.attempts >= Self.mostAttempts:
      count(message.target, "given-up")
      try await store.giveUp(message, because: reason, now: now)
      log.error(
        "a message could not be delivered",
        [
          "target": message.target, "events": "\(message.facts.count)", "reason": reason,
          "attempts": "\(message.attempts)",
        ])
    case .failed(let reason, let pause):
      count(message.target, "failed")
      let delay = Backoff.delay(after: message.attempts, key: message.id)
      let again = now + max(delay, pause ?? .zero)
      try await store.retry(message, at: again, because: reason)
      log.warning(
        "a message was not delivered",
        ["target": message.target, "reason": reason, "again": again.rfc3339])
    }
  }

  private func count(_ target: String, _ outcome: String) {
    attempts.withLock { $0[Attempts(target: target, outcome: outcome), default: 0] += 1 }
  }
}

extension Notifier.Setup {
  /// No targets: facts count as delivered.
  package static let none = Notifier.Setup(
    targets: [],
    sender: NotificationSender(
      client: .init { request throws(HTTPError) in throw HTTPError(.cancelled, url: "") },
      submit: { _, _ throws(HTTPError) in throw HTTPError(.cancelled, url: "") }),
    websites: [:])
}

extension Metrics.Messages {
  /// Names a count of the notifier.
  package init(_ attempts: Notifier.Attempts, count: Int) {
    self.init(target: attempts.target, outcome: attempts.outcome, count: count)
  }
}
