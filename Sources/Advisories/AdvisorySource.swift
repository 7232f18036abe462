internal import Crypto
package import HTTP

/// Finds the advisories that hit the packages of a lock; never fails, only finds less.
///
///     let source = AdvisorySource(client: client, schemes: [.npm: npmScheme])
///     let answer = await source.advisories(on: [AdvisedVersion(lodash, "4.17.20")])
///     answer.advisories[lodash]
package struct AdvisorySource: Sendable {
  /// The public source; mirrors replace it.
  package static let address = "https://api.osv.dev"
  /// From the first question to the last answer: no pass waits longer.
  private static let time = Duration.seconds(10)

  private let client: Client
  private let schemes: [AdvisedPackage.Ecosystem: VersionScheme]
  private let cache: AdvisoryCache
  private let outage: AdvisoryOutage
  private let clock: WallClock

  /// Looks through a client, whose layers hold mirrors and retries.
  ///
  /// - Parameters:
  ///   - client: where questions go.
  ///   - schemes: the order of versions of each ecosystem; those without are not asked about.
  ///   - cache: what was answered before: a record that has not changed is not fetched again.
  ///   - outage: shared by all who ask the same source.
  ///   - clock: what the bound of time is measured by.
  package init(
    client: Client, schemes: [AdvisedPackage.Ecosystem: VersionScheme],
    cache: AdvisoryCache = .none, outage: AdvisoryOutage = AdvisoryOutage(),
    clock: WallClock = .system
  ) {
    self.client = client
    self.schemes = schemes
    self.cache = cache
    self.outage = outage
    self.clock = clock
  }

  /// Asks which of the versions are hit, and for all advisories on packages that are.
  ///
  /// Where the source gives no answer, the last one about the same versions counts.
  package func advisories(on versions: [AdvisedVersion]) async -> AdvisoryAnswer {
    let versions = versions.filter { version in
      schemes[version.package.ecosystem]?.reads(version.version) ?? false
    }
    guard !versions.isEmpty else { return AdvisoryAnswer(schemes: schemes) }
    let name = "advisories \(Digest(.sha256, of: versions.map(\.line).joined()).hexadecimal)"
    var answer = AdvisoryAnswer(schemes: schemes)
    do throws(AdvisoryFailure) {
      if let failure = outage.failure(at: clock.now()) { throw failure }
      var asking = Asking(client: client, clock: clock, end: clock.now() + Self.time)
      let listing = try await listing(of: versions, &asking)
      let records = try await asking.records(listing.references, cache: cache)
      answer.fill(listing, records)
      let bytes = listing.bytes
      if await cache.load(name) != bytes { await cache.keep(name, bytes) }
    } catch {
      outage.note(error, at: clock.now())
      answer.failure = error
      await recall(name, &answer)
    }
    return answer
  }

  /// Which advisories there are on the packages that are hit.
  private func listing(
    of versions: [AdvisedVersion], _ asking: inout Asking
  ) async throws(AdvisoryFailure) -> Listing {
    let hits = try await asking.list(spelling: versions.map { ($0.package, $0.version) })
    var packages: [AdvisedPackage] = []
    for (version, ids) in zip(versions, hits) where !ids.isEmpty {
      if !packages.contains(version.package) { packages.append(version.package) }
    }
    guard !packages.isEmpty else { return Listing() }
    // All of them: a version that fixes one advisory may be hit by another.
    let all = try await asking.list(spelling: packages.map { ($0, nil) })
    return Listing(zip(packages, all).map { Listing.Row(package: $0, references: $1) })
  }

  /// Takes the last answer about the same versions, as far as it is still at hand.
  private func recall(_ name: String, _ answer: inout AdvisoryAnswer) async {
    guard let listing = await cache.load(name).flatMap(Listing.init(bytes:)) else { return }
    var records: [String: Advisory] = [:]
    for reference in listing.references {
      records[reference.id] = await cache.load(reference.cacheName).flatMap {
        try? Advisory($0, from: reference.cacheName)
      }
    }
    answer.fill(listing, records)
    answer.isRecalled = true
  }
}

extension AdvisedVersion {
  fileprivate var line: String { "\(package.ecosystem.rawValue) \(package.name) \(version)\n" }
}
