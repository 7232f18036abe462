import Database
import Forges
import TestSupport
import Testing

@testable import Store
import Time

extension StateStore {
  /// Follows names by identifier; returns the changes as `old new`, with `-` for a deleted one.
  @discardableResult
  fileprivate func follow(_ names: [String: String], of forge: String) async throws -> [String] {
    let named = names.mapValues { repositoryNames([$0])[0] }
    return try await follow(named, of: forge).map { renaming in
      "\(renaming.old) \(renaming.new.map(\.description) ?? "-")"
    }
  }
}

@Suite struct `The data of a repository` {
  private let app: RepositoryID = "hub/acme/app"
  private let site: RepositoryID = "hub/acme/site"

  private func record(
    _ repository: RepositoryID, _ identifier: String?, at day: Int64 = 5
  ) -> RepositoryRecord {
    RepositoryRecord(
      repository: repository, identifier: identifier, defaultBranch: "main", confirmedAt: 3,
      branchMark: "m", visitedAt: .init(seconds: day))
  }

  private func pullRequest(_ repository: RepositoryID, _ number: Int = 4) -> PullRequestRecord {
    var record = PullRequestRecord(
      key: "main\nnpm\n/\ndependency\nms", repository: repository, number: number,
      branch: "martlet/npm/ms", head: "h", base: "b", digest: "d", versions: ["ms": "3.0.0"],
      state: .declined, updatedAt: 9)
    record.pins = [SavedPin(subject: "npm / ms 3.0.0", value: "sha512-x", later: nil)]
    return record
  }

  private func verdict(_ repository: RepositoryID) -> VerdictRecord {
    var verdict = VerdictRecord(
      key: pullRequest(repository).key, repository: repository, number: 4, head: "h", since: 8)
    verdict.comment = 70
    verdict.checks = [.init(name: "build", state: "success", url: nil)]
    return verdict
  }

  private let item = AgendaItem(
    entry: "npm /", scheduleText: "weekly", target: "", head: "h", nextAt: 900)

  private func fill(
    _ store: StateStore, _ repository: RepositoryID, _ identifier: String?
  ) async throws {
    try await store.save(record(repository, identifier))
    try await store.save(pullRequest(repository))
    try await store.save(verdict(repository))
    try await store.plan([item], for: repository)
    try await store.saveActivityMark(8, of: repository)
    try await store.finishPass(over: repository, lasting: 1, problems: [], now: 9)
  }

