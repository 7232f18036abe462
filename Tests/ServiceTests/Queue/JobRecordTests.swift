import Ecosystem
import Forges
import FoundationEssentials
import Store
import Testing

@testable import Service
import TestSupport
import Time
import Updates

@Suite struct `A visit's record` {
  private let job = Job(
    repository: "hub/acme/app", cause: .push, dueAt: 5, enqueuedAt: 4, attempts: 2,
    deaths: 1)

  private func record(
    _ settlement: Settlement, from: Timestamp = 100, to: Timestamp = 200
  ) -> JobRecord {
    var record = JobRecord(cancelled: job, from: from, to: to)
    record.settlement = settlement
    return record
  }

  @Test(arguments: [
    Settlement.finish(next: nil), .finish(next: 9), .fail(retryAt: 1), .died(retryAt: 2),
    .pause(until: 3), .postpone(until: 4), .release,
  ])
  func `comes over a pipe as it was`(settlement: Settlement) throws {
    var record = record(settlement)
    record.problems = [JobRecord.Failure(kind: .refused, message: "\u{1F4A5} \"quoted\"\n")]
    record.hasNews = true
    record.plan = [
      AgendaItem(entry: "npm /", scheduleText: "daily", target: "", head: "c1", nextAt: 7)
    ]
    record.report = RepositoryReport(repository: "hub/acme/app")
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let bytes = try encoder.encode(record)
    let decoded = try JSONDecoder().decode(JobRecord.self, from: bytes)
    #expect(try encoder.encode(decoded) == bytes)
    #expect(decoded.settlement == settlement && decoded.plan == record.plan)
    #expect(decoded.report?.repository == "hub/acme/app")
  }

  @Test func `of another process moves no clock and closes no forge forever`() {
    let odd = record(.pause(until: .distantFuture), from: -7, to: .distantFuture).bounded(at: 1_000)
    #expect(odd.startedAt == 0 && odd.endedAt == 1_000)
    #expect(odd.settlement == .pause(until: 87_400))
    #expect(
      record(.fail(retryAt: .distantFuture)).bounded(at: 0).settlement == .fail(retryAt: 86_400))
    #expect(record(.finish(next: -1)).bounded(at: 50).settlement == .finish(next: 50))
    #expect(record(.finish(next: nil)).bounded(at: 50).settlement == .finish(next: nil))
  }

  @Test func `holds few problems, each cut short`() {
    var record = record(.release)
    record.problems = Array(
      repeating: JobRecord.Failure(kind: .failed, message: String(repeating: "x", count: 9_999)),
      count: 200)
    let problems = record.bounded(at: 0).problems
    #expect(problems.count == 100)
    #expect(problems.allSatisfy { $0.message.count == 500 })
  }

  @Test func `names a death, and has the visit tried again later`() {
    let record = JobRecord(
      failed: job, by: Problem(.failed, "used too much"), death: "memory", from: 0, to: 1_000)
    guard case .died(let retryAt) = record.settlement else {
      Issue.record("\(record.settlement)")
      return
    }
    #expect((1_240...1_264).contains(retryAt))
    #expect(record.death == "memory")
    let rest = JobRecord(
      failed: job,
      by: ForgeError(.rateLimited(until: Timestamp(seconds: 5_000)), subject: "GET /"),
      from: 0, to: 1_000)
    #expect(rest.settlement == .pause(until: 5_000))
    #expect(rest.isHindered)
  }
}
