import JSON
import TestSupport
import Testing

@Suite struct `martlet config import` {
  private static let file = """
    version: 2
    updates:
      - package-ecosystem: npm
        directory: /
        schedule: {interval: weekly}
        auto-merge: true

    """

  private func outcome(_ words: String..., of text: String) async throws -> Program.Outcome {
    let folder = try Folder([".gitlab/dependabot.yml": text, "renovate.json": "{}"])
    return try await Program.run(["config", "import"] + words, in: folder.path)
  }

  @Test func `prints the file alone, and its findings as errors`() async throws {
    let found = try await outcome(".gitlab/dependabot.yml", of: Self.file)
    #expect(found.code == 0)
    let merge = "automerge: {update-types: [major, minor, patch]}"
    #expect(found.out == Self.file.replacing("auto-merge: true", with: merge))
    #expect(
      found.error.hasPrefix(
        ".gitlab/dependabot.yml:6:5: note: 'auto-merge' becomes 'automerge'"))
  }

  @Test func `prints one document with --json`() async throws {
    let document = try await outcome(".gitlab/dependabot.yml", "--json", of: Self.file).document()
    #expect(document["schema"] == 1)
    #expect(document["file"]?.string?.contains("package-ecosystem: npm") == true)
    #expect(document["findings"]?.array?.count == 1)
  }

  @Test func `refuses files that it doesn't convert`() async throws {
    let broken = try await outcome(".gitlab/dependabot.yml", of: "version: 1\n")
    #expect(broken.code == 2 && broken.out == "")
    #expect(broken.error.contains(".gitlab/dependabot.yml:1:"))
    let missing = try await outcome("none.yml", of: "")
    #expect(missing.code == 2)
  }

  @Test func `converts Renovate's configuration`() async throws {
    let options = "{extends: [':label(bot)'], frob: 1}"
    let folder = try Folder(["renovate.json5": options])
    let found = try await Program.run(["config", "import", "renovate.json5"], in: folder.path)
    #expect(found.code == 0)
    #expect(found.out.contains("    # renovate.json5:1: preset ':label(bot)'\n    labels: [bot]\n"))
    #expect(found.error.contains("renovate.json5:1:28: warning: 'frob' is unknown"))
    let document = try await Program.run(
      ["config", "import", "renovate.json5", "--json"], in: folder.path
    ).document()
    #expect(document["carried"]?.array?.contains { $0["key"] == "labels" } == true)
  }

  @Test(arguments: [
    (
      ".scala-steward.conf", "pullRequests.customLabels = [bot]\nbuildRoots = [\".\"]\n",
      "labels: [bot]", ".scala-steward.conf:2:1: warning: 'buildRoots'"
    ),
    (
      ".mergify.yml",
      """
      pull_request_rules:
        - conditions: ["author=dependabot[bot]"]
          actions: {merge: {}}
        - conditions: [author=ann]
          actions: {merge: {}}

      """, "automerge:", ".mergify.yml:4:"
    ),
  ])
  func `converts the files of other bots`(
    path: String, text: String, line: String, report: String
  ) async throws {
    let folder = try Folder([path: text])
    let found = try await Program.run(["config", "import", path], in: folder.path)
    #expect(found.code == 0)
    #expect(found.out.contains(line), "\(found.out)")
    #expect(found.error.contains(report), "\(found.error)")
  }
}
