import Ecosystem
import HTTP
import JSON
import Testing

@testable import JavaScript
@testable import NPM

/// A project that may be a published library: `kit`, which depends on `a`.
private func world(_ answer: Result<Response, HTTPError>) -> World {
  var world = World(
    "a 1.0.0\na 2.0.0",
    [
      "package.json":
        #"{"name": "kit", "version": "1.0.0", "description": "ours", "dependencies": {"a": "^1.0.0"}}"#
    ])
  world.answers["kit"] = answer
  return world
}

private func document(_ description: String) -> Result<Response, HTTPError> {
  let body = #"""
    {"name": "kit", "dist-tags": {"latest": "1.0.0"},
     "versions": {"1.0.0": {"name": "kit", "version": "1.0.0", "description": "\#(description)"}}}
    """#
  return .success(Response(status: 200, body: Array(body.utf8)))
}

private let noAnswer = HTTPError(.timedOut, url: "https://registry.npmjs.org/kit")

@Suite struct `A project` {
  private func requirement(_ world: World) async throws -> String? {
    try await world.change(.update("a", "2.0.0")).moves.first?.requirement?.after
  }

  @Test func `is a library if the registry has it with the same description`() async throws {
    #expect(try await requirement(world(document("ours"))) == "^1.0.0 || ^2.0.0")
  }

  @Test func `is not a library if the registry has another package, or none`() async throws {
    #expect(try await requirement(world(document("theirs"))) == "^2.0.0")
    #expect(try await requirement(world(.success(Response(status: 404)))) == "^2.0.0")
  }

  @Test(
    arguments: [
      .failure(noAnswer), .success(Response(status: 500)), .success(Response(status: 403)),
      .success(Response(status: 200, body: Array("{".utf8))),
    ] as [Result<Response, HTTPError>])
  func `is unknown if the registry gives no answer, so nothing is edited`(
    answer: Result<Response, HTTPError>
  ) async throws {
    let problem = await #expect(throws: Problem.self) {
      try await world(answer).change(.update("a", "2.0.0"))
    }
    #expect(problem?.kind == .failed)
    #expect(problem?.subject == "kit")
    #expect(problem?.advice?.contains("versioning-strategy") == true)
  }

  @Test func `is not requested if the strategy is explicit`() async throws {
    var options = UpdateOptions()
    options.strategy = .widen
    let goal = Goal.update([.init(name: "a", version: "2.0.0")], options)
    let change = try await world(.failure(noAnswer)).change(goal)
    #expect(change.moves.first?.requirement?.after == "^1.0.0 || ^2.0.0")
  }
}

@Suite struct `Failures of a registry` {
  @Test func `is not mistaken for packages that are not coupled`() async throws {
    // b 2 needs a 2 as its peer; without a's document this is unknown.
    var world = try await World(
      "a 1.0.0\na 2.0.0\nb 1.0.0: peer a ^1\nb 2.0.0: peer a ^2",
      ["package.json": #"{"dependencies": {"a": "^1.0.0", "b": "^1.0.0"}}"#]
    ).after(.install)
    #expect(try await world.change(.update("b", "2.0.0")).moves.count == 2)
    world.answers["a"] = .failure(noAnswer)
    let problem = await #expect(throws: Problem.self) {
      try await world.change(.update("b", "2.0.0"))
    }
    #expect(problem?.kind == .failed)
  }

  @Test func `is an error if the stored text is malformed`() throws {
    let manifest = VersionManifest(
      key: "1.0.0", Excerpt(text: Array("{oops".utf8)), deprecated: nil, .none)
    #expect(throws: Problem.self) { try manifest.read() }
  }

  @Test func `is an error if the text of a field is malformed`() {
    let field = Excerpt(text: Array("{oops".utf8))
    #expect(throws: SyntaxError.self) { try field.parsed() }
  }
}
