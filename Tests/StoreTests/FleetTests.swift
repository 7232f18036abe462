import Store
import TestSupport
import Testing

/// `name state` or `name state #number`, of one manifest.
private func seen(_ lines: String..., manifest: String = "package.json") -> [Observation] {
  lines.map { line in
    let words = line.split(separator: " ").map(String.init)
    return Observation(
      branch: "main", manifest: manifest, name: words[0], ecosystem: "npm", directory: "/",
      kind: "direct", purpose: "production", requirement: "^1", current: "1.0.0", latest: "2.0.0",
      state: words[1], words: "as it is", number: words.count > 2 ? Int(words[2].dropFirst()) : nil,
      seenAt: 7)
  }
}

extension StateStore {
  fileprivate func observe(
    _ observations: [Observation], manifests: Set<String> = ["package.json"],
    of repository: String = "acme/web"
  ) async throws {
    try await observe(observations, manifests: manifests, on: "main", of: repository, forge: "hub")
  }

  fileprivate func names(_ repository: String = "acme/web") async throws -> [String] {
    try await observations(of: repository, forge: "hub").map(\.name)
  }
}

@Suite struct `What was seen of the fleet` {
  @Test(arguments: DatabaseKind.present)
  func `replaces what was seen of the same manifest and keeps that of others`(kind: DatabaseKind)
    async throws
  {
    let store = try await kind.store()
    try await store.observe(
      seen("a outdated", "b up-to-date"), manifests: ["package.json", "Gemfile"])
    try await store.observe(
      seen("r up-to-date", manifest: "Gemfile"), manifests: ["package.json", "Gemfile"])
    #expect(try await store.names() == ["r", "a", "b"])
    try await store.observe(seen("a opened #3"), manifests: ["package.json", "Gemfile"])
    #expect(try await store.names() == ["r", "a"])
    #expect(try await store.observations(of: "acme/web", forge: "hub")[1] == seen("a opened #3")[0])
  }

  @Test(arguments: DatabaseKind.present)
  func `goes with a manifest that is gone`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    try await store.observe(
      seen("a outdated", manifest: "old/package.json"), manifests: ["old/package.json"])
    try await store.observe([], manifests: ["package.json"])
    #expect(try await store.names() == [])
  }

  @Test(arguments: DatabaseKind.present)
  func `tells where a package is used`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    try await store.observe(seen("a outdated"), of: "acme/web")
    try await store.observe(seen("a up-to-date", "b outdated"), of: "acme/api")
    let uses = try await store.uses(of: "a", ecosystem: "npm", limit: 10)
    #expect(uses.map(\.repository) == ["acme/api", "acme/web"])
    #expect(try await store.uses(of: "a", ecosystem: "bundler", limit: 10) == [])
  }

  @Test(arguments: DatabaseKind.present)
  func `is counted by repository, and found by a part of its name`(kind: DatabaseKind) async throws
  {
    let store = try await kind.store()
    for name in ["acme/web", "acme/api_v2", "other/web"] {
      try await store.save(
        RepositoryRecord(forge: "hub", name: name, defaultBranch: "main", visitedAt: 5))
    }
    try await store.observe(seen("a outdated", "b up-to-date", "c limited"))
    try await store.save(
      PullRequestRecord(
        key: "k", forge: "hub", repository: "acme/web", number: 1, branch: "b", head: "h",
        base: "x", digest: "d", versions: [:], state: .open, updatedAt: 5))
    var verdict = VerdictRecord(
      key: "k", forge: "hub", repository: "acme/web", number: 1, head: "h", since: 5)
    verdict.verdict = .failed
    try await store.save(verdict)
    try await store.finishPass(
      over: "acme/web", forge: "hub", seconds: 3, problems: ["one", "two"], now: 9)
    let web = try #require(try await store.fleet(matching: "ACME/W", limit: 10).first)
    #expect((web.dependencies, web.outdated, web.open, web.failing) == (3, 2, 1, 1))
    #expect(web.problems == ["one", "two"])
    #expect(try await store.fleet(matching: "api_", limit: 10).map(\.name) == ["acme/api_v2"])
    #expect(try await store.fleet(limit: 1, offset: 1).map(\.name) == ["acme/web"])
    let totals = try await store.fleetTotals()
    #expect((totals.repositories, totals.dependencies, totals.outdated) == (3, 3, 2))
    #expect((totals.pullRequests, totals.verdicts) == (["open": 1], ["failed": 1]))
  }

  @Test(arguments: DatabaseKind.present)
  func `keeps the history of a pull request, a verdict only when it changes`(kind: DatabaseKind)
    async throws
  {
    let store = try await kind.store()
    for (at, words) in [(1, "pending"), (2, "pending"), (3, "passed"), (4, "pending")] {
      try await store.note(
        [Event(number: 1, at: Int64(at), kind: "verdict", words: words)], of: "acme/web",
        forge: "hub")
    }
    let events = try await store.events(of: 1, in: "acme/web", forge: "hub")
    #expect(events.map(\.at) == [4, 3, 1])
    try await store.dropEvents(before: 4)
    #expect(try await store.events(of: 1, in: "acme/web", forge: "hub").map(\.at) == [4])
  }
}
