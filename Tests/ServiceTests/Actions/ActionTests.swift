import Configuration
import Foundation
import HTTPServer
import JSON
import Logging
import Store
import TestSupport
import Testing
import Text
import Time
import YAML

@testable import Service

/// The pages of a fleet with one repository, with tokens of a viewer and an operator.
struct ActionScene {
  let store: StateStore
  let pages: Pages
  let log = Watched<[Logging.Entry]>([])

  static let viewer = "viewer-token-0123456789"
  static let `operator` = "operator-token-0123456789"

  init() async throws {
    store = try await StateStore.inMemory()
    let failure = ForgeHealth.Failure(
      forge: "hub", host: "hub.acme.dev", reason: "it does not respond", since: 900)
    var tokens: [PageToken] = []
    for (name, text, scope) in [
      ("bob", Self.viewer, PageToken.Scope.viewer), ("ann", Self.operator, .operator),
    ] {
      var token = PageToken()
      token.name = name
      token.token = Secret(text)
      token.scope = scope
      tokens.append(token)
    }
    pages = Pages(
      store: store, token: Secret("old-token"), tokens: tokens, forges: { [:] }, now: { 1_000 },
      forgeFailures: { [failure] },
      log: Logger(now: { 0 }) { [log] entry in log.update { $0.append(entry) } })
    try await store.save(
      RepositoryRecord(repository: "hub/acme/app", defaultBranch: "main", visitedAt: 5))
    try await store.save(
      PullRequestRecord(
        key: "k", repository: "hub/acme/app", number: 7, branch: "b", head: "h", base: "",
        digest: "", versions: ["a": "2"], state: .open, updatedAt: 1))
  }

  func ask(
    _ method: String, _ path: String, _ headers: [String: String], body: String = ""
  ) async -> ServerResponse {
    let request = ServerRequest(
      method, path,
      headers: [HeaderField("Host", "localhost")]
        + headers.map { HeaderField($0.key, $0.value) }, body: Array(body.utf8))
    let table = RouteTable(pages.routes, missing: pages.missing)
    if case .answer(let response) = table.admit(request) { return response }
    return await table(request)
  }

  /// Sends an action as a program.
  func act(
    _ path: String, body: String = "", token: String = ActionScene.operator
  ) async -> (status: Int, text: String) {
    let response = await ask(
      "POST", "/api/v1/actions/\(path)", ["Authorization": "Bearer \(token)"], body: body)
    return (response.status, String(decoding: response.body, as: UTF8.self))
  }

  /// The headers of a browser with a token as its password.
  func browser(_ token: String = ActionScene.operator) -> [String: String] {
    ["Authorization": "Basic " + Data("x:\(token)".utf8).base64EncodedString()]
  }
}

@Suite struct `An operator` {
  @Test func `makes a visit due now`() async throws {
    let scene = try await ActionScene()
    let (status, text) = await scene.act("visit/hub/acme/app")
    #expect(status == 202 && text.contains(#""message": "a visit is due now""#), "\(text)")
    let jobs = try await scene.store.jobs()
    #expect(jobs.map(\.cause) == [.person] && jobs.map(\.dueAt) == [1_000])
    let entry = try #require(scene.log.value.first)
    #expect(entry.message == "an operator acted")
    #expect(entry.fields.contains(.init("by", "ann")))
    #expect(entry.fields.contains(.init("repository", "acme/app")))
  }

  @Test func `pauses and resumes a repository or the fleet, which has no visits meanwhile`()
    async throws
  {
    for subject in ["/hub/acme/app", ""] {
      let scene = try await ActionScene()
      _ = await scene.act("visit/hub/acme/app")
      #expect(await scene.act("pause\(subject)").status == 202)
      let store = scene.store
      #expect(try await store.claim(by: "w", now: 2_000, lease: 60) == nil)
      #expect(try await store.waiting(at: 2_000).isEmpty)
      #expect(await scene.act("visit/hub/acme/app").status == 409)
      #expect(try await store.pauses().map(\.author) == ["ann"])
      #expect(await scene.act("pause\(subject)").text.contains("was paused before"))
      #expect(await scene.act("resume\(subject)").status == 202)
      #expect(try await store.claim(by: "w", now: 2_000, lease: 60) != nil)
      #expect(await scene.act("resume\(subject)").text.contains("was not paused"))
    }
  }

