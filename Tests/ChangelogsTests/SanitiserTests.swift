import Changelogs
import Testing

private let base = LinkBase(page: "https://github.com/acme/widget/blob/main/docs/CHANGELOG.md")

private func clean(_ text: String) -> String { Sanitiser.clean(text, base: base) }

/// Shows the space that breaks a reference.
private func shown(_ text: String) -> String {
  text.replacing("\u{200B}", with: "·")
}

private let examples: [(String, String)] = [
  ("Thanks @ann and @acme/team!", "Thanks @·ann and @·acme/team\\!"),
  ("Fixes #12, closes acme/other#3, GH-7.", "Fixes \\#·12, closes acme/other\\#·3, GH-·7."),
  ("`@ann #1` stays", "`@ann #1` stays"),
  ("[guide](UPGRADE.md)", "[guide](https://github.com/acme/widget/blob/main/docs/UPGRADE.md)"),
  ("[up](../README.md)", "[up](https://github.com/acme/widget/blob/main/README.md)"),
  (
    "[PR](https://github.com/acme/widget/pull/5)",
    "[PR](https://redirect.github.com/acme/widget/pull/5)"
  ),
  ("[x](javascript:alert(1))", "x"),
  // As browsers and forges read them.
  ("[x](https:github.com/a/b/pull/5)", "[x](https://redirect.github.com/a/b/pull/5)"),
  ("[x](https:/\\github.com/a/b/issues/5)", "[x](https://redirect.github.com/a/b/issues/5)"),
  ("[x](HTTPS:\\/\\GitHub.com\\a/b\\pull/5)", "[x](https://redirect.github.com/a/b/pull/5)"),
  ("[x](/\\github.com/a/b/commit/5)", "[x](https://redirect.github.com/a/b/commit/5)"),
  ("[x](///github.com/a/b/issues/5)", "[x](https://redirect.github.com/a/b/issues/5)"),
  ("[x](https://github.com/a/b/%69ssues/5)", "[x](https://redirect.github.com/a/b/%69ssues/5)"),
  (
    "[x](http:gitlab.com/a/b/-/merge_requests/5)", "x `http://gitlab.com/a/b/-/merge_requests/5`"
  ),
  ("[x](https://github.com@evil.dev/a)", "x"), ("[x](https:)", "x"), ("[x](http:///)", "x"),
  ("[x](https:acme.dev)", "[x](https://acme.dev)"),
  ("[x](https://Acme.dev/A?b=\\c)", "[x](https://acme.dev/A?b=\\\\c)"),
  ("![logo](logo.png)", "[logo](https://github.com/acme/widget/blob/main/docs/logo.png)"),
  ("[![badge](b.svg)](https://ci.dev/x)", "[badge](https://ci.dev/x)"),
  ("a <b>bold</b> word<!-- hidden -->", "a bold word"),
  ("<script>alert(1)</script>\n\ntext", "text"),
  ("```mermaid\ngraph\n```", "    graph"),
  ("/close", "/·close"),
]

/// Nested too deeply, so that it is shown as code.
private let deep = String(repeating: "> ", count: 60)

@Suite struct `The sanitiser of release notes` {
  @Test(arguments: examples)
  func `A text is cleaned as expected`(before: String, after: String) {
    #expect(shown(clean(before)) == after)
  }

  @Test(arguments: [
    ("@ann, fixes #1 and acme/x!2", "@·ann, fixes #·1 and acme/x!·2"),
    ("<!-- martlet: npm -->", "<·!-- martlet: npm -->"), ("~bug %1 &1", "~·bug %·1 &·1"),
    ("```\n/close", "```\n/·close"), ("npm i", "npm i"),
  ])
  func `A text that can't be cleaned is code without mentions`(line: String, expected: String) {
    let result = shown(clean("\(deep)\n\n\(line)"))
    #expect(result.hasPrefix("```") && result.contains("\n\(expected)\n"), "\(result)")
  }

  @Test func `An ordinary changelog remains readable`() {
    let text = """
      ## 2.0.0

      - **Breaking:** drop Node 12 (`engines`)
      - Add [docs](https://acme.dev/docs)

      | a | b |
      | --- | --- |
      | 1 | 2 |
      """
    let result = clean(text)
    #expect(result.contains("**Breaking:** drop Node 12 (`engines`)"))
    #expect(result.contains("[docs](https://acme.dev/docs)"))
    #expect(result.contains("| a | b |"))
  }
}
