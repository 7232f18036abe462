import Forges
import HTTPServer
import JSON
import Logging
import Store
import Testing

@testable import Service
import TestSupport
import Time

/// The cells of a page's tables, as shown to a reader.
private struct Tables {
  let rows: [[String]]
  /// The items of its lists.
  let items: [String]

  init(_ html: String) {
    items = html.split(separator: "<li").dropFirst().map { item in
      Self.words(String(item.split(separator: "</li>")[0].drop { $0 != ">" }.dropFirst()))
    }
    rows = html.split(separator: "<tr>").dropFirst().map { row in
      row.split(separator: "</tr>")[0].replacing("</th>", with: "</td>").split(separator: "</td>")
        .map { Self.words(String($0)) }
    }.filter { !$0.isEmpty }
  }

  /// The row with this first cell.
  func row(_ first: String) -> [String] { rows.first { $0[0] == first } ?? [] }

  /// The text outside of tags, without small print.
  private static func words(_ cell: String) -> String {
    var result = ""
    var rest = cell[...]
    while let open = rest.firstIndex(of: "<") {
      result += rest[..<open]
      let isSmall = rest[open...].hasPrefix("<small>")
      let end = isSmall ? rest.firstRange(of: "</small>")?.upperBound : nil
      rest = end.map { rest[$0...] } ?? rest[open...].drop { $0 != ">" }.dropFirst()
    }
    let plain = (result + rest).replacing("&lt;", with: "<").replacing("&gt;", with: ">")
    return plain.replacing("&#39;", with: "'").replacing("&amp;", with: "&")
  }
}

/// A member of a document in the page's format.
private func shown(_ value: Value?) -> String {
  if let number = value?.int { return number == 0 ? "–" : "\(number)" }
  let text = value?.string ?? ""
  return text.isEmpty ? "–" : text
}

@Suite struct `A page and its document` {
  private func both(
    _ page: String, _ api: String, in given: StateStore? = nil
  ) async throws -> (Tables, Value) {
    let store: StateStore
    if let given {
      store = given
    } else {
      store = try await StateStore.inMemory()
      try await SampleFleet.fill(store)
    }
    let pages = Pages(
      store: store, token: nil, forges: { [:] }, now: { SampleFleet.now },
      log: Logger(threshold: .error, now: { 0 }) { _ in })
    let table = RouteTable(pages.routes, missing: pages.missing)
    let html = String(decoding: await table(ServerRequest("GET", page)).body, as: UTF8.self)
    let json = await table(ServerRequest("GET", "/api/v1" + api)).body
    return (Tables(html), try Document(json, named: api).root.value)
  }

  @Test func `agree on the fleet`() async throws {
    let (tables, document) = try await both("/", "/repositories")
    let rows = document["repositories"]?.array ?? []
    #expect(rows.count == SampleFleet.repositories.count)
    for row in rows {
      let members = [
        "name", "standing", "vulnerable", "outdated", "held", "open", "failing", "pending",
      ]
      let expected = members.map { shown(row[$0]) }
      #expect(Array(tables.row(expected[0]).prefix(8)) == expected)
    }
    #expect(document["totals"]?["verdicts"]?["failed"]?.int == 3)
  }

  @Test func `agree on a repository`() async throws {
    let (tables, document) = try await both(
      "/repositories/github/acme/web?show=all", "/repositories/github/acme/web")
    for row in document["dependencies"]?.array ?? [] {
      let cells = tables.row(shown(row["name"]))
      let members = ["reason", "current", "latest", "requirement", "manifest"]
      #expect(cells.count == 8 && Array(cells[2...6]) == members.map { shown(row[$0]) })
      #expect(cells[1] == shown(row["state"]).replacing("current", with: "proposed"))
    }
    for row in document["pullRequests"]?.array ?? [] {
      let cells = tables.row("#\(row["number"]?.int ?? 0)")
      #expect(cells.count == 6 && cells[3] == shown(row["verdict"]))
    }
    #expect(document["dependencies"]?.array?.count == 10)
    #expect(document["pullRequests"]?.array?.count == 3)
  }

