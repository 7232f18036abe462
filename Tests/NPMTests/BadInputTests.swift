import Ecosystem
import HTTP
import JSON
import Testing

@testable import JavaScript
@testable import NPM

/// Asks for a change that must not be; answers with the problem.
private func problem(of world: World, _ goal: Goal = .install) async -> Problem? {
  do {
    let change = try await world.change(goal)
    Issue.record("changed \(change.files.map(\.path))")
    return nil
  } catch let problem as Problem {
    return problem
  } catch {
    Issue.record(error)
    return nil
  }
}

@Suite struct `Bad input` {
  private let registry = "a 1.0.0: b ^1\na 1.1.0: b ^1\nb 1.0.0\nb 1.1.0"
  private let manifest = #"{"dependencies": {"a": "^1.0.0"}}"#

  private func world(_ manifest: String? = nil) -> World {
    World(registry, ["package.json": manifest ?? self.manifest])
  }

  @Test(arguments: [
    (401, "", "requires a credential at the registry (status 401)"),
    (403, "", "requires a credential at the registry (status 403)"),
    (404, "", "is not in the registry"), (410, "", "is not in the registry"),
    (500, "", "status 500"), (200, #"{"name": "b", "versions": {"1."#, "not JSON"),
    (200, "<html>", "not JSON"), (200, #"{"name": "c"}"#, "the document of c"),
    (200, #"{"name": "b", "versions": {}}"#, "has no versions"),
  ])
  func `reports a registry's failure deep in the tree with the package`(
    status: Int, body: String, message: String
  ) async {
    var world = world()
    world.answers["b"] = .success(Response(status: status, body: Array(body.utf8)))
    let problem = await problem(of: world)
    #expect(problem?.message.contains(message) == true)
    #expect(problem?.subject?.contains("b") == true)
  }

  @Test(arguments: [
    (HTTPError.Code.malformed, "truncated response"), (.timedOut, "in time"),
    (.unreachable, "cannot be reached: the connection failed"),
    (.tooLarge(limit: 96 << 20), "more than 96 MiB"),
  ])
  func `reports a registry that closes the connection`(code: HTTPError.Code, message: String) async
  {
    var world = world()
    world.answers["b"] = .failure(HTTPError(code, url: "https://registry.npmjs.org/b"))
    #expect(await problem(of: world)?.message.contains(message) == true)
  }

  @Test func `a document of more than 96 MiB is an error`() async throws {
    let limits = Client { (request) throws(HTTPError) in
      #expect(request.bodyLimit <= 96 << 20)
      throw HTTPError(.tooLarge(limit: request.bodyLimit), url: request.url)
    }
    await #expect(throws: LookUpFailure.self) {
      try await Registry(client: limits).packument(of: "a", .full)
    }
  }

  @Test(arguments: [2, 3])
  func `a digest that the registry has replaced is an error`(version: Int) async throws {
    var locked = try await world().after(.install)
    let lock = try #require(locked.files["package-lock.json"])
    let mine = "sha1-" + String(repeating: "A", count: 27) + "="
    let line = try #require(lock.split(separator: "\n").last { $0.contains("integrity") })
    locked.files["package-lock.json"] = lock.replacing(
      line, with: "      \"integrity\": \"\(mine)\""
    )
    .replacing("\"lockfileVersion\": 3", with: "\"lockfileVersion\": \(version)")
    #expect(try await locked.change(.install).moves.isEmpty)
    let problem = await problem(of: locked, .update("b", "1.1.0"))
    #expect(problem?.message.contains("a digest other than") == true)
    #expect(problem?.subject == "b@1.1.0")
  }

  @Test func `a lock that contradicts its manifest is corrected`() async throws {
    var locked = try await World("a 1.0.0\na 2.0.0", ["package.json": manifest]).after(.install)
    locked.files["package.json"] = #"{"dependencies": {"a": "^2.0.0"}}"#
    #expect(try await locked.after(.install).locked == ["a@2.0.0"])
  }

  @Test(arguments: ["__proto__", "prototype/../x", "../a", ".hidden", "a b", "node_modules"])
  func `an invalid name is neither requested nor written`(name: String) async {
    let world = world(#"{"dependencies": {"\#(name)": "1"}}"#)
    #expect(await problem(of: world) != nil)
  }

  @Test func `an invalid name of an indirect dependency is reported`() async {
    let world = World("a 1.0.0: __proto__ 1\n__proto__ 1.0.0", ["package.json": manifest])
    #expect(await problem(of: world)?.subject?.contains("__proto__") == true)
  }

  @Test func `a package without releases is reported when it is updated`() async throws {
    var locked = try await world().after(.install)
    locked.answers["b"] = .success(Response(status: 404, body: []))
    #expect(try await locked.change(.install).files == [])
    #expect(await problem(of: locked, .update("b"))?.message.contains("is not in") == true)
  }

  @Test(arguments: [
    "file:../out", "file:../../etc", "file:/etc", "file:a/../../../etc", "file:%2e%2e/out",
    "file:~/secrets", "link:../out", "../out",
  ])
  func `a path outside of the repository is refused`(spec: String) async {
    let world = world(#"{"dependencies": {"a": "\#(spec)"}}"#)
    let problem = await problem(of: world)
    #expect(problem?.kind == .refused, "\(problem as Any)")
  }

  @Test(arguments: ["../out", "/etc", "a/../../out", "./../out", "**/../../out"])
  func `a workspace outside of the repository is refused`(pattern: String) async {
    var world = world(#"{"workspaces": ["\#(pattern)"]}"#)
    world.files["out/package.json"] = #"{"name": "out"}"#
    do {
      let locked = try await world.after(.install).locked
      #expect(locked.isEmpty)
    } catch {
      #expect((error as? Problem)?.kind == .refused)
    }
  }

  @Test(arguments: ["../out", "../../etc", "/etc"])
  func `a lock's link to a folder outside of the repository is refused`(target: String) async {
    var world = world("{}")
    world.files["package-lock.json"] = #"""
      {"lockfileVersion": 3, "packages": {
        "node_modules/a": {"link": true, "resolved": "\#(target)"}, "\#(target)": {}}}
      """#
    #expect(await problem(of: world) != nil)
  }

  @Test func `a large cycle of peers is resolved`() async throws {
    let circle = (0..<30).map { "p\($0) 1.0.0: peer p\(($0 + 1) % 30) 1" }.joined(separator: "\n")
    let world = World(circle, ["package.json": #"{"dependencies": {"p0": "1"}}"#])
    #expect(try await world.after(.install).locked.count == 30)
  }
}
