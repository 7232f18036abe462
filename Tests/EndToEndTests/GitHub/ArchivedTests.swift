import JSON
import TestSupport
import Testing

/// Dependencies whose repository is archived, on a fake GitHub that also has the libraries.
@Suite(.needsFakeHost, .serialized) struct `An archived repository of a library` {
  private static let sentence =
    "aster 1.0.0 is from the archived repository https://github.com/birds/aster"

  @Test func `is shown where the file asks for it`() async throws {
    let scene = try await GitHubScene(
      rules: "replace: offer\n", libraries: ["aster": ["1.0.0"], "borage": ["1.0.0"]])
    try await scene.fake.control("settings", ["repo": "birds/aster", "archived": true])
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(outcome.out.contains(Self.sentence), "\(outcome.out)")
    #expect(!outcome.out.contains("birds/borage"), "\(outcome.out)")
    // The answer is good for a day.
    let before = try await scene.count()
    #expect(try await scene.martlet("run").out.contains(Self.sentence))
    let asked = try await scene.fake.control("requests?since=\(before)").array ?? []
    #expect(!asked.contains { $0["path"] == "/repos/birds/aster" })
  }
}
