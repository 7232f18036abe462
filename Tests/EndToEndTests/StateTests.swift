import Database
import Foundation
import Libc
import JSON
import TestSupport
import Testing

@testable import Store

/// The demo's Swift package with its state in either database.
private struct Scene {
  let birds: Birds
  let state: String

  init(_ kind: DatabaseKind) async throws {
    birds = try await Birds()
    state =
      switch kind {
      case .sqlite: "sqlite:" + birds.path("martlet.db")
      case .postgres: try await PostgresServer.shared.value.fresh()
      }
    try use(state)
  }

  /// Writes a configuration with this state.
  func use(_ state: String) throws {
    let lines = try birds.folder.read("martlet.yml").split(separator: "\n").dropFirst()
    try birds.folder.write(
      "state: \"\(state)\"\n" + lines.joined(separator: "\n") + "\n", to: "martlet.yml")
  }

  func run() async throws -> Program.Outcome { try await birds.martlet("run") }

  /// Starts a run whose output goes to the files `NAME.out` and `NAME.error`.
  func startRun(as name: String) throws -> ChildProcess {
    try Program.start(
      ["run", "--config", birds.path("martlet.yml"), "--log-level", "error"], as: name,
      in: birds.folder.path)
  }

  func state(_ words: String...) async throws -> Program.Outcome {
    try await Program.run(
      ["state"] + words + ["--config", birds.path("martlet.yml")], in: birds.folder.path)
  }

  /// The pull requests by number.
  func pullRequests() throws -> Int { try birds.pullRequests().count }
}

@Suite struct `The state` {
  @Test(arguments: DatabaseKind.present)
  func `makes a second run find nothing to do`(kind: DatabaseKind) async throws {
    let scene = try await Scene(kind)
    #expect(try await scene.run().out.contains("opened #1"))
    let first = try scene.birds.pullRequests()
    let second = try await scene.run()
    #expect(second.code == 0, "\(second.error)")
    #expect(try scene.birds.pullRequests() == first)
  }

  @Test(arguments: DatabaseKind.present)
  func `is shared by two concurrent runs, and nothing is duplicated`(
    kind: DatabaseKind
  ) async throws {
    let scene = try await Scene(kind)
    let words = [
      BuiltProgram.path("martlet"), "run", "--config", scene.birds.path("martlet.yml"),
    ]
    let both = try (0..<2).map { _ in
      try ChildProcess(words, environment: ["HOME": scene.birds.folder.path])
    }
    for process in both { _ = await process.end() }
    #expect(try await scene.run().code == 0)
    #expect(try scene.pullRequests() == 2)
  }

  @Test(arguments: DatabaseKind.present, DatabaseKind.present)
  func `moves from one database to the other by backup and restore`(
    kind: DatabaseKind, other: DatabaseKind
  ) async throws {
    let scene = try await Scene(kind)
    _ = try await scene.run()
    #expect(try await scene.state("backup", "copy").code == 0)
    let before = try await scene.state("export").out
    let next = try await Scene(other)
    try scene.use(
      next.state.hasPrefix("sqlite:")
        ? "sqlite:" + scene.birds.path("next.db") : next.state)
    let restored = try await scene.state("restore", "copy", "--json")
    #expect(try restored.document()["rows"]?.int == before.split(separator: "\n").count - 2)
    #expect(try await scene.state("export").out == before)
    let again = try await scene.state("restore", "copy")
    #expect(again.code == 2)
    #expect(again.error.contains("--replace"))
    #expect(try await scene.run().code == 0)
    #expect(try scene.pullRequests() == 2)
  }

  @Test(arguments: DatabaseKind.present)
  func `is printed as one JSON document`(kind: DatabaseKind) async throws {
    let scene = try await Scene(kind)
    _ = try await scene.run()
    let document = try await scene.state("export", "--json").document()
    #expect(document["schema"] == 1)
    #expect(document["tables"]?["pull_requests"]?.array?.count == 2)
    #expect(document["tables"]?["runs"]?[0]?["problems"] == 0)
  }

