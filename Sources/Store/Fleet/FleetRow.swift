package import Forges
package import Time

/// A repository in the overview of the fleet.
package struct FleetRow: Hashable, Codable, Sendable {
  /// The repository.
  package var repository: RepositoryID
  /// The last pass that read the repository; nil before the first.
  package var visitedAt: Timestamp?
  /// The duration of the last pass in seconds.
  package var seconds: Int
  /// The number of dependencies; a dependency of two manifests counts twice.
  package var dependencies: Int
  /// The number of dependencies with a known newer version: proposed, waiting or held back.
  package var outdated: Int
  /// The number of those that a rule, a person or a cooldown holds back.
  package var held: Int
  /// The number of dependencies with an advisory.
  package var vulnerable: Int
  /// The number of dependencies whose newest version is unknown.
  package var unevaluated: Int
  /// The number of open pull requests.
  package var open: Int
  /// The number of those with failed checks.
  package var failing: Int
  /// The number of those with unfinished checks.
  package var pending: Int
  /// The problems that no pass has found solved.
  package var problems: [KnownProblem]
  /// Why the repository gets updates or none.
  package var condition: RepositoryCondition
  /// Who is responsible for its manifests by `CODEOWNERS`.
  package var owners: [String]
}

/// A filter and an order for repositories of the fleet.
package struct FleetQuery: Hashable, Codable, Sendable {
  /// The repositories to return.
  package enum Filter: String, CaseIterable, Codable, Hashable, Sendable {
    case all, red, waiting, problems, vulnerable, outdated, held, open
    /// Repositories without a configuration file.
    case noFile = "no-file"
    /// Repositories whose first visit is planned.
    case unvisited
    /// All repositories that get no updates.
    case inactive
  }

  /// The order of repositories.
  package enum Order: String, CaseIterable, Codable, Hashable, Sendable {
    /// Failed checks first, then problems, vulnerable, waiting, and outdated.
    case attention
    case name
    case outdated
    /// Least recently visited first.
    case oldest
  }

  /// A part of the name, case-insensitive; empty for all.
  package var text: String
  /// The owner, with all groups below it, case-insensitive; empty for all.
  package var owner = ""
  /// A person or team of `CODEOWNERS`, case-insensitive, with or without `@`; empty for all.
  package var team = ""
  /// The filter.
  package var filter: Filter
  /// The order.
  package var order: Order
  /// The page of the list.
  package var window: Window

  /// Creates a query.
  package init(
    _ text: String = "", _ filter: Filter = .all, by order: Order = .attention,
    window: Window
  ) {
    self.text = text
    self.filter = filter
    self.order = order
    self.window = window
  }
}
