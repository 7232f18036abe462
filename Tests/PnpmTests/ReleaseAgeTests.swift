import Ecosystem
import JSON
import TestSupport
import Testing
import Time

@testable import Pnpm

private func manifest(_ requirement: String) -> String {
  "{\n  \"name\": \"app\",\n  \"dependencies\": {\"a\": \"\(requirement)\"}\n}\n"
}

@Suite struct `A minimum age of releases` {
  /// Three days before the world's time, and one hour.
  private let registry = "a 1.0.0\na 1.1.0 2026-12-29\na 1.2.0 2026-12-31"

  @Test(arguments: [
    ("10.34.5", nil, "a@1.2.0"), ("10.34.5", "minimumReleaseAge: 2880\n", "a@1.1.0"),
    ("11.22.0", nil, "a@1.2.0"), ("11.22.0", "minimumReleaseAge: 2880\n", "a@1.1.0"),
    ("11.22.0", "minimumReleaseAge: 2880\nminimumReleaseAgeExclude: [a]\n", "a@1.2.0"),
    ("10.34.5", "minimumReleaseAge: 9999\nminimumReleaseAgeExclude: [a@1.1.0]\n", "a@1.1.0"),
    ("11.22.0", "minimumReleaseAge: 9999\nminimumReleaseAgeExclude: [a@1.1.0]\n", "a@1.1.0"),
    ("10.34.5", "minimumReleaseAge: 9999\nminimumReleaseAgeExclude: [a@1.1.0, a]\n", "a@1.1.0"),
    ("11.22.0", "minimumReleaseAge: 9999\nminimumReleaseAgeExclude: ['a*']\n", "a@1.2.0"),
    ("9.15.9", "minimumReleaseAge: 2880\n", "a@1.2.0"),
  ])
  func `holds back versions that are younger`(
    pnpm: String, settings: String?, expected: String
  ) async throws {
    var files = ["package.json": manifest("^1.0.0")]
    files["pnpm-workspace.yaml"] = settings
    let world = World(registry, files, pnpm: pnpm)
    #expect(try await world.after(.install).locked == [expected])
  }

  private func world(
    _ pnpm: String, _ settings: String, requirement: String = "^1.1.0"
  ) -> World {
    let files = [
      "package.json": manifest(requirement),
      "pnpm-workspace.yaml": settings,
    ]
    return World(registry, files, pnpm: pnpm)
  }

  @Test(arguments: [
    ("10.34.5", "minimumReleaseAge: 9999\n"),
    ("10.34.5", "minimumReleaseAge: 9999\nminimumReleaseAgeStrict: false\n"),
    ("11.22.0", "minimumReleaseAge: 9999\n"),
  ])
  func `leaves no solution if all versions are younger`(pnpm: String, settings: String) async throws
  {
    let problem = await #expect(throws: Problem.self) {
      try await world(pnpm, settings).after(.install)
    }
    #expect(problem?.kind == .unsolvable)
    #expect(problem?.subject == "a@1.1.0")
  }

  @Test(arguments: [
    "minimumReleaseAge: 2880\n", "minimumReleaseAge: 2880\nminimumReleaseAgeStrict: false\n",
  ])
  func `counts for the packages of a lock with pnpm 11`(settings: String) async throws {
    let old = try await world("11.22.0", "minimumReleaseAge: 0\n", requirement: "*").after(.install)
    var young = old
    young.files["pnpm-workspace.yaml"] = settings
    let problem = await #expect(throws: Problem.self) { try await young.after(.update("a")) }
    #expect(problem?.kind == .unsolvable)
    #expect(problem?.subject == "a@1.2.0")
  }

  @Test(arguments: [("10.34.5", "a@2.0.0"), ("11.22.0", "a@1.0.0")])
  func `moves a tag to older versions alone with pnpm 11`(
    pnpm: String, expected: String
  ) async throws {
    let files = [
      "package.json": manifest("latest"),
      "pnpm-workspace.yaml": "minimumReleaseAge: 2880\n",
    ]
    let world = World("a 1.0.0\na 2.0.0\na 1.2.0 2026-12-31", files, pnpm: pnpm)
    #expect(try await world.after(.install).locked == [expected])
  }

  @Test func `is a day for pnpm 11`() async throws {
    var world = World(
      registry, ["package.json": manifest("^1.0.0")], pnpm: "11.22.0")
    world.now = world.now - 86_000
    #expect(try await world.after(.install).locked == ["a@1.1.0"])
  }

  /// The documents that pnpm then reads have no `libc`, unless the registry must show how old versions are.
  @Test(arguments: [
    ("11.22.0", "[a]", false), ("11.22.0", "[a@1.0.0]", true), ("11.22.0", "[b]", true),
    ("10.34.5", "[a]", true), ("10.34.5", "[b]", true),
  ])
  func `isn't looked up for excluded packages with pnpm 11`(
    pnpm: String, exclude: String, hasLibc: Bool
  ) async throws {
    let settings = "minimumReleaseAge: 1440\nminimumReleaseAgeExclude: \(exclude)\n"
    let files = ["package.json": manifest("1.0.0"), "pnpm-workspace.yaml": settings]
    var world = World("a 1.0.0", files, pnpm: pnpm)
    world.registry.set("libc", of: "a", to: ["glibc"])
    let lock = try await world.after(.install).files["pnpm-lock.yaml"]
    #expect(lock?.contains("libc: [glibc]") == hasLibc)
  }
}
