package import Configuration
package import Forges
package import Logging
package import Store
package import Time
package import Updates

/// A forge as the service uses it; replaced when the configuration changes.
package struct ServedForge: Sendable {
  /// Decides what a pass does for each entry of the file at a commit of the default branch: first
  /// for the entry, then for each of its rules with a schedule.
  package typealias Choice = @Sendable (_ head: String, _ file: RepositoryFile) -> [[DueUpdates]]
  /// Makes one pass over a repository, or the part of it that the extent includes.
  package typealias Pass =
    @Sendable (Job, RunOptions?, JobExtent, @escaping Choice) async -> RepositoryReport

  /// Runs a whole visit in another process; calls `begun` after it has waited for the process.
  package typealias Visitor =
    @Sendable (JobTask, _ begun: @escaping @Sendable () -> Void) async -> JobRecord

  /// The section of the operator's file, whose patterns select the repositories.
  package var settings: ForgeSettings
  /// The maximum number of concurrent visits.
  package var concurrency: Int
  /// The login of the credential; nil until it is known.
  package var login: @Sendable () -> String?
  /// Lists the repositories that the patterns select.
  package var repositories: @Sendable () async throws -> SelectedRepositories
  /// Runs a pass; failures are part of its report.
  package var pass: Pass
  /// Runs whole visits in another process; nil: they run in this one.
  package var visitor: Visitor?
  /// Lists and repeats the forge's webhook deliveries; nil if it cannot.
  package var deliveries: (any HookDelivering)?
  /// Reads the state of many repositories at once; nil if the forge can't.
  package var survey: (@Sendable ([RepositoryName]) async throws -> [SurveyedRepository])?
  /// Returns when the credential expires; nil if the forge doesn't report it.
  package var expiry: @Sendable () async throws -> Timestamp? = { nil }

  /// Creates a forge.
  package init(
    settings: ForgeSettings, concurrency: Int, login: @escaping @Sendable () -> String?,
    repositories: @escaping @Sendable () async throws -> SelectedRepositories,
    pass: @escaping Pass, deliveries: (any HookDelivering)? = nil
  ) {
    self.settings = settings
    self.concurrency = concurrency
    self.login = login
    self.repositories = repositories
    self.pass = pass
    self.deliveries = deliveries
  }

  /// Runs a visit in this process.
  ///
  /// - Parameters:
  ///   - task: the job, with the state that it needs.
  ///   - options: the options of a `run`; nil in the service.
  ///   - clock: the clock.
  ///   - timing: the limits of the visit, and the interval of the sweep.
  ///   - log: receives warnings.
  /// - Returns: the record, which the dispatcher saves.
  package func visit(
    _ task: JobTask, with options: RunOptions? = nil, clock: WallClock, timing: Timing, log: Logger
  ) async -> JobRecord {
    let visit = JobRun(
      task: task, forge: self, options: options, clock: clock, timing: timing, log: log)
    return await visit()
  }

  /// The name in the operator's file.
  package var name: String { settings.name }
}
