/// A repository as the overview of the fleet shows it.
package struct FleetRow: Hashable, Sendable {
  /// The operator's name of the forge.
  package var forge: String
  /// `owner/name`.
  package var name: String
  /// Seconds since 1970 of the last pass that found something new; nil before the first.
  package var visitedAt: Int64?
  /// How long the last pass took.
  package var seconds: Int64
  /// Rows of what the last pass saw, a dependency of two manifests counted twice.
  package var dependencies: Int
  /// Dependencies of which a newer version is known: proposed, waiting or held back.
  package var outdated: Int
  /// Of those, the ones that a rule, a person or a time holds back.
  package var held: Int
  /// Dependencies that an advisory hits.
  package var vulnerable: Int
  /// Dependencies whose newest version could not be found out.
  package var unevaluated: Int
  /// Pull requests that are open.
  package var open: Int
  /// Of those, the ones whose CI is red.
  package var failing: Int
  /// Of those, the ones whose CI has not settled.
  package var pending: Int
  /// What hindered the last pass, a line each.
  package var problems: [String]
}

/// Which repositories of the fleet are wanted, and in which order.
package struct FleetQuery: Hashable, Sendable {
  /// What a repository must have.
  package enum Filter: String, CaseIterable, Hashable, Sendable {
    case all, red, waiting, problems, vulnerable, outdated, held, open
  }

  /// What stands above.
  package enum Order: String, CaseIterable, Hashable, Sendable {
    /// Red, then what has problems, is vulnerable, waits, is outdated, in this order.
    case attention
    case name
    case outdated
    /// Those that were looked at longest ago.
    case oldest
  }

  /// A part of the name, compared without case; empty: any.
  package var text: String
  /// What the repositories have in common.
  package var filter: Filter
  /// Decides what the first page shows.
  package var order: Order
  /// A page of the list.
  package var window: Window

  /// Asks for repositories.
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
