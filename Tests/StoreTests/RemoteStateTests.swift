import Database
import Forges
import FoundationEssentials
import HTTP
import Store
import TestSupport
import Testing
import Time

private let app: RepositoryID = "hub/acme/app"

/// A store in memory, and one that reaches it by encoded calls, as a worker does.
private struct Pair {
  let here: StateStore
  let remote: StateStore

  init(inCacheOf owner: String? = nil) async throws {
    let here = try await StateStore.inMemory()
    self.here = here
    remote = try await .remote { call, body in
      let sent = try JSONDecoder().decode(StateCall.self, from: try JSONEncoder().encode(call))
      return try await here.perform(owner.map(sent.inCache) ?? sent, body: body)
    }
  }

  /// Writes remotely, and compares what both stores read.
  func compare<Value: Equatable & Sendable>(
    _ write: (StateStore) async throws -> Void, then read: (StateStore) async throws -> Value
  ) async throws -> Value {
    try await write(remote)
    let values = (try await read(remote), try await read(here))
    #expect(values.0 == values.1)
    return values.0
  }
}

@Suite struct `The state of a worker` {
  @Test func `reads observations as they were stored`() async throws {
    let pair = try await Pair()
    var seen = Observation(
      branch: "main", manifest: "package.json", name: "ms", ecosystem: "npm", directory: "/",
      kind: "direct", purpose: "production", requirement: "^1", current: "1.0.0", latest: "2.0.0",
      state: .coolingDown, reason: "ü", number: 3, seenAt: 7)
    seen.behind = 9
    seen.advisories = [
      ObservedAdvisory(
        id: "T-1", aliases: ["C"], severity: "high", summary: "s", url: "u", versions: ["1.0.0"])
    ]
    (seen.fix, seen.advised, seen.versions) = ("1.0.1", "ms", ["1.0.0", "0.9.0"])
    (seen.held, seen.heldVersion, seen.heldUntil) = (.coolingDown, "2.0.0", 900)
    let expected = [seen]
    let found = try await pair.compare {
      try await $0.observe(expected, manifests: ["package.json"], on: "main", of: app)
    } then: {
      try await $0.observations(of: app)
    }
    #expect(found == expected)
    #expect(try await pair.remote.observations(of: "hub/acme/other") == [])
  }

