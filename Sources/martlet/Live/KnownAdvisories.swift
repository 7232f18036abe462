import Advisories
import Configuration
import Ecosystem
import FoundationEssentials
import NPM
import Ruby
import Store
import SwiftPM
import Updates

/// Asks for advisories as the operator's file allows, and keeps what was answered in the state.
struct KnownAdvisories: Sendable {
  let source: AdvisorySource?

  /// Prepares the question; nothing is sent yet.
  init(_ settings: OperatorFile, _ network: Network, _ store: StateStore) throws(Problem) {
    guard settings.asksAdvisories(at: AdvisorySource.address + "/v1/querybatch") else {
      source = nil
      return
    }
    source = AdvisorySource(
      client: try network.advisories(), schemes: Self.schemes, cache: .kept(in: store),
      outage: network.outage)
  }

  /// What is known of versions; nothing where nobody is to be asked.
  func callAsFunction(_ versions: [AdvisedVersion]) async -> AdvisoryAnswer {
    await source?.advisories(on: versions) ?? AdvisoryAnswer()
  }

  /// Advisories leave numbers out that SemVer demands.
  private static let schemes: [AdvisedPackage.Ecosystem: VersionScheme] = [
    .npm: VersionScheme(of: NPM.Version.self, components: 3),
    .rubygems: VersionScheme(of: GemVersion.self),
    .swift: VersionScheme(of: SemanticVersion.self, components: 3),
  ]
}

extension Live {
  /// Looks for advisories on what the whole fleet uses; nil where nobody is to be asked.
  var advisoryScan: (@Sendable () async throws -> FleetAdvisoryScan.News)? {
    guard settings.asksAdvisories(at: AdvisorySource.address + "/v1/querybatch") else { return nil }
    let scan = FleetAdvisoryScan(store: world.store, advisories: world.advisories)
    return { try await scan() }
  }
}

extension AdvisoryCache {
  /// The contents of the state; one that fails costs requests, never the update.
  fileprivate static func kept(in store: StateStore) -> AdvisoryCache {
    AdvisoryCache(
      load: { name in (try? await store.content(name)) ?? nil },
      keep: { name, bytes in
        try? await store.keep(bytes, as: name, now: Int64(Date.now.timeIntervalSince1970))
      })
  }
}
