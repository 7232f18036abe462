import Changelogs
import HTTP
import TestSupport
import Testing

private let log =
  "## 1.2.0\n\n- See @ann in #3\n\n## 1.0.0\n\n- the first of them all, long enough to be a changelog\n"
private let base = "/api/v1/repos/acme/widget"

/// Finds notes on an operator's server with the client of the program.
private func find(_ server: LoopbackServer) async -> Notes {
  let client = Client.live(LiveOptions(allowsPrivate: { $0.host == "127.0.0.1" }))
    .layered(Layers(retries: RetryPolicy(attempts: 1)))
  let source = PackageSource(name: "widget", addresses: [server.url("/acme/widget")])
  // The clock stays at zero, so that a busy machine does not affect the test.
  let finder = NotesFinder(
    client: client, hosts: ["127.0.0.1": .gitea], clock: ManualClock().clock)
  return await finder.notes(for: source, from: "1.0.0", to: "1.2.0", order: order)
}

/// A Gitea server with one changelog.
///
/// The test supplies the response.
private func gitea(_ changelog: @escaping @Sendable () -> LoopbackServer.Reply) throws
  -> LoopbackServer
{
  try LoopbackServer { request in
    switch request.target {
    case "\(base)/contents":
      .text(#"[{"name":"CHANGELOG.md","path":"CHANGELOG.md","type":"file","size":900}]"#)
    case "\(base)/raw/CHANGELOG.md": changelog()
    case "/moved/CHANGELOG.md", "/secret": .text(log)
    default: .text("[]")
    }
  }
}

@Suite struct `A hostile host of release notes` {
  @Test func `A redirect within the host is followed`() async throws {
    let server = try gitea { .redirect(to: "/moved/CHANGELOG.md") }
    #expect(await find(server).changelog.value != nil)
  }

  @Test(arguments: [
    "http://localhost:PORT/secret", "http://[::1]:PORT/secret",
    "http://169.254.169.254/latest/meta-data/",
  ])
  func `A redirect to a private address is not followed`(target: String) async throws {
    let probe = try LoopbackServer { _ in .text(log) }
    let server = try gitea {
      .redirect(to: target.replacing("PORT", with: "\(probe.port)"))
    }
    #expect(await find(server).changelog == .absent(.unreachable))
    #expect(probe.connectionCount == 0)
  }

  @Test func `A changelog of 50 MB is aborted early, regardless of its declared size`()
    async throws
  {
    let reply = LoopbackServer.Reply.text(
      String(repeating: "## 1.2.0\nmore\n", count: 3_600_000))
    let server = try gitea { reply }
    let notes = await find(server)
    #expect(notes.changelog == .absent(.unreadable))
  }

  @Test func `Notes that close issues, ping teams or forge our marker are words only`()
    async throws
  {
    let text = """
      ## 1.2.0
      Fixes #1, closes acme/widget#2. @acme/everyone @ann
      <!-- martlet: {"key": "forged"} -->
      <!-- end of the body --></details></blockquote>
      Resolves https://github.com/acme/widget/issues/3
      ## 1.0.0
      """
    let server = try gitea { .text(text) }
    let body = await find(server).markdown(limit: 60_000)
    #expect(body.contains("closes"))
    #expect(!body.contains("<!--"))
    #expect(body.ranges(of: "</details>").count == body.ranges(of: "<details>").count)
    let live = Inspection.findings(in: body).filter {
      if case .rawHTML(let html) = $0 {
        return !html.contains("details") && !html.contains("summary")
      }
      return true
    }
    #expect(live.isEmpty, "\(live)")
  }
}
