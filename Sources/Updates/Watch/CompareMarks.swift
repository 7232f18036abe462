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
    if isSurveyed, due.allSatisfy({ $0.canStay(at: world.now()) }) { return true }
    guard !due.isEmpty, let changes = forge.pullRequestChanges else { return false }
    let known = Dictionary(due.map { ($0.number, $0.status.mark.lastWord) }) { $1 }
    compared = try await changes.compare(known, in: repository)
    let now = world.now()
    return due.allSatisfy { watched in
      !watched.status.mark.isEmpty && watched.status.mark == mark(of: watched)
        && watched.canStay(at: now)
    }
  }

  /// The mark of a pull request together with what martlet's state and the base decide; empty if the
  /// forge has none.
  private func mark(of watched: WatchedPullRequest) -> String {
    guard let compared = compared[watched.number] else { return "" }
    let record = watched.record
    let words: [String] =
      [baseHead, head, record.digest, record.imprint, watched.isMergeWanted.description]
      + ["\(watched.method)", "\(watched.rules.timeout)", watched.status.steps]
      + (watched.rules.required ?? []) + record.changedContents.map { "\($0)" }
      + record.impactAnswers.sorted { $0.key < $1.key }.map { "\($0)" }
      + [watched.request.map { "\($0)" } ?? "", watched.staleRequest ?? ""]
    let own = Digest(.sha256, of: words.joined(separator: "\n")).hexadecimal
    return "\(own) \(compared.mark)"
  }

  /// Saves the mark that was read before the pull request, so that a change in between is found.
  ///
  /// No mark is saved if something other than a change decides the next step.
  func saveMark(of watched: inout WatchedPullRequest) {
    let isSettled =
      watched.current?.state == .open && watched.problem == nil && watched.resumesAt == nil
      && !watched.status.needsCheck && watched.status.merging != .behind
    watched.status.mark = isSettled ? mark(of: watched) : ""
  }
}

extension WatchedPullRequest {
  /// Whether the time alone doesn't change the verdict, and no event was counted.
  fileprivate func canStay(at now: Timestamp) -> Bool {
    guard !status.hasNews, status.merging != .handedOver else { return false }
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
