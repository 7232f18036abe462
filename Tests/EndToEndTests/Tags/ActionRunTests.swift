import Foundation
import TestSupport
import Testing

/// The whole program with the actions of a repository on a fake GitHub.
@Suite(.needsFakeHost, .serialized) struct `Actions on GitHub` {
  private static let libraries = [
    "actions/checkout": ["4.1.2", "4.2.2", "5.0.1"], "actions/cache": ["3.0.0", "4.1.0"],
  ]

  private static func workflow(_ uses: String...) -> [String: String] {
    let steps = uses.map { "      - uses: \($0)\n" }.joined()
    return [
      ".github/workflows/ci.yml":
        "on: push\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n\(steps)"
    ]
  }

  @Test func `move in the form of each use, with release notes, and once`() async throws {
    let scene = try await TagScene(Self.libraries)
    let commits = try #require(scene.tags["actions/checkout"])
    let files = Self.workflow(
      "actions/checkout@v4", "\"actions/checkout@v4.1.2\"",
      "actions/checkout@\(commits["v4.1.2"] ?? "") # v4.1.2", "actions/cache@v3")
    try await scene.found(files, for: "github-actions")
    let first = try await scene.martlet("run")
    #expect(first.code == 0, "\(first.error)")
    let pulls = try await scene.pulls(".github/workflows/ci.yml")
    let before = files[".github/workflows/ci.yml"] ?? ""
    let after = before.replacing("@v4\n", with: "@v5\n").replacing("v4.1.2\"", with: "v5.0.1\"")
      .replacing("\(commits["v4.1.2"] ?? "") # v4.1.2", with: "\(commits["v5"] ?? "") # v5.0.1")
    #expect(
      pulls == [
        "Bump actions/cache from 3 to 4": before.replacing("cache@v3", with: "cache@v4"),
        "Bump actions/checkout from 4.1.2 to 5.0.1": after,
      ])
    #expect(try await scene.bodies().contains { $0.contains("notes of 5.0.1") })
    let writes = try await scene.writes()
    #expect(try await scene.martlet("run").code == 0)
    #expect(try await scene.writes() == writes)
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `respect groups and ignored steps`() async throws {
    let scene = try await TagScene(Self.libraries)
    try await scene.found(
      Self.workflow("actions/checkout@v4.1.2", "actions/cache@v3.0.0"), for: "github-actions",
      rules: """
        groups: {all: {patterns: ["actions/*"]}}
        ignore: [{dependency-name: actions/checkout, update-types: ["version-update:semver-major"]}]
        """)
    #expect(try await scene.martlet("run").code == 0)
    let pulls = try await scene.pulls(".github/workflows/ci.yml")
    #expect(pulls.keys.sorted() == ["Bump the all group with 2 updates"])
    let text = pulls.values.first ?? ""
    #expect(text.contains("checkout@v4.2.2\n") && text.contains("cache@v4.1.0\n"))
  }

  @Test func `are pinned on request, also at the newest version`() async throws {
    let scene = try await TagScene(Self.libraries)
    let files = Self.workflow("actions/checkout@v4", "actions/cache@v4")
    try await scene.found(files, for: "github-actions", rules: "pin: true")
    #expect(try await scene.martlet("run").code == 0)
    let texts = try await scene.pulls(".github/workflows/ci.yml").values.joined()
    let checkout = scene.tags["actions/checkout"]?["v5.0.1"] ?? ""
    let cache = scene.tags["actions/cache"]?["v4.1.0"] ?? ""
    #expect(texts.contains("actions/checkout@\(checkout) # v5.0.1\n"))
    #expect(texts.contains("actions/cache@\(cache) # v4.1.0\n"))
  }

  @Test func `are found in the folders of Dependabot, and refused by name`() async throws {
    let scene = try await TagScene(Self.libraries)
    let unknown = String(repeating: "1", count: 40)
    var files = Self.workflow("actions/cache@\(unknown)", "actions/checkout@v4")
    files[".github/dependabot.yml"] = nil
    try await scene.found(files, for: "github-actions")
    let outcome = try await scene.martlet("run", "--verbose")
    #expect(outcome.code == 0)
    #expect(outcome.out.contains("no tag of its repository has"), "\(outcome.out)")
    #expect(
      try await scene.pulls("x").keys.sorted() == ["Bump actions/checkout from 4 to 5"])
    #expect(try await scene.martlet("run", "--strict").code == 3)
  }
}
