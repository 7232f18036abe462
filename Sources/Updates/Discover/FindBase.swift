import Ecosystem
import Forges
import Logging
import Store
import Time

extension RepositoryPass {
  /// Finds the head of the default branch, and restores lost state while it lists the files.
  func openRepository(
    _ name: RepositoryName
  ) async throws -> (base: Base, tree: Result<ForgeTree, any Error>) {
    let found = try await findBase(of: name, checkingHeads: true)
    async let tree = Result { try await world.tree(of: found, on: forge) }
    var base = found
    base.pullRequests = try await restoreState(of: base)
    return (base, await tree)
  }

  /// Finds the head of the default branch.
  ///
  /// Costs one conditional request if the branch is known.
  ///
  /// If the owner renamed the repository, or moved it to another of its groups, its state moves to the
  /// new name. If it belongs to another owner now, the operator has to configure the new name.
  ///
  /// - Parameters:
  ///   - name: the repository.
  ///   - checksHeads: whether to look for the branches of our open pull requests with the same request,
  ///     on a host where they stay open without one.
  /// - Returns: the base.
  /// - Throws: `ForgeError`, `SkippedRepository` or `DatabaseError`.
  func findBase(
    of name: RepositoryName, checkingHeads checksHeads: Bool = false
  ) async throws -> Base {
    do {
      return try await requestBase(of: name, checksHeads)
    } catch let error as ForgeError {
      guard case .renamed(let new) = error.code, new.sharesRoot(with: name), !isDry else {
        throw error
      }
      world.log.warning(
        "the repository was renamed", ["repository": "\(name)", "name": "\(new)"])
      try await world.store.rename(forge.id(of: name), to: new)
      return try await requestBase(of: new, checksHeads)
    }
  }

  /// Requests a branch, and if asked for whether those of our open pull requests exist.
  private func request(
    _ branch: String, of name: RepositoryName, _ checksHeads: Bool
  ) async throws -> (branch: Branch, missing: Set<String>?)? {
    if checksHeads, !isDry, let headBranches = forge.headBranches {
      let records = try await world.store.pullRequests(of: forge.id(of: name))
      let heads = records.filter { $0.state == .open }.map(\.branch)
      if !heads.isEmpty,
        let found = try await headBranches.branch(branch, checking: heads, in: name)
      {
        return (found.branch, found.missing)
      }
    }
    return try await forge.branch(branch, in: name).map { ($0, nil) }
  }

  private func requestBase(of name: RepositoryName, _ checksHeads: Bool) async throws -> Base {
    let known = try await world.store.record(of: forge.id(of: name))
    let now = world.now()
    // If a webhook asked for a confirmation, a list from before it proves nothing.
    let listed = known?.confirmedAt == .epoch ? nil : listed(name)
    if listed?.isFork == true, world.skipsFork(forge.id(of: name)) { throw SkippedRepository.fork }
    try requireWriteAccess(to: listed)
    if let listed, let head = listed.unchangedHead, let known,
      known.defaultBranch == listed.defaultBranch
    {
      return Base(
        repository: name, identifier: known.identifier ?? listed.identifier,
        defaultBranch: listed.defaultBranch, confirmedAt: now, branchMark: known.branchMark,
        isUnchanged: true, head: head)
    }
    let recent = known.flatMap { $0.confirmedAt > now - Self.week ? $0 : nil }
    if let branch = listed?.defaultBranch ?? recent?.defaultBranch,
      let found = try await request(branch, of: name, checksHeads),
      listed != nil || known?.isOfOtherRepository(found.branch) != true
    {
      return Base(
        repository: name, identifier: known?.identifier ?? listed?.identifier,
        defaultBranch: branch,
        confirmedAt: listed == nil ? recent?.confirmedAt ?? now : now,
        branchMark: found.branch.mark, head: found.branch.head, missingHeads: found.missing)
    }
    let repository = try await forge.repository(name)
    guard repository.name.sharesRoot(with: name) else {
      throw ForgeError(.renamed(to: repository.name), subject: "\(name)")
    }
    guard !repository.isArchived else { throw ForgeError(.archived, subject: "\(name)") }
    if repository.isFork, world.skipsFork(forge.id(of: name)) { throw SkippedRepository.fork }
    if !isDry { try await world.follow([repository], of: forge.name) }
    try requireWriteAccess(to: repository)
    let branch = repository.defaultBranch
    guard let found = try await forge.branch(branch, in: repository.name) else {
      throw SkippedRepository.empty(branch: branch)
    }
    return Base(
      repository: repository.name, identifier: repository.identifier, defaultBranch: branch,
      confirmedAt: now, branchMark: found.mark, neededConfirmation: known?.confirmedAt == .epoch,
      head: found.head)
  }

  /// A dry pass writes nothing, so that it needs no write access.
  ///
  /// - Throws: `SkippedRepository.readOnly`.
  private func requireWriteAccess(to repository: Forges.Repository?) throws {
    if let repository, !repository.canPush, !isDry { throw SkippedRepository.readOnly }
  }

  /// How long the default branch is known without asking again.
  ///
  /// It rarely changes while the old branch still exists, and a webhook announces it.
  private static let week = Duration.days(7)
}

extension RepositoryRecord {
  /// Whether a branch belongs to another repository of the same name, if the forge's identifiers
  /// can show that.
  fileprivate func isOfOtherRepository(_ branch: Branch) -> Bool {
    guard branch.name == defaultBranch, let known = branchMark, let mark = branch.mark else {
      return false
    }
    return mark != known
  }
}
