import Configuration
import HTTP
import Logging
import Service
import Store
import Time
import Updates

extension Live {
  /// The targets of the operator's file, with the way to them.
  var notificationSetup: Notifier.Setup {
    let targets = settings.notifications.map { entry in
      NotificationTarget(entry) { name in
        do throws(ZoneError) {
          return try ZoneDatabase.system.rules(of: name)
        } catch {
          world.log.warning(
            "the time zone is unknown on this machine; UTC is used",
            ["notification": entry.name ?? entry.kind.rawValue, "timezone": name])
          return .utc
        }
      }
    }
    let sender = NotificationSender(client: network.notifications()) {
      [network] (entry, mail) throws(HTTPError) in
      try await network.submit(mail, by: entry)
    }
    return Notifier.Setup(targets: targets, sender: sender, websites: settings.webAddresses)
  }

  /// Sends the messages about a run, and those that earlier runs left.
  ///
  /// A failure is logged and doesn't fail the run: unsent messages stay in the state for the next one.
  func sendNotifications() async {
    let setup = notificationSetup
    let notifier = Notifier(store: world.store, clock: .wholeSeconds, log: world.log) { setup }
    do {
      try await notifier.sendAll()
    } catch {
      world.log.warning("the messages about the run were not sent", ["error": "\(error)"])
    }
  }
}
