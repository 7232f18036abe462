import Forges
import Store
import TestSupport
import Testing
import Time

/// `name state` or `name state #number`, of one manifest.
private func seen(_ lines: String..., manifest: String = "package.json") -> [Observation] {
  lines.map { line in
    let words = line.split(separator: " ").map(String.init)
    return Observation(
      branch: "main", manifest: manifest, name: words[0], ecosystem: "npm", directory: "/",
      kind: "direct", purpose: "production", requirement: "^1", current: "1.0.0", latest: "2.0.0",
      state: ObservationState(rawValue: words[1]) ?? .problem, reason: "as it is",
      number: words.count > 2 ? Int(words[2].dropFirst()) : nil,
      seenAt: 7)
  }
}

extension StateStore {
  fileprivate func observe(
    _ observations: [Observation], manifests: Set<String> = ["package.json"],
    of repository: RepositoryID = "hub/acme/web"
  ) async throws {
    try await observe(observations, manifests: manifests, on: "main", of: repository)
  }

  fileprivate func names(_ query: FleetQuery) async throws -> [String] {
    try await fleet(query).rows.map { "\($0.repository.name)" }
  }

  fileprivate func names(_ repository: RepositoryID = "hub/acme/web") async throws -> [String] {
    try await observations(of: repository).map(\.name)
  }
}

@Suite struct `The observations of the fleet` {
  @Test(arguments: DatabaseKind.present)
  func `replace those of the same manifest only`(kind: DatabaseKind)
    async throws
  {
    let store = try await kind.store()
    try await store.observe(
      seen("a to-open", "b up-to-date"), manifests: ["package.json", "Gemfile"])
    try await store.observe(
      seen("r up-to-date", manifest: "Gemfile"), manifests: ["package.json", "Gemfile"])
    #expect(try await store.names() == ["r", "a", "b"])
    try await store.observe(seen("a opened #3"), manifests: ["package.json", "Gemfile"])
    #expect(try await store.names() == ["r", "a"])
    #expect(try await store.observations(of: "hub/acme/web")[1] == seen("a opened #3")[0])
  }

