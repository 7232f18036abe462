import Forges
import Languages
import Store

extension RepositoryPass {
  /// Reads what a requested search is about, and answers the request.
  ///
  /// - Returns: false if there is nothing to search.
  func prepare(_ search: inout GroupSearch, _ checkout: Checkout) async throws -> Bool {
    guard search.record.request != nil else { return true }
    let needsAnswer = search.record.request?.isAnswered == false
    if search.planned.isOneUpdate, search.planned.key.replacement == nil {
      guard needsAnswer || search.record.isSearching || search.mayContinue else { return false }
      let resolved = await world.resolve(search.planned, in: checkout.tree.source)
      search.moved = MovedPackages(resolved, of: search.planned)
      // A resolution that failed says nothing about the request: the next pass tries again.
      guard search.moved != nil || resolved.problems.isEmpty else { return false }
    }
    guard needsAnswer else { return true }
    return try await answer(&search, checkout)
  }

  private func answer(
    _ search: inout GroupSearch, _ checkout: Checkout
  ) async throws -> Bool {
    guard let request = search.record.request else { return true }
    let replies = Replies(
      forge: forge, identity: identity, world: world, repository: checkout.base.repository)
    let refusal = search.refusal
    let text =
      refusal.map { world.language($0) }
      ?? world.language(
        "I try parts of this pull request on branches of their own until the smallest one is found "
          + "that makes the checks fail. The description will say which one that is.")
    try await replies.finish(
      request.comment, on: search.pullRequest.number,
      with: refusal == nil ? .thumbsUp : .confused, saying: text, orElse: text)
    search.record.request = refusal == nil ? request : nil
    search.record.request?.isAnswered = true
    try await world.store.save(search.record)
    return refusal == nil
  }

  /// Answers the requests for pull requests that aren't planned any more.
  func dropBisections(
    _ known: [SplitRecord], planned: [PlannedPullRequest],
    _ records: [UpdateKey: PullRequestRecord],
    in repository: RepositoryName
  ) async throws {
    let keys = Set(planned.map(\.key.recordKey))
    for record in known where !keys.contains(record.key) {
      guard let request = record.request, !request.isAnswered,
        let key = UpdateKey(record.key, of: record.repository), let open = records[key]
      else { continue }
      let text = world.language(
        "I do not propose this update any more, so there is nothing to bisect.")
      try await Replies(forge: forge, identity: identity, world: world, repository: repository)
        .finish(request.comment, on: open.number, with: .confused, saying: text, orElse: text)
      var record = record
      record.request = nil
      try await world.store.save(record)
    }
  }
}

extension GroupSearch {
  /// Whether the checks of the branch are those of an earlier search, or fail.
  var mayContinue: Bool {
    verdict?.verdict == .failed && verdict?.head == pullRequest.head
      && (record.obstacle.isEmpty || record.isBaseRed == true) && record.findings.isEmpty
  }

  /// Why a request can't be followed; nil if it can.
  var refusal: Message? {
    if planned.key.replacement != nil {
      return Message("This pull request replaces a package, so there is nothing to bisect.")
    }
    if planned.isOneUpdate {
      guard let moved else {
        return Message(
          "This pull request changes several projects at once, so I cannot try parts of it.")
      }
      if moved.versions.count < 2 {
        return Message("This pull request moves one package only, so there is nothing to bisect.")
      }
    } else if versions.count < 2 {
      return Message("This pull request has one update only, so there is nothing to bisect.")
    }
    guard let verdict, verdict.number == pullRequest.number, verdict.head == pullRequest.head else {
      return Message(
        "The checks of this pull request are not known yet. Please ask again when they fail.")
    }
    return verdict.verdict == .failed
      ? nil : Message("The checks of this pull request do not fail, so there is nothing to bisect.")
  }
}
