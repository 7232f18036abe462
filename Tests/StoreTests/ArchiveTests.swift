import Database
import Forges
import FoundationEssentials
import Logging
import TestSupport
import Testing

@testable import Store
import Time

/// A folder for one test's files.
private final class Folder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/martlet-archive-\(uniqueName())"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }

  func write(_ lines: String..., to name: String) throws -> String {
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: URL(filePath: file(name)))
    return file(name)
  }

  func lines(of name: String) throws -> [String] {
    let text = String(decoding: try Data(contentsOf: URL(filePath: file(name))), as: UTF8.self)
    return text.split(separator: "\n").map(String.init)
  }

  /// The files except the named ones.
  func others(than names: String...) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).filter { !names.contains($0) }
  }
}

private func fill(_ store: StateStore) async throws {
  try await store.save(
    PullRequestRecord(
      key: "k", repository: "hub/acme/app", number: 7, branch: "b", head: "h",
      base: "b", digest: "d", versions: ["x": "1", "ü \"\\\n": "2"], state: .open, updatedAt: 5))
  try await store.keep([0, 1, 255], as: "blob", now: .distantFuture)
  try await store.enqueue(
    Job(repository: "hub/acme/app", cause: .push, dueAt: 1, enqueuedAt: 1))
}

private func failure(_ body: () async throws -> Void) async -> ArchiveError? {
  await #expect(throws: ArchiveError.self) { try await body() }
}