  @Test func `agree that the verdict on an earlier pull request is not that of the next one`()
    async throws
  {
    let store = try await StateStore.inMemory()
    try await SampleFleet.fill(store)
    var record = try #require(
      try await store.pullRequests(of: "github/acme/web").first { $0.number == 101 })
    record.number = 190
    try await store.save(record)
    let path = "/repositories/github/acme/web"
    let (tables, document) = try await both(path, path, in: store)
    let row = document["pullRequests"]?.array?.first { $0["number"]?.int == 190 }
    #expect(row?["verdict"] == .null)
    #expect(tables.row("#190")[3] == "–")
    let (one, single) = try await both(
      "/pull-requests/github/acme/web/190", "/pull-requests/github/acme/web/190", in: store)
    #expect(single["verdict"] == .null && single["checks"] == [])
    #expect(one.row("unit tests").isEmpty)
  }

  @Test func `agree with the metrics on repositories that were not visited yet`() async throws {
    let store = try await StateStore.inMemory()
    try await store.save(
      RepositoryRecord(repository: "h/acme/old", defaultBranch: "main", visitedAt: 5))
    try await store.finishPass(over: "h/acme/broken", lasting: .zero, problems: ["?"], now: 6)
    try await store.enqueue(
      Job(repository: "h/acme/new", cause: .schedule, dueAt: 7, enqueuedAt: 7))
    let (tables, document) = try await both("/", "/repositories", in: store)
    #expect(document["totals"]?["repositories"]?.int == 3 && document["total"]?.int == 3)
    #expect(document["totals"]?["unvisited"]?.int == 1)
    #expect(tables.items.contains("3 repositories") && tables.items.contains("1 not visited yet"))
    let row = document["repositories"]?.array?.first { $0["name"] == "acme/new" }
    #expect(row?["standing"] == "not visited" && row?["condition"] == .null)
    #expect(tables.row("acme/new")[1] == "not visited")
    let (_, filtered) = try await both(
      "/?show=unvisited", "/repositories?show=unvisited", in: store)
    #expect(filtered["repositories"]?.array?.map { $0["name"] } == ["acme/new"])
    let (_, single) = try await both(
      "/repositories/h/acme/new", "/repositories/h/acme/new", in: store)
    #expect(single["reason"] == "has not been visited yet" && single["condition"] == .null)
    let text = try await Metrics(
      startedAt: 0, version: "1", requests: { [] }, forgeHosts: { [] }, instance: "a", now: { 9 }
    ).text(store)
    for line in [
      "martlet_repositories 3", "martlet_repositories_by_condition{condition=\"unvisited\"} 1",
      "martlet_repositories_by_condition{condition=\"active\"} 2",
    ] { #expect(text.contains("\n\(line)\n"), "\(line)") }
  }

  @Test func `agree on pull requests`() async throws {
    let (tables, document) = try await both("/pull-requests?show=red", "/pull-requests?show=red")
    let rows = document["pullRequests"]?.array ?? []
    #expect(rows.count == 4 && document["total"]?.int == 4)
    for row in rows {
      let cells = tables.row("\(shown(row["repository"])) #\(row["number"]?.int ?? 0)")
      #expect(cells.count == 8 && cells[3] == shown(row["verdict"]))
      let names = row["notGreen"]?.array?.compactMap(\.string).joined(separator: ", ")
      #expect(cells.count == 8 && cells[4] == names)
    }
    let (one, single) = try await both(
      "/pull-requests/github/acme/web/101", "/pull-requests/github/acme/web/101")
    for check in single["checks"]?.array ?? [] {
      #expect(one.row(shown(check["name"])) == ["name", "state"].map { shown(check[$0]) })
    }
    for event in single["events"]?.array ?? [] {
      #expect(one.items.contains { $0.hasSuffix(shown(event["words"])) })
    }
    #expect(single["checks"]?.array?.count == 3 && single["events"]?.array?.count == 3)
  }

  @Test func `agree on where a package is used`() async throws {
    let (tables, document) = try await both("/packages?q=TYPE", "/packages?q=TYPE")
    let names = document["packages"]?.array?.compactMap { $0["name"]?.string }
    #expect(names == ["typescript", "@types/node"])
    for row in document["packages"]?.array ?? [] {
      let members = ["name", "ecosystem", "repositories", "places", "versions", "outdated"]
      #expect(tables.row(shown(row["name"])) == members.map { shown(row[$0]) })
    }
    let (one, single) = try await both("/packages/npm/typescript", "/packages/npm/typescript")
    for use in single["uses"]?.array ?? [] {
      let cells = one.row(shown(use["repository"]))
      #expect(cells.count == 7 && cells[4] == shown(use["dependency"]?["current"]))
    }
    #expect(single["uses"]?.array?.count == single["total"]?.int)
    #expect(single["versions"]?[0]?["version"]?.string == "5.9.3")
  }

  @Test func `agree on runs and queue`() async throws {
    let (tables, document) = try await both("/runs", "/runs")
    for job in document["queue"]?.array ?? [] {
      #expect(tables.row(shown(job["repository"])).last == shown(job["attempts"]))
    }
    #expect(document["queue"]?.array?.count == 4 && document["runs"]?.array?.count == 3)
    #expect(tables.rows.filter { $0[0].hasSuffix(" ago ") }.count == 3)
  }
}

