import Foundation
import TestSupport
import Testing

/// The whole program with files that name tags of other repositories, on a fake GitHub.
@Suite(.needsFakeHost, .serialized) struct `Tags of tools on GitHub` {
  @Test(arguments: [
    (
      "pre-commit", ".pre-commit-config.yaml",
      "repos:\n  - repo: https://github.com/birds/hooks\n    rev: v1.0.0\n    hooks: [{id: lint}]\n"
    ),
    ("mint", "Mintfile", "birds/hooks@v1.0.0\n"),
  ])
  func `move once`(ecosystem: String, path: String, text: String) async throws {
    let scene = try await TagScene(["birds/hooks": ["1.0.0", "1.1.0"]])
    try await scene.found([path: text], for: ecosystem)
    let first = try await scene.martlet("run")
    #expect(first.code == 0, "\(first.error)")
    let pulls = try await scene.pulls(path)
    #expect(Array(pulls.values) == [text.replacing("v1.0.0", with: "v1.1.0")])
    let writes = try await scene.writes()
    #expect(try await scene.martlet("run").code == 0)
    #expect(try await scene.writes() == writes)
  }
}
