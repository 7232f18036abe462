import Ecosystem
import HTTP
import Synchronization
import Testing

@testable import JavaScript
@testable import NPM

/// `direct` depends on `old` only in the version that the project does not get.
private let registry = """
  direct 1.0.0: shared ^1
  direct 1.1.0: shared ^1, leaf ^1
  direct 2.0.0: old ^1
  other 1.0.0: shared ^1, peer framework ^1, peer? unwanted ^1
  framework 1.0.0
  framework 1.1.0
  leaf 1.0.0
  old 1.0.0
  shared 1.0.0
  unwanted 1.0.0
  """

private let manifest = """
  {"name": "p", "version": "1.0.0", "engines": {"node": ">=20"},
   "dependencies": {"direct": "^1.0.0", "other": "^1.0.0", "framework": "^1.0.0"}}
  """

/// What npm 10.8.2 requests for the manifest, an optional peer too.
private let needed = ["direct", "framework", "leaf", "other", "shared", "unwanted"]

/// An ecosystem that notes the packages that it requests.
private struct Watched {
  private let names = Tally()
  var world = World(registry, ["package.json": manifest])

  var asked: [String] { names.sorted }
  /// The packages in the order of the requests.
  var order: [String] { names.all }

  func open(_ npm: NPMEcosystem) async throws -> any OpenProject {
    let project = try #require(npm.discover(in: world.tree.paths).first)
    return try await npm.open(project, in: world.tree)
  }

  var npm: NPMEcosystem {
    let client = world.client
    return NPMEcosystem(
      http: Client { [names] (request) throws(HTTPError) in
        names.add(String(request.url.dropFirst("https://registry.npmjs.org/".count)))
        return try await client.send(request)
      }, toolchain: world.toolchain)
  }
}

private final class Tally: Sendable {
  private let names = Mutex<[String]>([])

  var all: [String] { names.withLock(\.self) }
  var sorted: [String] { all.sorted() }

  func add(_ name: String) { names.withLock { $0.append(name) } }
}

/// The look-ups of releases that an ecosystem makes besides a resolution.
extension OpenProject {
  fileprivate func lookUpDirect() async throws {
    for dependency in try await dependencies() where dependency.kind == .direct {
      _ = try await releases(of: dependency)
    }
  }
}

@Suite struct `The requests for a lock` {
  @Test func `are those of npm: nothing that only a rejected version has`() async throws {
    let watched = Watched()
    _ = try await watched.open(watched.npm).change(toward: .install)
    #expect(watched.asked == needed)
  }

  @Test func `of two chains are made side by side, whatever their names`() async throws {
    var watched = Watched()
    watched.world = World(
      """
      top 1.0.0: a1 ^1, z1 ^1
      a1 1.0.0: a2 ^1
      a2 1.0.0: a3 ^1
      a3 1.0.0: a4 ^1
      a4 1.0.0: a5 ^1
      a5 1.0.0
      z1 1.0.0: z2 ^1
      z2 1.0.0: z3 ^1
      z3 1.0.0: z4 ^1
      z4 1.0.0
      """,
      ["package.json": #"{"name": "p", "version": "1.0.0", "dependencies": {"top": "^1.0.0"}}"#])
    _ = try await watched.open(watched.npm).change(toward: .install)
    let rounds = watched.order.map { $0 == "top" ? 0 : Int(String($0.last ?? "0")) ?? 0 }
    #expect(rounds == [0, 1, 1, 2, 2, 3, 3, 4, 4, 5])
  }

  @Test func `of an update leave out what the lock has`() async throws {
    var watched = Watched()
    watched.world = try await World(
      "direct 1.0.0: shared ^1\nshared 1.0.0\nshared 1.1.0",
      ["package.json": #"{"name": "p", "version": "1.0.0", "dependencies": {"direct": "^1.0.0"}}"#]
    ).after(.install)
    let later = "direct 1.1.0: shared ^1, leaf ^1\nshared 1.0.0\nshared 1.1.0\nleaf 1.0.0"
    watched.world.registry = World(later, [:]).registry
    _ = try await watched.open(watched.npm).change(toward: .update("direct"))
    #expect(watched.asked == ["direct", "leaf"])
  }

  @Test func `are not repeated for the releases that the lock leaves out`() async throws {
    var watched = Watched()
    let npm = watched.npm
    let change = try await watched.open(npm).change(toward: .install)
    let lock = try #require(change.files.first?.after)
    watched.world.files["package-lock.json"] = String(decoding: lock, as: UTF8.self)
    try await watched.open(npm).lookUpDirect()
    #expect(watched.asked == needed)
  }

  @Test func `are not repeated for an update after a check`() async throws {
    var watched = Watched()
    watched.world = try await watched.world.after(.install)
    let npm = watched.npm
    let project = try await watched.open(npm)
    try await project.lookUpDirect()
    #expect(watched.asked == ["direct", "framework", "other"])
    _ = try await project.change(toward: .update("framework"))
    #expect(watched.asked == ["direct", "framework", "other"])
  }

  @Test func `are one for a package that an update and a search ask for together`() async throws {
    var watched = Watched()
    watched.world = try await watched.world.after(.install)
    let project = try await watched.open(watched.npm)
    let dependency = try #require(try await project.dependencies().first { $0.name == "framework" })
    async let releases = project.releases(of: dependency)
    async let change = project.change(toward: .update("framework"))
    #expect(try await releases.count == 2)
    _ = try await change
    #expect(watched.asked == ["framework"])
  }
}
