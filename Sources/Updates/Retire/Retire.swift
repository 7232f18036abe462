import Ecosystem
import Forges
import Languages
import Logging
import Store
import Time

extension RepositoryPass {
  /// Closes pull requests of ours that are not in the plan, each with a comment that says why.
  ///
  /// - Parameters:
  ///   - published: the reports of the publishing stage.
  ///   - analysis: the plan and its data.
  ///   - checkout: the base branch.
  ///   - report: receives the reports of closed pull requests.
  /// - Returns: the reports of closed pull requests.
  /// - Throws: `ForgeError` or `DatabaseError`.
  func retirePullRequests(
    after published: [DependencyReport], _ analysis: BranchAnalysis, _ checkout: Checkout,
    _ report: inout RepositoryReport
  ) async throws -> [DependencyReport] {
    var closed: [DependencyReport] = []
    for (key, record) in try await openRecords(in: checkout.base.repository)
    where key.base == checkout.branch {
      let replacement = published.first { $0.insteadOf == key }?.key
      let decision =
        replacement.map(RetirementDecision.replacedBy)
        ?? analysis.decision(of: key, versions: record.versions)
      if decision == .close(.upToDate(version: nil)), isOfMovingTag(record) { continue }
      guard let reason = ClosingReason(decision, of: key, after: published),
        let subject = subject(of: record, key)
      else { continue }
      let state = try await retire(record, reason, since: checkout.head, checkout.base.repository)
      closed.append(DependencyReport(key, subject, state: state, published))
    }
    report.dependencies += closed
    return closed
  }

  /// Whether a pull request only refreshes digests, and was changed less than a day ago.
  ///
  /// A tag can move between two digests for hours. Such a pull request stays until the tag has settled, so
  /// that it isn't closed and opened in turn.
  private func isOfMovingTag(_ record: PullRequestRecord) -> Bool {
    !record.versions.isEmpty && record.versions.values.allSatisfy { $0.contains("@sha256:") }
      && world.now() - record.updatedAt < .seconds(24 * 3_600)
  }

  /// Closes pull requests of ours into branches that no entry updates any more.
  ///
  /// An unusable entry could be for any branch, so nothing is closed then, nor without entries.
  ///
  /// - Throws: `ForgeError` or `DatabaseError`.
  func retirePullRequests(
    outside checkouts: [Checkout], of base: Base, _ report: inout RepositoryReport
  ) async throws {
    let entries = checkouts.flatMap(\.entries)
    guard !entries.isEmpty, entries.allSatisfy({ $0.refusal == nil }) else { return }
    let branches = Set(checkouts.map(\.branch))
    for (key, record) in try await openRecords(in: base.repository)
    where !branches.contains(key.base) {
      // If the base branch is gone, the forge closes the pull request itself.
      guard let head = try await forge.head(of: key.base, in: base.repository),
        let subject = subject(of: record, key)
      else { continue }
      let reason = ClosingReason.otherBranch(base: key.base, now: branches.sorted())
      let state = try await retire(record, reason, since: head, base.repository)
      report.dependencies.append(DependencyReport(key, subject, state: state, []))
    }
  }

  /// The records of our open pull requests, by number.
  private func openRecords(
    in repository: RepositoryName
  ) async throws -> [(key: UpdateKey, value: PullRequestRecord)] {
    try await records(of: repository).filter { $0.value.state == .open }
      .sorted { $0.value.number < $1.value.number }
  }

  /// The project and the dependency of a pull request.
  ///
  /// Nil if they cannot be read from the record, or if this version of martlet does not support the
  /// ecosystem; the pull request then stays open.
  private func subject(
    of record: PullRequestRecord, _ key: UpdateKey
  ) -> (project: Project, dependency: String)? {
    let keys = record.versions.keys.sorted().compactMap { DependencyKey($0, in: key.scope) }
    let first = keys.first
    let ecosystems = keys.map(\.ecosystem) + [key.scope.ecosystem].compactMap(\.self)
    guard let ecosystem = ecosystems.first,
      ecosystems.allSatisfy({ world.ecosystem($0) != nil })
    else {
      world.log.warning(
        "a pull request stays open: its dependencies are unreadable or not supported",
        ["repository": "\(record.repository.name)", "number": "\(record.number)"])
      return nil
    }
    let project = Project(
      ecosystem: ecosystem, directory: first?.directory ?? "/", manifest: "", lock: nil)
    let name = key.isMaintenance ? key.subject.name : key.replacement?.old
    return (project, name ?? first?.name ?? key.subject.name)
  }

