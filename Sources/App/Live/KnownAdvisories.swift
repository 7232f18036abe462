import Advisories
import Configuration
import Ecosystem
import FoundationEssentials
import Store
import Time
import Updates

/// Fetches advisories as the operator's file allows, and caches them in the database.
struct KnownAdvisories: Sendable {
  let source: AdvisorySource?

  /// Creates the source without sending a request.
  init(_ settings: OperatorFile, _ network: Network, _ store: StateStore) throws(Problem) {
    guard settings.asksAdvisories(at: AdvisorySource.address + "/v1/querybatch") else {
      source = nil
      return
    }
    source = AdvisorySource(
      client: try network.advisories(),
      ecosystems: servedEcosystems.descriptions.compactMap(\.advisories),
      cache: .kept(in: store), outage: network.outage)
  }

  /// Returns the advisories on some versions; none if the operator's file turns them off.
  func callAsFunction(_ versions: [AdvisedVersion]) async -> AdvisoryAnswer {
    await source?.advisories(on: versions) ?? AdvisoryAnswer()
  }
}

extension Live {
  /// Whether advisories are requested.
  var asksAdvisories: Bool {
    settings.asksAdvisories(at: AdvisorySource.address + "/v1/querybatch")
  }

  /// Finds new advisories for the whole fleet; nil if the operator's file turns them off.
  var advisoryScan: (@Sendable () async throws -> FleetAdvisoryScan.News)? {
    guard asksAdvisories else { return nil }
    let scan = FleetAdvisoryScan(
      store: world.store, ecosystems: servedEcosystems, advisories: world.advisories)
    return { try await scan() }
  }
}

extension AdvisoryCache {
  /// A cache in the database; its failures cost requests, but never an update.
  fileprivate static func kept(in store: StateStore) -> AdvisoryCache {
    AdvisoryCache(
      load: { name in (try? await store.content(name)) ?? nil },
      keep: { name, bytes in
        try? await store.keep(bytes, as: name, now: .now())
      })
  }
}
