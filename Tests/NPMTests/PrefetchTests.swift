import Ecosystem
import HTTP
import Synchronization
import Testing

@testable import JavaScript
@testable import NPM

/// Records the requests to a registry.
private final class Tally: Sendable {
  private let names = Mutex<[String]>([])

  var asked: [String] { names.withLock { $0.sorted() } }

  func counting(_ client: Client) -> Client {
    Client { [self] (request) throws(HTTPError) in
      let name = String(request.url.dropFirst("https://registry.npmjs.org/".count))
      names.withLock { $0.append(name) }
      return try await client.send(request)
    }
  }
}

extension World {
  /// Returns the packages requested on the way to a goal.
  fileprivate func asked(_ goal: Goal) async throws -> [String] {
    let tally = Tally()
    let npm = NPMEcosystem(http: tally.counting(client), toolchain: toolchain)
    let project = try #require(npm.discover(in: tree.paths).first)
    _ = try? await npm.open(project, in: tree).change(toward: goal)
    return tally.asked
  }

  fileprivate func declares(_ name: String) async throws -> Bool {
    let project = try #require(npm.discover(in: tree.paths).first)
    return try await npm.open(project, in: tree).declares(name)
  }
}

private let registry = """
  a 1.0.0: b ^1
  a 1.1.0: b ^1
  b 1.0.0
  b 1.1.0
  real 1.0.0
  real 1.2.0
  """

@Suite struct `The target of an update` {
  private func locked(_ manifest: String) async throws -> World {
    try await World(registry, ["package.json": manifest]).after(.install)
  }

  @Test func `is requested once, although it is requested early`() async throws {
    let world = try await locked(#"{"dependencies": {"a": "^1.0.0", "b": "^1.0.0"}}"#)
    #expect(try await world.asked(.update("a")) == ["a"])
    #expect(try await world.asked(.update("b")) == ["b"])
  }

  @Test func `is requested by its real name`() async throws {
    let world = try await locked(#"{"dependencies": {"short": "npm:real@^1.0.0"}}"#)
    #expect(try await world.asked(.update("short")) == ["real"])
  }

  @Test func `is not requested if the manifest does not have it`() async throws {
    let world = try await locked(#"{"dependencies": {"a": "^1.0.0"}}"#)
    #expect(try await world.asked(.update("gone")).isEmpty)
  }

  @Test func `fails if its document is not available`() async throws {
    var world = try await locked(#"{"dependencies": {"a": "^1.0.0"}}"#)
    world.answers["a"] = .success(Response(status: 500, body: []))
    let broken = world
    await #expect(throws: Problem.self) { try await broken.change(.update("a")) }
  }
}

@Suite struct `A manifest declares` {
  @Test func `dependencies on registries only`() async throws {
    let world = World(
      "",
      [
        "package.json":
          #"{"dependencies": {"a": "1", "w": "file:w"}, "devDependencies": {"b": ""}}"#
      ])
    #expect(try await world.declares("a"))
    #expect(try await world.declares("b"))
    #expect(try await !world.declares("w"))
    #expect(try await !world.declares("indirect"))
  }

  @Test func `the dependencies of workspaces`() async throws {
    let world = World(
      "",
      [
        "package.json": #"{"name": "root", "workspaces": ["w"]}"#,
        "w/package.json": #"{"name": "w", "dependencies": {"a": "1", "root": "*"}}"#,
      ])
    #expect(try await world.declares("a"))
    #expect(try await !world.declares("root"))
  }

  @Test func `no workspaces, although it can name them`() async throws {
    let world = World(
      "",
      [
        "package.json": #"{"workspaces": ["w"], "dependencies": {"w": "*"}}"#,
        "w/package.json": #"{"name": "w", "version": "1.0.0"}"#,
      ])
    #expect(try await !world.declares("w"))
  }
}
