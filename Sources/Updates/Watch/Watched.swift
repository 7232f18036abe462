import Forges
package import Store

/// A pull request of ours on its way through the watch of one pass.
struct Watched: Sendable {
  var record: PullRequestRecord
  var rules: WatchRules
  /// What is remembered, and will be.
  var note: VerdictRecord
  /// As the forge shows it; nil: nothing had to be asked.
  var present: PullRequest?
  /// What the checks say that merging needs: those of the base, too.
  var mergeVerdict: Verdict?
  /// Whether it merged in this pass, or was found merged.
  var isMergedNow = false
  /// What kept it from being looked at, or from merging.
  var problem: ForgeError?

  var number: Int { record.number }

  /// Whether the branch is still as martlet left it.
  var isOurs: Bool { present?.headSHA == record.head && !record.head.isEmpty }

  /// Whether the repository's file wants it merged.
  var isWanted: Bool { rules.merges(note.steps) }
}

extension VerdictRecord {
  /// Goes on from what is known of a key; another head begins anew.
  package static func continuing(
    _ known: VerdictRecord?, _ record: PullRequestRecord, now: Int64
  ) -> VerdictRecord {
    guard var note = known, note.number == record.number else {
      return VerdictRecord(
        key: record.key, forge: record.forge, repository: record.repository,
        number: record.number, head: record.head, since: now)
    }
    // A head that is not ours stays until somebody looks: a person may have pushed.
    if note.head != record.head, record.updatedAt >= note.lookedAt {
      note.begin(record.head, now: now)
    }
    return note
  }

  /// Forgets what was known of another head.
  package mutating func begin(_ head: String, now: Int64) {
    self.head = head
    since = now
    verdict = .pending
    checks = []
    // A person who took the wish for a merge back meant the pull request, not its commit.
    if merging != .stopped { merging = .unwanted }
    mergingNote = ""
    isFinal = false
  }

  /// Whether a pass has to ask the forge; pure.
  ///
  /// Red and timed-out heads are asked about in each pass, since a person may have started a check
  /// anew; the answer is mostly that nothing has changed. Where nobody says which checks count, a
  /// green head is doubted three times as late each time, until the time-out is over.
  ///
  /// - Parameters:
  ///   - now: seconds since 1970.
  ///   - merges: whether the pull request is wanted to merge by itself.
  /// - Returns: false while the answer is known without asking.
  package func isDue(now: Int64, merges: Bool) -> Bool {
    if isDoubted || merges || merging == .handedOver { return true }
    switch verdict {
    case .pending, .failed, .timedOut: return true
    case .passed, .none: return !isFinal && now - since >= 3 * (lookedAt - since)
    }
  }

  /// When the verdict may change although nobody does anything, in seconds since 1970; nil: never.
  package func changesBySilence(timeout: Int64) -> Int64? {
    guard verdict == .pending else { return nil }
    return checks.isEmpty ? since + Evidence.settling : since + timeout
  }

  /// Takes over a verdict.
  ///
  /// - Parameters:
  ///   - verdict: what was found.
  ///   - isDemanded: whether somebody says which checks count.
  ///   - timeout: seconds after which a head is no longer doubted.
  ///   - now: seconds since 1970.
  package mutating func take(
    _ verdict: Verdict, isDemanded: Bool, timeout: Int64, now: Int64
  ) {
    lookedAt = now
    isDoubted = false
    switch verdict {
    case .pending(let names): (self.verdict, checks) = (.pending, names.map(Check.init(awaited:)))
    case .passed(let found): (self.verdict, checks) = (.passed, found.map(Check.init))
    case .failed(let found): (self.verdict, checks) = (.failed, found.map(Check.init))
    case .timedOut(let names): (self.verdict, checks) = (.timedOut, names.map(Check.init(awaited:)))
    case .none: (self.verdict, checks) = (.none, [])
    }
    let isGreen = self.verdict == .passed || self.verdict == .none
    isFinal = isGreen && (isDemanded || now - since >= timeout)
  }
}

extension VerdictRecord.Check {
  fileprivate init(_ check: Forges.Check) {
    self.init(name: check.name, state: check.state.word, url: check.webURL)
  }

  fileprivate init(awaited name: String) { self.init(name: name, state: "awaited") }
}
