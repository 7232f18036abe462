import Ecosystem
import Testing

@testable import Pnpm

/// Removes `o` from the registry, or one of its versions, and installs another dependency.
private func install(
  pnpm: String, settings: String? = nil, remaining: String
) async throws -> [String] {
  let manifest = { (more: String) in
    #"{"name": "app", "dependencies": {"h": "1.0.0"\#(more)}}"#
  }
  let rest = "h 1.0.0: optional o ^1.0.0\nk 1.0.0"
  var files = ["package.json": manifest("")]
  files["pnpm-workspace.yaml"] = settings
  var world = try await World("o 1.0.0\no 1.1.0\n\(rest)", files, pnpm: pnpm).after(.install)
  world.files["package.json"] = manifest(#", "k": "1.0.0""#)
  return try await world.with("\(remaining)\n\(rest)").after(.install).locked
}

@Suite struct `An optional package that isn't available any more` {
  @Test(arguments: ["10.34.5", "11.10.0"], ["", "o 1.0.0"])
  func `leaves the lock before pnpm 11.11`(pnpm: String, remaining: String) async throws {
    let settings = pnpm.hasPrefix("11") ? "minimumReleaseAge: 0\n" : nil
    let locked = try await install(pnpm: pnpm, settings: settings, remaining: remaining)
    #expect(locked == ["h@1.0.0", "k@1.0.0"])
  }

  @Test(arguments: [
    (nil, "", "is not in the registry"),
    ("minimumReleaseAge: 0\n", "", "is not in the registry"),
    (nil, "o 1.0.0", "has no version that fits 1.1.0"),
    ("minimumReleaseAge: 0\n", "o 1.0.0", "has no version that fits 1.1.0"),
  ])
  func `is an error with pnpm 11`(
    settings: String?, remaining: String, message: String
  ) async throws {
    let problem = await #expect(throws: Problem.self) {
      try await install(pnpm: "11.22.0", settings: settings, remaining: remaining)
    }
    #expect(problem?.kind == .unsolvable && problem?.message == message)
    #expect(problem?.advice?.contains("the lock") == true)
  }

  @Test(arguments: ["o", "o@1.1.0"])
  func `fails the age check of pnpm 11.10 unless it is excluded`(excluded: String) async throws {
    let problem = await #expect(throws: Problem.self) {
      try await install(pnpm: "11.10.0", remaining: "")
    }
    #expect(problem?.kind == .unsolvable && problem?.message == "is not in the registry")
    let locked = try await install(
      pnpm: "11.10.0", settings: "minimumReleaseAgeExclude: [\(excluded)]\n", remaining: "")
    #expect(locked == ["h@1.0.0", "k@1.0.0"])
  }
}
