internal import Crypto
package import Ecosystem
package import HTTP
package import Time
internal import Versioning

/// Fetches the advisories about the packages of a lock file.
///
/// Failures are part of the answer.
///
///     let source = AdvisorySource(client: client, ecosystems: [npm])
///     let answer = await source.advisories(on: [AdvisedVersion(lodash, "4.17.20")])
///     answer.advisories[lodash]
package struct AdvisorySource: Sendable {
  /// The address of the public source.
  ///
  /// Mirrors replace it in the client's layers.
  package static let address = "https://api.osv.dev"
  /// The limit for all requests of one pass.
  private static let time = Duration.seconds(10)

  private let client: Client
  private let ecosystems: [OSVEcosystem]
  private let cache: AdvisoryCache
  private let outage: AdvisoryOutage
  private let clock: WallClock

  /// Creates a source that uses a client, whose layers add mirrors and retries.
  ///
  /// - Parameters:
  ///   - client: sends the requests.
  ///   - ecosystems: the ecosystems to ask about; packages of others are skipped.
  ///   - cache: earlier answers; a record that has not changed is not fetched again.
  ///   - outage: shared by all users of the same source.
  ///   - clock: measures the time limit.
  package init(
    client: Client, ecosystems: [OSVEcosystem],
    cache: AdvisoryCache = .none, outage: AdvisoryOutage = AdvisoryOutage(),
    clock: WallClock = .system
  ) {
    self.client = client
    self.ecosystems = ecosystems
    self.cache = cache
    self.outage = outage
    self.clock = clock
  }

  /// Fetches the advisories that affect any of the versions, and all others on the same packages.
  ///
  /// If the source fails, the last answer about the same versions is used.
  package func advisories(on versions: [AdvisedVersion]) async -> AdvisoryAnswer {
    let versions = versions.filter { version in
      let ecosystem = version.package.ecosystem
      return ecosystems.contains(ecosystem) && ecosystem.order.isVersion(version.version)
    }
    let answer = await ask(about: versions)
    // A source that doesn't know one ecosystem rejects the queries about all of them.
    let groups = Dictionary(grouping: versions) { $0.package.ecosystem.name }
    guard answer.failure?.isRejection == true, groups.count > 1 else { return answer }
    var sum = AdvisoryAnswer()
    for (name, group) in groups.sorted(by: { $0.key < $1.key }) {
      sum.merge(await ask(about: group), about: name)
    }
    return sum
  }

  private func ask(about versions: [AdvisedVersion]) async -> AdvisoryAnswer {
    guard !versions.isEmpty else { return AdvisoryAnswer() }
    let name = "advisories \(Digest(.sha256, of: versions.map(\.line).joined()).hexadecimal)"
    var answer = AdvisoryAnswer()
    do throws(AdvisoryFailure) {
      if let failure = outage.failure(at: clock.now()) { throw failure }
      var requests = AdvisoryRequests(
        client: client, ecosystems: ecosystems, clock: clock, end: clock.now() + Self.time)
      let listing = try await listing(of: versions, &requests)
      let records = try await requests.records(listing.references, cache: cache)
      answer.fill(listing, records)
      let bytes = listing.bytes
      if await cache.load(name) != bytes { await cache.keep(name, bytes) }
    } catch {
      // The source responded, so the next query, about other ecosystems, can succeed.
      if !error.isRejection { outage.record(error, at: clock.now()) }
      answer.failure = error
      await recall(name, &answer)
    }
    return answer
  }

  /// Lists the advisories on the affected packages.
  private func listing(
    of versions: [AdvisedVersion], _ requests: inout AdvisoryRequests
  ) async throws(AdvisoryFailure) -> Listing {
    let hits = try await requests.list(spelling: versions.map { ($0.package, $0.version) })
    var packages: [AdvisedPackage] = []
    for (version, ids) in zip(versions, hits) where !ids.isEmpty {
      if !packages.contains(version.package) { packages.append(version.package) }
    }
    guard !packages.isEmpty else { return Listing() }
    // All advisories are needed: a version that fixes one can be affected by another.
    let all = try await requests.list(spelling: packages.map { ($0, nil) })
    return Listing(zip(packages, all).map { Listing.Row(package: $0, references: $1) })
  }

  /// Loads the last answer about the same versions from the cache.
  private func recall(_ name: String, _ answer: inout AdvisoryAnswer) async {
    guard let bytes = await cache.load(name), let listing = Listing(bytes: bytes, in: ecosystems)
    else { return }
    var records: [String: Advisory] = [:]
    for reference in listing.references {
      records[reference.id] = await cache.load(reference.cacheName).flatMap {
        try? Advisory($0, from: reference.cacheName, in: ecosystems)
      }
    }
    answer.fill(listing, records)
    answer.isRecalled = true
  }
}

extension AdvisedVersion {
  fileprivate var line: String { "\(package.ecosystem.name) \(package.name) \(version)\n" }
}
