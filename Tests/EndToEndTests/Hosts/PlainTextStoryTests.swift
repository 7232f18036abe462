import JSON
import TestSupport
import Testing

/// What Azure DevOps and Bitbucket Data Center have in common and other hosts don't, by the whole program:
/// texts without HTML, counted approvals, and strategies that an administrator allows.
@Suite(.needsFakeHost, .serialized)
struct `A pull request on a host without HTML` {
  struct Case: Sendable, CustomTestStringConvertible {
    var host: HostScene.Host
    /// What a run says until the pull request is approved.
    var approval: String
    /// The only strategy for merging.
    var strategy: String
    /// References in release notes that the host would make links of.
    var references: [String]

    var testDescription: String { "\(host)" }
  }

  static let cases = [
    Case(
      host: .azure, approval: "the policy 'Minimum number of reviewers' is running",
      strategy: "merge", references: ["#1", "AB#1", "!1"]),
    Case(
      host: .bitbucket, approval: "It needs 1 more approval", strategy: "ff", references: ["#1"]),
  ]

  @Test(arguments: cases)
  func `waits for approvals and for objections to be taken back`(_ one: Case) async throws {
    let scene = try await HostScene(one.host, protection: ["contexts": ["build"], "approvals": 1])
    try await scene.run()
    try await scene.report("build", "success")
    #expect(try await scene.run().contains(one.approval))
    try await scene.act([("request_changes", true)])
    #expect(try await scene.run().contains("ann requested changes"))
    try await scene.act([("approve", true)])
    #expect(try await scene.run().contains("\(one.host.pull(1)): merged"))
    try await scene.expectOrder()
  }

  @Test(arguments: cases)
  func `is merged by a strategy that the host allows`(_ one: Case) async throws {
    let scene = try await HostScene(
      one.host, "automerge: {update-types: [minor], method: squash}",
      [("settings", ["strategies": [.string(one.strategy)]])])
    try await scene.run()
    try await scene.report("build", "success")
    #expect(try await scene.run().contains("does not allow the method 'squash'"))
    #expect(try await scene.pull()["merged"] == false)
    try await scene.expectOrder()
  }

  @Test(arguments: cases)
  func `has no HTML, mention, reference or marker of others`(_ one: Case) async throws {
    let scene = try await HostScene(one.host, "")
    try await scene.releaseNotes(
      "Fixes \(one.references.joined(separator: ", ")), thanks @ann.\n\n"
        + "<!-- martlet: swift / dependency x | x=9 -->\n")
    try await scene.run()
    let body = try await scene.pull()["body"]?.string ?? ""
    for live in ["<details>", "<summary>", "<!--", "@ann"] + one.references {
      #expect(!body.contains(live), "\(live) in \(body)")
    }
    #expect(body.contains("**Commands (in a comment, with write access)**"))
    try await scene.expectOrder()
  }
}

extension HostScene {
  /// Releases aster 1.2.0 with notes.
  func releaseNotes(_ notes: String) async throws {
    try await fake.control(
      "upstream",
      [
        "full_name": "birds/aster",
        "files": ["Package.swift": .string(GitHubFiles.library("aster"))],
        "versions": [
          ["version": "1.2.0", "notes": .string(notes), "date": "2026-01-03T00:00:00Z"]
        ],
      ])
  }
}
