import Configuration
import Ecosystem
import Forges
import Store
import Time

extension Update {
  /// The version steps of its dependencies, as other repositories name them, without replacements.
  var packageSteps: [PackageStep] {
    parts.flatMap { part in
      part.leads.filter { $0.successor == nil }.map { lead in
        PackageStep(
          ecosystem: part.project.ecosystem.rawValue, name: lead.dependency.name,
          from: lead.from, to: lead.to)
      }
    }.unique
  }
}

extension PullRequestRecord {
  /// The results of its steps that a verdict proves.
  ///
  /// A red group doesn't show which of its updates is to blame.
  func results(of verdict: VerdictRecord.Kind, now: Timestamp) -> [StepResult] {
    let kind: StepResult.Kind
    switch verdict {
    case .passed: kind = .green
    case .failed, .timedOut: kind = .red
    case .pending, .none: return []
    }
    guard kind == .green || steps.count == 1 else { return [] }
    return steps.map { StepResult(step: $0, kind: kind, at: now) }
  }
}

/// Stores the results of pull requests for other repositories.
struct ResultKeeper: Sendable {
  let forge: any Forge
  let world: World
  let repository: RepositoryName

  /// Stores the result of a pull request's checks.
  ///
  /// A check that fails on the base as well says nothing about the update.
  ///
  /// - Parameters:
  ///   - status: the verdict.
  ///   - record: the pull request, on the commit that martlet wrote.
  /// - Throws: `ForgeError` or `DatabaseError`.
  func save(_ status: VerdictRecord, of record: PullRequestRecord) async throws {
    guard world.fleet.collectsResults else { return }
    var results = record.results(of: status.verdict, now: world.now())
    guard !results.isEmpty else { return }
    if status.verdict == .failed, try await failsOnBase(status, record) { return }
    let isPublic = try await !forge.repository(repository).isPrivate
    for index in results.indices { results[index].isPublic = isPublic }
    try await world.store.save(results, of: record.repository)
  }

  /// Whether every failed check of a verdict also fails on the base.
  private func failsOnBase(
    _ status: VerdictRecord, _ record: PullRequestRecord
  ) async throws -> Bool {
    guard !record.base.isEmpty else { return true }
    let red = Set(
      try await forge.checks(of: record.base, in: repository).current
        .filter { $0.state.outcome == .failed }.map(\.name))
    return status.checks.allSatisfy { red.contains($0.name) }
  }
}

extension RepositoryPass {
  /// How long after a merge a version that is back counts as taken back by a person.
  private static let revertPeriod = Duration.days(7)
  /// How long the forge may still show the branch as it was before a merge.
  private static let settling = Duration.seconds(600)

  /// Stores which merged steps a person took back: the lock has the version before again.
  ///
  /// Only pull requests of one directory count, because a group over several directories doesn't say
  /// which of them had the version.
  ///
  /// - Parameters:
  ///   - states: the projects of a branch, as read.
  ///   - branch: the branch.
  ///   - name: the repository.
  /// - Throws: `ForgeError` or `DatabaseError`.
  func saveReverts(
    _ states: [ProjectState], on branch: String, of name: RepositoryName
  ) async throws {
    guard world.fleet.collectsResults, !isDry else { return }
    let (now, repository) = (world.now(), forge.id(of: name))
    let merged = try await world.store.pullRequests(of: repository).filter { record in
      record.state == .merged && now - record.updatedAt < Self.revertPeriod
        && now - record.updatedAt > Self.settling
    }
    let reverted = merged.flatMap { record -> [PackageStep] in
      guard let key = UpdateKey(record), key.base == branch,
        case .directory(let ecosystem, let directory) = key.scope
      else { return [] }
      let own = states.filter {
        $0.project.ecosystem == ecosystem && $0.project.directory == directory
      }
      return record.steps.filter { step in
        let present = own.flatMap(\.dependencies).filter { $0.name == step.name }
        return !present.isEmpty && present.allSatisfy { $0.current == step.from }
      }
    }
    guard !reverted.isEmpty else { return }
    let isPublic = try await !forge.repository(name).isPrivate
    try await world.store.save(
      reverted.map { StepResult(step: $0, kind: .reverted, at: now, isPublic: isPublic) },
      of: repository)
  }
}
