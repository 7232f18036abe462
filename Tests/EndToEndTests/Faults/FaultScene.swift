import Database
import Foundation
import HTTP
import JSON
import Logging
import TestSupport
import Testing

@testable import Store

/// A repository with pull requests, a worker and a forge that can fail.
final class FaultScene: Sendable {
  let scene: ServeScene
  private let row: FaultRow
  /// The value in the configuration.
  private let state: String

  /// Prepares the state in which the disturbed pass starts.
  init(_ row: FaultRow, lane: String) async throws {
    self.row = row
    state =
      switch row.database {
      case .sqlite: "sqlite:martlet.db"
      case .postgres: try await PostgresServer.shared.value.fresh()
      }
    scene = try await ServeScene(state: state, suite: "FaultMatrix \(lane)")
    try configure()
    let commit = try await scene.publish("1.1.0")
    guard row.story != .opening else { return }
    #expect(try await run() == 0)
    switch row.story {
    case .opening: break
    case .moving: try await scene.publish("1.2.0")
    case .closing: try await scene.update(to: "1.1.0", commit)
    }
  }

  private var expected: [String] {
    switch row.story {
    case .opening: ["Bump aster from 1.0.0 to 1.1.0"]
    case .moving: ["Bump aster from 1.0.0 to 1.2.0"]
    case .closing: []
    }
  }

  private func configure() throws {
    guard case .world(_, _, isApp: true) = row.fault else { return try scene.configure() }
    let key = "${file:\(scene.fake.data)/app.private-key.pem}"
    try scene.configure(credential: "app: {id: 4242, private-key: \"\(key)\"}")
  }

  /// The first visible defect, or nil.
  func loss() async throws -> String? {
    let open = try await scene.open()
    let state = try await scene.fake.state("acme/app")
    let violations = try await scene.fake.violations()
    let heads = (state["prs"]?.array ?? []).filter { $0["state"] == "open" }
      .compactMap { $0["head"]?.string }
    if open != expected { return "open: \(open)" }
    if Set(heads).count != heads.count { return "two for one branch" }
    if state["orphan_branches"] != [] { return "orphans: \(state["orphan_branches"] ?? .null)" }
    return violations.isEmpty ? nil : "violations: \(violations)"
  }
}

/// The command that does the work.
extension FaultScene {
  private static let environment = ["TOKEN": "github_pat_fixed"]

  /// Makes a pass, and returns the exit code.
  @discardableResult
  func run() async throws -> Int32 {
    try await Program.run(
      ["run", "--config", "martlet.yml", "--log-level", "error"], in: scene.folder.path,
      environment: Self.environment
    ).code
  }

  func startRun() throws -> ChildProcess {
    try Program.start(
      ["run", "--config", "martlet.yml", "--log-level", "error"], in: scene.folder.path,
      environment: Self.environment)
  }

  /// Makes a whole pass after a push, by the command of the row.
  func pass() async throws {
    guard row.worker == .serve else {
      try await run()
      return
    }
    let daemon = try await scene.serve(as: "next")
    try await visitAfterPush(daemon)
    #expect(await daemon.terminate() == 0)
  }

  func visitAfterPush(_ daemon: ServedDaemon) async throws {
    try await scene.push()
    try await eventually { daemon.log.contains("visited repository=acme/app cause=push") }
  }

  /// Ends all leases, as if two minutes had passed; false if a process that
  /// was stopped holds the database.
  func endLeases() async throws -> Bool {
    do {
      let store =
        switch row.database {
        case .sqlite: try await StateStore.open(scene.folder.path + "/martlet.db")
        case .postgres: try await StateStore.open(server: Secret(state))
        }
      try await store.connection.write { try $0.execute("UPDATE jobs SET leased_until = 1") }
      await store.close()
      return true
    } catch let error as DatabaseError where error.code == .busy {
      return false
    }
  }

  func loseState() {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: scene.folder.path + "/martlet.db" + suffix)
    }
  }
}

/// The fault of the forge.
extension FaultScene {
  /// Makes a later request of its kind fail.
  func arm(
    _ action: String, _ moment: FaultRow.Moment, after skipped: Int,
    _ more: [String: JSON.Value] = [:]
  ) async throws {
    var fault = Object([
      ("mutating", .bool(moment == .write)), ("action", .string(action)), ("skip", .int(skipped)),
    ])
    for (key, value) in more { fault[key] = value }
    try await scene.fake.control("faults", .object(fault))
  }

  func hits() async throws -> Int {
    let all = try await scene.fake.control("faults").array ?? []
    return all.reduce(0) { $0 + ($1["hits"]?.int ?? 0) }
  }

  func disarm() async throws {
    try await scene.fake.control("faults", method: .delete)
  }

  /// Waits until the fault has occurred or cannot occur any more.
  func isHit(before isOver: @Sendable () -> Bool) async throws -> Bool {
    while try await hits() == 0 {
      if isOver() { return try await hits() > 0 }
      try await Task.sleep(for: .milliseconds(30))
    }
    return true
  }

  /// The API requests within some seconds after one that was limited.
  func impatient(seconds: Int) async throws -> [String] {
    let all = (try await scene.fake.control("requests").array ?? []).filter {
      $0["op"]?.string?.contains("/") == true
    }
    let ends = all.filter { $0["fault"] != .null }.compactMap { $0["t_end"]?.double }
    return all.filter { request in
      let start = request["t"]?.double ?? 0
      return ends.contains { $0 < start && start < $0 + Double(seconds) }
    }.compactMap { $0["op"]?.string }
  }
}
