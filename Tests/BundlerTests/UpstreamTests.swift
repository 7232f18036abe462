import Ecosystem
import Git
import HTTP
import Synchronization
import Testing

@testable import Bundler

/// Where a gem is developed, when its server knows these paths; everything else is 404.
private func upstream(
  _ source: String?, _ pages: [String: String] = [:], status: Int = 200
) async throws -> (found: Upstream, asked: [String]) {
  let asked = Mutex<[String]>([])
  let http = Client { request in
    asked.withLock { $0.append(request.url) }
    guard let page = pages.first(where: { request.url.hasSuffix($0.key) })?.value else {
      return Response(status: 404, url: request.url)
    }
    return Response(status: status, body: Array(page.utf8), url: request.url)
  }
  let bundler = BundlerEcosystem(http: http, git: .refusing, toolchain: Toolchain())
  let found = try await bundler.upstream(
    of: Dependency(name: "web", kind: .direct, source: source), from: "1.0.0", to: "2.0.0")
  return (found, asked.withLock(\.self))
}

@Suite struct `Where a gem is developed` {
  private let page = """
    {"homepage_uri": "https://web.example/", "bug_tracker_uri": null,
     "source_code_uri": "https://github.com/acme/web/tree/v2/gem",
     "metadata": {"changelog_uri": "https://github.com/acme/web/blob/main/NEWS.md"}}
    """
  private let read = Upstream(
    addresses: [
      "https://github.com/acme/web/tree/v2/gem", "https://web.example/",
      "https://github.com/acme/web/blob/main/NEWS.md",
    ], changelog: "https://github.com/acme/web/blob/main/NEWS.md")

  @Test func `is named by its own server, for the new version if possible`() async throws {
    let (found, asked) = try await upstream(
      "https://gems.example/acme/gems/web", ["/versions/2.0.0.json": page])
    let api = "https://gems.example/acme/api/v2/rubygems/web/versions"
    #expect(asked == ["\(api)/2.0.0.json", "\(api)/1.0.0.json"])
    #expect(found == read)
  }

  @Test func `is named for the newest version by a server that has only that`() async throws {
    let (found, _) = try await upstream(
      "https://gems.example/gems/web", ["/api/v1/gems/web.json": page])
    #expect(found == read)
  }

  @Test func `is another place than before, which a reviewer should know`() async throws {
    let (found, _) = try await upstream(
      "https://gems.example/gems/web",
      [
        "/versions/1.0.0.json": #"{"source_code_uri": "https://github.com/ann/web"}"#,
        "/versions/2.0.0.json": #"{"source_code_uri": "https://github.com/eve/web"}"#,
      ])
    #expect(
      found.warnings == [
        .repositoryMoved(
          package: "web", from: "https://github.com/ann/web", to: "https://github.com/eve/web")
      ])
  }

  @Test func `is its repository, if it comes from git`() async throws {
    let (found, asked) = try await upstream("https://github.com/acme/web.git")
    #expect(found.addresses == ["https://github.com/acme/web.git"])
    #expect(asked.isEmpty)
  }

  @Test(arguments: [(404, ""), (500, "no"), (200, "<html>"), (200, "[]")])
  func `stays unknown if the server does not say`(status: Int, body: String) async throws {
    let (found, _) = try await upstream(
      "https://rubygems.org/gems/web", [".json": body], status: status)
    #expect(found == Upstream())
  }
}
