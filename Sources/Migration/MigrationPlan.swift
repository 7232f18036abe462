package import Ecosystem

/// What can move to another ecosystem, what prevents the rest, and the order.
///
/// A dependency that another one needs can't move before it, because a package manager doesn't see
/// the packages of another one. A package brings its own dependencies: if one of them stays where it
/// is, it would be linked twice. So they move together or not at all.
///
///     Images 1.0          Alamofire 5.9 is needed by Images: both move in one step, if the package
///       - Alamofire       of Images depends on that of Alamofire.
package struct MigrationPlan: Sendable {
  /// The state of a dependency.
  package enum Status: String, Sendable {
    /// It can move.
    case movable
    /// Something prevents it: `obstacles` has the reasons.
    case blocked
    /// A look-up failed: `problem` has the reason.
    case unknown
    /// It is gone when the dependencies that need it have moved.
    case follows
  }

  /// A dependency with the package that would replace it.
  package struct Row: Sendable {
    /// The dependency.
    package var candidate: MigrationCandidate
    /// The package; nil if it is missing.
    package var offer: PackageOffer?
    /// The requirement on the package; nil if it is missing.
    package var requirement: PackageRequirement?
    /// The products by target.
    package var links: [PackageAddition.Link] = []
    /// The parts that the products replace.
    package var parts: [String] = []
    /// What prevents the move.
    package var obstacles: [MigrationObstacle]
    /// Why a look-up failed.
    package var problem: Problem?
    /// The state, which follows from the others' states, too.
    package var status = Status.movable

    /// The name of the dependency.
    package var name: String { candidate.name }
    /// Whether the manifest names it.
    var isDirect: Bool { candidate.kind == .direct }
  }

  /// Direct dependencies first, each kind sorted by name.
  package var rows: [Row]
  /// The names of the dependencies that move together, the steps in order.
  package var steps: [[String]] = []
  /// The dependencies that need each other.
  package var cycles: [[String]] = []

  /// Combines candidates with the answers of the destination.
  ///
  /// - Parameters:
  ///   - rows: the dependencies, each with the obstacles of its own.
  ///   - isSame: whether two addresses are those of one repository.
  package init(_ rows: [Row], isSame: (String, String) -> Bool) {
    self.rows = rows
    let graph = MigrationGraph(rows, isSame: isSame)
    cycles = graph.cycles
    addVersionConflicts(graph)
    for index in self.rows.indices { self.rows[index].status = self.rows[index].ownStatus }
    settle(graph)
    let movable = Set(self.rows.filter { $0.status == .movable && $0.isDirect }.map(\.name))
    steps = graph.steps(of: movable)
  }

  /// Returns the row of a dependency; nil if it isn't one of the project.
  package subscript(name: String) -> Row? { rows.first { $0.name == name } }
}

extension MigrationPlan.Row {
  /// The state without regard to other dependencies.
  fileprivate var ownStatus: MigrationPlan.Status {
    if !obstacles.isEmpty { return .blocked }
    return problem == nil ? .movable : .unknown
  }
}

extension MigrationPlan {
  /// A repository can have one version only.
  private mutating func addVersionConflicts(_ graph: MigrationGraph) {
    for index in rows.indices {
      guard let own = rows[index].offer else { continue }
      let other = rows.first { row in
        row.name != rows[index].name && graph.sharesRepository(row.name, rows[index].name)
          && row.offer.map { $0.commit != own.commit } ?? false
      }
      guard let other else { continue }
      rows[index].obstacles.append(
        MigrationObstacle(
          .otherVersion, "is in one repository with \(other.name), which has another version"))
    }
  }

  /// Blocks what depends on something that stays, until nothing changes.
  private mutating func settle(_ graph: MigrationGraph) {
    var isSettled = false
    while !isSettled {
      isSettled = true
      let leaving = Set(rows.filter { $0.isDirect && $0.status == .movable }.map(\.name))
      let staying = graph.staying(without: leaving)
      for index in rows.indices where leaving.contains(rows[index].name) {
        let found = graph.obstacles(of: rows[index].name, staying: staying)
        guard !found.isEmpty else { continue }
        rows[index].obstacles += found
        rows[index].status = .blocked
        isSettled = false
      }
      for index in rows.indices where !rows[index].isDirect && isSettled {
        settleIndirect(index, staying, graph)
      }
    }
  }

  /// An indirect dependency follows those that need it, whatever its own repository has.
  private mutating func settleIndirect(
    _ index: Int, _ staying: Set<String>, _ graph: MigrationGraph
  ) {
    let name = rows[index].name
    guard staying.contains(name) else {
      rows[index].status = .follows
      return
    }
    rows[index].status = .blocked
    rows[index].obstacles.insert(
      .neededBy(graph.users(of: name).filter(staying.contains)), at: 0)
  }
}