  @Test func `stores a repository with its pass`() async throws {
    let pair = try await Pair()
    let record = RepositoryRecord(
      repository: app, identifier: "7", defaultBranch: "main", visitedAt: 9)
    #expect(try await pair.remote.record(of: app) == nil)
    #expect(
      try await pair.compare({ try await $0.save(record) }, then: { try await $0.record(of: app) })
        == record)
    let confirmed = try await pair.compare {
      try await $0.invalidateDefaultBranch(of: app)
    } then: {
      try await $0.record(of: app)?.confirmedAt
    }
    #expect(confirmed == .epoch)
    let seen = Observation(
      branch: "main", manifest: "package.json", name: "ms", ecosystem: "npm", directory: "/",
      kind: "direct", purpose: "production", requirement: "^1", current: "1.0.0", latest: nil,
      state: .coolingDown, reason: "", number: nil, seenAt: 7)
    let observations = try await pair.compare {
      try await $0.observe([seen], manifests: ["package.json"], on: "main", of: app)
    } then: {
      try await $0.observations(of: app)
    }
    #expect(observations == [seen])
    let result = PassResult(
      read: [ReadSubject("a", problems: ["refused"])], lasting: .milliseconds(1_500))
    try await pair.remote.save(result, of: app, now: 10)
    let passes = try await pair.here.fleet(FleetQuery(window: Window(limit: 9))).rows.map {
      $0.problems.map(\.message)
    }
    #expect(passes == [["refused"]])
  }

  @Test func `stores pull requests and verdicts`() async throws {
    let pair = try await Pair()
    let record = PullRequestRecord(
      key: "k", repository: app, number: 7, branch: "martlet/npm/x", head: "h", base: "b",
      digest: "d", versions: ["x": "1.2.3"], state: .open, updatedAt: 5)
    let begun = BegunBranch(repository: app, branch: "martlet/npm/y", base: "b", imprints: ["i"])
    let verdict = VerdictRecord(key: "k", repository: app, number: 7, head: "h", since: 5)
    let event = Event(number: 7, at: 5, kind: "opened", details: "x")
    let begunBranches = try await pair.compare({ try await $0.save(begun) }) {
      try await $0.begunBranches(of: app)
    }
    #expect(begunBranches == [begun])
    #expect(
      try await pair.compare({ try await $0.remove(begun) }) {
        try await $0.begunBranches(of: app)
      } == [])
    #expect(
      try await pair.compare({ try await $0.save(record) }) {
        try await $0.pullRequests(of: app)
      } == [record])
    #expect(
      try await pair.compare({ try await $0.save(verdict) }) {
        try await $0.verdict(of: "k", in: app)
      } == verdict)
    #expect(try await pair.remote.verdicts(of: app) == [verdict])
    #expect(
      try await pair.compare({ try await $0.save([event], of: app) }) {
        try await $0.events(of: 7, in: app)
      } == [event])
  }

  @Test func `stores results of version steps`() async throws {
    let pair = try await Pair()
    let step = PackageStep(ecosystem: "npm", name: "ms", from: "1.0.0", to: "1.0.1")
    let origin = StepOrigin(ecosystem: "npm", name: "ms", from: "1.0.0")
    let evidence = try await pair.compare {
      try await $0.save([StepResult(step: step, kind: .green, at: 5)], of: app)
    } then: {
      try await $0.evidence(about: [origin], for: "hub/acme/other")
    }
    #expect(evidence.map(\.step) == [step])
    #expect(evidence.map(\.green) == [1])
  }

  @Test func `stores requests to merge`() async throws {
    let pair = try await Pair()
    let request = MergeRequest(
      repository: app, key: "k", number: 4, method: .squash, versions: "ms=3.0.0", author: "ann",
      createdAt: 9)
    #expect(
      try await pair.compare({ try await $0.save(request) }) {
        try await $0.mergeRequests(of: app)
      } == [request])
    #expect(
      try await pair.compare({ try await $0.removeMergeRequest(of: "k", in: app) }) {
        try await $0.mergeRequests(of: app)
      } == [])
  }

  @Test func `stores the conversation`() async throws {
    let pair = try await Pair()
    let point = ConversationRecord(number: 4, comments: 2, updatedAt: 8)
    let request = RebuildRequest(
      repository: app, key: "k", kind: .recreate, number: 4, comment: 70, author: "ann",
      head: "h", createdAt: 9)
    let ignore = Ignore(
      repository: app, ecosystem: "npm", directory: "/", dependency: "ms", condition: .major,
      version: "3.0.0", author: "ann", number: 4, createdAt: 9)
    #expect(
      try await pair.compare({ try await $0.save(point, of: app) }) {
        try await $0.conversations(of: app)
      } == [4: point])
    #expect(
      try await pair.compare({ try await $0.saveActivityMark(8, of: app) }) {
        try await $0.activityMark(of: app)
      } == 8)
    for isRemoved in [false, true] {
      let requests = try await pair.compare {
        try await isRemoved ? $0.remove(request) : $0.save(request)
      } then: {
        try await $0.rebuildRequests(of: app)
      }
      #expect(requests == (isRemoved ? [] : [request]))
      let ignores = try await pair.compare {
        try await isRemoved ? $0.remove(ignore) : $0.save(ignore)
      } then: {
        try await $0.ignores(of: app)
      }
      #expect(ignores == (isRemoved ? [] : [ignore]))
    }
    #expect(
      try await pair.compare({ try await $0.markProcessed(comment: 70, of: app, now: 1) }) {
        try await $0.isProcessed(comment: 70, of: app)
      })
  }

  @Test func `follows a rename`() async throws {
    let pair = try await Pair()
    let record = RepositoryRecord(
      repository: app, identifier: "7", defaultBranch: "main", visitedAt: 9)
    try await pair.remote.save(record)
    let shop = ("hub/acme/shop" as RepositoryID).name
    let web = ("hub/acme/web" as RepositoryID).name
    try await pair.remote.rename(app, to: shop)
    #expect(try await pair.here.record(of: "hub/acme/shop")?.identifier == "7")
    let renamings = try await pair.remote.follow(["7": web], of: "hub")
    #expect(renamings.map(\.old) == [shop])
    #expect(renamings.map(\.new) == [web])
  }

  @Test func `stores what was agreed with people`() async throws {
    let pair = try await Pair()
    let open = DashboardRequest(
      .open, ecosystem: "npm", directory: "/", dependency: "ms", version: "2.0.0", author: "ann",
      createdAt: 5)
    #expect(
      try await pair.compare({ try await $0.save(open, of: app) }) {
        try await $0.dashboardRequests(of: app)
      } == [open])
    #expect(
      try await pair.compare({ try await $0.remove(open, of: app) }) {
        try await $0.dashboardRequests(of: app)
      } == [])
    let notice = OwnIssue(.notice, number: 4, body: "text")
    #expect(
      try await pair.compare({ try await $0.save(notice, of: app) }) {
        try await $0.ownIssue(.notice, of: app)
      } == notice)
    var split = SplitRecord(repository: app, key: "k")
    split.checks = ["test"]
    #expect(
      try await pair.compare({ try await $0.save(split) }) { try await $0.splits(of: app) }
        == [split])
    #expect(
      try await pair.compare({ try await $0.remove(split) }) { try await $0.splits(of: app) } == [])
  }

  @Test func `asks as many repositories as the operator allows`() async throws {
    let here = try await StateStore.inMemory()
    let remote = try await StateStore.remote { call, body in
      try await here.perform(call.limited(toOnboardings: 1), body: body)
    }
    #expect(try await remote.beginOnboarding(of: app, limit: 1_000, now: 5))
    #expect(try await !remote.beginOnboarding(of: "hub/acme/web", limit: 1_000, now: 6))
    let declined = OnboardingRecord(.declined, number: 7, begunAt: 5)
    try await remote.save(declined, of: app)
    #expect(try await here.onboarding(of: app) == declined)
    try await remote.endOnboarding(of: app)
    #expect(try await here.onboarding(of: app) == nil)
  }

  @Test func `has caches of its owner`() async throws {
    let pair = try await Pair(inCacheOf: "hub/acme")
    let response = StoredResponse(
      url: "https://a.example/x", headers: ["ETag": "1", "X": "a: b"], body: [0, 1, 255],
      validatedAt: 5)
    try await pair.here.keep([1], as: "blob a", now: 1)
    #expect(try await pair.remote.content("blob a") == nil)
    try await pair.remote.keep([2, 0, 255], as: "blob a", now: 1)
    #expect(try await pair.remote.content("blob a") == [2, 0, 255])
    #expect(try await pair.here.content("blob a") == [1])
    await pair.remote.responses.save("k", response)
    #expect(await pair.remote.responses.load("k") == response)
    #expect(await pair.here.responses.load("k") == nil)
    _ = try await pair.here.firstSeen(["1"], of: "nio", now: 100)
    #expect(try await pair.remote.firstSeen(["1"], of: "nio", now: 200) == ["1": 200])
  }

  @Test func `reads and writes nothing else`() async throws {
    let store = try await Pair().remote
    await #expect(throws: DatabaseError.self) { try await store.jobs() }
    await #expect(throws: DatabaseError.self) { try await store.ignores() }
    await #expect(throws: DatabaseError.self) { try await store.dropContents(keptBefore: 1) }
  }

  @Test func `passes errors of the database on`() async throws {
    let full = DatabaseError(.full, message: "the disk is full")
    let store = try await StateStore.remote { _, _ in throw full }
    await #expect(throws: full) { try await store.saveActivityMark(8, of: app) }
  }
}
