import Ecosystem
import Forges
import Store

extension Run {
  /// Closes pull requests of ours that nothing asks for any more, with a comment that says why.
  ///
  /// - Parameters:
  ///   - reports: what became of each dependency in this pass.
  ///   - sightings: what was seen of the base branch.
  ///   - checkout: the base branch.
  /// - Returns: the reports of what was closed.
  /// - Throws: `ForgeError` or `DatabaseError`.
  func retire(
    after reports: [DependencyReport], _ sightings: Sightings, _ checkout: Checkout
  ) async throws -> [DependencyReport] {
    let records = try await records(on: checkout).filter { $0.value.state == .open }
    var closed: [DependencyReport] = []
    for (key, record) in records.sorted(by: { $0.value.number < $1.value.number }) {
      let carrier = reports.first { $0.insteadOf == key }?.key
      let fate =
        carrier.map(Fate.followedBy) ?? sightings.fate(of: key, versions: record.versions)
      guard let reason = ClosingReason(fate, of: key, after: reports) else { continue }
      let state = isDry ? nil : try await close(record, reason, checkout)
      closed.append(
        DependencyReport(
          key, record, state: state ?? .toClose(number: record.number, reason: reason), reports))
    }
    return closed
  }

  private func close(
    _ record: PullRequestRecord, _ reason: ClosingReason, _ checkout: Checkout
  ) async throws -> UpdateState {
    let repository = checkout.base.repository
    var record = record
    let present = try await forge.pullRequest(record.number, in: repository)
    if present.state == .open {
      guard try await isOurs(present.headSHA, record, checkout) else {
        return .foreignCommits(number: record.number, branch: record.branch)
      }
      _ = try await forge.comment(reason.comment, on: record.number, in: repository)
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
    _ head: String, _ record: PullRequestRecord, _ checkout: Checkout
  ) async throws -> Bool {
    guard record.head.isEmpty else { return head == record.head }
    return try await Branching(forge: forge, identity: identity).isOurs(
      head, since: checkout.head, in: checkout.base.repository)
  }
}

extension ClosingReason {
  /// Finds the reason in a pull request's fate; nil where it may stay.
  fileprivate init?(_ fate: Fate, of key: UpdateKey, after reports: [DependencyReport]) {
    switch fate {
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
    _ key: UpdateKey, _ record: PullRequestRecord, state: UpdateState,
    _ reports: [DependencyReport]
  ) {
    let slot = record.versions.keys.min().flatMap { Slot($0, in: key.scope) }
    let name = slot?.name ?? key.subject.name
    let known = reports.first { report in
      report.dependency.name == name && report.project.directory == slot?.directory ?? "/"
    }
    let project = Project(
      ecosystem: slot?.ecosystem ?? .npm, directory: slot?.directory ?? "/", manifest: "",
      lock: nil)
    self.init(
      project: known?.project ?? project,
      dependency: known?.dependency ?? Dependency(name: key.subject.name, kind: .direct),
      state: state)
    self.key = key
    if case .group(let group) = key.subject { self.group = group }
  }
}
