import Ecosystem
import Forges
import Logging
import Store

extension RepositoryPass {
  /// Closes pull requests of ours that nothing asks for any more, with a comment that says why.
  ///
  /// - Parameters:
  ///   - reports: what became of each dependency in this pass.
  ///   - sightings: what was seen of the base branch.
  ///   - checkout: the base branch.
  /// - Returns: the reports of what was closed.
  /// - Throws: `ForgeError` or `DatabaseError`.
  func retire(
    after reports: [DependencyReport], _ analysis: BranchAnalysis, _ checkout: Checkout
  ) async throws -> [DependencyReport] {
    var closed: [DependencyReport] = []
    for (key, record) in try await open(in: checkout.base.repository)
    where key.base == checkout.branch {
      let carrier = reports.first { $0.insteadOf == key }?.key
      let decision =
        carrier.map(RetirementDecision.followedBy)
        ?? analysis.decision(of: key, versions: record.versions)
      guard let reason = ClosingReason(decision, of: key, after: reports),
        let project = project(of: record, key)
      else { continue }
      let state =
        isDry
        ? nil : try await close(record, reason, since: checkout.head, in: checkout.base.repository)
      closed.append(
        DependencyReport(
          key, project, state: state ?? .toClose(number: record.number, reason: reason), reports))
    }
    return closed
  }

  /// Closes pull requests of ours into branches that no entry wants to be updated any more.
  ///
  /// An entry that is wrong may mean any of them, and without entries a repository is left alone.
  ///
  /// - Parameters:
  ///   - checkouts: the branches that entries want to be updated.
  ///   - base: the repository.
  /// - Returns: the reports of what was closed.
  /// - Throws: `ForgeError` or `DatabaseError`.
  func retire(
    outside checkouts: [Checkout], _ base: Base
  ) async throws -> [DependencyReport] {
    let entries = checkouts.flatMap(\.entries)
    guard !entries.isEmpty, entries.allSatisfy({ $0.refusal == nil }) else { return [] }
    let wanted = Set(checkouts.map(\.branch))
    var closed: [DependencyReport] = []
    for (key, record) in try await open(in: base.repository) where !wanted.contains(key.base) {
      // The forge closes those itself whose base is gone.
      guard let head = try await forge.head(of: key.base, in: base.repository),
        let project = project(of: record, key)
      else { continue }
      let state =
        isDry
        ? nil : try await close(record, .uncovered, since: head, in: base.repository)
      closed.append(
        DependencyReport(
          key, project, state: state ?? .toClose(number: record.number, reason: .uncovered), []))
    }
    return closed
  }

  /// Pull requests of ours that are open as far as is known, in their order.
  private func open(
    in repository: RepositoryName
  ) async throws -> [(key: UpdateKey, value: PullRequestRecord)] {
    try await records(of: repository).filter { $0.value.state == .open }
      .sorted { $0.value.number < $1.value.number }
  }

  /// Returns the project and the dependency of a pull request.
  ///
  /// Nil if they can't be read, or if this version of martlet doesn't serve the ecosystem: such a
  /// pull request is left open.
  private func project(
    of record: PullRequestRecord, _ key: UpdateKey
  ) -> (project: Project, dependency: String)? {
    let slots = record.versions.keys.sorted().compactMap { Slot($0, in: key.scope) }
    let slot = slots.first
    let ecosystems = slots.map(\.ecosystem) + [key.scope.ecosystem].compactMap(\.self)
    guard let ecosystem = ecosystems.first,
      ecosystems.allSatisfy({ world.ecosystem($0) != nil })
    else {
      world.log.warning(
        "a pull request is left open: its dependencies can't be read, or aren't served",
        ["repository": record.repository, "number": "\(record.number)"])
      return nil
    }
    let project = Project(
      ecosystem: ecosystem, directory: slot?.directory ?? "/", manifest: "", lock: nil)
    return (project, slot?.name ?? key.subject.name)
  }

  private func close(
    _ record: PullRequestRecord, _ reason: ClosingReason, since head: String,
    in repository: RepositoryName
  ) async throws -> UpdateState {
    var record = record
    let present = try await forge.pullRequest(record.number, in: repository)
    if present.state == .open {
      guard try await isOurs(present.headSHA, record, since: head, in: repository) else {
        return .foreignCommits(number: record.number, branch: record.branch)
      }
      _ = try await forge.comment(
        reason.comment(forge.kind.text), on: record.number, in: repository)
      _ = try await forge.update(
        record.number, PullRequestEdit(isOpen: false), in: repository)
      _ = try await forge.deleteBranch(record.branch, at: present.headSHA, in: repository)
    }
    if present.state == .merged, !record.head.isEmpty {
      // The host merged it, or a person: a branch that is still as we left it has no other use.
      _ = try await forge.deleteBranch(record.branch, at: record.head, in: repository)
    }
    record.state = present.state == .merged ? .merged : present.state == .open ? .closed : .declined
    record.updatedAt = world.now()
    try await world.store.save(record)
    return present.state == .open ? .closed(number: record.number, reason: reason) : .upToDate
  }

  /// Whether the branch is as martlet left it; where that is forgotten, its commits tell.
  private func isOurs(
    _ head: String, _ record: PullRequestRecord, since base: String,
    in repository: RepositoryName
  ) async throws -> Bool {
    guard record.head.isEmpty else { return head == record.head }
    return try await Branching(forge: forge, identity: identity).isOurs(
      head, since: base, in: repository)
  }
}

extension ClosingReason {
  /// Finds the reason in a pull request's fate; nil where it may stay.
  fileprivate init?(
    _ decision: RetirementDecision, of key: UpdateKey, after reports: [DependencyReport]
  ) {
    switch decision {
    case .close(let reason): self = reason
    case .followedBy(let successor):
      let states = reports.filter { $0.proposal?.update.key == successor }.map(\.state)
      guard let number = states.compactMap(\.standing).first else { return nil }
      self = .superseded(by: number)
    case .keep:
      let mine = reports.filter { $0.key == key }
      let problems = mine.compactMap { report -> Problem? in
        guard case .problem(let problem) = report.state, problem.kind == .unsolvable else {
          return nil
        }
        return problem
      }
      guard let first = problems.first, problems.count == mine.count else { return nil }
      self = .impossible(first.clause)
    }
  }
}

extension UpdateState {
  /// Whether a pull request for it is open, or would be.
  var isStanding: Bool {
    switch self {
    case .toOpen, .toUpdate: true
    default: standing != nil
    }
  }

  /// The number of the pull request that stands open for it now.
  fileprivate var standing: Int? {
    switch self {
    case .current(let number, _), .opened(let number, _), .updated(let number, _): number
    default: nil
    }
  }
}

extension DependencyReport {
  /// Reports a pull request that was closed under the dependency that it was about.
  fileprivate init(
    _ key: UpdateKey, _ subject: (project: Project, dependency: String), state: UpdateState,
    _ reports: [DependencyReport]
  ) {
    let known = reports.first { report in
      report.dependency.name == subject.dependency
        && report.project.directory == subject.project.directory
        && report.project.ecosystem == subject.project.ecosystem
    }
    self.init(
      project: known?.project ?? subject.project,
      dependency: known?.dependency ?? Dependency(name: key.subject.name, kind: .direct),
      state: state)
    self.key = key
    if case .group(let group) = key.subject { self.group = group }
  }
}
