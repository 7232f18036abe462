package import Ecosystem

/// Moves the dependencies of a project to another ecosystem.
///
///     let migration = ProjectMigration(of: project, to: destination)
///     let plan = try await migration.plan()
///     let changes = try await migration.apply(plan, [], in: tree)
package struct ProjectMigration: Sendable {
  let project: any MigratingProject
  let destination: any MigrationDestination

  /// Combines a project with the ecosystem that its dependencies move to.
  package init(of project: any MigratingProject, to destination: any MigrationDestination) {
    self.project = project
    self.destination = destination
  }

  /// The number of dependencies whose order is computed.
  private static let limit = 2_000

  /// Looks up all dependencies.
  ///
  /// - Throws: a `Problem` of the project's own files; a failed look-up concerns its row.
  package func plan() async throws(Problem) -> MigrationPlan {
    let candidates = try await project.candidates()
    guard candidates.count <= Self.limit else {
      throw Problem(
        .refused, "has more than \(Self.limit) dependencies", subject: project.project.manifest)
    }
    let answers = await fetchAll(candidates) { [destination] (candidate) async throws(Problem) in
      try await Self.answer(for: candidate, destination)
    }
    let rows = answers.map { candidate, answer in row(candidate, answer) }
    return MigrationPlan(rows) { destination.isSame($0, $1) }
  }

  private static func answer(
    for candidate: MigrationCandidate, _ destination: any MigrationDestination
  ) async throws(Problem) -> PackageAnswer? {
    guard let origin = try candidate.origin.get() else { return nil }
    return try await destination.offer(of: origin)
  }

  private func row(
    _ candidate: MigrationCandidate, _ answer: Result<PackageAnswer?, Problem>
  ) -> MigrationPlan.Row {
    var row = MigrationPlan.Row(candidate: candidate, obstacles: candidate.obstacles)
    switch answer {
    case .failure(let problem): row.problem = problem
    case .success(.none): break
    case .success(.some(.obstacle(let obstacle))): row.obstacles.append(obstacle)
    case .success(.some(.package(let offer))): add(offer, to: &row)
    }
    return row
  }

  private func add(_ offer: PackageOffer, to row: inout MigrationPlan.Row) {
    let candidate = row.candidate
    row.offer = offer
    row.requirement = destination.requirement(candidate.requirement, for: offer)
    if row.requirement == nil, candidate.kind == .direct {
      row.obstacles.append(
        MigrationObstacle(
          .requirement, "has a requirement without equivalent: \(candidate.written)"))
    }
    // Built binaries contain their resources.
    if candidate.hasResources, !offer.hasResources, !offer.hasBinaries {
      row.obstacles.append(
        MigrationObstacle(.resources, "has resources, and its package declares none"))
    }
    if candidate.hasBinaries, !offer.hasBinaries {
      row.obstacles.append(
        MigrationObstacle(.binaries, "has built binaries, and its package declares none"))
    }
    let match = ProductMatch(candidate, offer)
    row.links = match.links
    if candidate.kind == .indirect, match.links.isEmpty { row.requirement = nil }
    row.parts = match.parts
    row.candidate.notes += match.notes + [offer.note].compactMap(\.self)
    row.obstacles += match.obstacles
  }
}
