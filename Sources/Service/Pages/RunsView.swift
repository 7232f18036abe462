import JSON
import Store

/// The newest runs by hand or cron, and what the daemon has before it.
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

  var title: String { "Runs and queue" }

  var content: [Markup] {
    [
      element("h2", [:], ["Queue"]),
      element("p", [:], [.text("\(claims.count) running, \(jobs.count) planned.")]),
      queue.markup, element("h2", [:], ["Runs"]), table.markup,
    ]
  }

  private var queue: PageTable {
    let running = Set(claims.map { "\($0.job.forge) \($0.job.repository)" })
    return PageTable(
      caption: "Queue", columns: ["Repository", "Cause", "Due", "Failures before"],
      rows: jobs.sorted { $0.dueAt < $1.dueAt }.prefix(Self.limit).map { job in
        let isRunning = running.contains("\(job.forge) \(job.repository)")
        return [
          link(job.repository, to: address("repositories", job.forge, job.repository)),
          .text("\(job.cause)"), isRunning ? badge("running") : moment(job.dueAt),
          count(job.attempts),
        ]
      }, empty: "Nothing is planned.")
  }

  private var table: PageTable {
    PageTable(
      caption: "Runs", columns: ["Started", "Ended", "Repositories", "Problems"],
      rows: runs.map { run in
        [
          moment(run.startedAt), moment(run.finishedAt), count(run.repositories),
          count(run.problems),
        ]
      }, empty: "There was none yet.")
  }

  var json: [(String, Value)] {
    [
      (
        "runs",
        .array(
          runs.map { run in
            [
              "id": .string(run.id), "startedAt": .number("\(run.startedAt)"),
              "finishedAt": run.finishedAt.map { .number("\($0)") } ?? .null,
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
              "forge": .string(job.forge), "repository": .string(job.repository),
              "cause": .string("\(job.cause)"), "dueAt": .number("\(job.dueAt)"),
              "attempts": .int(job.attempts),
            ]
          })
      ),
    ]
  }
}
