import Testing

@testable import Bun

/// `bun update NAME` of a name that the root and a member require, as Bun 1.4.4 was seen to do it.
@Suite struct `An update of a name without a version` {
  /// Locks `a` at 1.0.0, then widens the requirements of the root and of a member.
  private func locked(_ root: String?, _ member: String) async throws -> World {
    func files(_ root: String?, _ member: String) -> [String: String] {
      let own = root.map { "\"a\": \"\($0)\"" } ?? ""
      return [
        "package.json":
          "{\"name\": \"r\", \"workspaces\": [\"packages/*\"], \"dependencies\": {\(own)}}",
        "packages/m/package.json":
          "{\"name\": \"m\", \"dependencies\": {\"a\": \"\(member)\"}}",
      ]
    }
    var world = try await World(
      "a 1.0.0\na 1.0.1\na 1.1.0", files(root.map { _ in "1.0.0" }, "1.0.0")
    ).after(.install)
    world.files.merge(files(root, member)) { $1 }
    return try await world.after(.install)
  }

  @Test(arguments: [
    ("~1.0.0", "^1.0.0", ["a a@1.0.1"]),
    ("^1.0.0", "~1.0.0", ["a a@1.1.0", "m/a a@1.0.0"]),
    ("^1.0.0", "^1.0.0", ["a a@1.1.0"]),
    ("1.0.0", "^1.0.0", ["a a@1.0.0"]),
  ])
  func `leaves members where they are, unless they follow the root`(
    root: String, member: String, locked versions: [String]
  ) async throws {
    let world = try await locked(root, member).after(.update("a"))
    #expect(world.locked.filter { $0.contains(" a@") } == versions)
  }

  @Test func `moves members if the root has nothing of that name`() async throws {
    let world = try await locked(nil, "^1.0.0").after(.update("a"))
    #expect(world.locked.filter { $0.contains(" a@") } == ["a a@1.1.0"])
  }
}
