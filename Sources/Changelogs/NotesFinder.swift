package import HTTP
package import Time
package import Versioning

/// Finds release notes for an update.
///
/// Failures are reasons for absent sections.
///
///     let finder = NotesFinder(client: client)
///     let notes = await finder.notes(
///       for: PackageSource(name: "left-pad", addresses: ["github:acme/left-pad"]),
///       from: "1.0.0", to: "1.2.0", order: VersionOrder(of: SemanticVersion.self))
///     body += notes.markdown(limit: 30_000)
package struct NotesFinder: Sendable {
  let client: Client
  let budget: Budget
  let hosts: [String: SourceRepository.Kind]
  let clock: WallClock

  /// Creates a finder that uses a client, whose layers add credentials, cache and mirrors.
  ///
  /// - Parameters:
  ///   - client: sends the requests.
  ///   - budget: the limits for one package.
  ///   - hosts: forges run by the operator, by host name.
  ///   - clock: measures the budget's time.
  package init(
    client: Client, budget: Budget = Budget(), hosts: [String: SourceRepository.Kind] = [:],
    clock: WallClock = .system
  ) {
    self.client = client
    self.budget = budget
    self.hosts = hosts
    self.clock = clock
  }

  /// Finds release notes, changelog, commits and the comparison between two versions.
  ///
  /// - Parameters:
  ///   - source: the origin of the package.
  ///   - old: the version before the update, not part of the notes.
  ///   - new: the version after the update, the last part of the notes.
  ///   - order: the ecosystem's version order.
  /// - Returns: the sections found, and the reasons for absent sections.
  package func notes(
    for source: PackageSource, from old: String, to new: String, order: VersionOrder
  ) async -> Notes {
    var notes = Notes(name: source.name, from: old, to: new)
    guard let repository = SourceRepository(source, hosts: hosts) else {
      notes.releases = .absent(.unknownSource)
      notes.changelog = .absent(.unknownSource)
      notes.commits = .absent(.unknownSource)
      return notes
    }
    notes.repository = repository
    var search = Search(
      source: source, host: repository.host, old: old, new: new, order: order,
      fetcher: Fetcher(client: client, budget: budget, clock: clock), hosts: hosts)
    notes.releases = await search.releases()
    await search.findTags()
    notes.changelog = await search.changelog()
    notes.commits = await search.commits()
    notes.comparison = search.comparison
    notes.upgradeGuide = search.upgradeGuide
    notes.highlights = search.highlights(of: notes)
    notes.requests = search.fetcher.requests
    return notes
  }
}

/// The input and the intermediate results of one search.
struct Search {
  let source: PackageSource
  let host: any RepositoryHost
  let old: String
  let new: String
  let order: VersionOrder
  var fetcher: Fetcher
  let hosts: [String: SourceRepository.Kind]
  var oldTag: String?
  var newTag: String?
  var upgradeGuide: String?

  /// The page that compares both tags; nil if a tag is unknown.
  var comparison: String? {
    guard let oldTag, let newTag else { return nil }
    return host.comparison(from: oldTag, to: newTag)
  }

  /// Converts the result of a step to a section.
  static func section<Value>(
    _ result: Result<Value, Absence>
  ) -> Section<Value> {
    switch result {
    case .success(let value): .found(value)
    case .failure(let absence): .absent(absence)
    }
  }
}
