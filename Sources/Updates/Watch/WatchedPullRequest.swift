import Configuration
import Forges
package import Store
package import Time

/// A pull request of ours in the watch stage.
struct WatchedPullRequest: Sendable {
  var record: PullRequestRecord
  var rules: WatchRules
  /// The saved verdict and merge status, updated by the stage.
  var status: VerdictRecord
  /// As the forge shows it; nil if it was not requested.
  var current: PullRequest?
  /// The verdict that decides about the merge: it includes the checks that the base branch requires.
  var mergeVerdict: Verdict?
  /// Whether this pass requested it.
  var isRead = false
  /// Whether this pass merged it, or found it merged.
  var isMergedNow = false
  /// Why it could not be read or merged.
  var problem: ForgeError?
  /// A person's request to merge it.
  var request: MergeRequest?
  /// Why a person's request isn't followed; nil without a request, or if it is followed.
  var staleRequest: String?
  /// Whether it waits for something that the forge's lists of changes don't show.
  var waitsForUnlisted = false
  /// When a merge that the configuration delays can take place.
  var resumesAt: Timestamp?

  var number: Int { record.number }

  /// Whether the branch is still as martlet left it.
  var isOurs: Bool { current?.headSHA == record.head && !record.head.isEmpty }

  /// Whether the configuration merges it automatically, or a person asked for it.
  var isMergeWanted: Bool { request != nil || rules.merges(status.steps) }

  /// How it is merged: as a person asked, or as the configuration says.
  var method: Automerge.Method {
    switch request?.method {
    case .squash: .squash
    case .configured, nil: rules.method(for: status.steps)
    }
  }
}

extension VerdictRecord {
  /// Returns the known status of a pull request, reset if its head has changed.
  package static func continuing(
    _ known: VerdictRecord?, _ record: PullRequestRecord, now: Timestamp
  ) -> VerdictRecord {
    guard var status = known, status.number == record.number else {
      return VerdictRecord(
        key: record.key, repository: record.repository, number: record.number, head: record.head,
        since: now)
    }
    // A clock that was ahead must not prolong the timeout.
    status.since = min(status.since, now)
    // A head that is not ours is kept until it is read: a person may have pushed it.
    if status.head != record.head, record.updatedAt >= status.checkedAt {
      status.reset(to: record.head, now: now)
    }
    return status
  }

  /// Discards the results of another head.
  package mutating func reset(to head: String, now: Timestamp) {
    self.head = head
    since = now
    verdict = .pending
    checks = []
    // A person who switched auto-merge off meant the pull request, not its commit.
    if merging != .stopped { merging = .unwanted }
    mergingNote = ""
    isFinal = false
    mark = ""
  }

  /// Whether a pass has to request the checks.
  ///
  /// Pure. Failed and timed-out heads are requested in each pass, because a person may have
  /// restarted a check; the request is conditional. If no checks are required, a green head is
  /// requested at intervals that triple each time, until the timeout is over.
  ///
  /// - Parameters:
  ///   - now: the current time.
  ///   - merges: whether the configuration merges the pull request automatically.
  /// - Returns: false if nothing can have changed.
  package func isDue(now: Timestamp, merges: Bool) -> Bool {
    if needsCheck || events > seenEvents || merges || merging == .handedOver { return true }
    switch verdict {
    case .pending, .failed, .timedOut: return true
    case .passed, .none: return !isFinal && now - since >= (checkedAt - since) * 3
    }
  }

  /// When the verdict can change without an event on the forge; nil: never.
  package func nextChange(timeout: Duration) -> Timestamp? {
    guard verdict == .pending, jobsToStart.isEmpty else { return nil }
    return checks.isEmpty ? since + Evidence.settling : since + timeout
  }

  /// Saves a verdict.
  ///
  /// - Parameters:
  ///   - verdict: the new verdict.
  ///   - hasRequiredChecks: whether branch or configuration require certain checks.
  ///   - timeout: the time after which a green head is final.
  ///   - now: the current time.
  package mutating func update(
    to verdict: Verdict, hasRequiredChecks: Bool, timeout: Duration, now: Timestamp
  ) {
    checkedAt = now
    needsCheck = false
    seenEvents = events
    switch verdict {
    case .pending(let names): (self.verdict, checks) = (.pending, names.map(Check.init(awaited:)))
    case .waiting(let names):
      (self.verdict, checks) = (.pending, names.map { Check(name: $0, state: waitingWord) })
    case .passed(let found): (self.verdict, checks) = (.passed, found.map(Check.init))
    case .failed(let found): (self.verdict, checks) = (.failed, found.map(Check.init))
    case .timedOut(let names): (self.verdict, checks) = (.timedOut, names.map(Check.init(awaited:)))
    case .none: (self.verdict, checks) = (.none, [])
    }
    let isGreen = self.verdict == .passed || self.verdict == .none
    isFinal = isGreen && (hasRequiredChecks || now - since >= timeout)
  }
}

/// The state of a job in a saved verdict that a person has to start.
private let waitingWord = Forges.Check.State.waiting.word

extension VerdictRecord {
  /// The jobs that a person has to start before anything else happens.
  package var jobsToStart: [String] {
    checks.filter { $0.state == waitingWord }.map(\.name)
  }
}

extension VerdictRecord.Check {
  fileprivate init(_ check: Forges.Check) {
    self.init(name: check.name, state: check.state.word, url: check.webURL)
  }

  fileprivate init(awaited name: String) { self.init(name: name, state: "awaited") }
}
