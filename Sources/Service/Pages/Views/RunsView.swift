import Forges
import JSON
import Languages
import Store
import Time

/// The newest runs of `martlet run`, and the queue of the service.
struct RunsView: View {
  private static let limit = 200

  let runs: [RunRecord]
  let jobs: [Job]
  let claims: [ClaimedJob]

  /// Reads runs and queue.
  init(_ store: StateStore) async throws {
    runs = try await store.runs(limit: Self.limit)
    jobs = try await store.jobs()
    claims = try await store.claims()
  }

  var title: Message { "Runs and queue" }

  var section: Section? { .runs }

  func content(_ context: PageContext) -> [Markup] {
    let more: Markup = jobs.count > Self.limit ? ", the next \(Self.limit) of them:" : "."
    return [
      element("h2", [:], ["Queue"]),
      element(
        "p", [:],
        ["\(grouped(claims.count)) running, \(grouped(jobs.count)) planned", more]),
      queue(at: context.now).markup, element("h2", [:], ["Runs"]),
      element("p", [:], ["Passes of 'martlet run', by hand or by cron."]),
      table(at: context.now).markup,
    ]
  }

  private func queue(at now: Timestamp) -> PageTable {
    let running = Set(claims.map(\.job.repository))
    return PageTable(
      caption: "Queue",
      columns: ["Repository", "State", "For", "Lane", "Due", .number("Failures before")],
      rows: jobs.sorted { $0.dueAt < $1.dueAt }.prefix(Self.limit).map { job in
        let isRunning = running.contains(job.repository)
        return [
          link("\(job.repository.name)", to: job.repository.page),
          badge(isRunning ? "running" : job.dueAt <= now ? "waiting" : "planned"),
          .label(job.cause.displayName), job.stops > 0 ? "long" : "quick",
          job.dueAt <= now ? "now" : moment(job.dueAt, at: now),
          count(job.attempts),
        ]
      }, empty: "The queue is empty: no service uses this state, or it has no repository yet.")
  }

  private func table(at now: Timestamp) -> PageTable {
    PageTable(
      caption: "Runs",
      columns: ["Started", "Ended", .number("Repositories"), .number("Problems")],
      rows: runs.map { run in
        [
          moment(run.startedAt, at: now), moment(run.finishedAt, at: now), count(run.repositories),
          count(run.problems),
        ]
      }, empty: "There are no runs yet.")
  }

  var json: [(String, Value)] {
    [
      (
        "runs",
        .array(
          runs.map { run in
            [
              "id": .string(run.id), "startedAt": .time(run.startedAt),
              "finishedAt": run.finishedAt.map { .time($0) } ?? .null,
              "repositories": .int(run.repositories), "problems": .int(run.problems),
            ]
          })
      ),
      ("running", .int(claims.count)),
      (
        "queue",
        .array(
          jobs.sorted { $0.dueAt < $1.dueAt }.map { job in
            [
              "forge": .string(job.repository.forge),
              "repository": .string("\(job.repository.name)"),
              "cause": .string("\(job.cause)"), "dueAt": .time(job.dueAt),
              "attempts": .int(job.attempts), "lane": .string(job.stops > 0 ? "long" : "quick"),
            ]
          })
      ),
    ]
  }
}
