import Configuration
import Crypto
import Forges
import FoundationEssentials
import HTTPServer
import JSON
import Logging
import Store
import Testing

@testable import Service
import TestSupport
import Time

/// The pages of a small fleet with hostile names.
private struct ConfiguredProject {
  let store: StateStore
  let table: RouteTable

  init(token: String? = nil, health: ForgeHealth = ForgeHealth()) async throws {
    store = try await StateStore.inMemory()
    let pages = Pages(
      store: store, token: token.map { Secret($0) },
      forges: { ["hub": ForgeWebsite("https://hub.dev")] },
      now: { 90_000 }, redaction: { Redaction([Secret("ghp_echoed")]) },
      forgeFailures: { health.failures }, expiring: { health.expiring(at: 90_000) },
      log: Logger(threshold: .error, now: { 0 }) { _ in })
    let metrics = Metrics(startedAt: 7) {
      [Metrics.Requests(host: "h\"o\\st", outcome: "answered", count: 3)]
    } budgets: {
      [Metrics.Budget(host: "hub.dev", resource: "core", limit: 5_000, remaining: 17)]
    } forges: {
      health.isUp
    } expiries: {
      health.expiry
    } successes: {
      health.lastSuccess
    } now: {
      90_000
    }
    table = RouteTable(
      [pages.guarding(metrics.route(store))] + pages.routes, missing: pages.missing)
    try await fill()
  }

  private func fill() async throws {
    for name in ["acme/web", "acme/deep/er"] {
      try await store.save(
        RepositoryRecord(repository: "hub/\(name)", defaultBranch: "main", visitedAt: 5))
    }
    var seen = Observation(
      branch: "main", manifest: "package.json", name: "@s/<b>&", ecosystem: "npm", directory: "/",
      kind: "direct", purpose: "production", requirement: "^1", current: "1.0.0", latest: "2.0.0",
      state: .current, reason: "#3 proposes 2.0.0", number: 3, seenAt: 7)
    seen.advisories = [
      ObservedAdvisory(
        id: "T-1", aliases: ["CVE-2026-1"], severity: "high", summary: "<b>&",
        url: "https://osv.dev/vulnerability/T-1", versions: ["1.0.0"]),
      ObservedAdvisory(
        id: "T-2", aliases: [], severity: nil, summary: "", url: "javascript:alert(1)",
        versions: ["1.0.0"]),
    ]
    seen.fix = "1.0.1"
    try await store.observe(
      [seen], manifests: ["package.json"], on: "main", of: "hub/acme/web")
    try await store.save(
      PullRequestRecord(
        key: "k", repository: "hub/acme/web", number: 3, branch: "martlet/npm/x",
        head: "abc", base: "x", digest: "d", versions: ["@s/<b>&": "2.0.0"], state: .open,
        updatedAt: 5))
    var verdict = VerdictRecord(
      key: "k", repository: "hub/acme/web", number: 3, head: "abc", since: 5)
    verdict.verdict = .failed
    verdict.checks = [
      .init(name: "build", state: "failure", url: "javascript:alert(1)"),
      .init(name: "test", state: "success", url: "https://ci.dev/1"),
    ]
    try await store.save(verdict)
    var split = SplitRecord(repository: "hub/acme/web", key: "k")
    (split.head, split.obstacle) = ("abc", "the checks of <b>& fail, too")
    try await store.save(split)
    try await store.save(
      [Event(number: 3, at: 6, kind: "opened", details: "opened #3 for 2.0.0")], of: "hub/acme/web")
    try await store.finishPass(
      over: "hub/acme/web", lasting: 2, problems: ["<script>", "denied: ghp_echoed"],
      now: 9)
  }

  func get(_ target: String, _ headers: [HeaderField] = []) async -> ServerResponse {
    await table(ServerRequest("GET", target, headers: headers))
  }

  func text(_ target: String) async -> String {
    String(decoding: await get(target).body, as: UTF8.self)
  }
}

private let addresses = [
  "/", "/?q=web&page=1", "/repositories/hub/acme/web", "/repositories/hub/acme/deep/er",
  "/pull-requests/hub/acme/web/3", "/runs", "/packages/npm/@s/%3Cb%3E&",
]

