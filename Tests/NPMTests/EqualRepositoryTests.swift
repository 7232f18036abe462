import Ecosystem
import HTTP
import Synchronization
import Testing
import Text

@testable import JavaScript
@testable import NPM

/// The requests to a registry.
private final class Requests: Sendable {
  private let count = Mutex(0)

  func counting(_ client: Client) -> Client {
    Client { [self] (request) throws(HTTPError) in
      count.withLock { $0 += 1 }
      return try await client.send(request)
    }
  }

  /// The number of requests since the last call.
  func take() -> Int {
    count.withLock { count in
      defer { count = 0 }
      return count
    }
  }
}

private let registry = """
  a 1.0.0: b ^1
  a 1.1.0: b ^1
  b 1.0.0
  b 1.1.0
  """

extension World {
  /// The repository of a name, whose files are named by their contents.
  fileprivate func repository(_ name: String, _ changes: [String: String] = [:]) -> SourceTree {
    let texts = files.merging(changes) { $1 }
    var tree = SourceTree(name: name, files: texts)
    tree.contentName = { texts[$0] }
    return tree
  }
}

extension ProjectMemory {
  fileprivate func update(_ tree: SourceTree, by npm: NPMEcosystem) async throws -> Change {
    let project = try #require(npm.discover(in: tree.paths).first)
    return try await open(project, of: npm, in: tree).change(toward: .update("a"))
  }
}

@Suite struct `An equal repository of npm` {
  private func locked(_ manifest: String) async throws -> World {
    try await World(registry, ["package.json": manifest]).after(.install)
  }

  @Test func `gets the same lock without a resolution, whatever its name and other files`()
    async throws
  {
    var world = try await locked(#"{"name": "x", "dependencies": {"a": "1.0.0"}}"#)
    world.files["package.json"] = #"{"name": "x", "dependencies": {"a": "^1.0.0"}}"#
    let (requests, memory) = (Requests(), ProjectMemory())
    let npm = NPMEcosystem(http: requests.counting(world.client), toolchain: world.toolchain)
    let first = try await memory.update(world.repository("r1"), by: npm)
    #expect(requests.take() > 0 && first.moves.map(\.to) == ["1.1.0"])
    let second = try await memory.update(world.repository("r2", ["src/a.js": "1"]), by: npm)
    #expect((requests.take(), memory.counts.opened, memory.counts.reused) == (0, 1, 1))
    #expect(second == first)
    let alone = try await ProjectMemory().update(world.repository("r2"), by: npm)
    #expect(alone == first)
    let settings = world.repository("r3", [".npmrc": "save-prefix=~"])
    _ = try await memory.update(settings, by: npm)
    #expect((memory.counts.opened, memory.counts.reused) == (2, 1))
  }

  @Test(arguments: [
    (#"{"dependencies": {"a": "1.0.0"}}"#, false), (#"{"name": "x", "dependencies": {}}"#, true),
    (#"{"name": "x", "dependencies": {"a": "file:../r1/a"}}"#, false),
  ])
  func `depends on the name of the repository if that can count`(
    manifest: String, isReused: Bool
  ) async throws {
    let world = World(registry, ["package.json": manifest])
    let (npm, memory) = (world.npm, ProjectMemory())
    for name in ["r1", "r2"] {
      let tree = world.repository(name)
      let project = try #require(npm.discover(in: tree.paths).first)
      _ = try await memory.open(project, of: npm, in: tree)
    }
    #expect(memory.counts.reused == (isReused ? 1 : 0))
  }
}
