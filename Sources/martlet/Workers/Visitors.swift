import Configuration
import Ecosystem
import Forges
import HTTP
import Logging
import Service
import Store
import Updates
import Workers

/// The parent's side of visits: hands them to workers and receives the results.
final class Visitors: Sendable {
  /// Of a report with the files that a dry run shows.
  private static let longestAnswer = 64 << 20

  private let pool: WorkerPool
  private let counts: RequestCounts

  /// Prepares workers; none is started before the first visit.
  ///
  /// - Parameters:
  ///   - setup: the first message to each worker.
  ///   - limits: what a visit may use.
  ///   - forges: that are visited.
  ///   - counts: takes what workers counted.
  init(
    _ setup: WorkerSetup, _ limits: PoolLimits,
    _ forges: [AcquaintedForge], counts: RequestCounts
  ) {
    self.counts = counts
    let desk = Desk(forges)
    pool = WorkerPool(
      limits: limits, greeting: setup.encoded, frameLimit: Self.longestAnswer,
      observer: WorkerPool.Observer(
        heard: { worker, words, say in desk.heard(worker, words, say) },
        ended: { worker, _ in desk.broker.leave(worker: worker) }))
  }

  /// Workers with a visit, and all.
  var workers: (busy: Int, all: Int) { pool.counts }

  /// Accepts no further visits and ends after the last one.
  func retire() { pool.retire() }

  /// Ends all workers.
  func shutDown() async { await pool.shutDown() }

  /// Has a worker visit a repository.
  func visit(_ job: Job, as known: Acquaintance) async -> VisitRecord {
    let begin = milliseconds() / 1_000
    let answer: Result<Answer.Result, any Error>
    do {
      answer = .success(try await perform(.visit(job), as: known))
    } catch {
      answer = .failure(error)
    }
    let end = milliseconds() / 1_000
    switch answer {
    case .success(.visit(let record)) where record.job == job: return record.bounded(at: end)
    case .success:
      return record(job, .nonsense("an answer to something else"), from: begin, to: end)
    case .failure(let death as Death): return record(job, death, from: begin, to: end)
    case .failure(let error): return VisitRecord(failed: job, by: error, from: begin, to: end)
    }
  }

  /// Has a worker look at a repository; what keeps it from that is in the report.
  func look(_ errand: Errand, as known: Acquaintance) async -> RepositoryReport {
    var report = RepositoryReport(repository: "\(errand.repository)", forge: errand.forge)
    do {
      let answer = try await perform(.errand(errand), as: known)
      guard case .errand(let message) = answer, message.repository == report.repository else {
        throw Death.nonsense("an answer to something else")
      }
      return message.report
    } catch let death as Death {
      report.problems = [Problem(.failed, "\(death)", subject: report.repository)]
    } catch {
      report.repositoryFailure = error as? ForgeError
      report.problems = [Problem(repositoryError: error, subject: report.repository)]
    }
    return report
  }

  /// - Throws: `Death`, or a `ForgeError` where we do not know who we are.
  private func perform(
    _ task: Assignment.Task, as known: Acquaintance
  ) async throws -> Answer.Result {
    let assignment = Assignment(
      task: task, identity: try await known.account(),
      repository: RepositoryName(task.repository).flatMap { known.listed[$0] },
      listing: known.listed.version)
    switch await pool.visit(assignment.encoded) {
    case .answered(let bytes):
      guard let answer = message(Answer.self, bytes) else {
        throw Death.nonsense("a malformed answer")
      }
      counts.add(answer.requests, answer.windows)
      return answer.result
    case .died(let death): throw death
    }
  }

  private func record(
    _ job: Job, _ death: Death, from begin: Int64, to end: Int64
  ) -> VisitRecord {
    guard death != .cancelled else { return VisitRecord(broken: job, from: begin, to: end) }
    let problem = Problem(.failed, "\(death)", subject: job.repository)
    return VisitRecord(
      failed: job, by: problem, death: death.isByVisit ? death.word : nil, from: begin, to: end)
  }
}

/// Answers what workers say while they visit.
private struct Desk: Sendable {
  let broker: TurnBroker
  private let known: [String: Acquaintance]

  init(_ forges: [AcquaintedForge]) {
    let named = forges.map { ($0.served.name, $0) }
    let forges = Dictionary(named) { first, _ in first }
    broker = TurnBroker(forges.compactMapValues(\.gate))
    known = forges.mapValues(\.known)
  }

  /// - Returns: the error in the worker's message; nil if there is no error.
  func heard(
    _ worker: Int, _ bytes: [UInt8], _ say: @escaping @Sendable ([UInt8]) -> Void
  ) -> String? {
    guard let word = message(WorkerWord.self, bytes) else { return "a malformed message" }
    switch word {
    case .enter(let number, let forge, let turn):
      return broker.enter(turn, number: number, worker: worker, forge: forge) { say($0.encoded) }
    case .leave(let number, let result): broker.leave(number, worker: worker, result)
    case .close(let forge, let until, let owner):
      guard until.isFinite else { return "an invalid time" }
      broker.close(forge, until: until, owner: owner)
    case .wantsListing(let forge):
      guard let listed = known[forge]?.listed else { return "an unknown forge" }
      say(ParentWord.listing(forge: forge, listed.secrets).encoded)
    }
    return nil
  }
}