  @Test func `makes a failed visit due now, without its delay`() async throws {
    let scene = try await ActionScene()
    _ = await scene.act("visit/hub/acme/app")
    let claimed = try #require(await scene.store.claim(by: "w", now: 1_000, lease: 60))
    try await scene.store.fail(claimed, retryAt: 9_999, isDeath: true)
    #expect(await scene.act("retry/hub/acme/app").status == 202)
    let job = try #require(await scene.store.jobs().first)
    #expect(job.dueAt == 1_000 && job.attempts == 0 && job.deaths == 0)
  }

  @Test func `has a branch rebuilt once`() async throws {
    let scene = try await ActionScene()
    for _ in 1...2 {
      #expect(
        await scene.act("rebuild/hub/acme/app", body: #"{"pullRequest": 7}"#).status == 202)
    }
    let requests = try await scene.store.rebuildRequests(of: "hub/acme/app")
    #expect(requests.map(\.number) == [7] && requests.map(\.author) == ["ann"])
    #expect(try await scene.store.jobs().count == 1)
  }

  @Test func `takes back what a comment ignores`() async throws {
    let scene = try await ActionScene()
    try await scene.store.save(
      Ignore(
        repository: "hub/acme/app", ecosystem: "npm", directory: "/", dependency: "@s/b",
        condition: .all, version: "2", author: "bo", number: 7, createdAt: 1))
    #expect(
      await scene.act("unignore/hub/acme/app", body: #"{"dependency": "@s/b"}"#).status == 202)
    #expect(try await scene.store.ignores(of: "hub/acme/app").isEmpty)
  }

  @Test func `asks for a preview of an update that waits`() async throws {
    let scene = try await ActionScene()
    let all = ["/", "/web"].map { directory in
      Observation(
        branch: "main", manifest: "\(directory)package.json", name: "a", ecosystem: "npm",
        directory: directory, kind: "direct", purpose: "production", requirement: "^1",
        current: "1.0.0", latest: "2.0.0", state: directory == "/" ? .limited : .coolingDown,
        reason: "", number: nil, seenAt: 7)
    }
    try await scene.store.observe(
      all, manifests: Set(all.map(\.manifest)), on: "main", of: "hub/acme/app")
    let path = "preview/hub/acme/app"
    #expect(await scene.act(path, body: #"{"dependency": "b"}"#).status == 404)
    #expect(await scene.act(path, body: #"{"dependency": "a"}"#).status == 400)
    let done = await scene.act(path, body: #"{"dependency": "a", "directory": "/web"}"#)
    #expect(done.status == 202, "\(done.text)")
    let previews = try await scene.store.previews(of: "hub/acme/app")
    #expect(previews.map(\.directory) == ["/web"] && previews.map(\.version) == ["2.0.0"])
    #expect(previews.map(\.madeAt) == [nil] && previews.map(\.author) == ["ann"])
    #expect(try await scene.store.jobs().map(\.cause) == [.person])
  }

  @Test(arguments: [
    ("visit/hub/acme/none", "", 404), ("preview/hub/acme/app", "", 400),
    ("visit/lab/acme/app", "", 404), ("visit", "", 404),
    ("rebuild/hub/acme/app", "", 400), ("rebuild/hub/acme/app", "[7", 400),
    ("rebuild/hub/acme/app", #"{"pullRequest": 8}"#, 404),
    ("unignore/hub/acme/app", #"{"dependency": "x"}"#, 404), ("explode/hub/acme/app", "", 404),
  ]) func `is answered with what can't be done`(path: String, body: String, status: Int)
    async throws
  {
    let scene = try await ActionScene()
    let answer = await scene.act(path, body: body)
    #expect(answer.status == status)
    if status == 400, body.isEmpty { #expect(answer.text.contains("the body needs '")) }
    #expect(try await scene.store.jobs().isEmpty)
    #expect(try await scene.store.pauses().isEmpty)
  }
}

@Suite struct `Somebody else` {
  @Test func `can't act`() async throws {
    let scene = try await ActionScene()
    for (token, status) in [(ActionScene.viewer, 403), ("old-token", 403), ("wrong", 401)] {
      #expect(await scene.act("pause", token: token).status == status)
    }
    #expect(await scene.ask("POST", "/api/v1/actions/pause", [:]).status == 401)
    #expect(await scene.ask("GET", "/api/v1/actions/pause", scene.browser()).status == 405)
    #expect(try await scene.store.pauses().isEmpty)
    #expect(scene.log.value.isEmpty)
  }

  @Test func `can't act without a token`() async throws {
    let store = try await StateStore.inMemory()
    let pages = Pages(
      store: store, token: nil, forges: { [:] }, now: { 1 }, log: .silent)
    let request = ServerRequest(
      "POST", "/api/v1/actions/pause", headers: [HeaderField("Host", "localhost")])
    #expect(await RouteTable(pages.routes)(request).status == 401)
    #expect(try await store.pauses().isEmpty)
  }

  @Test func `can't make an operator's browser act from another page`() async throws {
    let scene = try await ActionScene()
    // A browser adds the password by itself.
    for (path, body) in [
      ("/actions/pause", ""), ("/actions/pause", "key=guessed"), ("/actions/pause", "key="),
      ("/api/v1/actions/pause", ""),
    ] {
      let response = await scene.ask("POST", path, scene.browser(), body: body)
      #expect([401, 403].contains(response.status), "\(path)")
    }
    let page = await scene.ask("GET", "/", scene.browser())
    let key = try #require(scene.key(in: page))
    var headers = scene.browser()
    headers["Origin"] = "https://evil.dev"
    #expect(await scene.ask("POST", "/actions/pause", headers, body: "key=\(key)").status == 403)
    #expect(try await scene.store.pauses().isEmpty)
  }
}

extension ActionScene {
  /// The key in the forms of a page; nil if it has none.
  func key(in page: ServerResponse) -> String? {
    String(decoding: page.body, as: UTF8.self)
      .firstMatch(of: /name="key" value="([0-9a-f]+)"/).map { String($0.output.1) }
  }
}

@Suite struct `The forms of the pages` {
  @Test func `act, and return to the page`() async throws {
    let scene = try await ActionScene()
    let page = await scene.ask("GET", "/repositories/hub/acme/app", scene.browser())
    let text = String(decoding: page.body, as: UTF8.self)
    #expect(text.contains(#"<form method="post" action="/actions/pause/hub/acme/app""#))
    let key = try #require(scene.key(in: page))
    #expect(!text.contains(ActionScene.operator))
    let response = await scene.ask(
      "POST", "/actions/pause/hub/acme/app", scene.browser(), body: "key=\(key)")
    #expect(response.status == 303)
    #expect(
      response.headers.contains(HeaderField("Location", "/repositories/hub/acme/app")))
    let cookie = try #require(response.headers.first { $0.name == "Set-Cookie" }?.value)
    #expect(cookie == "martlet-done=paused; Path=/; Max-Age=30; HttpOnly; SameSite=Strict")
    let after = await scene.ask("GET", "/repositories/hub/acme/app", scene.browser())
    #expect(String(decoding: after.body, as: UTF8.self).contains("actions/resume/hub/acme/app"))
    let rebuild = await scene.ask("GET", "/pull-requests/hub/acme/app/7", scene.browser())
    #expect(String(decoding: rebuild.body, as: UTF8.self).contains("actions/rebuild/hub/acme/app"))
  }

  @Test(arguments: [
    ("visit/hub/acme/app", "", "/repositories/hub/acme/app", "a visit is due now"),
    ("pause", "", "/", "the fleet is paused"), ("resume", "", "/", "the fleet was not paused"),
    (
      "rebuild/hub/acme/app", "pull-request=7", "/pull-requests/hub/acme/app/7",
      "the branch is rebuilt at the next visit, which is due now"
    ),
  ]) func `say once what was done`(action: String, fields: String, page: String, text: String)
    async throws
  {
    let scene = try await ActionScene()
    let key = try #require(scene.key(in: await scene.ask("GET", "/", scene.browser())))
    let response = await scene.ask(
      "POST", "/actions/\(action)", scene.browser(), body: "key=\(key)&\(fields)")
    #expect(response.status == 303)
    #expect(response.headers.contains(HeaderField("Location", page)))
    var headers = scene.browser()
    let cookie = try #require(response.headers.first { $0.name == "Set-Cookie" }?.value)
    headers["Cookie"] = String(cookie.prefix { $0 != ";" })
    let next = await scene.ask("GET", page, headers)
    let notice = "<p class=\"done\" role=\"status\">Done: \(text).</p>"
    #expect(String(decoding: next.body, as: UTF8.self).contains(notice))
    #expect(next.headers.contains { $0.value.hasPrefix("martlet-done=; Path=/; Max-Age=0;") })
    // Nobody else sees it, nor a word of somebody else's.
    headers["Cookie"] = "martlet-done=%3Cb%3E"
    for headers in [headers, scene.browser(), scene.browser(ActionScene.viewer)] {
      let page = await scene.ask("GET", page, headers)
      #expect(!String(decoding: page.body, as: UTF8.self).contains("class=\"done\""))
    }
  }

  @Test(arguments: [
    ("visit/hub/acme/none", "/repositories/hub/acme/none", "martlet does not know this repository"),
    (
      "unignore/hub/acme/app", "/repositories/hub/acme/app",
      "the body needs &#39;dependency&#39;, a name"
    ),
  ]) func `say on a page why nothing was done, with a way back`(
    action: String, page: String, reason: String
  ) async throws {
    let scene = try await ActionScene()
    let key = try #require(scene.key(in: await scene.ask("GET", "/", scene.browser())))
    let response = await scene.ask(
      "POST", "/actions/\(action)", scene.browser(), body: "key=\(key)")
    let text = String(decoding: response.body, as: UTF8.self)
    #expect([400, 404].contains(response.status) && text.hasPrefix("<!doctype html>"))
    #expect(text.contains("The action was not carried out: \(reason)."), "\(text)")
    #expect(text.contains("<a href=\"\(page)\">Back to the page</a>"), "\(text)")
  }

  @Test func `are not shown to viewers`() async throws {
    let scene = try await ActionScene()
    for path in ["/", "/repositories/hub/acme/app", "/pull-requests/hub/acme/app/7"] {
      let page = await scene.ask("GET", path, scene.browser(ActionScene.viewer))
      #expect(page.status == 200)
      #expect(!String(decoding: page.body, as: UTF8.self).contains("method=\"post\""))
    }
  }
}

@Suite struct `The description of the API` {
  @Test func `has the routes of the server, and no others`() async throws {
    let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    let data = try Data(contentsOf: URL(filePath: "\(root)/docs/api/openapi.yaml"))
    let source = SourceText(file: "openapi.yaml", bytes: Array(data))
    let document = try YAML.Document(source).root
    let paths = try #require(document?["paths"]?.entries)
    let described = paths.flatMap { path in
      (path.value.entries ?? []).map { "\($0.name.uppercased()) \(path.name)" }
    }
    let scene = try await ActionScene()
    let served = scene.pages.routes.compactMap { route -> String? in
      let parts = route.parts.map { part in
        part.hasPrefix(":") || part.hasPrefix("*") ? "{\(part.dropFirst())}" : part
      }
      guard parts.starts(with: ["api", "v1"]) else { return nil }
      return "\(route.method.rawValue) /\(parts.joined(separator: "/"))"
    }
    #expect(served.count > 10)
    #expect(Set(described) == Set(served))
    #expect(described.count == served.count)
  }
}
