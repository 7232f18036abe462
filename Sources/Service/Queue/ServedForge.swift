package import Configuration
package import Forges
package import Logging
package import Store
package import Updates

/// A forge with what the service needs of it; made anew when the configuration changes.
package struct ServedForge: Sendable {
  /// Says what a pass looks for at each entry of the file at a commit of the default branch.
  package typealias Choice = @Sendable (_ head: String, _ file: RepositoryFile) -> [DueUpdates]
  /// Makes one pass over a repository.
  package typealias Pass =
    @Sendable (RepositoryName, Job.Cause, @escaping Choice) async ->
    RepositoryReport

  /// The section of the operator's file, whose patterns say which repositories are served.
  package var settings: ForgeSettings
  /// Visits at a time.
  package var concurrency: Int
  /// Who we are there; nil as long as nobody has asked.
  package var login: @Sendable () -> String?
  /// Lists the repositories that the operator's patterns mean.
  package var repositories: @Sendable () async throws -> MeantRepositories
  /// Never throws: what hindered it is in its report.
  package var pass: Pass
  /// Makes whole visits somewhere else, as in another process; nil: they are made here.
  package var visitor: (@Sendable (Job) async -> VisitRecord)?
  /// Lists and repeats the forge's own deliveries; nil where it does not tell.
  package var deliveries: (any HookDelivering)?

  /// Describes a forge.
  package init(
    settings: ForgeSettings, concurrency: Int, login: @escaping @Sendable () -> String?,
    repositories: @escaping @Sendable () async throws -> MeantRepositories,
    pass: @escaping Pass, deliveries: (any HookDelivering)? = nil
  ) {
    self.settings = settings
    self.concurrency = concurrency
    self.login = login
    self.repositories = repositories
    self.pass = pass
    self.deliveries = deliveries
  }

  /// Makes a visit in this process: the plan before, the pass, the plan after.
  package func visit(
    _ job: Job, store: StateStore, clock: ServiceClock, timing: Timing, log: Logger
  ) async -> VisitRecord {
    let visit = Visit(
      job: job, forge: self, store: store, clock: clock, timing: timing, log: log)
    return await visit()
  }

  /// The operator's name of it.
  package var name: String { settings.name }
}
