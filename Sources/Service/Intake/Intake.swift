package import Configuration
import Forges
package import HTTPServer
package import Logging
package import Store
package import Time

/// Receives webhooks: authenticates them, stores them with the visits that they request, and responds.
///
/// The response is sent after both are in the state, and before any work: a delivery with status 202
/// isn't lost by a crash.
package struct Intake: Sendable {
  /// A forge that may send webhooks.
  package struct Sender: Sendable {
    var settings: ForgeSettings
    /// Our login; nil while it isn't known.
    var login: @Sendable () -> String?

    /// Creates a value.
    package init(_ settings: ForgeSettings, login: @escaping @Sendable () -> String?) {
      self.settings = settings
      self.login = login
    }
  }

  private let senders: @Sendable () -> [Sender]
  private let store: StateStore
  private let now: @Sendable () -> Timestamp
  private let log: Logger
  private let refusals: RefusalLog
  private let listChanged: @Sendable () -> Void

  /// Creates an intake.
  ///
  /// - Parameters:
  ///   - store: keeps deliveries and visits.
  ///   - now: the current time.
  ///   - log: receives refusals, at most a line in a minute for each peer.
  ///   - senders: the forges of the present configuration.
  ///   - listChanged: called when repositories became accessible or inaccessible.
  package init(
    store: StateStore, now: @escaping @Sendable () -> Timestamp, log: Logger,
    senders: @escaping @Sendable () -> [Sender], listChanged: @escaping @Sendable () -> Void
  ) {
    self.store = store
    self.now = now
    self.log = log
    refusals = RefusalLog(log)
    self.senders = senders
    self.listChanged = listChanged
  }

  /// The limit for all bodies from one forge that are in memory, in bytes.
  package static let bodyBudget = 64 << 20

  /// Decides by the headers of a request to `/webhooks/<forge>` whether its body is received.
  package func admit(_ request: ServerRequest, forge name: String) -> Admission {
    do throws(Delivery.Refusal) {
      let (_, format) = try Delivery.check(
        request, to: senders().first { $0.settings.name == name }?.settings)
      return .receive(
        BodyLimits(limit: format.bodyLimit, account: "forge \(name)", budget: Self.bodyBudget))
    } catch {
      refusals.record(error, forge: name, client: request.client, now: now())
      return .answer(error.response)
    }
  }

  /// Responds to a request to `/webhooks/<forge>`.
  package func receive(_ request: ServerRequest, forge name: String) async -> ServerResponse {
    let sender = senders().first { $0.settings.name == name }
    let delivery: Delivery
    do throws(Delivery.Refusal) {
      delivery = try Delivery(request, to: sender?.settings)
    } catch {
      refusals.record(error, forge: name, client: request.client, now: now())
      return error.response
    }
    let triggers = sender.map { Triggers($0.settings, login: $0.login()) }
    guard let triggers else { return Delivery.Refusal.unknownForge.response }
    do {
      return try await accept(delivery, triggers)
    } catch {
      // The forge marks the delivery as failed, and the reconciler requests it again.
      log.error("a webhook could not be stored", ["forge": name, "error": "\(error)"])
      return .text("the state is not reachable\n", status: 503)
    }
  }

  private func accept(_ delivery: Delivery, _ triggers: Triggers) async throws -> ServerResponse {
    var snapshot = RepositorySnapshot()
    if let subject = triggers.subject(of: delivery.event) {
      snapshot = try await store.snapshot(
        of: RepositoryID(forge: delivery.forge, name: subject))
    }
    let jobs = triggers.jobs(for: delivery.event, snapshot, now: now())
    if triggers.changesList(delivery.event) {
      for job in jobs {
        try await store.invalidateDefaultBranch(of: job.repository)
      }
    }
    for job in jobs {
      guard case .check(_, let commit, let branches) = delivery.event.hint else { break }
      try await store.countCheckEvent(
        at: commit, on: branches, of: job.repository)
    }
    guard try await remember(delivery, jobs) else { return .text("seen before\n", status: 202) }
    if triggers.changesList(delivery.event) { listChanged() }
    for job in jobs {
      log.debug(
        "a webhook requests a visit",
        [
          "forge": delivery.forge, "repository": "\(job.repository.name)",
          "cause": "\(job.cause)",
        ])
    }
    return .text(jobs.isEmpty ? "nothing to do\n" : "taken\n", status: 202)
  }

  /// Returns false if the delivery was received before.
  private func remember(_ delivery: Delivery, _ jobs: [Job]) async throws -> Bool {
    if let id = delivery.id {
      return try await store.recordDelivery(
        forge: delivery.forge, id: id, now: now(), enqueueing: jobs)
    }
    // Without an identifier repetitions aren't recognized, which does no harm.
    for job in jobs { try await store.enqueue(job) }
    return true
  }
}
