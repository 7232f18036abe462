import Ecosystem
import Testing

@testable import JavaScript
@testable import NPM

private let old = """
  react 17.0.0
  react-dom 17.0.0: peer react 17.0.0
  @s/x 1.0.0: peer @s/y 1.0.0
  @s/y 1.0.0: peer @s/x 1.0.0
  alone 1.0.0
  """
private let new =
  old + """

    react 18.0.0
    react-dom 18.0.0: peer react ^18.0.0
    @s/x 2.0.0: peer @s/y 2.0.0
    @s/y 2.0.0: peer @s/x 2.0.0
    alone 2.0.0
    """

@Suite struct `Packages that move together` {
  private func world(_ dependencies: String) async throws -> World {
    var world = try await World(old, ["package.json": #"{"dependencies": {\#(dependencies)}}"#])
      .after(.install)
    world.registry = World(new, [:]).registry
    return world
  }

  @Test(arguments: [
    (#""react": "^17.0.0", "react-dom": "^17.0.0", "alone": "1""#, "react-dom", ["react@18.0.0"]),
    (#""@s/x": "1.0.0", "@s/y": "1.0.0""#, "@s/x", ["@s/y@2.0.0"]),
    (#""alone": "1""#, "alone", []),
  ])
  func `are named if one cannot move alone`(
    dependencies: String, name: String, partners: [String]
  ) async throws {
    let world = try await world(dependencies)
    let version = name == "react-dom" ? "18.0.0" : "2.0.0"
    let project = try #require(world.npm.discover(in: world.tree.paths).first)
    let found = try await world.npm.open(project, in: world.tree)
      .coupled(with: Goal.Target(name: name, version: version))
    #expect(found.map { "\($0.name)@\($0.version ?? "")" } == partners)
  }

  @Test func `are proposed together, each with its requirement`() async throws {
    let world = try await world(#""react": "^17.0.0", "react-dom": "^17.0.0""#)
    let change = try await world.change(.update("react-dom", "18.0.0"))
    #expect(change.moves.map(\.name) == ["react", "react-dom"])
    #expect(change.moves.map(\.requirement?.after) == ["^18.0.0", "^18.0.0"])
  }

  @Test func `are named by why`() async throws {
    let world = try await world(#""react": "^17.0.0", "react-dom": "^17.0.0""#)
    let project = try #require(world.npm.discover(in: world.tree.paths).first)
    let lines = try await world.npm.open(project, in: world.tree)
      .explain("react-dom", version: "18.0.0")
    #expect(
      lines.suffix(2) == [
        "react-dom@18.0.0 can be locked if the manifest says ^18.0.0.",
        "react-dom@18.0.0 moves together with react@18.0.0, which does not fit it otherwise.",
      ])
  }

  @Test func `move alone if no version of the other fits`() async throws {
    var world = try await world(#""react": "^17.0.0", "react-dom": "^17.0.0""#)
    world.registry["react"] = World(old, [:]).registry["react"]
    await #expect {
      try await world.change(.update("react-dom", "18.0.0"))
    } throws: { ($0 as? Problem)?.kind == .unsolvable }
  }

  /// A root and a member `z`, locked with the old packages.
  private func workspace(root: String, member: String) async throws -> World {
    var world = try await World(
      old,
      [
        "package.json": #"{"workspaces": ["z"], "dependencies": {\#(root)}}"#,
        "z/package.json": #"{"name": "z", "version": "1.0.0", "dependencies": {\#(member)}}"#,
      ]
    ).after(.install)
    world.registry = World(new, [:]).registry
    return world
  }

  @Test func `of a member are named if the lock would have an unmet peer`() async throws {
    let family = #""react": "^17.0.0", "react-dom": "^17.0.0""#
    let world = try await workspace(root: #""react": "^17.0.0""#, member: family)
    let project = try #require(world.npm.discover(in: world.tree.paths).first)
    let opened = try await world.npm.open(project, in: world.tree)
    let found = try await opened.dependencies()
    let react = try #require(found.first { $0.name == "react" }).target("18.0.0")
    let alone = try await opened.change(toward: .update([react], UpdateOptions()))
    #expect(
      world.npm.warnings(about: alone) == [
        .unmetPeer(
          package: "react-dom", version: "17.0.0", peer: "react", range: "17.0.0",
          found: "18.0.0")
      ])
    let partners = try await opened.coupled(with: react)
    #expect(partners.map { "\($0.name)@\($0.version ?? "")" } == ["react-dom@18.0.0"])
    let dom = try #require(found.first { $0.name == "react-dom" }).target("18.0.0")
    let both = try await opened.change(toward: .update([react, dom], UpdateOptions()))
    #expect(world.npm.warnings(about: both) == [])
  }
}
