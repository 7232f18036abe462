import Advisories
import Configuration
import Ecosystem
import FoundationEssentials
import NPM
import Ruby
import Store
import SwiftPM
import Updates

/// Queries advisories as configured, and stores the responses in the state.
struct KnownAdvisories: Sendable {
  let source: AdvisorySource?

  /// Creates an instance without sending a request.
  init(_ settings: OperatorFile, _ network: Network, _ store: StateStore) throws(Problem) {
    guard settings.asksAdvisories(at: AdvisorySource.address + "/v1/querybatch") else {
      source = nil
      return
    }
    source = AdvisorySource(
      client: try network.advisories(), schemes: Self.schemes, cache: .kept(in: store),
      outage: network.outage)
  }

  /// Returns the advisories for versions; none if queries are disabled.
  func callAsFunction(_ versions: [AdvisedVersion]) async -> AdvisoryAnswer {
    await source?.advisories(on: versions) ?? AdvisoryAnswer()
  }

  /// Advisories use versions with fewer numbers than SemVer requires.
  private static let schemes: [AdvisedPackage.Ecosystem: VersionScheme] = [
    .npm: VersionScheme(of: NPM.Version.self, components: 3),
    .rubygems: VersionScheme(of: GemVersion.self),
    .swift: VersionScheme(of: SemanticVersion.self, components: 3),
  ]
}

extension Live {
  /// Queries the advisories of the whole fleet; nil if queries are disabled.
  var advisoryScan: (@Sendable () async throws -> FleetAdvisoryScan.News)? {
    guard settings.asksAdvisories(at: AdvisorySource.address + "/v1/querybatch") else { return nil }
    let scan = FleetAdvisoryScan(store: world.store, advisories: world.advisories)
    return { try await scan() }
  }
}

extension AdvisoryCache {
  /// A cache in the state; if it fails, requests are repeated, and the update continues.
  fileprivate static func kept(in store: StateStore) -> AdvisoryCache {
    AdvisoryCache(
      load: { name in (try? await store.content(name)) ?? nil },
      keep: { name, bytes in
        try? await store.keep(bytes, as: name, now: Int64(Date.now.timeIntervalSince1970))
      })
  }
}