@Suite struct `A list` {
  @Test(arguments: [
    ("", 1, "", "/x?q=&show=red"), ("q=a+b&page=3", 3, "a b", "/x?q=a%20b&show=red"),
    ("page=0&sort=name", 1, "", "/x?show=red&sort=name"), ("page=x&evil=1", 1, "", "/x?show=red"),
  ])
  func `keeps its query in the links to other pages`(
    query: String, number: Int, text: String, other: String
  ) {
    let list = ListQuery("/x", [String: String](query: query[...]))
    #expect((list.number, list.text) == (number, text))
    #expect(list.address("show", "red") == other.replacing("q=&", with: ""))
  }

  @Test func `of several pages has links above and below`() async throws {
    let store = try await StateStore.inMemory()
    for number in 0..<250 {
      try await store.save(
        RepositoryRecord(repository: "h/a/\(number)", defaultBranch: "main", visitedAt: 5))
    }
    for (page, range, links) in [(1, "1–100", 2), (2, "101–200", 4), (3, "201–250", 2)] {
      let view = try await FleetView(store, ListQuery("/", ["page": "\(page)"]))
      let html = Markup.list(view.content(PageContext(now: 9, forges: ForgeLinks([:])))).html
      #expect(html.ranges(of: "\(range) of 250 repositories<").count == 2)
      #expect(html.ranges(of: "<a href=\"/?page=").count == links)
    }
    let beyond = try await FleetView(store, ListQuery("/", ["page": "9"]))
    let html = Markup.list(beyond.content(PageContext(now: 9, forges: ForgeLinks([:])))).html
    #expect(html.contains("The list has no page 9."))
  }

  @Test(arguments: [
    (0, "just now"), (59, "just now"), (60, "1 minute ago"), (7_199, "1 hour ago"),
    (172_800, "2 days ago"), (-30, "now"), (-3_600, "in 1 hour"),
  ])
  func `shows how long ago something was`(age: Duration, words: String) {
    #expect(distance(from: .epoch - age, to: .epoch) == words)
  }

  @Test func `names only addresses that a browser opens by itself`() {
    let paths = ForgeLinkShapes(
      repository: { "/\($0)" }, pullRequest: { "/\($1)/changes/\($0)" })
    let links = ForgeLinks([
      "hub": ForgeWebsite(url: "https://hub.dev", links: paths),
      "files": ForgeWebsite(url: "file:///srv/forge", links: paths),
    ])
    #expect(links.pullRequest(3, of: "hub/acme/web") == "https://hub.dev/acme/web/changes/3")
    #expect(links.page(of: "files/acme/web") == nil)
  }
}
