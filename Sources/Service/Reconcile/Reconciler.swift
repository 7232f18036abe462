import Configuration
import Forges
import Logging
import Updates

/// Heals what webhooks lost: asks forges for the deliveries that failed, again and again.
///
/// What no delivery ever told is found by the sweep, which is a visit like any other.
struct Reconciler: Sendable {
  let clock: ServiceClock
  let interval: Duration
  let log: Logger
  let forges: @Sendable () async -> [ServedForge]

  /// How many of the newest deliveries are read; hosts keep them for days.
  static let limit = 300

  /// Works until its task is cancelled.
  func run() async {
    while (try? await clock.sleep(interval)) != nil {
      for forge in await forges() { await reconcile(forge) }
    }
  }

  /// Asks one forge once.
  func reconcile(_ forge: ServedForge) async {
    guard let source = forge.deliveries, forge.settings.webhookSecret != nil else { return }
    do throws(ForgeError) {
      let wanted = Redelivery.wanted(try await source.hookDeliveries(limit: Self.limit))
      for delivery in wanted { try await source.redeliver(delivery.id) }
      guard !wanted.isEmpty else { return }
      log.info(
        "asked for deliveries that failed", ["forge": forge.name, "count": "\(wanted.count)"])
    } catch {
      log.warning(
        "the forge does not tell its deliveries", ["forge": forge.name, "error": "\(error.words)"])
    }
  }
}