@Suite struct `The pages` {
  @Test(arguments: addresses)
  func `are complete documents without active content`(address: String) async throws {
    let site = try await ConfiguredProject()
    let response = await site.get(address)
    #expect(response.status == 200)
    let html = await site.text(address)
    #expect(html.hasPrefix("<!doctype html>\n<html lang=\"en\">"))
    #expect(!html.contains("<script") && !html.contains("javascript:") && !html.contains("<b>&"))
    #expect(html.contains("<main id=\"main\"><h1>"))
    #expect(response.headers.contains { $0.name == "Content-Security-Policy" })
    for name in ["html", "body", "table", "main", "a", "td", "th"] {
      let opened = html.ranges(of: "<\(name)>").count + html.ranges(of: "<\(name) ").count
      #expect(opened == html.ranges(of: "</\(name)>").count, "\(name)")
    }
  }

  @Test(arguments: [
    ("/api/v1/repositories", "repositories"), ("/api/v1/repositories/hub/acme/web", "dependencies"),
    ("/api/v1/pull-requests/hub/acme/web/3", "events"), ("/api/v1/runs", "queue"),
    ("/api/v1/packages/npm/@s/%3Cb%3E&", "uses"),
  ])
  func `have the same data as JSON`(address: String, member: String) async throws {
    let site = try await ConfiguredProject()
    let document = try Document(await site.get(address).body, named: address).root.value
    #expect(document["schema"]?.int == 1)
    #expect(document[member]?.array != nil)
  }

  @Test func `show the results of the same versions in other repositories`() async throws {
    let site = try await ConfiguredProject()
    let step = PackageStep(ecosystem: "npm", name: "a", from: "1.0.0", to: "2.0.0")
    var record = try #require(try await site.store.pullRequests(of: "hub/acme/web").first)
    record.steps = [step]
    try await site.store.save(record)
    for (name, kind) in [("one", StepResult.Kind.green), ("two", .green), ("three", .red)] {
      try await site.store.save(
        [StepResult(step: step, kind: kind, at: 5, isPublic: true)], of: "hub/acme/\(name)")
    }
    let html = await site.text("/pull-requests/hub/acme/web/3")
    #expect(html.contains("Results in other repositories"))
    let body = await site.get("/api/v1/pull-requests/hub/acme/web/3").body
    let found = try Document(body, named: "page").root.value["evidence"]?.array?.first
    #expect((found?["green"]?.int, found?["red"]?.int) == (2, 1))
  }

