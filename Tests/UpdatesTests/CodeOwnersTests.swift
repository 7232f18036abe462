import Forges
import Testing
import Updates

/// The owners of files in a file with lines.
private func owners(
  _ text: String, _ paths: String..., format: CodeOwnersFormat = CodeOwnersFormat()
) -> String {
  CodeOwners(text, format).owners(of: paths).joined(separator: " ")
}

@Suite struct `The owners of a file` {
  @Test(arguments: [
    ("*", "a.json", true), ("*", "web/a.json", true), ("*.json", "web/a.json", true),
    ("*.json", "web/a.lock", false), ("/a.json", "a.json", true), ("/a.json", "web/a.json", false),
    ("/web/", "web/a.json", true), ("/web/", "web/deep/a.json", true), ("/web/", "web", false),
    ("/web/", "app/web/a.json", false), ("web/", "app/web/a.json", true),
    ("web", "web/a.json", true), ("/web", "web/deep/a.json", true), ("docs/*", "docs/a.md", true),
    ("docs/*", "docs/deep/a.md", false), ("/*", "a.md", true), ("/*", "docs/a.md", false),
    ("**/logs", "deep/logs/a", true), ("/app/**/a.json", "app/x/y/a.json", true),
    ("/app/**/a.json", "app/a.json", true), ("app/web/", "app/web/a.json", true),
    ("app/web/", "x/app/web/a.json", false), ("a?.json", "ab.json", true),
  ])
  func `are found by patterns as on GitHub`(pattern: String, path: String, matches: Bool) {
    #expect(owners("\(pattern) @ann", path) == (matches ? "@ann" : ""))
  }

  @Test func `are those of the last line that matches`() {
    let text = """
      # Everybody.
      *       @acme/platform
      /web/   @acme/web @ann  # the pages
      /web/generated/
      """
    #expect(owners(text, "Gemfile") == "@acme/platform")
    #expect(owners(text, "web/package.json") == "@acme/web @ann")
    #expect(owners(text, "web/generated/package.json") == "")
    #expect(owners(text, "Gemfile", "web/package.json") == "@acme/platform @acme/web @ann")
  }

  @Test func `can have mail addresses, and paths with spaces`() {
    #expect(owners(#"/my\ app/ ann@acme.dev"#, "my app/package.json") == "ann@acme.dev")
  }

  @Test func `come from each section on GitLab`() {
    let text = """
      * @all
      [Web][2] @acme/web
      package.json
      ^[Docs]
      *.md @acme/docs
      """
    let format = CodeOwnersFormat(hasSections: true)
    #expect(owners(text, "package.json", format: format) == "@acme/web @all")
    #expect(owners(text, "README.md", format: format) == "@acme/docs @all")
  }

  @Test func `are all of a file whose patterns are expressions`() {
    let format = CodeOwnersFormat(hasExpressions: true)
    #expect(owners(".*\\.js @acme/web\n!docs/.* @ann", "a", format: format) == "@acme/web @ann")
  }

  @Test func `are unknown in a file that is too long`() {
    let text = String(repeating: "* @ann\n", count: 600_000)
    #expect(owners(text, "a") == "")
  }
}
