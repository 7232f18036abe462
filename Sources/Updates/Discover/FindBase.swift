import Ecosystem
import Forges
import Logging
import Store
import Time

extension RepositoryPass {
  /// Finds the head of the default branch and restores lost state.
  func openRepository(_ name: RepositoryName) async throws -> Base {
    var base = try await findBase(of: name)
    base.pullRequests = try await restoreState(of: base)
    return base
  }

  /// Finds the head of the default branch.
  ///
  /// Costs one conditional request if the branch is known.
  ///
  /// If the owner renamed the repository, or moved it to another of its groups, its state moves to the
  /// new name. If it belongs to another owner now, the operator has to configure the new name.
  func findBase(of name: RepositoryName) async throws -> Base {
    do {
      return try await requestBase(of: name)
    } catch let error as ForgeError {
      guard case .renamed(let new) = error.code, new.sharesRoot(with: name), !isDry else {
        throw error
      }
      world.log.warning(
        "the repository was renamed", ["repository": "\(name)", "name": "\(new)"])
      try await world.store.rename(forge.id(of: name), to: new)
      return try await requestBase(of: new)
    }
  }

  private func requestBase(of name: RepositoryName) async throws -> Base {
    let known = try await world.store.record(of: forge.id(of: name))
    let now = world.now()
    // If a webhook asked for a confirmation, a list from before it proves nothing.
    let listed = known?.confirmedAt == .epoch ? nil : listed(name)
    if listed?.isFork == true, world.skipsFork(forge.id(of: name)) { throw SkippedRepository.fork }
    try requireWriteAccess(to: listed)
    let recent = known.flatMap { $0.confirmedAt > now - Self.week ? $0 : nil }
    if let branch = listed?.defaultBranch ?? recent?.defaultBranch,
      let found = try await forge.branch(branch, in: name),
      listed != nil || known?.isOfOtherRepository(found) != true
    {
      return Base(
        repository: name, identifier: known?.identifier ?? listed?.identifier,
        defaultBranch: branch,
        confirmedAt: listed == nil ? recent?.confirmedAt ?? now : now, branchMark: found.mark,
        head: found.head)
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
