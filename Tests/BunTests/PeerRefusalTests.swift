import Ecosystem
import Testing

@testable import Bun

/// Peers whose version Bun 1.4.4 chooses by rules that aren't known.
@Suite struct `A peer of Bun` {
  private func refusal(_ world: World) async throws -> String {
    let problem = try #require(await world.problem(.install))
    #expect(problem.kind == .refused)
    return "\(problem.subject ?? ""): \(problem.message)"
  }

  @Test func `is refused if it disagrees, below a dependency of what a peer brought`() async throws
  {
    let packages = """
      a 1.0.0: peer p *
      c 1.0.0: peer q ^3.0.0
      p 1.0.0: k *
      k 1.0.0: peer q ^1.0.0
      q 1.0.0
      q 3.0.0
      """
    let world = World(packages, dependencies: ["a": "*", "c": "*"])
    #expect(
      try await refusal(world)
        == "k@1.0.0 (q): is a peer that fits no version, and it isn't certain which one it gets")
    // Without the other peer nothing disagrees.
    let alone = try await World(packages, dependencies: ["a": "*"]).after(.install)
    #expect(alone.locked == ["a a@1.0.0", "k k@1.0.0", "p p@1.0.0", "q q@1.0.0"])
  }

  @Test func `is refused if the version that it had falls away, and several stay`() async throws {
    let packages = """
      a 1.0.0: peer p ^1.0.0
      b 1.0.0: peer p ^2.0.0
      d 1.0.0: p ^3.0.0
      e 1.0.0: p ^4.0.0
      p 1.0.0
      p 2.0.0
      p 3.0.0
      p 4.0.0
      """
    // The first peer decides for both.
    let old = try await World(packages, dependencies: ["a": "*", "b": "*"]).after(.install)
    #expect(old.locked.last == "p p@1.0.0")
    let manifest = { (names: [String]) in
      let all = Dictionary(uniqueKeysWithValues: names.map { ($0, "*") })
      return World(packages, dependencies: all).files["package.json"] ?? ""
    }
    #expect(
      try await refusal(old.with(manifest(["b", "d", "e"])))
        == "b@1.0.0 (p): is a peer that fits no version, and it isn't certain which one it gets")
    // With one version left there is no choice.
    let one = try await old.with(manifest(["b", "d"])).after(.install)
    #expect(one.locked == ["b b@1.0.0", "d d@1.0.0", "p p@3.0.0"])
  }

  @Test func `is refused if it would be a patched version that the root lacks`() async throws {
    let fields = #""patchedDependencies": {"p@1.0.0": "patches/p.patch"}"#
    let manifest = { (more: String) in
      "{\"name\": \"x\", \"dependencies\": {\"a\": \"*\"\(more)}, \(fields)}"
    }
    let world = World(
      "a 1.0.0: peer p *\np 1.0.0",
      ["package.json": manifest(""), "patches/p.patch": ""])
    #expect(
      try await refusal(world)
        == "p: is patched, and it isn't certain which version its peers get")
    let own = try await world.with(manifest(", \"p\": \"*\"")).after(.install)
    #expect(own.locked == ["a a@1.0.0", "p p@1.0.0"])
  }

  @Test func `has no entry if no version fits`() async throws {
    let packages = "a 1.0.0: peer p ^2.0.0\nc 1.0.0: p ^1.0.0\np 1.0.0\np 1.1.0"
    let alone = try await World(packages, dependencies: ["a": "*"]).after(.install)
    #expect(alone.locked == ["a a@1.0.0"])
    // It isn't certain which one it gets if there are others.
    let served = World(packages, dependencies: ["a": "*", "c": "*"])
    #expect(
      try await refusal(served)
        == "a@1.0.0 (p): is a peer that no version fits, and it isn't certain what becomes of it")
  }

  @Test func `of the project keeps its version if no version fits any more`() async throws {
    let manifest = { (range: String) in
      "{\"name\": \"x\", \"peerDependencies\": {\"p\": \"\(range)\"}}"
    }
    let old = try await World("p 1.0.0", ["package.json": manifest("^1.0.0")]).after(.install)
    let new = try await old.with(manifest("^9.0.0")).after(.install)
    #expect(new.locked == ["p p@1.0.0"])
  }

  @Test func `is refused if an update finds that the project lacks it`() async throws {
    let manifest =
      #"{"name": "x", "dependencies": {"a": "*"}, "peerDependencies": {"p": "^9.0.0"}}"#
    let world = try await World("a 1.0.0\np 1.0.0", ["package.json": manifest]).after(.install)
    #expect(world.locked == ["a a@1.0.0"])
    #expect(await world.problem(.all)?.kind == .refused)
  }
}
