package import Forges

/// Chooses the deliveries that are asked for again; pure.
package enum Redelivery {
  /// How often a delivery is tried in all; after that the sweep has to find what it said.
  static let attempts = 4

  /// Finds deliveries that nobody took.
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