  /// Closes a pull request unless it holds commits of others.
  ///
  /// A dry pass only reports it.
  private func retire(
    _ record: PullRequestRecord, _ reason: ClosingReason, since base: String,
    _ repository: RepositoryName
  ) async throws -> UpdateState {
    guard !isDry else { return .toClose(number: record.number, reason: reason) }
    var record = record
    let current = try await forge.pullRequest(record.number, in: repository)
    switch current.state {
    case .open:
      guard try await mayClose(current.headSHA, record, since: base, in: repository) else {
        return .foreignCommits(number: record.number, branch: record.branch)
      }
      // A branch whose commit isn't proven to be ours stays.
      let isOurs = !record.head.isEmpty
      let language = world.language
      let comment = reason.comment(forge.kind.text, language)
      try await closer(in: repository).close(
        &record, comment: isOurs ? comment : "\(comment)\n\n\(language(keptBranchText))",
        branchAt: isOurs ? current.headSHA : nil)
      return .closed(number: record.number, reason: reason)
    case .merged, .closed: try await closer(in: repository).saveEnd(of: &record, current)
    }
    return .upToDate
  }

  /// Whether the branch is as martlet left it.
  ///
  /// If the record has no commit, its commits must at least not be those of other people. That
  /// suffices to close a pull request, which loses nothing.
  private func mayClose(
    _ head: String, _ record: PullRequestRecord, since base: String,
    in repository: RepositoryName
  ) async throws -> Bool {
    guard record.head.isEmpty else { return head == record.head }
    return try await ProposalBranch(forge: forge, identity: identity).looksOurs(
      head, since: base, in: repository)
  }
}

private let keptBranchText = Message(
  "Its branch stays, because my record of it is lost, and nothing else proves that its commit is "
    + "mine.")

extension ClosingReason {
  /// Extracts the reason from a decision; nil if the pull request stays.
  fileprivate init?(
    _ decision: RetirementDecision, of key: UpdateKey, after reports: [DependencyReport]
  ) {
    switch decision {
    case .close(let reason): self = reason
    case .replacedBy(let replacement):
      let states = reports.filter { $0.proposal?.update.key == replacement }.map(\.state)
      guard let number = states.compactMap(\.openNumber).first else { return nil }
      self = .superseded(by: number)
    case .keep:
      let own = reports.filter { $0.key == key }
      if key.isMaintenance, !own.isEmpty, own.allSatisfy({ $0.state == .upToDate }) {
        self = .upToDate(version: nil)
        return
      }
      let problems = own.compactMap { report -> Problem? in
        guard case .problem(let problem) = report.state, problem.kind == .unsolvable else {
          return nil
        }
        return problem
      }
      guard let first = problems.first, problems.count == own.count else { return nil }
      self = .impossible(first.clause)
    }
  }
}

extension UpdateState {
  /// Whether a pull request for the update is open, or would be after a real pass.
  var hasPullRequest: Bool {
    switch self {
    case .toOpen, .toUpdate: true
    default: openNumber != nil
    }
  }

  /// The number of the pull request that is now open for the update.
  fileprivate var openNumber: Int? {
    switch self {
    case .current(let number, _), .opened(let number, _), .updated(let number, _): number
    default: nil
    }
  }
}

extension DependencyReport {
  /// Reports a closed pull request under its dependency.
  fileprivate init(
    _ key: UpdateKey, _ subject: (project: Project, dependency: String), state: UpdateState,
    _ reports: [DependencyReport]
  ) {
    let known = reports.first { report in
      report.dependency.id == subject.dependency
        && report.project.directory == subject.project.directory
        && report.project.ecosystem == subject.project.ecosystem
    }
    self.init(
      project: known?.project ?? subject.project,
      dependency: known?.dependency
        ?? Dependency(name: key.replacement?.old ?? key.subject.name, kind: .direct),
      state: state)
    self.key = key
    if case .group(let group) = key.subject { self.group = group }
  }
}
