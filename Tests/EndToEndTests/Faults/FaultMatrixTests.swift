import Foundation
import Libc
import JSON
import Synchronization
import TestSupport
import Testing

/// Whether each request is hit, which takes long, and not each fifth.
private let isWhole = ProcessInfo.processInfo.environment["MARTLET_FAULTS"] == "all"

/// Faults at every request of a pass, with the program as it is built; one more pass, and nothing is
/// doubled, lost or left behind.
@Suite(.needsFakeHost) struct `The fault matrix` {
  /// Some faults of the table, for every day.
  @Test(.serialized, arguments: FaultRow.all.filter { $0.sample != nil })
  func `is sampled`(row: FaultRow) async throws {
    let loss = try #require(try await row.inject(at: row.sample ?? 0, lane: "sample"))
    #expect(loss == "", "\(row)")
  }

  private static let rows = Mutex(FaultRow.all.enumerated().makeIterator())

  /// The whole table, a line a row, in lanes with a forge each.
  ///
  /// Who works waits most of the time, for a pause, a limit or an answer.
  @Test(.slow, arguments: 1...3)
  func `is survived`(lane: Int) async throws {
    while let (index, row) = Self.rows.withLock({ $0.next() }) {
      do {
        try await survive(row, at: index, lane: "\(lane)")
      } catch {
        Issue.record(error, "\(row)")
      }
    }
  }

  /// Hits each of a row's requests, or each fifth, begun at another one from row to row.
  private func survive(_ row: FaultRow, at index: Int, lane: String) async throws {
    var tally = FaultTally()
    let start = isWhole || row.limit == 1 ? 0 : index % 3
    for number in stride(from: start, to: row.limit, by: isWhole ? 1 : 5) {
      guard let loss = try await row.inject(at: number, lane: lane) else { break }
      tally.count(loss.isEmpty ? nil : "at the \(number). request: \(loss)")
    }
    #expect(tally.injected > 0, "\(row)")
    #expect(tally.losses == [], "\(row)")
    print(tally.line("\(row)"))
    print(FaultTotal.add(tally).line("all so far"))
  }
}

extension FaultRow {
  /// How many places are tried at most.
  fileprivate var limit: Int {
    switch fault {
    case .kill, .answer, .limit, .stop: 200
    case .twins(let count): count
    case .world, .lostState: 1
    }
  }

  /// Resets the scene, injects the fault, runs another pass, and checks the result.
  ///
  /// - Parameters:
  ///   - number: how many requests of its kind go well before.
  ///   - lane: whose forge it is.
  /// - Returns: the problems; nil if there are fewer requests.
  /// - Throws: the error of the fake.
  fileprivate func inject(at number: Int, lane: String) async throws -> String? {
    let scene = try await FaultScene(self, lane: lane)
    var remark = ""
    switch fault {
    case .kill(let kind, let isAfter):
      guard try await scene.kill(at: number, kind, isAfter, worker) else { return nil }
    case .answer(let action, let kind, let more):
      guard try await scene.answer(action, kind, at: number, more) else { return nil }
    case .limit(let action, let kind, let status, let seconds):
      let more: [String: Value] = ["status": .int(status), "retry_after": .int(seconds)]
      guard try await scene.answer(action, kind, at: number, more) else { return nil }
      // The fake's moment of a primary limit is in whole seconds.
      let early = try await scene.impatient(seconds: action == "primary" ? seconds - 1 : seconds)
      if !early.isEmpty { remark = "asked too early: \(early)" }
    case .stop:
      guard try await scene.stop(at: number, worker) else { return nil }
    case .twins: try await scene.twins(worker)
    case .world(let before, let after, _):
      for (what, body) in before { try await scene.scene.fake.control(what, body) }
      try await scene.run()
      for (what, body) in after { try await scene.scene.fake.control(what, body) }
      try await scene.disarm()
    case .lostState:
      try await scene.run()
      scene.loseState()
    }
    try await scene.pass()
    return try await scene.loss() ?? remark
  }
}

/// Injects the fault; false if the pass ended before.
extension FaultScene {
  fileprivate func kill(
    at number: Int, _ kind: FaultRow.Moment, _ isAfter: Bool, _ worker: FaultRow.Worker
  ) async throws -> Bool {
    // A pause is what lets a kill fall between two moments.
    try await arm(
      isAfter ? "delay_after" : "delay", kind, after: number, ["seconds": isAfter ? 600 : 1])
    let isHit: Bool
    switch worker {
    case .run:
      let process = try startRun()
      isHit = try await self.isHit { process.hasEnded }
      process.signal(SIGKILL)
      await process.end()
    case .serve:
      let daemon = try await scene.serve()
      isHit = try await self.isHit { daemon.log.contains("visited repository=acme/app") }
      await daemon.kill()
    }
    try await disarm()
    if !isAfter { try await scene.fake.settle() }
    return isHit
  }

  fileprivate func answer(
    _ action: String, _ kind: FaultRow.Moment, at number: Int, _ more: [String: Value]
  ) async throws -> Bool {
    try await arm(action, kind, after: number, more)
    try await run()
    let isHit = try await hits() > 0
    try await disarm()
    return isHit
  }

  fileprivate func stop(at number: Int, _ worker: FaultRow.Worker) async throws -> Bool {
    try await arm("delay_after", .write, after: number, ["seconds": 1])
    switch worker {
    case .run:
      let first = try startRun()
      guard try await isHit(before: { first.hasEnded }) else { return false }
      first.signal(SIGSTOP)
      try await run()
      await first.resume()
      _ = await first.end()
    case .serve:
      let first = try await scene.serve()
      let isHit = try await isHit { first.log.contains("visited repository=acme/app") }
      guard isHit else {
        await first.kill()
        return false
      }
      first.process.signal(SIGSTOP)
      // One that was stopped in the midst of a transaction holds everybody up until it goes on.
      while try await !endLeases() {
        await first.process.resume()
        try await Task.sleep(for: .milliseconds(20))
        first.process.signal(SIGSTOP)
      }
      let second = try await scene.serve(as: "second")
      try await visitAfterPush(second)
      await first.process.resume()
      #expect(await first.terminate() == 0)
      #expect(await second.terminate() == 0)
    }
    try await disarm()
    return true
  }

  fileprivate func twins(_ worker: FaultRow.Worker) async throws {
    switch worker {
    case .run:
      let both = try [startRun(), startRun()]
      for process in both { _ = await process.end() }
    case .serve:
      let both = try await [scene.serve(as: "one"), scene.serve(as: "two")]
      try await scene.push()
      try await eventually {
        both.contains { $0.log.contains("visited repository=acme/app cause=push") }
      }
      for daemon in both { #expect(await daemon.terminate() == 0) }
    }
  }
}
