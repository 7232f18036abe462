import Ecosystem
import Forges
import Store
import Time

/// How the saved record of a pull request compares with a proposal.
enum RecordStatus {
  /// Nothing has to be written.
  case current
  /// The forge has to be asked, because the proposal differs or the record is missing.
  case differs
  /// The text is right; the branch has to be rebuilt on the new base.
  case needsRebase
}

extension ProposalPublisher {
  /// Compares the record with the proposal.
  ///
  /// No request is sent while the base has not moved.
  func recordStatus() async throws -> RecordStatus {
    // A record of an older martlet doesn't prove what its commit consists of.
    guard let record, record.state == .open, record.digest == proposal.digest,
      !record.imprint.isEmpty, record.unreadOrigins.isEmpty
    else { return .differs }
    let merging = try await store.verdict(of: record.key, in: record.repository)?.merging
    if merging == .behind { return .needsRebase }
    guard record.base != proposal.base, merging != .queued else { return .current }
    let current = try await readWithMergeability(record.number)
    guard current.state == .open, current.headSHA == record.head else { return .differs }
    switch try await rebaseDecision(for: current) {
    case .rebuild: return .needsRebase
    case .wait: return .current
    case .keep:
      var moved = record
      moved.base = proposal.base
      try await store.save(moved)
      return .current
    }
  }

  /// The state that a pass would report if it wrote.
  var dryState: UpdateState {
    let version = proposal.update.version
    guard let record, record.state == .open else {
      return adopted.map { .toUpdate(number: $0.number, version: version) }
        ?? .toOpen(version: version)
    }
    let compared = record.comparing(proposal.update)
    if !compared.changedContents.isEmpty { return heldBack(compared) }
    return record.digest == proposal.digest
      ? .current(number: record.number, version: version)
      : .toUpdate(number: record.number, version: version)
  }

  /// Decides whether to rebuild the branch because the base has moved.
  func rebaseDecision(for current: PullRequest) async throws -> Rebase.Decision {
    rebase.decision(
      isMergeable: current.isMergeable, openedAt: try await openingTime(of: current),
      movedAt: record?.updatedAt ?? world.now(), now: world.now())
  }

  /// Reads a pull request until the forge knows whether it can be merged, for at most four seconds.
  ///
  /// GitHub starts to compute this at the first request, and the next pass may be a day away.
  func readWithMergeability(_ number: Int) async throws -> PullRequest {
    var current = try await forge.pullRequest(number, in: repository)
    for seconds in [1, 3] where current.state == .open && current.isMergeable == nil {
      try await world.sleep(.seconds(seconds))
      current = try await forge.pullRequest(number, in: repository)
    }
    return current
  }

  /// When the pull request was opened.
  ///
  /// The later of our time and the forge's, because the clocks may differ.
  private func openingTime(of current: PullRequest) async throws -> Timestamp? {
    let events = try await store.events(of: current.number, in: forge.id(of: repository))
    let ours = events.last { $0.kind == "opened" }?.at
    let theirs = current.createdAt
    return theirs.map { max($0, ours ?? $0) } ?? ours
  }
}
