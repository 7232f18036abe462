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

  @Test func `is unknown, also in check, until its host answers`() async throws {
    let scene = try await GitHubScene(
      rules: "replace: offer\n", libraries: ["aster": ["1.0.0"], "borage": ["1.0.0"]])
    try await scene.fake.control("settings", ["repo": "birds/aster", "archived": true])
    for (path, text) in scene.files(rules: "replace: offer\n") {
      try scene.folder.write(text, to: "app/\(path)")
    }
    try await scene.fake.control(
      "faults",
      ["path": "^/repos/birds/aster$", "action": "status", "status": 403, "times": 2])
    let sentence =
      "it isn't known whether the repository of 1.0.0 is archived: https://github.com/birds/aster "
      + "did not answer"
    let unknown = try await scene.row(of: "aster")
    #expect(unknown["archived"] == .null && unknown.object?.keys.contains("archived") == true)
    #expect(unknown["reason"]?.string == sentence)
    // A failed answer isn't cached: the next command asks again.
    let first = try await scene.martlet("check", "app").out
    #expect(first.contains("aster: \(sentence)\n"), "\(first)")
    let known = try await scene.row(of: "aster")
    #expect(known["archived"] == "https://github.com/birds/aster")
    let text = try await scene.martlet("check", "app").out
    #expect(text.contains(Self.sentence.replacing("aster 1", with: "aster: 1")), "\(text)")
    #expect(try await scene.row(of: "borage").object?.keys.contains("archived") == false)
  }
}

extension GitHubScene {
  /// The row of a dependency in `check --json` of the folder `app`.
  fileprivate func row(of name: String) async throws -> Value {
    let outcome = try await martlet("check", "app", "--json")
    let rows = try outcome.document()["dependencies"]?.array ?? []
    return rows.first { $0["name"]?.string == name } ?? .null
  }
}
