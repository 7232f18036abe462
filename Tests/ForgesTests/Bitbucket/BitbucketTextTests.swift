import Testing

@testable import Forges

@Suite struct `A text for Bitbucket` {
  @Test(arguments: [
    ("<!-- martlet-ci -->\n\nText", "[//]: # (martlet-ci)\n\nText"),
    ("a <!-- martlet-ci -->", "a <!-- martlet-ci -->"),
    ("> <!-- martlet-ci -->\n<!-- other -->", "> <!-- martlet-ci -->\n<!-- other -->"),
    ("Done.\n\n<!-- martlet-reply: 1 -->", "Done.\n\n[//]: # (martlet-reply: 1)"),
  ])
  func `markers become definitions and come back`(text: String, shown: String) {
    #expect(BitbucketText.shown(text) == shown)
    #expect(BitbucketText.read(shown) == text)
  }

  @Test(arguments: [
    ("> Fixes ACME-1, A_2-30.", "> Fixes ACME\u{2011}1, A_2\u{2011}30."),
    ("> see CVE-2026-1 and x-1, Ab-1, A-1, ACME-0", "> see CVE-2026-1 and x-1, Ab-1, A-1, ACME-0"),
    ("> `ACME-1` [ACME-2](https://j/ACME-2)", "> `ACME-1` [ACME\u{2011}2](https://j/ACME-2)"),
    ("> <https://j/ACME-1>", "> <https://j/ACME-1>"), ("Bumps ACME-1.", "Bumps ACME-1."),
    ("> ```\n> UTF-8\n> ```\n> UTF-8", "> ```\n> UTF-8\n> ```\n> UTF\u{2011}8"), ("> -1", "> -1"),
  ])
  func `keys of issues in quoted text are not live`(text: String, inert: String) {
    #expect(BitbucketText.inert(text) == inert)
  }

  @Test func `what other hosts fold is shown under a title`() {
    let folded = "<details>\n<summary>Commits</summary>\n\n> <details>\n\n</details>\n"
    #expect(HiddenMarkers.withoutFolding(folded) == "**Commits**\n\n> <details>\n\n")
    #expect(HiddenMarkers.withoutFolding("plain") == "plain")
  }
}
