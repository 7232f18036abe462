import Configuration
import Forges
import Logging
import Time
import Updates

/// Compensates for lost webhooks: periodically asks forges to redeliver the deliveries that failed.
///
/// Changes without any delivery are found by the sweep, which is an ordinary visit.
struct Reconciler: Sendable {
  let clock: WallClock
  let interval: Duration
  let log: Logger
  let forges: @Sendable () async -> [ServedForge]

  /// How many of the newest deliveries are read; hosts keep them for days.
  static let limit = 300

  /// Runs until its task is canceled.
  func run() async {
    while (try? await clock.sleep(interval)) != nil {
      for forge in await forges() { await reconcile(forge) }
    }
  }

  /// Checks one forge once.
  func reconcile(_ forge: ServedForge) async {
    guard let source = forge.deliveries, forge.settings.webhookSecret != nil else { return }
    do throws(ForgeError) {
      let wanted = Redelivery.wanted(try await source.hookDeliveries(limit: Self.limit))
      for delivery in wanted { try await source.redeliver(delivery.id) }
      guard !wanted.isEmpty else { return }
      log.info(
        "requested the redelivery of failed webhooks",
        ["forge": forge.name, "count": "\(wanted.count)"])
    } catch {
      log.warning(
        "the forge cannot list its webhook deliveries",
        ["forge": forge.name, "error": "\(error.message)"])
    }
  }
}
