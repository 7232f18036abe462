import Ecosystem
import Git
import HTTP
import TestSupport
import Testing

@testable import Bundler

/// Where a gem is developed, when its server answers with a status and a body.
private func upstream(
  _ source: String?, status: Int = 200, _ body: String = ""
) async -> (Upstream, asked: [String]) {
  let wire = ScriptedClient(.success(Response(status: status, body: Array(body.utf8))))
  let bundler = BundlerEcosystem(
    http: wire.client, git: .refusing, toolchain: ToolchainProfile())
  let found = await bundler.upstream(
    of: Dependency(name: "web", kind: .direct, source: source))
  return (found, wire.requests.map(\.url))
}

@Suite struct `Where a gem is developed` {
  @Test func `is told by its own server, the source code first`() async {
    let page = """
      {"homepage_uri": "https://web.example/", "bug_tracker_uri": null,
       "source_code_uri": "https://github.com/acme/web/tree/v2/gem",
       "metadata": {"changelog_uri": "https://github.com/acme/web/blob/main/NEWS.md"}}
      """
    let (found, asked) = await upstream("https://gems.example/acme/gems/web", page)
    #expect(asked == ["https://gems.example/acme/api/v1/gems/web.json"])
    #expect(
      found
        == Upstream(
          addresses: [
            "https://github.com/acme/web/tree/v2/gem", "https://web.example/",
            "https://github.com/acme/web/blob/main/NEWS.md",
          ], changelog: "https://github.com/acme/web/blob/main/NEWS.md"))
  }

  @Test func `is its repository, where it comes from git`() async {
    let (found, asked) = await upstream("https://github.com/acme/web.git")
    #expect(found.addresses == ["https://github.com/acme/web.git"])
    #expect(asked.isEmpty)
  }

  @Test(arguments: [(404, ""), (500, "no"), (200, "<html>"), (200, "[]")])
  func `stays unknown where the server does not say`(status: Int, body: String) async {
    let (found, _) = await upstream("https://rubygems.org/gems/web", status: status, body)
    #expect(found == Upstream(addresses: []))
  }
}
