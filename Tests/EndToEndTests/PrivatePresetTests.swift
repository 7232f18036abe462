import JSON
import TestSupport
import Testing

/// A preset in a private repository of the same owner.
@Suite(.needsFakeHost, .serialized) struct `A private preset` {
  private func run(isPublic: Bool) async throws -> Program.Outcome {
    let fake = try await FakeHost.fresh()
    try await fake.found(
      "acme/config", ["deps.yml": GitHubFiles.dependabot("labels: [secret-project]")],
      [("private", true)])
    try await fake.found(
      "acme/app",
      [
        ".github/martlet.yml": "version: 2\nextends: acme/config//deps.yml\n",
        "Package.swift": GitHubFiles.library("app"),
      ], isPublic ? [] : [("private", true)])
    let folder = try Folder(["martlet.yml": GitHubFiles.configuration(fake.url)])
    return try await Program.run(
      "run", "--config", "martlet.yml", "--log-level", "error", in: folder.path,
      environment: ["TOKEN": "github_pat_fixed"])
  }

  @Test func `is not read for a public repository`() async throws {
    let outcome = try await run(isPublic: true)
    let text = outcome.out + outcome.error
    #expect(text.contains("acme/config is private, and acme/app is public"), "\(text)")
  }

  @Test func `is read for a private repository`() async throws {
    let outcome = try await run(isPublic: false)
    let text = outcome.out + outcome.error
    #expect(!text.contains("acme/config is private"), "\(text)")
  }
}