@Suite struct `An archive` {
  @Test(arguments: DatabaseKind.present, DatabaseKind.present)
  func `moves the state from one database to the other`(
    kind: DatabaseKind, other: DatabaseKind
  ) async throws {
    let folder = try Folder()
    let store = try await kind.store()
    try await fill(store)
    let rows = try await store.export(to: folder.file("a"))
    let copy = try await other.store()
    #expect(
      try await copy.restore(folder.file("a"), folder: folder.path, replacing: false) == rows)
    try await copy.export(to: folder.file("b"))
    #expect(try folder.lines(of: "a") == folder.lines(of: "b"))
    #expect(try await copy.content("blob") == [0, 1, 255])
    #expect(try await copy.pullRequests(of: "hub/acme/app").first?.versions.count == 2)
    #expect(try folder.others(than: "a", "b") == [])
  }

  @Test(arguments: DatabaseKind.present)
  func `may be a copy of the SQLite file`(kind: DatabaseKind) async throws {
    let folder = try Folder()
    let store = try await StateStore.open(folder.file("live.db"))
    try await fill(store)
    try await store.backup(to: folder.file("copy.db"))
    let restored = try await kind.store()
    _ = try await restored.restore(
      folder.file("copy.db"), folder: folder.path, replacing: false)
    #expect(try await restored.jobs() == store.jobs())
    #expect(try folder.others(than: "live.db", "live.db-wal", "live.db-shm", "copy.db") == [])
  }

  @Test(arguments: DatabaseKind.present)
  func `replaces a state only if requested, and then completely`(kind: DatabaseKind) async throws {
    let folder = try Folder()
    let store = try await kind.store()
    try await fill(store)
    try await store.export(to: folder.file("a"))
    try await store.keep([1], as: "later", now: 1)
    let refused = await failure {
      _ = try await store.restore(folder.file("a"), folder: folder.path, replacing: false)
    }
    #expect(refused == .notEmpty)
    _ = try await store.restore(folder.file("a"), folder: folder.path, replacing: true)
    #expect(try await store.content("later") == nil)
    #expect(try await store.jobs().count == 1)
  }

  @Test func `of a martlet before 1.0 is refused`() async throws {
    let folder = try Folder()
    let path = try folder.write(#"{"martlet":"state","schema":19}"#, #"{"rows":0}"#, to: "a")
    let store = try await StateStore.inMemory()
    let refused = await failure {
      _ = try await store.restore(path, folder: folder.path, replacing: false)
    }
    #expect(refused == .beforeRelease(path: path))
  }

  @Test(arguments: DatabaseKind.present)
  func `continues the numbers of repositories`(kind: DatabaseKind) async throws {
    let folder = try Folder()
    let store = try await kind.store()
    for name in ["a", "b", "c"] {
      try await store.enqueue(
        Job(repository: "hub/acme/\(name)", cause: .push, dueAt: 1, enqueuedAt: 1))
    }
    try await store.export(to: folder.file("a"))
    let copy = try await kind.store()
    _ = try await copy.restore(folder.file("a"), folder: folder.path, replacing: false)
    try await copy.enqueue(
      Job(repository: "hub/acme/d", cause: .push, dueAt: 1, enqueuedAt: 1))
    #expect(try await copy.jobs().map(\.repository.name.name) == ["a", "b", "c", "d"])
  }

  @Test func `of a newer martlet is refused`() async throws {
    let folder = try Folder()
    let path = try folder.write(#"{"martlet":"state","version":999}"#, #"{"rows":0}"#, to: "a")
    let store = try await StateStore.inMemory()
    let refused = await failure {
      _ = try await store.restore(path, folder: folder.path, replacing: false)
    }
    #expect(refused == .newer(path: path, found: 999, known: schema.count))
  }

  static let head = #"{"martlet":"state","version":\#(schema.count)}"#
  static let row = #"{"table":"contents","row":{"name":"a","bytes":{"base64":""},"used_at":3}}"#
  static let broken: [(lines: [String], line: Int?)] = [
    ([head], nil), ([head, row], nil), ([head, row, #"{"rows":2}"#], 3),
    ([head, "{}", #"{"rows":1}"#], 2), ([head, row, head], 3), ([head, row, row], 3),
    ([head, #"{"rows":0}"#, row], 3), ([head, "\u{0}", ""], 2),
    ([head, #"{"table":"nowhere","row":{"a":1}}"#], 2),
    ([head, #"{"table":"contents","row":{"name) VALUES ('a'); --":1}}"#], 2),
    ([head, #"{"table":"contents","row":{"nothing":1}}"#], 2),
    ([head, #"{"table":"contents","row":{"name":1}}"#], 2),
    ([head, #"{"table":"contents","row":{}}"#], 2),
  ]

  @Test(arguments: DatabaseKind.present, broken)
  func `that is damaged does not change the state`(
    kind: DatabaseKind, broken: (lines: [String], line: Int?)
  ) async throws {
    let folder = try Folder()
    let path = try folder.write(broken.lines.joined(separator: "\n"), to: "a")
    let store = try await kind.store()
    try await fill(store)
    let refused = await failure {
      _ = try await store.restore(path, folder: folder.path, replacing: true)
    }
    #expect(
      refused == broken.line.map { .wrongLine(path: path, line: $0) } ?? .incomplete(path: path))
    #expect(try await store.jobs().count == 1)
  }

  @Test(arguments: ["", "a text\n", "{\n}\n", "[]\n"])
  func `has only the documented format`(text: String) async throws {
    let folder = try Folder()
    try Data(text.utf8).write(to: URL(filePath: folder.file("a")))
    let store = try await StateStore.inMemory()
    let refused = await failure {
      _ = try await store.restore(folder.file("a"), folder: folder.path, replacing: false)
    }
    #expect(refused == .noArchive(path: folder.file("a")))
  }

  @Test func `cannot be a file that a service is using`() async throws {
    let folder = try Folder()
    let live = try await StateStore.open(folder.file("live.db"))
    try await fill(live)
    let store = try await StateStore.inMemory()
    let refused = await failure {
      _ = try await store.restore(folder.file("live.db"), folder: folder.path, replacing: false)
    }
    #expect(refused == .inUse(path: folder.file("live.db")))
  }

  @Test func `that cannot be written leaves the old one in place`() async throws {
    let store = try await StateStore.inMemory()
    try await fill(store)
    let folder = try Folder()
    let old = try folder.write("old", to: "a")
    // A folder is at the path of the temporary file.
    try FileManager.default.createDirectory(
      atPath: old + ".partial", withIntermediateDirectories: true)
    let refused = await failure { try await store.export(to: old) }
    #expect(refused == .file(path: old, reason: "File exists"))
    #expect(try folder.lines(of: "a") == ["old"])
  }

  @Test(arguments: DatabaseKind.present)
  func `contains every table`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    let there: [String] = try await store.connection.read { transaction in
      let sql =
        switch transaction.dialect {
        case .sqlite: "SELECT name FROM sqlite_schema WHERE type = 'table'"
        case .postgres:
          "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()"
        }
      return try transaction.execute(sql).map { try $0["name"] }
    }
    let own = there.filter { $0 != "martlet_state" && !$0.hasPrefix("sqlite_") }
    #expect(own.sorted() == stateTables.map(\.name).sorted())
  }
}
