import JSON
import TestSupport

/// A line of the fault matrix: what goes wrong, at which requests, in the midst of what.
///
/// A row is done once for each place that its fault can hit, each time from a fresh beginning; then
/// one more pass is made, and the forge must look as if nothing had gone wrong.
struct FaultRow: Sendable, CustomStringConvertible {
  /// What the pass has to do that is disturbed.
  enum Story: String, Sendable, CaseIterable {
    /// A pull request is missing.
    case opening
    /// The pull request is there, and a newer version is out.
    case moving
    /// The pull request is there, and somebody updated by hand.
    case closing
  }

  /// The command that does the work.
  enum Worker: String, Sendable {
    case run, serve
  }

  /// Which requests of the pass are hit, one after the other.
  enum Moment: String, Sendable {
    case write, read
  }

  /// What goes wrong.
  enum Fault: Sendable {
    /// `kill -9` before the forge does what it is asked, or after.
    case kill(Moment, isAfter: Bool)
    /// The forge's answer goes wrong; further fields are the fake's.
    case answer(String, Moment, [String: Value] = [:])
    /// As an answer, and nothing may be asked for so many seconds.
    case limit(String, Moment, status: Int, seconds: Int)
    /// The process is stopped at a write, another makes a pass, then the first goes on.
    case stop
    /// Two do the same at once.
    case twins(Int)
    /// The fake is changed before the pass, and again before the next one.
    case world(before: [(String, Value)], after: [(String, Value)], isApp: Bool = false)
    /// The state is lost after the pass.
    case lostState
  }

  var name: String
  var story = Story.opening
  var worker = Worker.run
  /// The location of the state.
  var database = DatabaseKind.sqlite
  var fault: Fault
  /// What the sample of the fast suite takes of it: the place of one request; nil: nothing.
  var sample: Int?

  var description: String {
    "\(name), \(story), \(worker)" + (database == .sqlite ? "" : ", \(database)")
  }
}

extension FaultRow {
  /// The whole matrix.
  static let all: [FaultRow] = kills + answers + limits + workers + servers + worlds

  private static let kills = [Story.opening, .moving, .closing].flatMap { story in
    [Worker.run, .serve].flatMap { worker in
      [
        FaultRow(
          name: "kill -9 before a write", story: story, worker: worker,
          fault: .kill(.write, isAfter: false)),
        FaultRow(
          name: "kill -9 after a write", story: story, worker: worker,
          fault: .kill(.write, isAfter: true), sample: worker == .run && story == .opening ? 4 : nil
        ),
      ]
    }
  }

  private static let answers = [Story.opening, .moving].flatMap { story in
    [
      ("connection cut before a write", "drop_before", Moment.write, [:]),
      ("connection cut after a write", "drop_after", .write, [:]),
      ("500 instead of a write", "status", .write, ["status": 500]),
      ("500 after a write", "status_after", .write, ["status": 500]),
      ("page of HTML with 502 instead of a write", "html_502", .write, [:]),
      ("half an answer to a write", "partial", .write, [:]),
      ("broken JSON after a write", "bad_json", .write, [:]),
      ("connection cut before a read", "drop_before", .read, [:]),
      ("503 to a read", "status", .read, ["status": 503]),
      ("page of HTML with 502 to a read", "html_502", .read, [:]),
      ("half an answer to a read", "partial", .read, [:]),
      ("broken JSON to a read", "bad_json", .read, [:]),
      ("wrong 304", "stale_etag", .read, [:]),
      ("404 to a read", "status", .read, ["status": 404]),
    ].map { name, action, moment, more in
      FaultRow(
        name: name, story: story, fault: .answer(action, moment, more),
        sample: name == "connection cut after a write" && story == .moving ? 2 : nil)
    }
  }

  /// What reads for release notes spend without a credential is a budget of its own, and no limit of
  /// the pass: primary limits are tried at writes.
  private static let limits: [FaultRow] = [Moment.write, .read].flatMap { moment in
    [
      FaultRow(
        name: "secondary limit by 403 at a \(moment)",
        fault: .limit("secondary", moment, status: 403, seconds: 2)),
      FaultRow(
        name: "secondary limit by 429 at a \(moment)",
        fault: .limit("secondary", moment, status: 429, seconds: 2)),
      FaultRow(
        name: "primary limit at a \(moment)",
        fault: .limit("primary", moment, status: 403, seconds: 3)),
    ]
  }.filter { $0.name != "primary limit at a read" }

  private static let workers = [
    FaultRow(name: "SIGSTOP beyond the lease, at a write", worker: .serve, fault: .stop),
    FaultRow(name: "SIGSTOP at a write, another run meanwhile", fault: .stop),
    FaultRow(
      name: "SIGSTOP at a write, another run meanwhile", story: .moving, fault: .stop),
    FaultRow(name: "two at once", fault: .twins(6)),
    FaultRow(name: "two at once", story: .moving, fault: .twins(6)),
    FaultRow(name: "two at once", worker: .serve, fault: .twins(3)),
  ]

  /// Where a database's server keeps the state, if it is installed.
  private static let servers =
    DatabaseKind.present.contains(.postgres)
    ? [
      FaultRow(
        name: "kill -9 after a write", worker: .serve, database: .postgres,
        fault: .kill(.write, isAfter: true)),
      FaultRow(
        name: "SIGSTOP beyond the lease, at a write", worker: .serve, database: .postgres,
        fault: .stop),
      FaultRow(name: "two at once", database: .postgres, fault: .twins(6)),
      FaultRow(name: "two at once", worker: .serve, database: .postgres, fault: .twins(3)),
    ] : []

  private static let worlds =
    [
      FaultRow(
        name: "stale lists", fault: .world(before: [("limits", ["pr_list_lag": 1_000])], after: [])),
      FaultRow(name: "state lost", fault: .lostState),
      FaultRow(name: "state lost", story: .moving, fault: .lostState),
    ]
    + [-600, 600].map { skew in
      FaultRow(
        name: "clock \(abs(skew)) s \(skew < 0 ? "ahead" : "behind")",
        fault: .world(before: [("skew", ["seconds": .int(skew)])], after: [], isApp: true))
    } + [
      FaultRow(
        name: "App suspended",
        fault: .world(
          before: [("suspend", ["value": true])], after: [("suspend", ["value": false])],
          isApp: true)),
      FaultRow(
        name: "token expires at a write",
        fault: .world(
          before: [("faults", ["mutating": true, "action": "expire", "times": 3])], after: [],
          isApp: true)),
      FaultRow(
        name: "token expires at a read",
        fault: .world(
          before: [("faults", ["mutating": false, "action": "expire", "times": 3])], after: [],
          isApp: true)),
      FaultRow(
        name: "token revoked",
        fault: .world(
          before: [
            (
              "faults",
              ["path": "^/(repos|user|app)", "action": "status", "status": 401, "times": 99]
            )
          ], after: [])),
    ]
}
