package import Configuration
package import Forges
package import Store
package import Updates

/// A forge with what the service needs of it; made anew when the configuration changes.
package struct ServedForge: Sendable {
  /// Says what a pass looks for at each entry of the file at a commit of the default branch.
  package typealias Choice = @Sendable (_ head: String, _ file: RepositoryFile) -> [Attention]
  /// Goes once over a repository.
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

  /// The operator's name of it.
  package var name: String { settings.name }
}
