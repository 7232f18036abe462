import Ecosystem
import Testing
import Text

@testable import Pnpm

@Suite struct `An entry of a catalog that nothing uses` {
  private static let manifest = #"{"dependencies": {"a": "catalog:", "b": "catalog:x"}}"#

  private func world(_ workspace: String, pnpm: String) -> World {
    World(
      "a 1.0.0\nb 1.0.0\nb 1.1.0\nc 1.0.0",
      ["package.json": Self.manifest, "pnpm-workspace.yaml": workspace], pnpm: pnpm)
  }

  @Test(arguments: [
    ("cleanupUnusedCatalogs", "10.34.5"), ("cleanupUnusedCatalogs", "11.22.0"),
    ("catalogPrune", "11.22.0"),
  ])
  func `is refused if pnpm would remove it`(setting: String, pnpm: String) async throws {
    let catalogs = "catalog:\n  a: 1.0.0\n  c: 1.0.0\ncatalogs:\n  x:\n    b: ^1.0.0\n"
    let problem = await #expect(throws: Problem.self) {
      try await world("\(setting): true\n\(catalogs)", pnpm: pnpm).after(.install)
    }
    #expect(problem?.kind == .refused)
    #expect(problem?.subject == "c")
    #expect(problem?.location?.line == 4)
    let kept = try await world("\(setting): false\n\(catalogs)", pnpm: pnpm).after(.install)
    #expect(kept.locked == ["a@1.0.0", "b@1.1.0"])
  }

  @Test func `has no effect on updates, which don't write the file`() async throws {
    let old = "catalog:\n  a: 1.0.0\n  c: 1.0.0\ncatalogs:\n  x:\n    b: 1.0.0\n"
    var world = try await world(old, pnpm: "11.22.0").after(.install)
    world.files["pnpm-workspace.yaml"] = "catalogPrune: true\n" + old
    #expect(try await world.after(.update("b")).locked == ["a@1.0.0", "b@1.0.0"])
  }

  @Test(arguments: [
    ("catalog:\n  a: 1.0.0\ncatalogs:\n  x:\n    b: ^1.0.0\n", true),
    ("catalog:\n  a: 1.0.0\ncatalogs:\n  x:\n    a: 1.0.0\n    b: ^1.0.0\n", true),
    ("catalog:\n  a: 1.0.0\n  b: ^1.0.0\ncatalogs:\n  x:\n    b: ^1.0.0\n", false),
    (
      "overrides: {d>c: 'catalog:'}\ncatalog: {a: 1.0.0, c: 1.0.0}\ncatalogs: {x: {b: 1.0.0}}\n",
      true
    ),
  ])
  func `is used by a manifest or an override`(catalogs: String, isUsed: Bool) async throws {
    let world = world("catalogPrune: true\n" + catalogs, pnpm: "11.22.0")
    let isWritten = (try? await world.after(.install)) != nil
    #expect(isWritten == isUsed)
  }

  @Test func `is refused besides exceptions from the minimum age that pnpm would remove`()
    async throws
  {
    let settings = "minimumReleaseAgeExcludePrune: true\nminimumReleaseAgeExclude: [z]\n"
    let catalogs = "catalog:\n  a: 1.0.0\ncatalogs:\n  x:\n    b: ^1.0.0\n"
    let problem = await #expect(throws: Problem.self) {
      try await world(settings + catalogs, pnpm: "11.22.0").after(.install)
    }
    #expect(problem?.subject == "minimumReleaseAgeExcludePrune")
  }
}