  @Test(arguments: DatabaseKind.present)
  func `follows its identifier`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    try await fill(store, app, "7")
    #expect(try await store.follow(["7": "acme/app", "12": "acme/new"], of: "hub") == [])
    #expect(try await store.follow(["7": "acme/site"], of: "local") == [])
    #expect(
      try await store.follow(["7": "acme/site", "12": "acme/app"], of: "hub")
        == ["acme/app acme/site"])
    #expect(try await store.record(of: app) == nil)
    #expect(try await store.record(of: site) == record(site, "7"))
    #expect(try await store.pullRequests(of: site) == [pullRequest(site)])
    #expect(try await store.pullRequests(of: app) == [])
    #expect(try await store.verdicts(of: site) == [verdict(site)])
    #expect(try await store.agenda(of: site) == [item])
    #expect(try await store.activityMark(of: site) == 8)
    #expect(try await store.follow(["7": "acme/site", "12": "acme/app"], of: "hub") == [])
  }

  @Test(arguments: DatabaseKind.present)
  func `is swapped when two repositories swap names`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    try await fill(store, app, "7")
    try await fill(store, site, "12")
    try await store.save(pullRequest(site, 5))
    try await store.follow(["7": "acme/site", "12": "acme/app"], of: "hub")
    #expect(try await store.pullRequests(of: app).map(\.number) == [5])
    #expect(try await store.pullRequests(of: site).map(\.number) == [4])
    #expect(try await store.record(of: app)?.identifier == "12")
    #expect(try await store.record(of: site)?.identifier == "7")
  }

  @Test(arguments: DatabaseKind.present)
  func `is deleted when another repository has its name, which gets its job`(
    kind: DatabaseKind
  ) async throws {
    let store = try await kind.store()
    try await fill(store, app, "7")
    try await store.enqueue(Job(repository: app, cause: .push, dueAt: 1, enqueuedAt: 1))
    let running = try #require(try await store.claim(by: "w", now: 1, lease: 60))
    #expect(try await store.follow(["12": "acme/app"], of: "hub") == ["acme/app -"])
    #expect(try await store.record(of: app) == nil)
    #expect(try await store.pullRequests(of: app) == [])
    #expect(try await store.verdicts(of: app) == [])
    #expect(try await store.agenda(of: app) == [])
    #expect(try await store.finish(running, next: 900))
    #expect(try await store.jobs().map(\.repository) == [app])
  }

  /// The pull requests of both names have different numbers: 4 of the old one, 5 of the new one.
  @Test(
    arguments: DatabaseKind.present,
    [(old: 5, new: 5, kept: 5), (5, 9, 5), (9, 5, 4)] as [(old: Int64, new: Int64, kept: Int)])
  func `is that of the later visit if both names have some`(
    kind: DatabaseKind, days: (old: Int64, new: Int64, kept: Int)
  ) async throws {
    let store = try await kind.store()
    try await fill(store, app, "7")
    try await store.save(record(app, "7", at: days.old))
    // A pass under the new name, before the rename was known.
    try await store.save(record(site, nil, at: days.new))
    try await store.save(pullRequest(site, 5))
    try await store.follow(["7": "acme/site"], of: "hub")
    #expect(try await store.record(of: site)?.identifier == "7")
    #expect(try await store.pullRequests(of: site).map(\.number) == [days.kept])
    #expect(try await store.verdicts(of: site).count == (days.kept == 4 ? 1 : 0))
    #expect(try await store.record(of: app) == nil)
    #expect(try await store.pullRequests(of: app) == [])
  }

  @Test(arguments: DatabaseKind.present)
  func `has one row per identifier, and keeps it if a record has none`(kind: DatabaseKind)
    async throws
  {
    let store = try await kind.store()
    try await store.save(record(app, "7"))
    try await store.save(record(app, nil))
    #expect(try await store.record(of: app)?.identifier == "7")
    try await store.save(record(site, "7"))
    #expect(try await store.record(of: app)?.identifier == nil)
    #expect(try await store.record(of: site)?.identifier == "7")
  }
}

@Suite struct `The job of a renamed repository` {
  private let app: RepositoryID = "hub/acme/app"
  private let site: RepositoryID = "hub/acme/site"

  private func job(_ repository: RepositoryID, _ cause: Job.Cause) -> Job {
    Job(repository: repository, cause: cause, dueAt: 1, enqueuedAt: 1)
  }

  private func jobs(_ store: StateStore) async throws -> [String] {
    try await store.jobs().map { "\($0.repository) \($0.cause) \($0.dueAt.seconds)" }
  }

  @Test(arguments: DatabaseKind.present)
  func `is settled under the new name`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    try await store.enqueue(job(app, .push))
    let running = try #require(try await store.claim(by: "w", now: 1, lease: 60))
    try await store.rename(app, to: site.name)
    #expect(try await store.claims().map(\.job.repository) == [site])
    #expect(try await store.renew(running, until: 90))
    #expect(try await store.finish(running, next: 900))
    #expect(try await jobs(store) == ["hub/acme/site schedule 900"])
  }

  /// One of the two jobs may be running; it stays so, and the other one is a trigger meanwhile.
  @Test(
    arguments: DatabaseKind.present,
    [(nil, "person 1"), ("hub/acme/app", "person 1"), ("hub/acme/site", "push 1")]
      as [(RepositoryID?, String)])
  func `is combined with that of the new name`(
    kind: DatabaseKind, expected: (running: RepositoryID?, left: String)
  ) async throws {
    let store = try await kind.store()
    var running: ClaimedJob?
    for (repository, cause) in [(app, Job.Cause.push), (site, .person)] {
      try await store.enqueue(job(repository, cause))
      guard repository == expected.running else { continue }
      running = try await store.claim(by: "w", now: 1, lease: 60)
    }
    if expected.running == site {
      // The other one was enqueued first and would have been claimed otherwise.
      #expect(running?.job.repository == site)
    }
    try await store.rename(app, to: site.name)
    #expect(try await store.jobs().map(\.repository) == [site])
    if let running { #expect(try await store.finish(running, next: 900)) }
    #expect(try await jobs(store) == ["hub/acme/site \(expected.left)"])
  }
}