  @Test func `sort those results by the rules of the ecosystem`() async throws {
    let site = try await ConfiguredProject()
    let steps = ["1.9.0", "1.10.0", "odd", "1.2.0"].flatMap { to in
      ["1.0.9", "1.0.10"].map { PackageStep(ecosystem: "npm", name: "a", from: $0, to: to) }
    }
    var record = try #require(try await site.store.pullRequests(of: "hub/acme/web").first)
    record.steps = steps
    try await site.store.save(record)
    try await site.store.save(
      steps.map { StepResult(step: $0, kind: .green, at: 5) }, of: "hub/acme/one")
    let sort = VersionSort { _, left, right in
      let versions = [left, right].map { $0.split(separator: ".").compactMap { Int($0) } }
      return versions.allSatisfy { $0.count == 3 }
        ? versions[0].lexicographicallyPrecedes(versions[1]) : nil
    }
    let view = try await PullRequestView(site.store, of: "hub/acme/web", number: 3, sort)
    #expect(
      try #require(view).evidence.map { "\($0.step.from) \($0.step.to)" } == [
        "1.0.10 1.10.0", "1.0.9 1.10.0", "1.0.10 1.9.0", "1.0.9 1.9.0", "1.0.10 1.2.0",
        "1.0.9 1.2.0", "1.0.10 odd", "1.0.9 odd",
      ])
  }

  @Test func `link an update that waits for an approval to the dashboard`() async throws {
    let site = try await ConfiguredProject()
    let address = "repositories/hub/acme/deep/er"
    var seen = Observation(
      branch: "main", manifest: "m", name: "a", ecosystem: "npm", directory: "/", kind: "direct",
      purpose: "production", requirement: "1", current: "1.0.0", latest: "2.0.0",
      state: .awaitingApproval, reason: "2.0.0 waits for an approval in the dashboard", number: nil,
      seenAt: 7)
    seen.held = .awaitingApproval
    try await site.store.observe([seen], manifests: ["m"], on: "main", of: "hub/acme/deep/er")
    let link = "href=\"https://hub.dev/acme/deep/er/issues/5\""
    #expect(!(await site.text("/" + address)).contains(link))
    try await site.store.save(OwnIssue(.dashboard, number: 5), of: "hub/acme/deep/er")
    #expect(await site.text("/" + address).contains(link))
    let body = await site.get("/api/v1/" + address).body
    #expect(try Document(body, named: address).root.value["dashboard"]?.int == 5)
  }

  @Test func `name the package that a pull request replaces`() async throws {
    let site = try await ConfiguredProject()
    var record = try #require(
      try await site.store.pullRequests(of: "hub/acme/web").first { $0.number == 3 })
    #expect(!(await site.text("/pull-requests/hub/acme/web/3")).contains("Replaces"))
    record.number = 99
    record.key = "main\nnpm\n/\nreplacement\nold-a new-a"
    try await site.store.save(record)
    let address = "/pull-requests/hub/acme/web/99"
    #expect(await site.text(address).contains(">old-a<"))
    let body = await site.get("/api/v1" + address).body
    #expect(try Document(body, named: "page").root.value["replaces"] == "old-a")
  }

  @Test(arguments: ["repositories/hub/acme/web", "pull-requests/hub/acme/web/3"])
  func `say why a search in a failing group was given up`(address: String) async throws {
    let site = try await ConfiguredProject()
    let html = await site.text("/" + address)
    #expect(html.contains("<td>the checks of &lt;b&gt;&amp; fail, too</td>"))
    let body = await site.get("/api/v1/" + address).body
    let search = try Document(body, named: address).root.value["searches"]?.array?.first
    #expect(search?["state"]?.string == "given up")
    #expect(search?["reason"]?.string == "the checks of <b>& fail, too")
  }

  @Test func `begin with a warning about an unusable forge, also for programs`() async throws {
    let health = ForgeHealth()
    var forge = ForgeSettings()
    (forge.name, forge.url) = ("hub", "https://ghe.acme.dev/x")
    health.record(nil, of: forge, now: 10)
    let site = try await ConfiguredProject(health: health)
    #expect(await !site.text("/").contains("be used"))
    #expect(await site.text("/metrics").contains("martlet_forge_up{forge=\"hub\"} 1\n"))
    let refused = ForgeError(.unauthorized, subject: "GET /user", detail: "Bad credentials")
    health.record(refused, of: forge, now: 3_600)
    health.record(refused, of: forge, now: 7_200)
    for address in addresses {
      let html = await site.text(address)
      #expect(html.contains("hub (ghe.acme.dev) can&#39;t be used"), "\(address)")
      #expect(html.contains("datetime=\"1970-01-01T01:00:00"))
      #expect(html.contains("Bad credentials"))
    }
    let api = try Document(await site.get("/api/v1/runs").body, named: "runs").root.value
    #expect(api["forgeProblems"]?.array?.first?["host"] == "ghe.acme.dev")
    #expect(api["forgeProblems"]?.array?.first?["since"]?.int == 3_600)
    #expect(await site.text("/metrics").contains("martlet_forge_up{forge=\"hub\"} 0\n"))
    health.record(ForgeError(.notFound, subject: "GET /repos/a/b"), of: forge, now: 7_300)
    #expect(health.failures.count == 1)
    health.record(nil, of: forge, now: 7_400)
    #expect(await !site.text("/").contains("be used"))
    let metrics = await site.text("/metrics")
    #expect(metrics.contains("martlet_forge_last_success_seconds{forge=\"hub\"} 7400\n"))
  }

  @Test func `show how long due visits have waited, apart from running ones`() async throws {
    let site = try await ConfiguredProject()
    for (name, dueAt): (String, Timestamp) in [("a", 89_000), ("b", 89_900), ("c", 99_000)] {
      let job = Job(
        repository: "hub/acme/\(name)", cause: .schedule, dueAt: dueAt, enqueuedAt: dueAt)
      try await site.store.enqueue(job)
    }
    var metrics = await site.text("/metrics")
    #expect(metrics.contains("martlet_queue_due 2\n"))
    #expect(metrics.contains("martlet_queue_oldest_due_seconds 1000\n"))
    _ = try await site.store.claim(by: "w", now: 90_000, lease: .seconds(60))
    metrics = await site.text("/metrics")
    #expect(metrics.contains("martlet_queue_due 1\n"))
    #expect(metrics.contains("martlet_queue_oldest_due_seconds 100\n"))
    #expect(metrics.contains("martlet_jobs_running 1\n"))
  }

  @Test func `show why a repository gets no updates`() async throws {
    let site = try await ConfiguredProject()
    try await site.store.save(
      PassResult(read: [], condition: .noFile, lasting: .zero), of: "hub/acme/bare", now: 9)
    #expect(await site.text("/?show=no-file").contains("has no configuration file"))
    #expect(await !site.text("/?show=no-file").contains("acme/web"))
    let row = try Document(
      await site.get("/api/v1/repositories/hub/acme/bare").body, named: "row"
    ).root.value
    #expect(row["condition"] == "no-file" && row["standing"] == "no file")
    let metrics = await site.text("/metrics")
    #expect(metrics.contains("martlet_repositories_by_condition{condition=\"no-file\"} 1\n"))
  }

  @Test func `begin with a warning about a credential that expires within thirty days`()
    async throws
  {
    let health = ForgeHealth()
    let site = try await ConfiguredProject(health: health)
    health.record(expiry: 90_000 + 31 * 86_400, of: "hub")
    #expect(await !site.text("/").contains("The token of hub expires"))
    health.record(expiry: 90_000 + 86_400, of: "hub")
    #expect(await site.text("/").contains("The token of hub expires"))
    let api = try Document(await site.get("/api/v1/runs").body, named: "runs").root.value
    #expect(api["expiringCredentials"]?.array?.first?["forge"] == "hub")
    #expect(
      await site.text("/metrics").contains("martlet_forge_credential_expiry_seconds{forge=\"hub\"}")
    )
    health.record(expiry: nil, of: "hub")
    #expect(await !site.text("/").contains("The token of hub expires"))
  }

  @Test func `count every repository with a problem, and show none without dependencies as fresh`()
    async throws
  {
    let site = try await ConfiguredProject()
    let fleet = try Document(await site.get("/api/v1/repositories").body, named: "fleet").root.value
    let rows = fleet["repositories"]?.array ?? []
    #expect(rows.first { $0["name"] == "acme/deep/er" }?["standing"] == "unwatched")
    #expect(fleet["totals"]?["hindered"]?.int == 1)
    var broken = Observation(
      branch: "main", manifest: "Gemfile", name: "rack", ecosystem: "bundler", directory: "/",
      kind: "direct", purpose: "production", requirement: "", current: "1", latest: nil,
      state: .problem, reason: "no answer", number: nil, seenAt: 7)
    broken.advisories = []
    try await site.store.observe(
      [broken], manifests: ["Gemfile"], on: "main", of: "hub/acme/deep/er")
    let next = try Document(await site.get("/api/v1/repositories").body, named: "fleet").root.value
    #expect(next["totals"]?["hindered"]?.int == 2)
    let badges = await site.text("/?show=problems")
    #expect(badges.contains("acme/deep/er") && badges.contains("acme/web"))
  }

  @Test func `describe vulnerable dependencies with links to the advisories`() async throws {
    let site = try await ConfiguredProject()
    let html = await site.text("/repositories/hub/acme/web")
    #expect(html.contains("1 vulnerable dependency"))
    #expect(html.contains("1.0.0 in package.json: fixed in 1.0.1"))
    #expect(html.contains(">Fixed in</th>"))
    #expect(html.contains(">2.0.0</code></td><td><code class=\"whole\">1.0.1</code></td>"))
    #expect(await !site.text("/repositories/hub/acme/deep/er").contains("Fixed in"))
    #expect(
      html.contains("<a href=\"https://osv.dev/vulnerability/T-1\">T-1</a> (high, CVE-2026-1)"))
    let fleet = try Document(await site.get("/api/v1/repositories").body, named: "fleet").root.value
    #expect(fleet["totals"]?["vulnerable"]?.int == 1)
    #expect(await site.text("/?show=vulnerable").contains("acme/web"))
    #expect(await site.text("/metrics").contains("martlet_dependencies_vulnerable 1\n"))
  }

  @Test func `show the reason for a dependency's state`() async throws {
    let site = try await ConfiguredProject()
    let document = try Document(
      await site.get("/api/v1/repositories/hub/acme/web").body, named: "page"
    ).root.value
    let seen = document["dependencies"]?[0]
    #expect(seen?["name"]?.string == "@s/<b>&")
    #expect(seen?["reason"]?.string == "#3 proposes 2.0.0")
    #expect(document["pullRequests"]?[0]?["verdict"]?.string == "failed")
  }

  @Test(arguments: [
    "/?sort=name", "/repositories/hub/acme/web", "/api/v1/repositories",
    "/api/v1/repositories/hub/acme/web",
  ])
  func `mask a secret in a server's response`(address: String) async throws {
    let text = try await ConfiguredProject().text(address)
    #expect(!text.contains("ghp_echoed"))
    #expect(text.contains("denied: ***") || text.contains("and 1 more"))
  }

  @Test(arguments: [
    "/repositories/hub/acme/none", "/repositories/other/acme/web", "/pull-requests/hub/acme/web/9",
    "/pull-requests/hub/acme/web/x", "/packages/npm/none", "/nothing", "/api/v1/none",
  ])
  func `return 404 for unknown addresses`(address: String) async throws {
    #expect(try await ConfiguredProject().get(address).status == 404)
  }

  @Test func `require the token if there is one`() async throws {
    let site = try await ConfiguredProject(token: "open sesame")
    let basic = HeaderField("Authorization", "Basic \(Base64.encode(Array("me:open sesame".utf8)))")
    for address in addresses + ["/api/v1/runs", "/metrics"] {
      #expect(await site.get(address).status == 401)
      #expect(await site.get(address, [HeaderField("Authorization", "Bearer wrong")]).status == 401)
      #expect(
        await site.get(address, [HeaderField("Authorization", "Bearer open sesame")]).status == 200)
      #expect(await site.get(address, [basic]).status == 200)
    }
    #expect(await site.get("/style.css").status == 200)
  }

  @Test func `have one stylesheet, which is not sent twice`() async throws {
    let site = try await ConfiguredProject()
    let first = await site.get("/style.css")
    let tag = try #require(first.headers.first { $0.name == "ETag" }?.value)
    #expect(await site.get("/style.css", [HeaderField("If-None-Match", tag)]).status == 304)
  }
}

