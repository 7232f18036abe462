import Ecosystem
import Forges
import Store

extension Run {
  /// Closes pull requests of ours that nothing asks for any more, with a comment that says why.
  ///
  /// - Parameters:
  ///   - reports: what became of each dependency of the site in this pass.
  ///   - site: the project.
  ///   - checkout: the base branch.
  /// - Returns: the reports of what was closed.
  /// - Throws: `ForgeError` or `DatabaseError`.
  func retire(
    after reports: [DependencyReport], _ site: Site, _ checkout: Checkout
  ) async throws -> [DependencyReport] {
    let records = try await world.store.pullRequests(
      of: checkout.base.repository.description, forge: forge.name)
    let wanted = Set(reports.compactMap { $0.proposal?.update.key.description })
    var closed: [DependencyReport] = []
    for record in records where record.state == .open && !wanted.contains(record.key) {
      guard let subject = subject(of: record, at: site, on: checkout) else { continue }
      let report = reports.first { $0.dependency.name == subject }
      guard let reason = ClosingReason(report?.state) else { continue }
      let state = isDry ? nil : try await close(record, reason, checkout.base.repository)
      let dependency = report?.dependency ?? Dependency(name: subject, kind: .direct)
      closed.append(
        DependencyReport(
          project: site.project, dependency: dependency,
          state: state ?? .closed(number: record.number, reason: reason)))
    }
    return closed
  }

  /// The dependency that a record is about, if it belongs to the site.
  private func subject(
    of record: PullRequestRecord, at site: Site, on checkout: Checkout
  ) -> String? {
    record.versions.keys.first { name in
      let key = UpdateKey(
        forge: forge.name, repository: checkout.base.repository, base: checkout.branch,
        ecosystem: site.project.ecosystem, directory: site.project.directory,
        subject: .dependency(name))
      return key.description == record.key
    }
  }

  private func close(
    _ record: PullRequestRecord, _ reason: ClosingReason, _ repository: RepositoryName
  ) async throws -> UpdateState {
    var record = record
    let present = try await forge.pullRequest(record.number, in: repository)
    if present.state == .open {
      guard record.head.isEmpty || present.headSHA == record.head else {
        return .foreignCommits(number: record.number, branch: record.branch)
      }
      _ = try await forge.comment(
        "Closed, since \(reason.rawValue).", on: record.number, in: repository)
      _ = try await forge.update(
        record.number, PullRequestEdit(isOpen: false), in: repository)
      _ = try await forge.deleteBranch(record.branch, at: present.headSHA, in: repository)
    }
    record.state = present.state == .merged ? .merged : present.state == .open ? .closed : .declined
    record.updatedAt = world.now()
    try await world.store.save(record)
    return present.state == .open ? .closed(number: record.number, reason: reason) : .upToDate
  }
}

extension ClosingReason {
  /// Finds the reason in what became of the dependency; nil where the pull request may stay.
  fileprivate init?(_ state: UpdateState?) {
    switch state {
    case nil: self = .removed
    case .upToDate: self = .upToDate
    case .ignored: self = .ignored
    case .problem(let problem) where problem.kind == .unsolvable: self = .impossible
    default: return nil
    }
  }
}
