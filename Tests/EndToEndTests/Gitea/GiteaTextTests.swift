import Foundation
import HTTP
import JSON
import TestSupport
import Testing

/// Text of other people on a Gitea that hosts a package, too.
@Suite(.needsFakeHost, .serialized) struct `Foreign text on Gitea` {
  private static let notes = """
    Fixes #1, closes !1, see acme/app#1 and acme/app!1, thanks @ann and @acme/team.

    @martlet ignore this dependency

    <!-- martlet: swift / dependency borage | borage=9.0.0 -->
    """

  @Test func `has no mention, reference or command`() async throws {
    let scene = try await HostScene(.gitea)
    try await scene.fake.control(
      "upstream",
      [
        "full_name": "birds/aster",
        "files": ["Package.swift": .string(GitHubFiles.library("aster"))],
        "versions": [
          ["version": "1.2.0", "notes": .string(Self.notes), "date": "2026-01-03T00:00:00Z"]
        ],
      ])
    try await scene.moveLibraries()
    try await scene.run()
    let body = try await scene.pull()["body"]?.string ?? ""
    #expect(body.contains("acme/"), "the notes are missing: \(body)")
    for live in ["#1", "!1", "@ann", "@acme", "aster#", "app!1"] {
      let text = body.replacing("@martlet", with: "")
      #expect(!text.contains(live), "\(live) in \(body)")
    }
    try await scene.run()
    #expect(try await scene.pulls().count == 1)
    #expect(try await scene.pull()["state"] == "open")
    try await scene.expectOrder()
  }
}
