import Ecosystem
import Forges
import Store
import Time

extension ProposalPublisher {
  /// Saves the end of the proposal's pull request if no earlier stage knew of it.
  ///
  /// That is one that a person closed or merged after the pass had read the comments, or before an
  /// interrupted pass had saved its record. The record of another pull request would replace its end,
  /// without a reply: its branch would stay, and its versions would not be declined.
  ///
  /// - Parameters:
  ///   - found: the pull request of the branch.
  ///   - imprints: what earlier passes were about to write on the branch when they were ended.
  /// - Returns: the state of the update; nil without such an end. The plan doesn't know it, so nothing
  ///   else may be written.
  /// - Throws: `ForgeError` or `DatabaseError`.
  func saveEnd(
    meanwhile found: PullRequest, begun imprints: [String]
  ) async throws -> UpdateState? {
    let closer = PullRequestCloser(
      forge: forge, identity: identity, world: world, repository: repository)
    guard var ended = record, ended.state == .open else {
      guard found.state != .open, record?.number != found.number,
        var lost = try await closer.lostRecord(of: found, begun: imprints)
      else { return nil }
      try await closer.saveEnd(of: &lost, found)
      return state(after: lost)
    }
    var current = found
    // Another one has the branch by now.
    if found.number != ended.number {
      current = try await forge.pullRequest(ended.number, in: repository)
    }
    try await closer.saveEnd(of: &ended, current, keepsBranch: found.state == .open)
    return state(after: ended)
  }

  /// The state of the update after the end of a pull request; nil if it is open.
  private func state(after ended: PullRequestRecord) -> UpdateState? {
    let version = proposal.update.version
    switch ended.state {
    case .open: return nil
    case .declined where ended.versions.isAtLeast(proposal.versions, in: order):
      return .declined(version: version, number: ended.number)
    case .declined, .closed, .merged: return .endedMeanwhile(version: version)
    }
  }
}

extension PullRequestCloser {
  /// Restores the record of an ended pull request of ours that an interrupted pass has opened.
  ///
  /// - Parameters:
  ///   - found: the pull request.
  ///   - imprints: what such passes were about to write on its branch.
  /// - Returns: the record, not saved; nil if the pull request is or was known, or if its commit isn't
  ///   one that such a pass was about to write.
  /// - Throws: `ForgeError` or `DatabaseError`.
  func lostRecord(
    of found: PullRequest, begun imprints: [String]
  ) async throws -> PullRequestRecord? {
    let id = forge.id(of: repository)
    guard !imprints.isEmpty, found.author?.login == identity.login,
      let marker = BodyMarker(in: found.body),
      let own = try await commit(of: found),
      Ownership(begun: imprints).includes(own)
    else { return nil }
    let lost = PullRequestRecord(restoring: found, marker, in: id, own, now: world.now())
    let known = try await world.store.pullRequests(of: id).first { $0.key == lost.key }
    let declined = try await world.store.declinedVersions(of: id).map(\.number)
    guard (known?.number ?? 0) < found.number, !declined.contains(found.number) else { return nil }
    return lost
  }

  /// Reads the only commit of a pull request; nil if there are several, or if it can't be read any more.
  private func commit(of found: PullRequest) async throws(ForgeError) -> CommitContents? {
    do throws(ForgeError) {
      let branch = ProposalBranch(forge: forge, identity: identity)
      switch try await branch.addition(of: found.headSHA, to: found.base, in: repository) {
      case .commit(let contents): return contents
      case .others: return nil
      case .nothing:
        // Merged as it is.
        let newest = try await forge.commits(on: found.head, limit: 1, in: repository).first
        guard let newest, newest.sha == found.headSHA else { return nil }
        return try await branch.contents(of: newest, in: repository)
      }
    } catch {
      // Hosts differ in their answer to a commit that is gone.
      guard error.code == .notFound || error.code == .rejected else { throw error }
      return nil
    }
  }
}

extension PullRequestRecord {
  /// Restores the record of a pull request from the marker in its body.
  ///
  /// It has no digest, so the publishing stage compares everything.
  ///
  /// - Parameters:
  ///   - found: the pull request.
  ///   - marker: the marker.
  ///   - repository: its repository.
  ///   - own: its commit, if that is proven to be martlet's.
  ///   - now: the time of the record.
  init(
    restoring found: PullRequest, _ marker: BodyMarker, in repository: RepositoryID,
    _ own: CommitContents?, now: Timestamp
  ) {
    let key = UpdateKey(
      repository: repository, base: found.base, scope: marker.scope, subject: marker.subject,
      step: marker.step)
    self.init(
      key: key.recordKey, repository: repository, number: found.number, branch: found.head,
      head: own?.commit.sha ?? "", base: "", digest: "", versions: marker.versions, state: .open,
      updatedAt: now)
    imprint = own?.imprint.text ?? ""
  }
}
