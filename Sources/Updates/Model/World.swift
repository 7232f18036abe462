package import Advisories
package import Configuration
package import Ecosystem
package import Forges
package import Impact
package import Languages
package import Logging
package import Store
package import Time
package import Tracing

/// The dependencies of a pass on the outside world, created by the program or by a test.
package struct World: Sendable {
  /// All ecosystems.
  ///
  /// A project belongs to the one that discovers it.
  package var ecosystems: [any PackageEcosystem]
  /// A cache and a log of intents.
  ///
  /// A pass without it has the same result.
  package var store: StateStore
  /// Returns the current time in whole seconds, as the state stores times.
  package var now: @Sendable () -> Timestamp
  /// The log, with the fields of the run and the repository.
  package var log: Logger
  /// Whether locked packages are submitted to the dependency graphs of hosts.
  package var submitsDependencies = false
  /// The version of the program.
  package var version = ""
  /// Measures the stages.
  package var tracer = Tracer.off
  /// Fetches release notes and registry data of an update.
  ///
  /// Called only for updates that are published or shown. It never fails; missing data is omitted.
  package var notes: @Sendable (Update) async -> Annotation
  /// Fetches the advisories for locked versions.
  ///
  /// It never fails: the answer contains the failure. It takes at most a few seconds.
  package var advisories: @Sendable ([AdvisedVersion]) async -> AdvisoryAnswer
  /// The operator's private hosts, in lowercase.
  ///
  /// Their packages are not sent to third parties.
  package var privateHosts: Set<String> = []
  /// The origins of the operator's private hosts, in the format of `SourceOrigin`.
  ///
  /// What a lock takes from there is not reported as foreign.
  package var ownOrigins: Set<String> = []
  /// The operator's private packages.
  ///
  /// They are not sent to advisory databases.
  package var privateNames: [EcosystemID: [NamePattern]] = [:]
  /// The addresses of the forges that serve actions, by name: `https://git.acme.dev`.
  package var actionHosts: [String: String] = [:]
  /// The addresses of all forges, by name, without a final slash.
  package var forgeHosts: [String: String] = [:]
  /// Returns whether a repository, such as `github.com/acme/kit` in lowercase, is private on its
  /// forge.
  package var isPrivate: @Sendable (_ address: String) -> Bool = { _ in false }
  /// Returns whether a repository is left alone if it is a fork.
  package var skipsFork: @Sendable (RepositoryID) -> Bool = { _ in false }
  /// Returns whether a dependency's repository is archived; nil if there is nothing to say.
  package var upkeep: @Sendable (_ name: String, Upstream) async -> RepositoryUpkeep? = { _, _ in
    nil
  }
  /// How groups are split whose checks fail.
  package var split = SplitSettings()
  /// What happens to open pull requests of other bots; nil: they are not looked for.
  package var takeover: Takeover?
  /// The families of packages that the operator adds to the built-in ones.
  package var families: [FamilySettings] = []
  /// What a repository learns from the others.
  package var fleet = FleetSettings()
  /// The messages that martlet writes to the people of repositories by itself.
  package var people = PeopleSettings.silent
  /// The language in which martlet writes in the repository.
  package var language = Language.english
  /// Returns whether a repository belongs to an owner whom the operator names.
  package var isOwn: @Sendable (RepositoryID) -> Bool = { _ in true }
  /// The comparisons of package versions for reports on the impact of updates.
  package var comparisons = ComparisonCache()
  /// The results of projects with the same files, which belong to the documents that `ecosystems`
  /// requested; nil: everything is computed.
  package var memory: ProjectMemory?
  /// When merges may begin.
  package var mergeCalendar = MergeCalendar.utc
  /// Waits, for example until a forge has computed mergeability.
  package var sleep: @Sendable (Duration) async throws -> Void

  /// Creates a world.
  package init(
    ecosystems: [any PackageEcosystem], store: StateStore, now: @escaping @Sendable () -> Timestamp,
    log: Logger, notes: @escaping @Sendable (Update) async -> Annotation = { _ in Annotation() },
    advisories: @escaping @Sendable ([AdvisedVersion]) async -> AdvisoryAnswer = { _ in
      AdvisoryAnswer()
    },
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.ecosystems = ecosystems
    self.store = store
    self.now = now
    self.log = log
    self.notes = notes
    self.advisories = advisories
    self.sleep = sleep
  }

  func ecosystem(_ id: EcosystemID) -> (any PackageEcosystem)? {
    ecosystems.first { $0.id == id }
  }

  /// The ecosystem that dependencies of others can move to; nil if it is missing.
  package var migrationDestination: (any MigrationDestination)? {
    ecosystems.lazy.compactMap { $0 as? any MigrationDestination }.first
  }

  /// The descriptions of all ecosystems.
  package var catalog: EcosystemCatalog { EcosystemCatalog(ecosystems.map(\.description)) }
}
