import HTTP
import Testing

@testable import Changelogs

/// Parses a text in which important lines start with `kind>`.
///
///     marked("## 2.0.0\nbreaking> - Drops support for Node 16")
private func marked(_ text: String) -> (text: String, expected: [HighlightScan.Line]) {
  var expected: [HighlightScan.Line] = []
  var lines: [String] = []
  let kinds: [String: Highlight.Kind] = [
    "security": .security, "breaking": .breaking, "deprecation": .deprecation,
    "guide": .upgradeGuide,
  ]
  for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
    let parts = line.split(separator: "> ", maxSplits: 1)
    guard parts.count == 2, let kind = kinds[String(parts[0])] else {
      lines.append(String(line))
      continue
    }
    lines.append(String(parts[1]))
    let words = parts[1].drop { "-* ".contains($0) }
    expected.append(.init(kind: kind, text: String(words), number: number))
  }
  return (lines.joined(separator: "\n"), expected)
}

@Suite struct `The highlights of release notes` {
  @Test(arguments: [
    // Keep a Changelog.
    """
    ## 2.0.0

    ### Added
    - A thing
    ### Removed
    breaking> - The old thing
      - with a detail
    ### Security
    security> - Escape names
    ### Deprecated
    deprecation> - The other thing
    ### Fixed
    - A bug
    """,
    // Conventional Commits and plain words.
    """
    breaking> * feat(api)!: take a list
    * fix: wow!: not a type
    breaking> * BREAKING CHANGE: nothing is nil
    breaking> - Drop support for Ruby 2.7
    security> - Fixes CVE-2024-12345 in the parser
    deprecation> - `open` is deprecated, use `start`
    guide> See the migration guide for details.
    """,
    // Code and link definitions are ignored.
    """
    ```
    BREAKING CHANGE: in code
    ```
    [breaking change]: https://a.dev/
    """,
    // Bold lines and rules are headings too.
    """
    **Breaking changes**

    breaking> - one

    Bug fixes
    ---------
    - two
    """,
  ])
  func `lines are highlighted by their words or their heading`(text: String) {
    let (text, expected) = marked(text)
    #expect(HighlightScan.lines(of: text) == expected)
  }

  @Test func `each highlight links to its line, and duplicates are removed`() async {
    let log = """
      # Changes

      ## 2.0.0

      - fine
      - **Breaking:** see @ann, closes #3

      ## 1.0.0

      - the first of them all
      """
    let api = "https://api.github.com/repos/acme/widget"
    let answers = [
      "\(api)/releases?per_page=100":
        #"[{"tag_name":"v2.0.0","name":"Two","body":"Breaking: see ann, closes 3\n\nCVE-2024-1"}]"#,
      "\(api)/contents/":
        #"[{"name":"CHANGELOG.md","path":"CHANGELOG.md","type":"file","size":400}]"#,
      "\(api)/contents/CHANGELOG.md": log,
    ]
    let finder = NotesFinder(
      client: Client { request in
        answers[request.url].map { Response(status: 200, body: Array($0.utf8), url: request.url) }
          ?? Response(status: 404, url: request.url)
      })
    let notes = await finder.notes(
      for: PackageSource(name: "widget", addresses: ["acme/widget"]), from: "1.0.0", to: "2.0.0",
      order: order)
    #expect(notes.highlights.map(\.kind) == [.security, .breaking])
    #expect(
      notes.highlights.map(\.page) == [
        "https://github.com/acme/widget/releases/tag/v2.0.0",
        "https://github.com/acme/widget/blob/HEAD/CHANGELOG.md?plain=1#L6",
      ])
    #expect(Inspection.findings(in: notes.highlights.map(\.text).joined(separator: " ")) == [])
  }

  @Test(arguments: [
    ("**Breaking:** no more", "**Breaking:** no more"),
    ("- **a** and **b**", "**a** and **b**"), ("### a", "a"), ("> - a", "a"), ("-----", ""),
  ])
  func `a line keeps inline markup and loses block markup`(text: String, line: String) {
    #expect(Sanitiser.line(text, base: LinkBase(page: "https://a.dev/")) == line)
  }

  @Test(arguments: ["**", "`"])
  func `a line that is cut keeps no unpaired markers`(mark: String) {
    let words = String(repeating: "word ", count: 50)
    let line = HighlightScan.lines(of: "Breaking: \(mark)a\(mark) b \(mark)\(words)\(mark)").first
    #expect(line?.text.hasPrefix("Breaking: \(mark)a\(mark) b word word") == true)
    #expect(line?.text.ranges(of: mark).count == 2)
  }

  @Test(arguments: ["<b", "``` @ann", "> # @ann", "@ann closes #1", "| a |", "[x](javascript:y)"])
  func `a cleaned line is inactive between others`(text: String) {
    let line = Sanitiser.line(text, base: LinkBase(page: "https://a.dev/"))
    #expect(!line.contains("\n"))
    #expect(Inspection.findings(in: "- **x** in [y](https://a.dev/): \(line)") == [])
  }
}
