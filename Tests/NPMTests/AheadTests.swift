import Ecosystem
import HTTP
import Synchronization
import Testing

@testable import NPM

/// Counts what a registry is asked for.
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
  /// What is asked for on the way to a goal.
  fileprivate func asked(_ goal: Goal) async throws -> [String] {
    let tally = Tally()
    let npm = NPMEcosystem(http: tally.counting(client), toolchain: toolchain)
    let project = try #require(npm.discover(in: tree.paths).first)
    _ = try? await npm.change(project, in: tree, toward: goal)
    return tally.asked
  }

  fileprivate func names(_ names: [String]) async throws -> Bool {
    let project = try #require(npm.discover(in: tree.paths).first)
    return try await npm.names(names, in: project, tree: tree)
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

@Suite struct `What shall move` {
  private func locked(_ manifest: String) async throws -> World {
    try await World(registry, ["package.json": manifest]).after(.install)
  }

  @Test func `is asked for once, though it is asked for early`() async throws {
    let world = try await locked(#"{"dependencies": {"a": "^1.0.0", "b": "^1.0.0"}}"#)
    #expect(try await world.asked(.update("a")) == ["a"])
    #expect(try await world.asked(.update("b")) == ["b"])
  }

  @Test func `is asked for by its real name`() async throws {
    let world = try await locked(#"{"dependencies": {"short": "npm:real@^1.0.0"}}"#)
    #expect(try await world.asked(.update("short")) == ["real"])
  }

  @Test func `is not asked for where nothing says that a registry has it`() async throws {
    let world = try await locked(#"{"dependencies": {"a": "^1.0.0"}}"#)
    #expect(try await world.asked(.update("gone")).isEmpty)
  }

  @Test func `fails where its document cannot be had`() async throws {
    var world = try await locked(#"{"dependencies": {"a": "^1.0.0"}}"#)
    world.answers["a"] = .success(Response(status: 500, body: []))
    let broken = world
    await #expect(throws: Problem.self) { try await broken.change(.update("a")) }
  }
}

@Suite struct `A manifest names` {
  @Test func `what registries have`() async throws {
    let world = World(
      "",
      [
        "package.json":
          #"{"dependencies": {"a": "1", "w": "file:w"}, "devDependencies": {"b": ""}}"#
      ])
    #expect(try await world.names(["a", "b"]))
    #expect(try await !world.names(["a", "w"]))
    #expect(try await !world.names(["indirect"]))
  }

  @Test func `workspaces too, which are no dependencies`() async throws {
    let world = World(
      "", ["package.json": #"{"workspaces": ["w"], "dependencies": {"w": "*"}}"#])
    #expect(try await !world.names(["w"]))
  }
}
