import HTTP
import JSON
import TestSupport
import Testing
import Time

@testable import Forges

@Suite struct `On GitHub` {
  private let web: RepositoryName

  init() throws { web = try #require(RepositoryName("acme/web")) }

  @Test(arguments: [
    (true, "draft", PullRequest.MergeState.draft), (false, "draft", nil),
    (false, "clean", .clean), (true, "blocked", .blocked),
  ])
  func `the merge state of a draft ends with the draft`(
    isDraft: Bool, word: String, state: PullRequest.MergeState?
  ) async throws {
    let side = #"{"ref": "b", "sha": "0a"}"#
    let script = GitHubScript { _, _ in
      scripted(
        200,
        """
        {"number": 1, "state": "open", "draft": \(isDraft), "mergeable_state": "\(word)",
         "head": \(side), "base": \(side)}
        """)
    }
    #expect(try await script.forge().pullRequest(1, in: web).mergeState == state)
  }

  @Test func `locked packages are submitted as a snapshot`() async throws {
    let script = GitHubScript { _, _ in scripted(201, #"{"id": 1}"#) }
    let snapshot = DependencySnapshot(
      commit: "0a1b", branch: "main", scannedAt: 1_795_168_800, version: "1.0.0",
      manifests: [
        "package.json": [
          .init(url: "pkg:npm/a@1.0.0", isDirect: true, isDevelopment: false),
          .init(url: "pkg:npm/b@2.0.0", isDirect: false, isDevelopment: true),
        ]
      ])
    try await script.forge().submit(snapshot, in: web)
    #expect(script.lines == ["POST /repos/acme/web/dependency-graph/snapshots"])
    let body = try Document(script.requests[0].body ?? [], named: "body").root.value
    #expect(body["version"] == 0 && body["sha"] == "0a1b" && body["ref"] == "refs/heads/main")
    #expect(body["scanned"] == "2026-11-20T10:00:00Z")
    #expect(body["job"]?["correlator"] == "martlet" && body["detector"]?["name"] == "martlet")
    #expect(
      body["manifests"]?["package.json"]?["resolved"] == [
        "pkg:npm/a@1.0.0": [
          "package_url": "pkg:npm/a@1.0.0", "relationship": "direct", "scope": "runtime",
        ],
        "pkg:npm/b@2.0.0": [
          "package_url": "pkg:npm/b@2.0.0", "relationship": "indirect", "scope": "development",
        ],
      ])
  }
}
