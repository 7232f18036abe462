package import Forges

/// Selects the deliveries to repeat, without side effects.
package enum Redelivery {
  /// The maximum number of attempts per delivery; later the sweep finds the change.
  static let attempts = 4

  /// Returns the deliveries without a successful attempt.
  ///
  /// - Parameter deliveries: newest first, as forges list them.
  /// - Returns: the newest attempt of each, oldest first.
  package static func wanted(_ deliveries: [HookDelivery]) -> [HookDelivery] {
    let byDelivery = Dictionary(grouping: deliveries, by: \.guid)
    return deliveries.reversed().filter { delivery in
      let tries = byDelivery[delivery.guid] ?? []
      let isTaken = tries.contains { 200..<300 ~= $0.status || $0.isPending }
      return !isTaken && tries.count < attempts && tries.first == delivery
    }
  }
}
