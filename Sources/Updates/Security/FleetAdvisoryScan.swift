package import Advisories
import Ecosystem
package import Store

/// Looks for what advisories say anew of the versions that a fleet was seen to have.
///
/// No repository is asked, and no registry: each package at a version is asked about once, a
/// thousand in a request.
package struct FleetAdvisoryScan: Sendable {
  /// What came of a look.
  package struct News: Hashable, Sendable {
    /// Where something is hit that was not, is hit no more, or by other ranges; sorted.
    package var sites: [UseSite] = []
    /// Why the source could not be asked about all; nil: it was.
    package var failure: String?

    /// Says what was found.
    package init(sites: [UseSite] = [], failure: String? = nil) {
      self.sites = sites
      self.failure = failure
    }
  }

  /// Uses whose versions are asked about at a time.
  private static let slice = 1000

  let store: StateStore
  let advisories: @Sendable ([AdvisedVersion]) async -> AdvisoryAnswer

  /// Joins what was seen with who is asked.
  package init(
    store: StateStore,
    advisories: @escaping @Sendable ([AdvisedVersion]) async -> AdvisoryAnswer
  ) {
    self.store = store
    self.advisories = advisories
  }

  /// Asks once about the whole fleet.
  ///
  /// - Throws: `DatabaseError`.
  package func callAsFunction() async throws -> News {
    var news = News()
    var sites: Set<UseSite> = []
    var rest = try await store.advisedUses()[...]
    while !rest.isEmpty, news.failure == nil {
      let uses = rest.prefix(Self.slice)
      rest = rest.dropFirst(Self.slice)
      let answer = await advisories(uses.flatMap(\.asked).unique)
      // Nothing is called safe, or new, on the strength of not knowing.
      news.failure = answer.failure?.words
      guard answer.failure == nil else { break }
      for use in uses where use.isNews(to: answer) {
        sites.formUnion(try await store.sites(of: use))
      }
    }
    news.sites = sites.sorted { ($0.forge, $0.repository) < ($1.forge, $1.repository) }
    return news
  }
}

extension AdvisedUse {
  private var advised: AdvisedPackage? {
    switch EcosystemName(rawValue: ecosystem) {
    case .npm: AdvisedPackage(.npm, package)
    case .bundler: AdvisedPackage(.rubygems, package)
    case .swift: AdvisedPackage(.swift, package)
    case nil: nil
    }
  }

  fileprivate var asked: [AdvisedVersion] {
    advised.map { package in versions.map { AdvisedVersion(package, $0) } } ?? []
  }

  /// Whether an answer differs from what was known; records that cannot be read tell nothing.
  fileprivate func isNews(to answer: AdvisoryAnswer) -> Bool {
    guard let advised else { return false }
    let alerts = PackageAdvisories(advised, answer)?.alerts(on: versions, releases: []) ?? []
    if alerts.isEmpty, !answer.unread.isEmpty { return false }
    return alerts.map(\.observed) != advisories
  }
}

extension Alert {
  /// As the state keeps it.
  var observed: ObservedAdvisory {
    ObservedAdvisory(
      id: id, aliases: aliases, severity: severity, summary: summary, url: page, versions: hits,
      ranges: ranges)
  }
}
