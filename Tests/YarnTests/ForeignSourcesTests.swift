import Ecosystem
import JavaScript
import Testing

@testable import Yarn

@Suite struct `Sources of a new lock of Yarn` {
  private func text(_ host: String, yarn: String) -> String {
    let address = "https://\(host)/a.tgz"
    if yarn.hasPrefix("1") {
      return "# yarn lockfile v1\n\n\na@^1.0.0:\n  version \"1.0.0\"\n  resolved \"\(address)\"\n"
    }
    let locator =
      "a@npm:1.0.0::__archiveUrl="
      + address.replacing(":", with: "%3A")
      .replacing("/", with: "%2F").replacing("@", with: "%40")
    return "__metadata:\n  version: 8\n\n\"a@npm:^1.0.0\":\n  version: 1.0.0\n"
      + "  resolution: \"\(locator)\"\n  languageName: node\n  linkType: hard\n"
  }

  @Test(arguments: ["1.22.22", "4.9.2"])
  func `are foreign at an origin that is neither known nor in the present lock`(
    yarn: String
  ) async throws {
    let old = text("old.dev", yarn: yarn)
    let files = ["package.json": #"{"dependencies": {"a": "^1.0.0"}}"#, "yarn.lock": old]
    let opened = try await World("", files, yarn: yarn).open()
    for (host, expected) in [
      ("one.dev", ["a https://one.dev"]), ("two.dev", ["a https://two.dev"]), ("old.dev", []),
      ("registry.npmjs.org", []), ("registry.npmjs.org:443", []),
      ("registry.npmjs.org@evil.dev", ["a https://registry.npmjs.org@evil.dev/a.tgz"]),
      ("registry.npmjs.org:444", ["a https://registry.npmjs.org:444"]),
    ] {
      let after = Array(text(host, yarn: yarn).utf8)
      let file = FileChange(path: "yarn.lock", before: Array(old.utf8), after: after)
      let found = try await opened.foreignSources(in: Change(files: [file], moves: []))
      #expect(found.map { "\($0.package) \($0.origin)" } == expected)
    }
  }
}
