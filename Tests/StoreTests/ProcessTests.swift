import Forges
import Libc
import Logging
import Store
import TestSupport
import Testing

/// A store that several processes open by its address, deleted with the test.
private final class Shared: Sendable {
  let address: String

  init(_ kind: DatabaseKind) async throws {
    address =
      switch kind {
      case .sqlite: "/tmp/martlet-processes-\(uniqueName()).db"
      case .postgres: try await PostgresServer.shared.value.fresh()
      }
  }

  deinit {
    guard address.hasPrefix("/") else { return }
    for suffix in ["", "-wal", "-shm"] { unlink(address + suffix) }
  }

  func open() async throws -> StateStore {
    address.hasPrefix("/")
      ? try await StateStore.open(address) : try await StateStore.open(server: Secret(address))
  }

  /// A process that runs `bench-state` on it.
  func process(_ what: String, _ name: String) throws -> ChildProcess {
    try ChildProcess([BuiltProgram.path("bench-state"), address, what, name])
  }
}

extension Job {
  fileprivate static func named(_ name: String) -> Job {
    Job(repository: "hub/acme/\(name)", cause: .push, dueAt: 0, enqueuedAt: 0)
  }
}

@Suite struct `Several processes` {
  @Test(arguments: DatabaseKind.present)
  func `run each job once`(kind: DatabaseKind) async throws {
    let shared = try await Shared(kind)
    let store = try await shared.open()
    for number in 0..<60 { try await store.enqueue(.named("\(number)")) }
    let workers = try (0..<3).map { try shared.process("work", "\($0)") }
    for worker in workers { #expect(await worker.end() == 0) }
    let jobs = try await store.jobs()
    #expect(jobs.count == 60)
    #expect(jobs.allSatisfy { $0.dueAt == 1000 && $0.attempts == 0 })
    #expect(try await store.claims() == [])
  }

  @Test(arguments: DatabaseKind.present)
  func `take over from a stopped one, whose late results are ignored`(
    kind: DatabaseKind
  ) async throws {
    let shared = try await Shared(kind)
    let store = try await shared.open()
    try await store.enqueue(.named("a"))
    let stopped = try shared.process("stop", "stopped")
    try await eventually(every: .milliseconds(20)) { try await !store.claims().isEmpty }
    #expect(try await store.claim(by: "next", now: 159, lease: 60) == nil)
    let taken = try #require(try await store.claim(by: "next", now: 160, lease: 60))
    await stopped.resume()
    #expect(await stopped.end() == 7)
    #expect(try await store.claims() == [taken])
    #expect(try await store.finish(taken, next: 300))
  }

  @Test(arguments: DatabaseKind.present)
  func `lose no committed data when one is killed`(kind: DatabaseKind) async throws {
    let shared = try await Shared(kind)
    let store = try await shared.open()
    try await store.enqueue(.named("a"))
    #expect(await (try shared.process("die", "killed")).end() == 128 + SIGKILL)
    let names = try await store.jobs().map(\.repository.name.name)
    #expect(names == ["a"] || names == ["a", "b"])
    #expect(try await store.claims().map(\.worker) == ["killed"])
    #expect(try await store.claim(by: "next", now: 160, lease: 60)?.job.attempts == 1)
  }
}
