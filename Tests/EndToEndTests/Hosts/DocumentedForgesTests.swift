import Foundation
import TestSupport
import Testing

/// The operator's files in the pages about forges.
@Suite struct `The pages about forges` {
  @Test(arguments: ["bitbucket", "gitea", "gitlab"])
  func `have examples that config check accepts`(page: String) async throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let text = String(
      decoding: try Data(contentsOf: root.appending(path: "docs/\(page).md")), as: UTF8.self)
    let blocks = text.split(separator: "```yaml\n", omittingEmptySubsequences: false).dropFirst()
      .map { $0.prefix(upTo: $0.firstRange(of: "```")?.lowerBound ?? $0.endIndex) }
      .filter { $0.hasPrefix("forges:") }
    #expect(!blocks.isEmpty, "docs/\(page).md has no operator's file")
    for block in blocks {
      let folder = try Folder(["martlet.yml": "state: sqlite:martlet.db\n\(block)"])
      let outcome = try await Program.run(
        ["config", "check", "martlet.yml"], in: folder.path,
        environment: [
          "BITBUCKET_TOKEN": "t", "GITEA_TOKEN": "t", "GITLAB_TOKEN": "t", "WEBHOOK_SECRET": "s",
          "GITLAB_WEBHOOK_SECRET": "s",
        ])
      #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)\n\(block)")
    }
  }
}