@Suite struct `The metrics` {
  @Test func `are lines of the text format, each below its header`() async throws {
    let text = try await ConfiguredProject().text("/metrics")
    var known: Set<String> = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("# TYPE ") {
        let name = line.split(separator: " ")[2]
        #expect(known.insert(String(name)).inserted)
      } else if !line.hasPrefix("#") {
        let name = line.prefix { $0 != "{" && $0 != " " }
        let family = ["_bucket", "_sum", "_count"].reduce(String(name)) { name, end in
          name.hasSuffix(end) && known.contains(String(name.dropLast(end.count)))
            ? String(name.dropLast(end.count)) : name
        }
        #expect(known.contains(family), "\(line)")
        #expect(line.split(separator: " ").last.flatMap { Double($0) } != nil, "\(line)")
      }
    }
    #expect(text.contains("martlet_pull_request_verdicts{verdict=\"failed\"} 1\n"))
    #expect(
      text.contains(
        #"martlet_http_requests_total{host="h\"o\\\\st",outcome="answered"} 3"#) == false)
    #expect(text.contains(#"host="h\"o\\st""#))
    #expect(
      text.contains(#"martlet_rate_limit_remaining{host="hub.dev",resource="core"} 17"#))
    #expect(text.contains(#"martlet_rate_limit{host="hub.dev",resource="core"} 5000"#))
    #expect(text.contains("martlet_pass_duration_seconds_bucket{le=\"+Inf\"} 0\n"))
  }

  @Test func `a histogram counts values up to each bound`() {
    var histogram = Histogram()
    for seconds in [0.5, 0.6, 4_000] { histogram.observe(seconds) }
    var page = Exposition()
    page.add("x", "y", histogram)
    #expect(page.text.contains("x_bucket{le=\"0.5\"} 1\nx_bucket{le=\"1\"} 2\n"))
    #expect(page.text.contains("x_bucket{le=\"1800\"} 2\nx_bucket{le=\"+Inf\"} 3\n"))
  }
}

@Suite struct `The dashboard` {
  @Test func `names metrics that exist`() async throws {
    let file = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let bytes = try Data(contentsOf: URL(filePath: "/\(file)/deploy/grafana/martlet.json"))
    let panels = try Document(Array(bytes), named: "dashboard").root.value["panels"]?.array ?? []
    let known = try await ConfiguredProject().text("/metrics")
    let words = panels.flatMap { $0["targets"]?.array ?? [] }.compactMap { $0["expr"]?.string }
      .flatMap { $0.split { !$0.isLetter && $0 != "_" } }
      .filter { $0.hasPrefix("martlet_") || $0.hasPrefix("process_") }
    #expect(words.count > 10)
    for word in words {
      let family = word.hasSuffix("_bucket") ? word.dropLast("_bucket".count) : word
      #expect(known.contains("# TYPE \(family) "), "\(word)")
    }
  }

  @Test func `the alert rules of the chart ask for metrics that are there`() async throws {
    let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    let bytes = try Data(contentsOf: URL(filePath: "\(root)/deploy/helm/martlet/alerts.yaml"))
    let known = try await ConfiguredProject().text("/metrics")
    let names = String(decoding: bytes, as: UTF8.self).matches(of: /martlet_[a-z_]+/).map(\.output)
    #expect(names.count > 5)
    for name in names { #expect(known.contains("# TYPE \(name) "), "\(name)") }
  }
}
