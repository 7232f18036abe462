import Forges
import Foundation
import Libc
import Logging
import Store
import TestSupport
import Testing
import Time

/// Processes that run the jobs of one PostgreSQL server, each with a file of what it has finished.
private final class Crew {
  let server: PostgresServer
  let address: String
  private let path = "/tmp/martlet-crew-\(uniqueName())"
  private var members: [ChildProcess] = []
  private var count = 0

  init() async throws {
    // Not the shared server, which other tests use meanwhile.
    server = try await PostgresServer()
    address = try await server.fresh()
  }

  deinit {
    for member in members { member.signal(SIGKILL) }
    for number in 0..<count { unlink("\(path)-\(number + 1)") }
  }

  func hire(_ number: Int) throws {
    for _ in 0..<number {
      count += 1
      let words = [BuiltProgram.path("bench-state"), address, "share", "worker-\(count)"]
      members.append(try ChildProcess(words, output: "\(path)-\(count)"))
    }
  }

  /// Kills the oldest process, and starts another.
  func replace() async throws {
    let oldest = members.removeFirst()
    oldest.signal(SIGKILL)
    _ = await oldest.end()
    try hire(1)
  }

  /// The jobs that processes have finished, each as often as one of them did.
  func finished() throws -> [String] {
    try (1...count).flatMap { number in
      try String(contentsOfFile: "\(path)-\(number)", encoding: .utf8)
        .split(separator: "\n").map(String.init)
    }
  }
}

extension StateStore {
  fileprivate func add(_ names: [String]) async throws {
    for name in names {
      try await enqueue(
        Job(repository: "hub/acme/\(name)", cause: .push, dueAt: 0, enqueuedAt: 0))
    }
  }

  fileprivate func isDone() async throws -> Bool {
    try await jobs().allSatisfy { $0.dueAt == .distantFuture }
  }
}

@Suite(.enabled(if: PostgresServer.programs != nil, PostgresServer.absence))
struct `Processes on one PostgreSQL server` {
  private let names = (0..<400).map { "app\($0)" }

  @Test func `finish every job once, while one after the other is killed`() async throws {
    let crew = try await Crew()
    let store = try await StateStore.open(server: Secret(crew.address))
    try await store.add(names)
    try crew.hire(4)
    for kill in 0..<6 {
      try await eventually { try crew.finished().count > kill * 40 }
      try await crew.replace()
    }
    try await eventually { try await store.isDone() }
    // A process can be killed after it has finished a job and before it says so.
    let finished = try crew.finished()
    #expect(Set(finished).count == finished.count)
    #expect(finished.count >= names.count - 6)
    #expect(try await store.claims() == [])
  }

  @Test func `continue after the server was restarted`() async throws {
    let crew = try await Crew()
    let store = try await StateStore.open(server: Secret(crew.address))
    try await store.add(names)
    try crew.hire(3)
    try await eventually { try crew.finished().count > 50 }
    // The server ends all connections and recovers from its log if one of its processes is killed.
    let backend = try await crew.server.psql(
      """
      SELECT pid FROM pg_stat_activity
      WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() LIMIT 1
      """)
    kill(try #require(Int32(backend)), SIGKILL)
    try await eventually { (try? await store.isDone()) == true }
    let finished = try crew.finished()
    #expect(Set(finished).count == finished.count)
    #expect(try await store.jobs().count == names.count)
    // Announcements arrive again: jobs of another process don't wait for a look at the queue.
    try await store.add(["late"])
    try await eventually { try crew.finished().contains("late") }
  }
}