  @Test(arguments: DatabaseKind.present)
  func `are deleted with their manifest`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    try await store.observe(
      seen("a to-open", manifest: "old/package.json"), manifests: ["old/package.json"])
    try await store.observe([], manifests: ["package.json"])
    #expect(try await store.names() == [])
  }

  @Test(arguments: DatabaseKind.present)
  func `list the uses of a package`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    try await store.observe(seen("a to-open"), of: "hub/acme/web")
    try await store.observe(seen("a up-to-date", "b to-open"), of: "hub/acme/api")
    let uses = try await store.uses(of: "a", ecosystem: "npm", Window(limit: 1))
    #expect((uses.rows.map(\.repository), uses.total) == (["hub/acme/api"], 2))
    let newer = try await store.uses(of: "a", ecosystem: "npm", at: "2.0.0", Window(limit: 1))
    #expect((newer.rows, newer.total) == ([], 0))
    #expect(try await store.uses(of: "a", ecosystem: "bundler", Window(limit: 1)).total == 0)
    let versions = try await store.versions(of: "a", ecosystem: "npm")
    #expect(versions.map(\.version) == ["1.0.0"] && versions.map(\.manifests) == [2])
    let packages = try await store.packages(matching: "", Window(limit: 10)).rows
    #expect(packages.map(\.name) == ["a", "b"])
    #expect((packages[0].repositories, packages[0].versions, packages[0].outdated) == (2, 1, 1))
    #expect(try await store.packages(matching: "B", Window(limit: 10)).rows.map(\.name) == ["b"])
  }

  @Test(arguments: DatabaseKind.present)
  func `are counted by repository, and found by a part of its name`(kind: DatabaseKind) async throws
  {
    let store = try await kind.store()
    for name in ["acme/web", "acme/api_v2", "other/web"] {
      try await store.save(
        RepositoryRecord(repository: "hub/\(name)", defaultBranch: "main", visitedAt: 5))
    }
    var seen = seen("a to-open", "b up-to-date", "c limited", "d problem", "e left-out")
    seen[4].advisories = [
      ObservedAdvisory(
        id: "T-1", aliases: [], severity: nil, summary: "", url: "https://osv.dev",
        versions: ["1.0.0"])
    ]
    seen[4].fix = "1.0.1"
    try await store.observe(seen)
    let kept = try await store.observations(of: "hub/acme/web")
    #expect(kept.first { $0.name == "e" } == seen[4])
    try await store.save(
      PullRequestRecord(
        key: "k", repository: "hub/acme/web", number: 1, branch: "b", head: "h",
        base: "x", digest: "d", versions: [:], state: .open, updatedAt: 5))
    var verdict = VerdictRecord(
      key: "k", repository: "hub/acme/web", number: 1, head: "h", since: 5)
    verdict.verdict = .failed
    try await store.save(verdict)
    try await store.finishPass(
      over: "hub/acme/web", lasting: 3, problems: ["one", "two"], now: 9)
    let web = try #require(try await store.fleetRow(of: "hub/acme/web"))
    #expect((web.dependencies, web.outdated, web.held, web.unevaluated) == (5, 3, 1, 1))
    #expect(web.vulnerable == 1)
    #expect((web.open, web.failing, web.problems.map(\.message)) == (1, 1, ["one", "two"]))
    #expect(try await store.names(FleetQuery("ACME/W", window: Window(limit: 10))) == ["acme/web"])
    #expect(try await store.names(FleetQuery("api_", window: Window(limit: 10))) == ["acme/api_v2"])
    #expect(try await store.names(FleetQuery("%", window: Window(limit: 10))) == [])
    #expect(
      try await store.names(FleetQuery(by: .name, window: Window(limit: 1, offset: 1))) == [
        "acme/web"
      ])
    for filter in FleetQuery.Filter.allCases {
      let names = try await store.names(FleetQuery("", filter, window: Window(limit: 10)))
      let isEmpty = [.waiting, .noFile, .unvisited, .inactive].contains(filter)
      #expect(names.first == (isEmpty ? nil : "acme/web"), "\(filter)")
    }
    let totals = try await store.fleetTotals()
    #expect((totals.repositories, totals.dependencies, totals.outdated) == (3, 5, 3))
    #expect((totals.unevaluated, totals.hindered, totals.vulnerable) == (1, 1, 1))
    #expect((totals.pullRequests, totals.verdicts) == (["open": 1], ["failed": 1]))
  }

  @Test(arguments: DatabaseKind.present)
  func `list pull requests by state and versions, failed ones first`(
    kind: DatabaseKind
  ) async throws {
    let store = try await kind.store()
    let all: [(Int, PullRequestRecord.State, VerdictRecord.Kind?)] = [
      (1, .open, .passed), (2, .open, .failed), (3, .open, .pending), (4, .open, nil),
      (5, .merged, .passed), (6, .declined, .failed),
    ]
    for (number, state, verdict) in all {
      try await store.save(
        PullRequestRecord(
          key: "k\(number)", repository: "hub/acme/web", number: number, branch: "b",
          head: "h", base: "x", digest: "d", versions: ["dep\(number)": "2.0.0"], state: state,
          updatedAt: 5))
      guard let verdict else { continue }
      var record = VerdictRecord(
        key: "k\(number)", repository: "hub/acme/web", number: number, head: "h",
        since: 5)
      record.verdict = verdict
      record.checks = [.init(name: "lint", state: "success"), .init(name: "b", state: "failure")]
      try await store.save(record)
    }
    func numbers(
      _ filter: ProposalQuery.Filter, _ text: String = "", limit: Int = 9
    ) async throws -> [Int] {
      try await store.proposals(ProposalQuery(text, filter, window: Window(limit: limit))).rows
        .map(\.number)
    }
    #expect(try await numbers(.open) == [2, 3, 1, 4])
    #expect(try await numbers(.open, "DEP3") == [3])
    #expect(try await numbers(.open, "acme", limit: 1) == [2])
    #expect(try await numbers(.open, "other") == [])
    #expect(try await numbers(.red) == [2])
    #expect(try await numbers(.waiting) == [3])
    #expect(try await numbers(.passed) == [1])
    #expect(try await numbers(.unchecked) == [4])
    #expect(try await numbers(.merged) == [5])
    #expect(try await numbers(.declined) == [6])
    let red = try await store.proposals(ProposalQuery("", .red, window: Window(limit: 1)))
    #expect((red.total, red.rows.first?.unsettled) == (1, ["b"]))
    #expect(red.rows.first?.versions == ["dep2": "2.0.0"])
  }

  @Test(arguments: DatabaseKind.present)
  func `have the history of a pull request, with changed verdicts only`(kind: DatabaseKind)
    async throws
  {
    let store = try await kind.store()
    for (at, words) in [(1, "pending"), (2, "pending"), (3, "passed"), (4, "pending")] {
      try await store.save(
        [Event(number: 1, at: Timestamp(seconds: Int64(at)), kind: "verdict", details: words)],
        of: "hub/acme/web")
    }
    let events = try await store.events(of: 1, in: "hub/acme/web")
    #expect(events.map(\.at) == [4, 3, 1])
    try await store.dropEvents(before: 4)
    #expect(try await store.events(of: 1, in: "hub/acme/web").map(\.at) == [4])
  }
}
