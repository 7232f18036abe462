import Ecosystem
import Forges
import Logging
import Store

extension RepositoryPass {
  /// Finds the head of the default branch: one conditional request, where the branch is known.
  ///
  /// A repository that its owner has renamed is followed with all that is known of it; one that
  /// was given to somebody else has to be meant by the operator under its new name.
  func base(of name: RepositoryName) async throws -> Base {
    do {
      return try await baseByName(name)
    } catch let error as ForgeError {
      guard case .renamed(let present) = error.code, present.owner == name.owner, !isDry else {
        throw error
      }
      world.log.warning(
        "the repository has another name by now",
        ["repository": "\(name)", "name": "\(present)"])
      try await world.store.rename(
        "\(name)", to: "\(present)", forge: forge.name)
      return try await baseByName(present)
    }
  }

  private func baseByName(_ name: RepositoryName) async throws -> Base {
    let known = try await world.store.repository(name.description, forge: forge.name)
    let now = world.now()
    // What a webhook made doubtful, no older list settles.
    let listed = known?.confirmedAt == 0 ? nil : listed(name)
    let trusted = known.flatMap { $0.confirmedAt > now - Self.week ? $0 : nil }
    if let branch = listed?.defaultBranch ?? trusted?.defaultBranch,
      let found = try await forge.branch(branch, in: name),
      listed != nil || known?.isOther(found) != true
    {
      return Base(
        repository: name, identifier: known?.identifier ?? listed?.identifier,
        defaultBranch: branch,
        confirmedAt: listed == nil ? trusted?.confirmedAt ?? now : now, branchMark: found.mark,
        head: found.head)
    }
    let repository = try await forge.repository(name)
    guard repository.name.owner.lowercased() == name.owner.lowercased() else {
      throw ForgeError(.renamed(to: repository.name), place: "\(name)")
    }
    guard !repository.isArchived else { throw ForgeError(.archived, place: "\(name)") }
    if !isDry { try await world.follow([repository], of: forge.name) }
    let branch = repository.defaultBranch
    guard let found = try await forge.branch(branch, in: repository.name) else {
      throw Problem(.failed, "the branch \(branch) has no commit", subject: "\(name)")
    }
    return Base(
      repository: repository.name, identifier: repository.identifier, defaultBranch: branch,
      confirmedAt: now, branchMark: found.mark, wasDoubted: known?.confirmedAt == 0,
      head: found.head)
  }

  /// For so long the forge is not asked anew which branch is the default one; a change while the
  /// old branch stays is rare, and a webhook tells of it.
  private static let week: Int64 = 7 * 86_400

  /// Reads the repository's file on the default branch, and the tree of each branch that it wants
  /// to be updated.
  ///
  /// - Parameters:
  ///   - base: the repository and its default branch.
  ///   - problems: takes up branches that are not there; entries for others go on.
  /// - Returns: one for each branch, in the order of the file.
  /// - Throws: `ForgeError`, or what is wrong with the file as a whole.
  func checkouts(
    of base: Base, noting problems: inout [Problem]
  ) async throws -> [Checkout] {
    let tree = try await world.tree(at: base.head, of: base.repository, on: forge)
    let entries = try await entries(tree.source, base.head)
    var checkouts: [Checkout] = []
    let targets = entries.map { $0.target ?? base.defaultBranch }
    for (index, branch) in targets.enumerated() where targets.firstIndex(of: branch) == index {
      let mine = zip(entries, targets).filter { $0.1 == branch }.map(\.0)
      if branch == base.defaultBranch {
        checkouts.append(
          Checkout(base: base, branch: branch, head: base.head, tree: tree, entries: mine))
      } else if let head = try await forge.head(of: branch, in: base.repository) {
        let tree = try await world.tree(at: head, of: base.repository, on: forge)
        checkouts.append(
          Checkout(base: base, branch: branch, head: head, tree: tree, entries: mine))
      } else {
        problems.append(Problem(.usage, "target-branch names no branch", subject: branch))
      }
    }
    return checkouts
  }
}

extension RepositoryRecord {
  /// Whether the default branch is one of another repository, as far as the forge tells them apart.
  fileprivate func isOther(_ branch: Branch) -> Bool {
    guard branch.name == defaultBranch, let known = branchMark, let mark = branch.mark else {
      return false
    }
    return mark != known
  }
}