  @Test func `that does not exist is not backed up or created`() async throws {
    let scene = try await Scene(.sqlite)
    let outcome = try await scene.state("backup", "copy")
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("martlet.db: there is no state yet"))
    #expect(try scene.birds.folder.everything().keys.allSatisfy { !$0.contains("martlet.db") })
  }

  @Test(.enabled(if: PostgresServer.programs != nil, PostgresServer.absence))
  func `on an unreachable server is an error without the password`() async throws {
    let scene = try await Scene(.sqlite)
    try scene.use("postgres://martlet:hidden-word@127.0.0.1:1/martlet")
    let outcome = try await scene.run()
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("the PostgreSQL database: cannot be reached"))
    #expect(!outcome.error.contains("hidden-word"))
  }

  @Test func `of a later martlet is not changed`() async throws {
    let scene = try await Scene(.sqlite)
    _ = try await scene.run()
    let path = scene.birds.path("martlet.db")
    let connection = try await Connection.open(path, schema: Array(repeating: .init(""), count: 99))
    await connection.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let outcome = try await scene.run()
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("a newer martlet wrote the database (schema 99"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test func `of a martlet before 1.0 is not changed, and restored from the forge once it is away`()
    async throws
  {
    let scene = try await Scene(.sqlite)
    _ = try await scene.run()
    #expect(try scene.pullRequests() == 2)
    let path = scene.birds.path("martlet.db")
    let store = try await StateStore.open(path)
    try await store.connection.write { _ = try $0.execute("PRAGMA application_id = 0") }
    await store.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let refused = try await scene.run()
    #expect(refused.code == 1)
    #expect(refused.error.contains("a martlet before 1.0, or another program, wrote the database"))
    #expect(refused.error.contains("Move the file away"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
    #expect(try await scene.run().code == 0)
    #expect(try scene.pullRequests() == 2)
    #expect(try await scene.run().code == 0)
    #expect(try scene.pullRequests() == 2)
  }

  @Test func `that is damaged is reported, with what to do`() async throws {
    let scene = try await Scene(.sqlite)
    try scene.birds.folder.write("no database at all, but a text of some length", to: "martlet.db")
    let outcome = try await scene.run()
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("the database is damaged"))
    #expect(outcome.error.contains("state restore"))
  }
}

/// Passes whose state fails; the next pass completes them.
@Suite(.slow)
struct `A state that fails during a pass` {
  @Test func `because another process holds it`() async throws {
    let scene = try await Scene(.sqlite)
    let holder = try await StateStore.open(scene.birds.path("martlet.db"))
    // Only the store's own thread waits.
    let code = try await holder.connection.write { _ in
      try scene.startRun(as: "held").endOnThisThread()
    }
    await holder.close()
    #expect(code == 1)
    #expect(
      try scene.birds.folder.read("held.out").contains(
        "another process locks the database for too long"))
    #expect(try await scene.run().code == 0)
    #expect(try scene.pullRequests() == 2)
  }

  @Test(
    .enabled(if: getuid() == 0, "only root can mount a small disk"),
    arguments: [0, 60_000, 120_000, 240_000])
  func `because the disk is full`(room: Int) async throws {
    let scene = try await Scene(.sqlite)
    let disk = try await SmallDisk(at: scene.birds.path("disk"))
    try scene.use("sqlite:" + scene.birds.path("disk/martlet.db"))
    #expect(try await scene.state("restore", scene.birds.path("martlet.yml")).code == 2)
    try await disk.fill(but: room)
    let outcome = try await scene.run()
    #expect(outcome.code == 1 || room > 0)
    if outcome.code != 0 {
      #expect((outcome.out + outcome.error).contains("the disk is full"))
    }
    try disk.makeRoom()
    let next = try await scene.run()
    #expect(next.code == 0, "\(next.out) \(next.error)")
    #expect(try scene.pullRequests() == 2)
  }

  @Test(.enabled(if: getuid() == 0, "only root can mount a disk")) func `because it is read-only`()
    async throws
  {
    let scene = try await Scene(.sqlite)
    let disk = try await SmallDisk(at: scene.birds.path("disk"))
    try scene.use("sqlite:" + scene.birds.path("disk/martlet.db"))
    #expect(try await scene.state("restore", scene.birds.path("martlet.yml")).code == 2)
    try await disk.freeze(true)
    #expect(try await scene.run().code == 1)
    try await disk.freeze(false)
    #expect(try await scene.run().code == 0)
    #expect(try scene.pullRequests() == 2)
  }
}
