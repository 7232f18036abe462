import Ecosystem
import HTTP
import TestSupport
import Testing

@testable import JavaScript
@testable import NPM

/// Weak references to all that a tree is made of.
private struct Trace {
  private var objects: [(what: String, object: () -> AnyObject?)] = []

  var count: Int { objects.count }
  /// What still lives.
  var left: Set<String> { Set(objects.filter { $0.object() != nil }.map(\.what)) }

  mutating func note(_ what: String, _ object: AnyObject?) {
    guard let object else { return }
    objects.append((what, { [weak object] in object }))
  }

  /// Notes the arena, and every node and edge that can be reached from a root.
  mutating func follow(_ root: Node) {
    note("arena", root.arena)
    note("package", root.ownPackage)
    var seen = NodeSet([root])
    var index = 0
    while index < seen.end, let node = seen[index] {
      note(node.isRoot ? "root" : "node", node)
      note("overrides", node.overrides)
      note("virtual root", node.virtualRoot)
      for edge in node.edgesOut.elements + node.edgesIn.elements {
        note("edge", edge)
        note("rules", edge.overrides)
        if let to = edge.to { seen.insert(to) }
      }
      for next in node.children.elements + (node.virtualRoot?.children.elements ?? []) {
        seen.insert(next)
      }
      for next in [node.ownTarget, node.sourceReference].compactMap(\.self) { seen.insert(next) }
      index += 1
    }
  }
}

extension World {
  /// Resolves and lets go of everything; answers what was seen while it lived.
  fileprivate func resolve(_ plan: UpdatePlan) async throws -> (trace: Trace, lock: [UInt8]?) {
    let project = try #require(npm.discover(in: tree.paths).first)
    let sources = try await NPMSources(project, in: tree, for: npm)
    let resolver = Resolver(sources.input(plan.aim, locked: try sources.parsedLock()))
    let fetcher = Fetcher(
      registry: Registry(client: client), tree: tree, overlay: [:], base: sources.files.base)
    var trace = Trace()
    trace.note("resolver", resolver)
    let solution = try? await fetcher.run(resolver)
    trace.note("arena", resolver.arena)
    trace.note("ideal tree", resolver.tree)
    if let tree = resolver.tree { trace.follow(tree.root) }
    solution?.read { trace.follow($0) }
    return (trace, solution?.lock)
  }
}

private let registry = """
  a 1.0.0: b ^1, peer r ^16, peer? s *
  b 1.0.0: c ^1, b 1
  c 1.0.0
  c 2.0.0: a *
  r 16.0.0: peer s 1, optional gone 1
  r 17.0.0: peer s 2
  s 1.0.0: peer r ^16
  s 2.0.0: peer r ^17
  x 1.0.0: y 1
  y 1.0.0: peer r ^17
  """

private func files(_ manifest: String) -> [String: String] {
  [
    "package.json": "{\(manifest)}",
    "packages/one/package.json": #"{"name": "one", "dependencies": {"c": "2", "two": "*"}}"#,
    "packages/two/package.json": #"{"name": "two", "version": "1.0.0"}"#,
    "tools/x/package.json": #"{"name": "tool", "dependencies": {"b": "^1"}}"#,
  ]
}

private let whole = #"""
  "workspaces": ["packages/*"], "overrides": {"b": {"c": "1.0.0", "a": {"b": "1"}}, "y": "1"},
  "dependencies": {"a": "1", "x": "1", "tool": "file:./tools/x"}
  """#

@Suite struct `The lifetime of a tree` {
  @Test func `after it is solved, without and with a lock`() async throws {
    let fresh = World(registry, files(whole))
    let (trace, lock) = try await fresh.resolve(UpdatePlan(aim: .install))
    #expect(trace.count > 50)
    #expect(lock != nil)
    #expect(trace.left.isEmpty)
    let locked = try await fresh.after(.install)
    for aim in [ResolverInput.Aim.install, .update(["b", "r"]), .updateAll, .fresh] {
      let (trace, lock) = try await locked.resolve(UpdatePlan(aim: aim))
      #expect(lock != nil)
      #expect(trace.left.isEmpty, "\(aim)")
    }
  }

  @Test(arguments: [
    #""dependencies": {"a": "1", "r": "17", "y": "1"}"#,
    #""dependencies": {"a": "1", "z": "github:z/z"}"#,
    #""dependencies": {"a": "1", "gone": "1"}"#,
    #""dependencies": {"a": "1"}, "overrides": {"a": "2"}"#,
  ])
  func `after it fails`(manifest: String) async throws {
    let (trace, lock) = try await World(registry, files(manifest))
      .resolve(UpdatePlan(aim: .install))
    #expect(lock == nil)
    #expect(trace.count > 1)
    #expect(trace.left.isEmpty)
  }

  @Test func `after two hundred builds`() async throws {
    var random = SeededGenerator(seed: 5)
    var count = 0
    for _ in 0..<200 {
      let names = (0..<3).map { _ in "abcrsxy".randomElement(using: &random) ?? "a" }
      let specs = Set(names).map { "\"\($0)\": \"*\"" }.joined(separator: ", ")
      let world = World(registry, ["package.json": "{\"dependencies\": {\(specs)}}"])
      let (trace, _) = try await world.resolve(UpdatePlan(aim: .install))
      count += trace.count
      #expect(trace.left.isEmpty)
    }
    #expect(count > 2000)
  }
}
