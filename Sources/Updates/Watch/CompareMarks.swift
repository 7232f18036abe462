import Crypto
import Forges
import Store
import Time

extension Watcher {
  /// Compares the pull requests that are due with their marks, if the forge shows changes in lists.
  ///
  /// All of them are read if one has changed: which is merged first depends on all.
  ///
  /// - Returns: whether nothing has changed that a verdict or a merge depends on.
  mutating func isUnchanged(_ all: [WatchedPullRequest]) async throws(ForgeError) -> Bool {
    let due = all.filter(\.isRead)
    if isSurveyed,
      due.allSatisfy({ $0.canStay(at: world.now()) && $0.status.merging != .handedOver })
    {
      return true
    }
    guard !due.isEmpty, let changes = forge.pullRequestChanges else { return false }
    let known = Dictionary(due.map { ($0.number, $0.status.mark.lastWord) }) { $1 }
    marks = try await changes.marks(of: known, in: repository)
    let now = world.now()
    return due.allSatisfy { watched in
      !watched.status.mark.isEmpty && watched.status.mark == mark(of: watched)
        && watched.canStay(at: now) && now - watched.status.checkedAt < Self.longestTrust
    }
  }

  /// How long marks are trusted: a change of permissions, for example, shows in no list.
  private static let longestTrust = Duration.seconds(6 * 3_600)

  /// The mark of a pull request together with what martlet's state, the base and the time decide;
  /// empty if the forge has none.
  private func mark(of watched: WatchedPullRequest) -> String {
    guard let mark = marks[watched.number], !mark.isEmpty else { return "" }
    let record = watched.record
    let words: [String] =
      [baseHead, head, record.digest, record.imprint, watched.isMergeWanted.description]
      + ["\(watched.method)", "\(watched.rules.timeout)", watched.status.steps]
      + (watched.rules.required ?? []) + record.changedContents.map { "\($0)" }
      + record.impactAnswers.sorted { $0.key < $1.key }.map { "\($0)" }
      + [watched.request.map { "\($0)" } ?? "", watched.staleRequest ?? ""]
      + [record.unusualOrigin ?? "", delay(of: watched)?.description ?? ""]
    let own = Digest(.sha256, of: words.joined(separator: "\n")).hexadecimal
    return "\(own) \(mark)"
  }

  /// What the configuration's times say about its merge now.
  private func delay(of watched: WatchedPullRequest) -> MergeDelay? {
    guard watched.request == nil, watched.isMergeWanted else { return nil }
    return watched.rules.delay(watched.status.steps, now: world.now(), world.mergeCalendar)
  }

  /// When the time ends what an unchanged pull request waits for; nil: nothing does.
  func resumption(of watched: WatchedPullRequest) -> Timestamp? { delay(of: watched)?.end }

  /// Saves the mark that was read before the pull request, so that a change in between is found.
  ///
  /// No mark is saved if something decides the next step that the lists don't show.
  func saveMark(of watched: inout WatchedPullRequest) {
    let isListed =
      watched.current?.state == .open && watched.current?.testsMergeCommit == false
      && watched.problem == nil && !watched.waitsForUnlisted
      && !watched.status.needsCheck && watched.status.merging != .behind
    watched.status.mark = isListed ? mark(of: watched) : ""
  }
}

extension WatchedPullRequest {
  /// Whether the time alone doesn't change the verdict, and no event was counted.
  fileprivate func canStay(at now: Timestamp) -> Bool {
    guard !status.hasNews else { return false }
    switch status.verdict {
    case .pending: return status.nextChange(timeout: rules.timeout).map { now < $0 } ?? true
    case .passed, .none: return status.isFinal || now - status.since < rules.timeout
    case .failed, .timedOut: return true
    }
  }

  /// Whether a list shows everything about the pull request that is needed.
  var needsNoDetails: Bool { !isMergeWanted && status.merging != .handedOver }
}

extension String {
  /// What follows the last space.
  fileprivate var lastWord: String { split(separator: " ").last.map(String.init) ?? "" }
}