@Suite struct `The tables` {
  @Test(arguments: DatabaseKind.present)
  func `delete what they have of a deleted repository`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    let names = stateTables.filter { $0.columns.contains("repository_id") }.map(\.name)
    #expect(names.count == 28)
    try await store.fillEveryTable()
    let counts = try await store.connection.write { transaction in
      let before = try transaction.filled(names)
      try transaction.execute("DELETE FROM repositories")
      return (before: before, after: try transaction.filled(names))
    }
    #expect(counts.before == names)
    #expect(counts.after == [])
  }
}

extension Transaction {
  /// Returns the tables that have a row.
  fileprivate borrowing func filled(_ tables: [String]) throws(DatabaseError) -> [String] {
    var found: [String] = []
    for table in tables where try !execute("SELECT 1 AS found FROM \(table) LIMIT 1").isEmpty {
      found.append(table)
    }
    return found
  }
}

extension StateStore {
  /// Stores something about a repository in every table that has a column for one.
  fileprivate func fillEveryTable() async throws {
    let app: RepositoryID = "hub/acme/app"
    try await save(RepositoryRecord(repository: app, defaultBranch: "main", visitedAt: 5))
    try await save(
      PullRequestRecord(
        key: "k", repository: app, number: 1, branch: "b", head: "h", base: "b", digest: "d",
        versions: [:], state: .open, updatedAt: 5))
    try await save(BegunBranch(repository: app, branch: "c", base: "main"))
    try await save(VerdictRecord(key: "k", repository: app, number: 1, head: "h", since: 5))
    try await save(
      Ignore(
        repository: app, ecosystem: "npm", directory: "/", dependency: "a", condition: .all,
        version: "1", author: "ann", number: 1, createdAt: 1))
    try await save(DeclinedVersions(repository: app, number: 1, key: "k", versions: ["a": "1"]))
    try await save(
      PreviewRecord(
        ecosystem: "npm", directory: "/", dependency: "a", version: "1", author: "ann",
        requestedAt: 1), of: app)
    try await markProcessed(comment: 1, of: app, now: 1)
    try await save(
      RebuildRequest(
        repository: app, key: "k", kind: .rebase, number: 1, comment: 2, author: "ann", head: "h",
        createdAt: 1))
    try await save(
      MergeRequest(
        repository: app, key: "k", number: 1, method: .squash, versions: "", author: "ann",
        createdAt: 1))
    try await save(SplitRecord(repository: app, key: "k"))
    let step = PackageStep(ecosystem: "npm", name: "a", from: "1", to: "2")
    try await save([StepResult(step: step, kind: .green, at: 1)], of: app)
    try await save(ConversationRecord(number: 1, comments: 1, updatedAt: 1), of: app)
    try await save(OwnIssue(.notice), of: app)
    try await save(
      DashboardRequest(
        .open, ecosystem: "npm", directory: "/", dependency: "a", version: "1", createdAt: 1),
      of: app)
    try await save(OnboardingRecord(.begun, begunAt: 1), of: app)
    try await saveActivityMark(1, of: app)
    let seen = Observation(
      branch: "main", manifest: "package.json", name: "a", ecosystem: "npm", directory: "/",
      kind: "direct", purpose: "production", requirement: "", current: "1", latest: nil,
      state: .upToDate, reason: "", number: nil, seenAt: 1)
    try await observe([seen], manifests: ["package.json"], on: "main", of: app)
    try await save([Event(number: 1, at: 1, kind: "opened", details: "")], of: app)
    try await finishPass(over: app, lasting: 1, problems: ["no lock"], now: 1)
    try await save(
      LoggedVisit(repository: app, job: "j", at: 1, seconds: 1, outcome: "push", lines: ["a"]))
    try await plan(
      [AgendaItem(entry: "npm /", scheduleText: "", target: "", head: "", nextAt: 1)], for: app)
    try await save([SurveyedRepository(name: app.name, head: "c0ffee", mark: "m")], of: "hub")
    try await enqueue(Job(repository: app, cause: .push, dueAt: 1, enqueuedAt: 1))
    _ = try await holdVisit(of: app, by: "a/1/b", until: 9, now: 1)
    try await pause(app, by: "ann", now: 1)
  }
}
