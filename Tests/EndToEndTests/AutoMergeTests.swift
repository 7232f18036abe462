import Foundation
import JSON
import TestSupport
import Testing

/// The whole program and GitHub's auto-merge.
@Suite(.needsFakeHost, .serialized) struct `Auto-merge on GitHub` {
  private static let merging = "automerge: {update-types: [minor, patch], method: squash}"
  /// The file requires a check that the base branch does not require.
  private static let checked = "\(merging)\nci: {required: [build]}"

  @Test func `stays off if the base requires a review and no check`() async throws {
    let scene = try await ChecksScene(Self.checked, approvals: 1, allowsAutoMerge: true)
    try await scene.martlet("run")
    try await scene.check("build", "success")
    let verdict = try await scene.run()[1]
    #expect(verdict?["verdict"] == "passed")
    #expect(verdict?["merging"] == "waiting")
    #expect(verdict?["mergingNote"] == "it needs 1 approving review")
    #expect(try await scene.pull()["auto_merge"] == .null)

    // A rerun turns red, then a person approves.
    try await scene.check("build", "failure")
    try await scene.review()
    #expect(try await scene.pull()["merged"] == false)
    #expect(try await scene.run()[1]?["mergingNote"] == "its checks are not green")
    #expect(try await scene.pull()["merged"] == false)

    try await scene.check("build", "success")
    #expect(try await scene.run()[1]?["merging"] == "merged")
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `is disabled when a check turns red`() async throws {
    let scene = try await ChecksScene(
      Self.merging, required: ["build"], approvals: 1, allowsAutoMerge: true)
    #expect(try await scene.run()[1]?["merging"] == "handed-over")
    #expect(try await scene.pull()["auto_merge"] == "squash")
    try await scene.check("build", "failure")
    #expect(try await scene.run()[1]?["mergingNote"] == "its checks are not green")
    #expect(try await scene.pull()["auto_merge"] == .null)
    // martlet disabled it, so martlet may enable it again.
    try await scene.check("build", "success")
    #expect(try await scene.run()[1]?["merging"] == "handed-over")
    try await scene.review()
    #expect(try await scene.pull()["merged"] == true)
  }

  @Test func `is disabled when the file requires more than the base`() async throws {
    let scene = try await ChecksScene(
      Self.checked, required: ["build"], approvals: 1, allowsAutoMerge: true)
    #expect(try await scene.run()[1]?["merging"] == "handed-over")
    let more = "\(Self.merging)\nci: {required: [build, lint]}"
    try await scene.push([".github/dependabot.yml": GitHubFiles.dependabot(more)])
    #expect(try await scene.run()[1]?["merging"] == "waiting")
    #expect(try await scene.pull()["auto_merge"] == .null)
  }

  @Test func `is disabled when the file no longer configures it`() async throws {
    let scene = try await ChecksScene(
      Self.merging, required: ["build"], approvals: 1, allowsAutoMerge: true)
    #expect(try await scene.run()[1]?["merging"] == "handed-over")
    try await scene.push([".github/dependabot.yml": GitHubFiles.dependabot()])
    #expect(try await scene.run()[1]?["merging"] == "unwanted")
    #expect(try await scene.pull()["auto_merge"] == .null)
  }

  @Test func `is disabled when a person pushes a commit`() async throws {
    let scene = try await ChecksScene(
      Self.merging, required: ["build"], approvals: 1, allowsAutoMerge: true)
    #expect(try await scene.run()[1]?["merging"] == "handed-over")
    try await scene.push(["fix.txt": "by hand\n"], to: "martlet/swift/aster")
    #expect(
      try await scene.run()[1]?["mergingNote"] == "its branch has commits by others")
    #expect(try await scene.pull()["auto_merge"] == .null)
  }

  @Test func `nothing merges while the rules of the base cannot be read`() async throws {
    let scene = try await ChecksScene(Self.merging, required: ["build"], allowsAutoMerge: true)
    let message = "Resource not accessible by personal access token"
    try await scene.fake.fault(
      "repos/get-branch-rules", "status",
      [("status", 403), ("times", 99), ("message", .string(message))])
    try await scene.martlet("run")
    try await scene.check("build", "success")
    let verdict = try await scene.run()[1]
    #expect(verdict?["verdict"] == "passed")
    #expect(
      verdict?["mergingNote"]?.string == "the rules of its base branch cannot be read: \(message)")
    #expect(try await scene.pull()["merged"] == false)
    #expect(try await scene.pull()["auto_merge"] == .null)
  }
}
