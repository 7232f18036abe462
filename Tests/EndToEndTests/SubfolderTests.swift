import Foundation
import Testing

/// Projects in folders below the root, in a tree without a configuration file.
@Suite struct `Without a configuration file` {
  private static let gemfile = "source 'https://rubygems.org'\ngem 'rails', `cat version`\n"

  private static let lock = """
    {"lockfileVersion": 3, "requires": true, "packages": {
      "": {"dependencies": {"birch": "^1.0.0"}},
      "node_modules/birch": {
        "version": "1.0.0", "resolved": "https://registry.npmjs.org/birch/-/birch-1.0.0.tgz"
      }}}

    """

  private func run(
    _ files: [String: String], _ words: String...
  ) async throws -> Program.Outcome {
    let folder = try Folder()
    for (path, text) in files { try folder.write(text, to: path) }
    return try await Program.run(words, in: folder.path)
  }

  @Test func `check shows every project, and counts it`() async throws {
    let outcome = try await run(
      ["package.json": "{}\n", "ios/Gemfile": Self.gemfile], "check")
    #expect(outcome.code == 3, "\(outcome.out)\(outcome.error)")
    #expect(outcome.out.contains("ios/Gemfile"), "\(outcome.out)")
    #expect(outcome.error.contains("ios/Gemfile:2:"), "\(outcome.error)")
  }

  @Test func `check says that a project could not be looked at`() async throws {
    let outcome = try await run(["Gemfile": Self.gemfile], "check")
    #expect(!outcome.out.contains("up to date"), "\(outcome.out)")
    #expect(
      outcome.out.hasSuffix("0 dependencies: 1 project could not be looked at\n"), "\(outcome.out)")
  }

  @Test func `check reports a project that could not be looked at as JSON, too`() async throws {
    let outcome = try await run(["Gemfile": Self.gemfile], "check", "--json")
    let plain = outcome.out.filter { !$0.isWhitespace }
    #expect(plain.contains(#""problems":[{"manifest":"Gemfile","kind":"refused""#), "\(plain)")
  }

  @Test func `update names the folder that has the dependency`() async throws {
    let outcome = try await run(
      [
        "package.json": "{}\n",
        "web/package.json": #"{"dependencies": {"birch": "^1.0.0"}}"#,
        "web/package-lock.json": Self.lock,
      ], "update", "birch")
    #expect(outcome.code == 2, "\(outcome.error)")
    #expect(outcome.error.contains("birch: is in web/package.json"), "\(outcome.error)")
    #expect(
      outcome.error.contains("martlet update --directory /web birch"), "\(outcome.error)")
  }
}
