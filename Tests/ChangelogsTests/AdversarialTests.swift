import Changelogs
import TestSupport
import Testing

/// Texts that forges act on, or that a sanitizer missed.
private let payloads: [String] = [
  "@ann", "@acme/team", "(@ann)", "@ann-b,", "**@ann**", "a@ann", "@\u{200B}@ann", "&#64;ann",
  "&commat;ann", "\\@ann", "@<b></b>ann", "@<!-- -->ann", "#1", "acme/x#1", "GH-1", "gh-12",
  "&#35;1", "\\#1", "!5", "acme/x!5", "$3", "%2", "~bug", "~\"two words\"", "&4", "^alert#3",
  "closes #1", "Fixes: acme/x#9", "acme/x@0123456789abcdef0123456789abcdef01234567",
  "https://github.com/acme/x/issues/1", "<https://github.com/acme/x/pull/1>",
  "http://github.com/acme/x/commit/0123456", "www.github.com/acme/x/issues/1",
  "https://gitlab.com/a/b/-/merge_requests/1", "https://codeberg.org/a/b/issues/3",
  "xhttps://github.com/acme/x/issues/1", "[i](https://github.com/acme/x/issues/1)",
  "[i](//github.com/acme/x/issues/1)", "[i](HTTPS://GitHub.com/acme/x/issues/1)",
  "[i](https://github.com/acme/x/issues/1 \"@ann\")", "[@ann](https://a.dev)", "[#1](x)",
  "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<svg/onload=alert(1)>",
  "<a href='javascript:alert(1)'>x</a>", "<a href=\"https://github.com/a/b/issues/2\">@ann</a>",
  "<iframe src=\"//evil\"></iframe>", "<details><summary>@ann", "</details>", "</blockquote>",
  "<template>", "<textarea>", "<!--", "-->", "<![CDATA[", "<?php", "<!DOCTYPE html>", "<", ">",
  "<b", "<div><p>#1</p></div>", "<!-- martlet: {\"key\": 1} -->",
  "<img src=\"https://t.dev/p.gif\">",
  "![t](https://t.dev/p.gif)", "![t][r]\n\n[r]: https://t.dev/p.gif", "![@ann](x)", "![](x)",
  "[![#1](b.svg)](javascript:x)", "[a](java&#115;cript:alert(1))", "[a](\u{1}javascript:x)",
  "[a](data:text/html;base64,PHNjcmlwdD4=)", "[a](vbscript:x)", "[a](../../../../etc)", "[a]()",
  "[a](<b c>)", "[a](x\\\ny)", "[a][]", "[a]: javascript:x", "```", "~~~", "``` suggestion\nx",
  "```mermaid\nclick a \"javascript:x\"\n```", "```math\nx\n```", "`", "``` @ann", "    @ann",
  "\t@ann", "/close", "/merge", "  /approve", "- /close", "> /assign @ann", "[skip ci]", "[^1]",
  "[^1]: @ann", "- [ ] task", "- [x] @ann", "| a |\n|---|\n| @ann |", "|a|\n|-|\n|`|`|", "~~@ann~~",
  "---\nupdated-dependencies:\n- dependency-name: x\n...", "Signed-off-by: A <a@b.dev>",
  "a@b.dev", "mailto:a@b.dev", "\u{202E}nna@", "\u{0}@ann", "\u{FEFF}#1", "@\u{200D}ann", "＠ann",
  "> > > > > @ann", "1. 2. 3. #1", "* * * *", "# #1", "#1\n===", "@ann\n---", "\\", "&", "&amp;#1",
  "&lt;script&gt;", "\\<script>", "<scr<script>ipt>", "<SCRIPT SRC=//x>", "$`x`$", "$$\nx\n$$",
  ":tada:", "_@ann_", "*#1*", "__GH-1__", "@ann@bob", "##1", "#1#2", "@@ann", "!1!2", "a#1b",
]

/// What a payload is wrapped in.
private let wrappers: [(String, String)] = [
  ("", ""), ("- ", "\n- next"), ("> ", ""), ("| a |\n|---|\n| ", " |"), ("**", "**"),
  ("<div>", "</div>"), ("<b>", "</b>"), ("[", "](x)"), ("# ", "\ntext"), ("```\n", ""),
]

/// Every payload in every wrapper, and random chains of them.
private let corpus: [String] = {
  var texts = payloads.flatMap { payload in wrappers.map { $0.0 + payload + $0.1 } }
  var state: UInt64 = 42
  func random(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % count
  }
  for _ in 0..<600 {
    let joints = ["", " ", "\n", "\n\n", "\n> ", "\n    "]
    texts.append(
      (0...random(6)).map { _ in payloads[random(payloads.count)] + joints[random(joints.count)] }
        .joined())
  }
  return texts
}()

@Suite struct `A hostile text of release notes` {
  private let base = LinkBase(page: "https://github.com/acme/widget")

  @Test func `No text of the corpus remains active`() {
    #expect(corpus.count >= 1500)
    for text in corpus {
      let result = Sanitiser.clean(text, base: base)
      #expect(Inspection.findings(in: result).isEmpty, "\(text.debugDescription) -> \(result)")
    }
  }

  @Test func `No cleaned text is active in a quote`() {
    for text in corpus {
      let result = Sanitiser.clean(text, base: base)
      let quoted = result.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? ">" : "> \($0)" }.joined(separator: "\n")
      #expect(Inspection.findings(in: quoted).isEmpty, "\(text.debugDescription) -> \(quoted)")
    }
  }

  @Test func `The inspection finds active text`() {
    let live = [
      "@ann", "#1", "GH-1", "<b>x</b>", "![a](https://t.dev/p.gif)", "[a](javascript:x)",
      "https://github.com/a/b/issues/1", "```mermaid\nx\n```", "[a](relative.md)",
    ]
    for text in live { #expect(!Inspection.findings(in: text).isEmpty, "\(text)") }
  }

  @Test func `Most texts stay text instead of becoming code`() {
    let fallbacks = corpus.filter {
      let result = Sanitiser.clean($0, base: base)
      return result.hasPrefix("```") && !$0.contains("```") && !$0.contains("~~~")
    }
    #expect(fallbacks.count * 50 < corpus.count, "\(fallbacks.prefix(20))")
  }

  @Test(
    arguments: [
      String(repeating: ">", count: 50_000), String(repeating: "[", count: 50_000),
      String(repeating: "*a ", count: 20_000), String(repeating: "<a", count: 30_000),
      String(repeating: "- ", count: 20_000), String(repeating: "|\n", count: 20_000),
      String(repeating: "`a", count: 30_000), String(repeating: "# x\n", count: 20_000),
      String(repeating: "a", count: 1_000_000), String(repeating: "![", count: 30_000),
      String(repeating: "_a_ ", count: 20_000), String(repeating: "\u{0}", count: 10_000),
      wideTable,
    ].map(LongText.init))
  func `A huge or deep text is cleaned quickly`(text: LongText) {
    let result = Sanitiser.clean(text.value, base: base)
    #expect(Inspection.findings(in: result).isEmpty)
  }
}

/// A table of 3,000 columns, whose 6,000 rows of one cell cmark-gfm would fill up: 4 GB.
private let wideTable = [("|a", 3_000), ("|\n|-", 1), ("|-", 2_999), ("|\n", 1), ("x\n", 6_000)]
  .map { String(repeating: $0.0, count: $0.1) }.joined()
