import Ecosystem
import HTTP
import Synchronization
import Testing
import Text

@testable import JavaScript
@testable import NPM

/// Returns the problem that resolving a project ends with.
private func problem(_ world: World) async -> Problem? {
  await #expect(throws: Problem.self) { _ = try await world.change(.install) }
}

@Suite struct `Input without end` {
  @Test func `many packages that are peers of each other are refused`() async {
    var lines: [String] = []
    for package in 0..<40 {
      for version in 1...4 {
        let peers = (0..<40).filter { $0 != package }.map { "peer p\($0) *" }
        lines.append("p\(package) \(version).0.0: \(peers.joined(separator: ", "))")
      }
    }
    let world = World(
      lines.joined(separator: "\n"), ["package.json": #"{"dependencies": {"p0": "1"}}"#])
    let problem = await problem(world)
    #expect(problem?.kind == .refused)
    #expect(problem?.message.contains("with its peers") == true)
    #expect(problem?.subject?.hasPrefix("p") == true)
  }

  @Test func `peers that pin each other exactly are refused`() async {
    var lines: [String] = []
    for package in 0..<26 {
      for version in 1...4 {
        let peers = (0..<26).filter { $0 != package }.map { "peer p\($0) \(version).0.0" }
        lines.append("p\(package) \(version).0.0: \(peers.joined(separator: ", "))")
      }
    }
    let requirements = (0..<26).map { "\"p\($0)\": \"\(1 + $0 % 4)\"" }.joined(separator: ", ")
    let world = World(
      lines.joined(separator: "\n"), ["package.json": "{\"dependencies\": {\(requirements)}}"])
    let problem = await problem(world)
    #expect([.refused, .unsolvable].contains(problem?.kind))
  }

  @Test func `thousands of direct dependencies are refused with their location`() async {
    let wanted = (0..<2_100).map { "\"p\($0)\": \"1\"" }.joined(separator: ", ")
    let world = World("", ["package.json": "{\"dependencies\": {\(wanted)}}"])
    let problem = await problem(world)
    #expect(problem?.kind == .refused)
    #expect(problem?.message == "has more dependencies than can be resolved at a time")
    #expect(problem?.location?.description == "package.json:1:18")
  }

  @Test func `a map of few dependencies stays small in a tree of many names`() {
    let arena = Arena()
    for number in 0..<100_000 { _ = arena.name("n\(number)") }
    let names = (0..<20).map { arena.name("p\($0)") }
    var map = NameMap<Node>()
    for name in names { map.set(name, Node(Node.Options(path: "/a"), in: arena)) }
    #expect(map.capacity < 200)
  }

  @Test func `the dependencies of all packages together are limited`() {
    let arena = Arena(livingLimit: 50)
    let package = Package()
    package.dependencies = (0..<20).map { ("p\($0)", "1") }
    let nodes = (0..<3).map { number in
      Node(Node.Options(path: "/\(number)", package: package), in: arena)
    }
    #expect(nodes.map(\.edgesOut.count) == [20, 20, 10])
    #expect(arena.problem?.kind == .refused)
    #expect(arena.problem?.message == "takes more than 50 dependencies of packages at a time")
  }

  @Test func `a removed dependency no longer counts`() {
    let arena = Arena(livingLimit: 50)
    let package = Package()
    package.dependencies = (0..<20).map { ("p\($0)", "1") }
    for number in 0..<5 {
      let node = Node(Node.Options(path: "/\(number)", package: package), in: arena)
      for edge in node.edgesOut.elements { edge.detach() }
    }
    #expect(arena.problem == nil)
  }

  @Test func `an endless chain of packages is refused`() async throws {
    let asked = Mutex(0)
    let endless = Client { (request) throws(HTTPError) in
      asked.withLock { $0 += 1 }
      let name = String(request.url.split(separator: "/").last ?? "")
      let next = "c\((Int(name.dropFirst()) ?? 0) + 1)"
      let body = """
        {"name": "\(name)", "dist-tags": {"latest": "1.0.0"}, "versions": {"1.0.0": {
          "name": "\(name)", "version": "1.0.0", "dependencies": {"\(next)": "1"},
          "dist": {"tarball": "https://registry.npmjs.org/\(name)/-/\(name)-1.0.0.tgz"}}}}
        """
      return Response(status: 200, body: Array(body.utf8))
    }
    let tree = SourceTree(
      name: "project", files: ["package.json": #"{"dependencies": {"c0": "1"}}"#])
    let npm = NPMEcosystem(http: endless)
    let project = try #require(npm.discover(in: tree.paths).first)
    let problem = await #expect(throws: Problem.self) {
      try await npm.open(project, in: tree).change(toward: .install)
    }
    #expect(problem?.kind == .refused)
    #expect(problem?.subject?.hasPrefix("c") == true)
    #expect(asked.withLock(\.self) < 2_000)
  }

  @Test func `nested braces are refused with their location`() async {
    let pattern = String(repeating: "{a,", count: 20_000) + String(repeating: "}", count: 20_000)
    let world = World("", ["package.json": "{\"workspaces\": [\"\(pattern)\"]}"])
    let problem = await problem(world)
    #expect(problem?.kind == .refused)
    #expect(problem?.location?.description == "package.json:1:17")
  }

  @Test func `patterns with too many alternatives in total are refused`() async {
    let patterns = (0..<100).map { "\"\($0)/{1..100}\"" }.joined(separator: ", ")
    let world = World("", ["package.json": "{\"workspaces\": [\(patterns)]}"])
    #expect(await problem(world)?.message.contains("alternatives of workspace") == true)
  }

  @Test func `settings of fifty thousand lines are refused at once`() async {
    let lines = (0..<50_000).map { "key\($0)=value\n" }.joined()
    let world = World("", ["package.json": "{}", ".npmrc": lines])
    let problem = await problem(world)
    #expect(problem?.kind == .refused)
    #expect(problem?.subject == ".npmrc")
  }

  @Test func `large documents are fetched one at a time`() async throws {
    let under = Mutex((now: 0, most: 0))
    let client = Client { (request) throws(HTTPError) in
      guard request.bodyLimit > Registry.largeBody else {
        throw HTTPError(.tooLarge(limit: request.bodyLimit), url: request.url)
      }
      under.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      for _ in 0..<20 { await Task.yield() }
      under.withLock { $0.now -= 1 }
      return Response(status: 404)
    }
    let registry = Registry(client: client)
    await withTaskGroup { group in
      for number in 0..<12 {
        group.addTask { _ = try? await registry.packument(of: "p\(number)", .full) }
      }
    }
    #expect(under.withLock(\.most) == 1)
    #expect(under.withLock(\.now) == 0)
  }
}
