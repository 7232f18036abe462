import Arguments
import Configuration
import Ecosystem
import Forges
import FoundationEssentials
import Store
import Time
import Updates

/// `run --wait[=DURATION]`: waits for the checks of the pull requests of a run.
struct ChecksWait: Sendable {
  /// The maximum in seconds; nil for the time that the entries allow.
  let bound: Int64?
  private let format: String?
  /// Ends the wait early.
  private let end: EndRequest

  /// Parses the option; nil if it is missing.
  init?(_ invocation: Invocation, _ end: EndRequest) throws(Problem) {
    guard invocation.has("wait") else { return nil }
    self.end = end
    format = invocation.value("log-format")
    guard let word = invocation.value("wait"), !word.isEmpty else {
      bound = nil
      return
    }
    guard let span = TimeSpan(word) else {
      throw Problem(.usage, "--wait=DURATION requires a duration such as 30m", subject: word)
    }
    bound = Int64(span.seconds)
  }

  /// Polls the checks, with longer pauses while nothing changes.
  ///
  /// - Parameters:
  ///   - report: the result of the run, which is updated.
  ///   - run: makes further visits.
  ///   - world: the clock.
  ///   - terminal: shows the progress.
  /// - Returns: whether no pull request failed or timed out.
  /// - Throws: a `Problem` if the queue of the run can't be used.
  func callAsFunction(
    for report: inout RunReport, by run: FleetRun, _ world: World, _ terminal: Terminal
  ) async throws(Problem) -> Bool {
    guard !report.isDry else { return true }
    let progress = ChecksProgress(terminal: terminal, log: world.log, isPlain: format == "json")
    let begin = world.now()
    var pace = Pace()
    while !report.isSettled {
      let elapsed = (world.now() - begin).components.seconds
      let longest = report.repositories.map(\.checkTimeout).max() ?? .zero
      let limit = bound ?? longest.components.seconds + 60
      guard elapsed < limit else { break }
      progress.show(report, elapsed: elapsed)
      let pause = pace.next(
        report, now: world.now(), left: limit - elapsed)
      guard await end.sleep(seconds: pause) else { break }
      try await watch(&report, by: run)
    }
    progress.end(report)
    return !report.verdicts.contains { $0.isBad }
  }

  /// Reads the checks, and visits the repositories whose base moved.
  private func watch(_ report: inout RunReport, by run: FleetRun) async throws(Problem) {
    let open = report.repositories.filter { !$0.isSettled }.map(\.repository)
    report.follow(with: try await run.visit(open, because: .check))
    let moved = report.repositories.filter { open.contains($0.repository) && $0.needsPass }
    guard !moved.isEmpty else { return }
    report.follow(with: try await run.visit(moved.map(\.repository), because: .push))
  }
}

/// The pause between two polls.
private struct Pace {
  private var seconds: Int64 = 2
  private var last: [VerdictRecord] = []

  /// Returns two seconds after a change, then half as long again each time, up to half a minute.
  ///
  /// A pause that the forge requests is respected, but not beyond the time of a verdict.
  mutating func next(_ report: RunReport, now: Timestamp, left: Int64) -> Int64 {
    let news = report.verdicts.map { verdict in
      var verdict = verdict
      verdict.checkedAt = .epoch
      return verdict
    }
    seconds = news == last ? min(30, seconds + (seconds + 1) / 2) : 2
    last = news
    let limits = report.repositories.compactMap { repository -> Int64? in
      guard case .rateLimited(let until) = repository.repositoryFailure?.code else { return nil }
      return (until - now).components.seconds + 1
    }
    let falls = report.repositories.compactMap(\.lookAgainAt)
      .map { ($0 - now).components.seconds }.filter { $0 > 0 }
    let soon = min(seconds, falls.min() ?? seconds)
    return max(1, min(left, max(soon, limits.max() ?? 0)))
  }
}

extension RunReport {
  /// Continues the reports with those of later visits.
  fileprivate mutating func follow(with visits: RunVisits) {
    for index in repositories.indices {
      guard let later = visits.reports[repositories[index].repository] else { continue }
      repositories[index].follow(with: later)
    }
  }

  var verdicts: [VerdictRecord] { repositories.flatMap(\.verdicts) }

  fileprivate var isSettled: Bool { repositories.allSatisfy(\.isSettled) }
}

extension RepositoryReport {
  fileprivate var isSettled: Bool { verdicts.allSatisfy(\.isSettled) }
}

extension VerdictRecord {
  var isSettled: Bool { verdict != .pending || merging == .merged || !jobsToStart.isEmpty }

  /// Whether a run that waited must report a failure; a pull request without any checks is not one.
  fileprivate var isBad: Bool {
    guard merging != .merged else { return false }
    return switch verdict {
    case .failed, .timedOut: true
    case .pending: !checks.isEmpty
    case .passed, .none: false
    }
  }
}
