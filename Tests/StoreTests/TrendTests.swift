import Forges
import Store
import TestSupport
import Testing
import Time

/// A state in which visits of a repository end at given times.
private struct Weeks {
  let store: StateStore
  let repository: RepositoryID = "hub/acme/web"
  /// A Monday, 2026-11-16 00:00 UTC.
  static let monday: Timestamp = 1_794_787_200

  init(_ kind: DatabaseKind) async throws { store = try await kind.store() }

  /// Opens a pull request, and merges it after some days.
  func merge(_ number: Int, opened: Timestamp, days: Int) async throws {
    try await store.save(
      [Event(number: number, at: opened, kind: "opened", details: "")], of: repository)
    var record = PullRequestRecord(
      key: "k\(number)", repository: repository, number: number, branch: "b\(number)", head: "h",
      base: "b", digest: "d", versions: [:], state: .open, updatedAt: opened)
    try await store.save(record)
    guard days > 0 else { return }
    record.state = .merged
    let end = opened + .days(days)
    try await store.save(
      record, noting: [Fact(.merged, "\(number)", at: end, number: number, summary: "merged")])
  }

  func visit(_ time: Timestamp, _ repository: RepositoryID? = nil) async throws {
    try await store.save(
      PassResult(read: [], lasting: .seconds(1)), of: repository ?? self.repository, now: time)
  }

  func lines(_ only: RepositoryID? = nil) async throws -> [String] {
    try await store.trends(since: Self.monday - .days(70), of: only).map { trend in
      let days = trend.secondsToMerge.map { "\($0 / 86_400)" } ?? "-"
      let week = String(trend.week.rfc3339.prefix(10))
      return "\(week) open \(trend.open) merged \(trend.merged) days \(days) behind \(trend.behind)"
    }
  }
}

@Suite struct `The trends of the fleet` {
  @Test(arguments: [
    (0, "1969-12-29"), (345_599, "1969-12-29"), (345_600, "1970-01-05"),
    (1_794_787_200, "2026-11-16"), (1_795_391_999, "2026-11-16"), (-259_201, "1969-12-22"),
  ])
  func `have weeks that begin on Monday`(seconds: Int, day: String) {
    let time = Timestamp(seconds: Int64(seconds))
    #expect(time.startOfWeek.rfc3339.hasPrefix(day))
  }

  @Test(arguments: DatabaseKind.present)
  func `count merges in their week, and what is open at its last visit`(kind: DatabaseKind)
    async throws
  {
    let weeks = try await Weeks(kind)
    let monday = Weeks.monday
    try await weeks.merge(1, opened: monday - .days(3), days: 4)
    try await weeks.merge(2, opened: monday, days: 2)
    try await weeks.merge(3, opened: monday + .days(1), days: 0)
    try await weeks.visit(monday + .days(5))
    #expect(try await weeks.lines() == ["2026-11-16 open 1 merged 2 days 3 behind 0"])
    try await weeks.merge(3, opened: monday + .days(1), days: 1)
    try await weeks.visit(monday + .days(6))
    #expect(try await weeks.lines() == ["2026-11-16 open 0 merged 3 days 2 behind 0"])
  }

  @Test(arguments: DatabaseKind.present)
  func `complete the last week at the first visit of the next one`(kind: DatabaseKind)
    async throws
  {
    let weeks = try await Weeks(kind)
    let monday = Weeks.monday
    try await weeks.visit(monday + .days(1))
    try await weeks.merge(1, opened: monday + .days(2), days: 3)
    try await weeks.visit(monday + .days(8))
    #expect(
      try await weeks.lines() == [
        "2026-11-16 open 0 merged 1 days 3 behind 0", "2026-11-23 open 0 merged 0 days - behind 0",
      ])
  }

  @Test(arguments: DatabaseKind.present)
  func `are sums of repositories, and of one alone if it is named`(kind: DatabaseKind)
    async throws
  {
    let weeks = try await Weeks(kind)
    let other: RepositoryID = "hub/acme/app"
    try await weeks.merge(1, opened: Weeks.monday, days: 0)
    try await weeks.visit(Weeks.monday + .days(1))
    var seen = Observation(
      branch: "main", manifest: "package.json", name: "a", ecosystem: "npm", directory: "/",
      kind: "direct", purpose: "production", requirement: "^1", current: "1.0.0", latest: "2.0.0",
      state: .limited, reason: "", number: nil, seenAt: 7)
    seen.behind = 500
    try await weeks.store.observe([seen], manifests: ["package.json"], on: "main", of: other)
    try await weeks.visit(Weeks.monday + .days(2), other)
    #expect(try await weeks.lines() == ["2026-11-16 open 1 merged 0 days - behind 500"])
    #expect(try await weeks.lines(other) == ["2026-11-16 open 0 merged 0 days - behind 500"])
  }

  @Test(arguments: DatabaseKind.present)
  func `are not counted by a part of a pass, and end with time`(kind: DatabaseKind) async throws {
    let weeks = try await Weeks(kind)
    try await weeks.store.save(
      PassResult(read: [ReadSubject("pull request 1", problems: ["red"])]), of: weeks.repository,
      now: Weeks.monday)
    #expect(try await weeks.lines() == [])
    try await weeks.visit(Weeks.monday)
    try await weeks.store.dropTrends(before: Weeks.monday + .days(7))
    #expect(try await weeks.lines() == [])
  }
}

@Suite struct `A list of repositories` {
  @Test(arguments: DatabaseKind.present)
  func `is limited to a team of CODEOWNERS`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    let owners = ["acme/a": ["@acme/web"], "acme/b": ["@acme/web-ops", "@Ann"], "acme/c": []]
    for (name, people) in owners {
      let id = try #require(RepositoryID("hub/" + name))
      var record = RepositoryRecord(repository: id, defaultBranch: "main", visitedAt: 5)
      record.owners = people
      try await store.save(record)
      #expect(try await store.record(of: id)?.owners == people)
    }
    func names(_ team: String) async throws -> [String] {
      var query = FleetQuery(by: .name, window: Window(limit: 9))
      query.team = team
      return try await store.fleet(query).rows.map { "\($0.repository.name)" }
    }
    #expect(try await names("") == ["acme/a", "acme/b", "acme/c"])
    #expect(try await names("@acme/web") == ["acme/a"])
    #expect(try await names("acme/WEB") == ["acme/a"])
    #expect(try await names("ann") == ["acme/b"])
    #expect(try await names("%") == [])
  }
}

@Suite struct `The previews of a repository` {
  @Test(arguments: DatabaseKind.present)
  func `replace each other, and are shortened`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    let repository: RepositoryID = "hub/acme/web"
    var preview = PreviewRecord(
      ecosystem: "npm", directory: "/", dependency: "a", version: "2.0.0", author: "ann",
      requestedAt: 5)
    try await store.save(preview, of: repository)
    #expect(try await store.previews(of: repository) == [preview])
    preview.madeAt = 9
    preview.diff = String(repeating: "+ a line\n", count: 100_000)
    try await store.save(preview, of: repository)
    let saved = try #require(try await store.previews(of: repository).first)
    #expect(saved.diff.utf8.count <= PreviewRecord.longestText + 8)
    #expect(saved.diff.hasSuffix("+ a line\n…\n") && saved.madeAt == 9)
    try await store.remove(saved, of: repository)
    #expect(try await store.previews(of: repository) == [])
  }
}
