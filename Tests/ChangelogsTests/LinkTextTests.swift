import Testing

@testable import Changelogs

private let base = LinkBase(page: "https://github.com/acme/widget/blob/main/docs/CHANGELOG.md")

/// Cleans a text and leaves out the spaces that break references.
private func clean(_ text: String) -> String {
  Sanitiser.clean(text, base: base).replacing("\u{200B}", with: "")
}

private let real = "https://github.com/acme/web"

@Suite struct `A link whose words show a host` {
  @Test(arguments: [
    "[https://github.com/acme/web](https://evil.example/login)",
    "[HTTPS://GitHub.com/acme/web](https://evil.example/login)",
    "[**https://github**.com/acme](https://evil.example/login)",
    "[`https://github.com/acme`](https://evil.example/login)",
    "[https://github.com:443/](https://evil.example/login)",
    "[https://git\u{200B}hub.com/](https://evil.example/login)",
    "[https://git\u{AD}hub.com/](https://evil.example/login)",
    "[https://evil.example@github.com/](https://evil.example/login)",
    "[see www.github.com/acme](https://evil.example/login)",
    "[//github.com/acme](https://evil.example/login)",
    "[https://github.com/acme][1]\n\n[1]: https://evil.example/login",
    "[https://github.com/acme]\n\n[https://github.com/acme]: https://evil.example/login",
    "![https://github.com/acme](https://evil.example/login)",
    "[![https://github.com/acme](x.png)](https://evil.example/login)",
    "<a href=\"https://evil.example/login\">https://github.com/acme</a>",
    "text <a href='https://evil.example/login'>https://github.com/acme</a> text",
    "<p><a href=\"https://evil.example/login\"><b>https://github.com/acme</b></a></p>",
    "**https:**//github.com/acme/[web](https://evil.example/login)",
    "[https:](https://evil.example/login)//github.com/acme",
    "[https://evil.example.github.com/](https://evil.example/login)",
  ])
  func `of another one becomes plain text with the address`(text: String) {
    let result = clean(text)
    // Parsers differ about a link inside a link, so the whole text becomes code.
    let isCode = result.hasPrefix("```")
    #expect(isCode || !result.contains("](https://evil.example"), "\(result)")
    let showsTarget = result.contains("`https://evil.example/login`") || !result.contains("evil")
    #expect(isCode || showsTarget, "\(result)")
    #expect(Inspection.findings(in: Sanitiser.clean(text, base: base)).isEmpty)
  }

  @Test(arguments: [
    "[github.com](https://evil.example/login)", "[github.com/acme/web](https://evil.example/login)",
    "[GitHub.Com](https://evil.example/login)", "[git\u{2060}hub.com](https://evil.example/login)",
    "[\u{FF47}ithub\u{FF0E}com](https://evil.example/login)",
    "[g\u{456}thub.com](https://evil.example/login)",
    "[https:\u{2215}\u{2215}github.com](https://evil.example/login)",
    "<a href=\"https://evil.example/login\">github.com</a>",
  ])
  func `without a scheme is followed by the real host`(text: String) {
    let result = clean(text)
    let showsHost = result.contains("(`evil.example`)") || result.contains("`https://evil.example/")
    #expect(showsHost || !result.contains("evil"), "\(result)")
  }

  @Test(arguments: [
    ("[https://github.com/acme/web](\(real))", "[https://github.com/acme/web](\(real))"),
    ("[http://www.github.com](\(real))", "[http://www.github.com](\(real))"),
    ("[github.com/acme](\(real))", "[github.com/acme](\(real))"),
    (
      "[https://github.com/acme/web/pull/5](\(real)/pull/5)",
      "[https://github.com/acme/web/pull/5](https://redirect.github.com/acme/web/pull/5)"
    ),
    ("[package.json](https://acme.dev/x)", "[package.json](https://acme.dev/x)"),
    ("[Node.js 22.1.0](https://nodejs.org/)", "[Node.js 22.1.0](https://nodejs.org/)"),
    ("[v1.2.3](https://acme.dev/x)", "[v1.2.3](https://acme.dev/x)"),
    ("see [the docs](https://acme.dev/x).", "see [the docs](https://acme.dev/x)."),
    (
      "https://a.dev/x and [more](https://acme.dev/x)",
      "[https://a.dev/x](https://a.dev/x) and [more](https://acme.dev/x)"
    ),
  ])
  func `of its target stays`(text: String, expected: String) {
    #expect(clean(text).replacing("\\", with: "") == expected)
  }

  @Test(arguments: [
    ("[x](https://g\u{456}thub.com/a)", "[x](https://xn--gthub-n2e.com/a)"),
    ("[x](https://B\u{FC}cher.example/)", "[x](https://xn--bcher-kva.example/)"),
    ("[https://github.com](https://g\u{456}thub.com/a)", "`https://xn--gthub-n2e.com/a`"),
    ("[x](https://%67ithub.com/a)", "x"), ("[x](https://github.com%2eevil.dev/a)", "x"),
    ("<https://github.com@evil.dev/>", "https://github.com@evil.dev/"),
  ])
  func `with other letters is written in ASCII, and with percent signs dropped`(
    text: String, expected: String
  ) {
    let result = clean(text)
    #expect(result.hasSuffix(expected), "\(result)")
  }
}
