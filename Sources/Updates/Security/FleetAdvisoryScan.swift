package import Advisories
package import Ecosystem
package import Forges
package import Store

/// Finds advisories that are new for the versions that the fleet was last seen to use.
///
/// No repository and no registry is asked: each package version is queried once, a thousand in a
/// request.
package struct FleetAdvisoryScan: Sendable {
  /// The result of a query.
  package struct News: Hashable, Sendable {
    /// Repositories with a dependency whose advisories have changed; sorted.
    package var repositories: [RepositoryID] = []
    /// Why not all versions could be queried; nil if they were.
    package var failure: String?

    /// Creates a result.
    package init(repositories: [RepositoryID] = [], failure: String? = nil) {
      self.repositories = repositories
      self.failure = failure
    }
  }

  /// The number of uses that are queried at a time.
  private static let slice = 1000

  let store: StateStore
  let ecosystems: EcosystemCatalog
  let advisories: @Sendable ([AdvisedVersion]) async -> AdvisoryAnswer

  /// Creates a query.
  package init(
    store: StateStore, ecosystems: EcosystemCatalog,
    advisories: @escaping @Sendable ([AdvisedVersion]) async -> AdvisoryAnswer
  ) {
    self.store = store
    self.ecosystems = ecosystems
    self.advisories = advisories
  }

  /// Queries all versions that the fleet uses.
  ///
  /// - Throws: `DatabaseError`.
  package func callAsFunction() async throws -> News {
    var news = News()
    var repositories: Set<RepositoryID> = []
    var rest = try await store.advisedUses()[...]
    while !rest.isEmpty, news.failure == nil {
      let uses = rest.prefix(Self.slice)
      rest = rest.dropFirst(Self.slice)
      let answer = await advisories(uses.flatMap { $0.queries(in: ecosystems) }.unique)
      // A failed query says nothing about what is safe or new.
      news.failure = answer.failure?.message
      guard answer.failure == nil else { break }
      for use in uses where use.isNews(to: answer, in: ecosystems) {
        repositories.formUnion(try await store.repositories(with: use))
      }
    }
    news.repositories = repositories.sorted()
    return news
  }
}

extension AdvisedUse {
  private func advised(in ecosystems: EcosystemCatalog) -> AdvisedPackage? {
    EcosystemID(rawValue: ecosystem).flatMap { ecosystems[$0]?.advisories }
      .map { AdvisedPackage($0, advised) }
  }

  fileprivate func queries(in ecosystems: EcosystemCatalog) -> [AdvisedVersion] {
    advised(in: ecosystems).map { package in versions.map { AdvisedVersion(package, $0) } } ?? []
  }

  /// Whether an answer differs from the stored one.
  ///
  /// Records that can't be read don't count as a difference.
  fileprivate func isNews(to answer: AdvisoryAnswer, in ecosystems: EcosystemCatalog) -> Bool {
    guard let advised = advised(in: ecosystems) else { return false }
    let alerts = PackageAdvisories(advised, answer)?.alerts(on: versions, releases: []) ?? []
    if alerts.isEmpty, !answer.unread.isEmpty { return false }
    return alerts.map(\.observed) != advisories
  }
}

extension Alert {
  /// The advisory as the database stores it.
  var observed: ObservedAdvisory {
    ObservedAdvisory(
      id: id, aliases: aliases, severity: severity, summary: summary, url: page, versions: affected,
      ranges: ranges)
  }
}
