import Ecosystem
import Testing

@testable import Pnpm

/// A project whose update of `x` brings along `leaf` 1.0.1 by `m`, at the third level of dependencies.
///
/// The lock has `leaf` 1.0.0 below a chain of names, and 1.0.1 below `k`.
private func world(pnpm: String, below names: [String], _ range: String) async throws -> World {
  let chain = zip(names, names.dropFirst() + ["leaf"]).map { name, next in
    "\(name) 1.0.0: \(next) \(next == "leaf" ? range : "*")"
  }
  let old = (chain + ["x 1.0.0", "leaf 1.0.0"]).joined(separator: "\n")
  let manifest = { (more: String) in
    #"{"name": "app", "dependencies": {"x": "^1.0.0", "\#(names[0])": "1.0.0"\#(more)}}"#
  }
  var world = try await World(old, ["package.json": manifest("")], pnpm: pnpm).after(.install)
  world.files["package.json"] = manifest(#", "k": "1.0.0""#)
  let both = "\(old)\nleaf 1.0.1\nk 1.0.0: leaf 1.0.1"
  world = try await world.with(both).after(.install)
  let new = "x 1.1.0: m *\nm 1.0.0: leaf *"
  return world.with("\(both)\n\(new)")
}

/// Updates `x`; returns the packages called `leaf`.
private func update(pnpm: String, below names: [String], _ range: String) async throws -> [String] {
  try await world(pnpm: pnpm, below: names, range).after(.update("x"))
    .locked.filter { $0.hasPrefix("leaf") }
}

@Suite struct `The order of answers` {
  @Test(arguments: ["9.15.9", "10.34.5", "11.22.0"], [["c", "d", "e"], ["y", "z", "zz"]])
  func `that decides whether a package is kept is refused`(
    pnpm: String, names: [String]
  ) async throws {
    let problem = await #expect(throws: Problem.self) {
      try await update(pnpm: pnpm, below: names, "*")
    }
    #expect(problem?.kind == .refused && problem?.subject == "leaf")
  }

  @Test(arguments: [("9.15.9", false), ("10.34.5", false), ("11.22.0", true)])
  func `doesn't matter to pnpm 11 between different depths`(
    pnpm: String, isKnown: Bool
  ) async throws {
    let locked = try? await update(pnpm: pnpm, below: ["c", "d", "e", "f"], "*")
    #expect(locked == (isKnown ? ["leaf@1.0.1"] : nil))
  }

  @Test(arguments: ["9.15.9", "10.34.5", "11.22.0"])
  func `doesn't matter if the lock is the same`(pnpm: String) async throws {
    let locked = try await update(pnpm: pnpm, below: ["c", "d", "e"], "1.0.0")
    #expect(locked == ["leaf@1.0.0", "leaf@1.0.1"])
  }

  @Test(arguments: ["9.15.9", "10.34.5", "11.22.0"])
  func `doesn't matter below direct dependencies`(pnpm: String) async throws {
    #expect(try await update(pnpm: pnpm, below: ["c"], "*") == ["leaf@1.0.0", "leaf@1.0.1"])
  }

  @Test(arguments: [("*", "leaf"), ("1.0.0", nil), ("<1.0.1", nil), ("^1.0.0", "leaf")])
  func `is uncertain only if a package gets another version`(
    range: String, name: String?
  ) async throws {
    let world = try await world(pnpm: "10.34.5", below: ["c", "d", "e"], range)
    #expect(try await world.resolved(.update(["x"])).uncertainUpdate() == name)
  }
}
