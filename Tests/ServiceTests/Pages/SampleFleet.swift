import Store
import TestSupport
import Time

/// A constant fleet with failed, held, waiting and fresh repositories.
struct SampleFleet {
  /// 2026-11-20 10:00 UTC.
  static let now: Timestamp = 1_795_168_800

  let store: StateStore

  /// Fills a store with the fleet.
  static func fill(_ store: StateStore) async throws {
    let fleet = SampleFleet(store: store)
    for (index, repository) in repositories.enumerated() {
      try await fleet.add(repository, index)
    }
    for (index, cause) in [Job.Cause.person, .check, .schedule, .schedule].enumerated() {
      try await store.enqueue(
        Job(
          repository: "github/\(repositories[index].name)", cause: cause,
          dueAt: now + .seconds(index * 1_900 - 30), enqueuedAt: now - 60,
          attempts: index == 1 ? 2 : 0))
    }
    for day in 0..<3 {
      let start = now - .seconds(day * 86_400 + 18_000)
      try await store.startRun("run-\(day)", now: start)
      try await store.finishRun(
        "run-\(day)", repositories: repositories.count, problems: day % 2, now: start + 94)
    }
  }

  /// A repository in a few words: its dependencies as `name current newer state`, `-` for none.
  struct Repository {
    let name: String
    let ecosystem: String
    let manifest: String
    let lines: [String]
    var problems: [String] = []
  }

  private func add(_ repository: Repository, _ index: Int) async throws {
    let seen = Self.now - .seconds(index * 2_820 + 240)
    try await store.save(
      RepositoryRecord(
        repository: "github/\(repository.name)", defaultBranch: "main", visitedAt: seen))
    var number = 100 + index * 3
    var observations: [Observation] = []
    for line in repository.lines {
      let words = line.split(separator: " ").map(String.init)
      if words[3].hasPrefix("pr:") { number += 1 }
      observations.append(observation(words, repository, number, at: seen))
      guard words[3].hasPrefix("pr:") else { continue }
      try await propose(words, in: repository, number, at: seen)
    }
    try await store.observe(
      observations, manifests: [repository.manifest], on: "main", of: "github/\(repository.name)")
    try await store.finishPass(
      over: "github/\(repository.name)", lasting: .seconds(index % 4 + 1),
      problems: repository.problems, now: seen)
  }

  private func observation(
    _ words: [String], _ repository: Repository, _ number: Int, at seen: Timestamp
  ) -> Observation {
    let isProposed = words[3].hasPrefix("pr:")
    let state = isProposed ? "current" : words[3]
    return Observation(
      branch: "main", manifest: repository.manifest, name: words[0],
      ecosystem: repository.ecosystem, directory: "/",
      kind: state == "left-out" ? "indirect" : "direct",
      purpose: words[0].hasPrefix("@types") ? "development" : "production",
      requirement: state == "left-out" ? "" : "^\(words[1])", current: words[1],
      latest: words[2] == "-" ? nil : words[2],
      state: ObservationState(rawValue: state) ?? .problem,
      reason: isProposed ? "#\(number) proposes \(words[2])" : Self.reason(state, words[2]),
      number: isProposed ? number : nil, seenAt: seen)
  }

  private func propose(
    _ words: [String], in repository: Repository, _ number: Int, at seen: Timestamp
  ) async throws {
    let key = "\(repository.name) \(words[0])"
    let verdict = VerdictRecord.Kind(rawValue: String(words[3].dropFirst(3))) ?? .pending
    try await store.save(
      PullRequestRecord(
        key: key, repository: "github/\(repository.name)", number: number,
        branch: "martlet/\(repository.ecosystem)/\(words[0])", head: "4f1d9c07a2be", base: "main",
        digest: "d", versions: [words[0]: words[2]], state: .open, updatedAt: seen))
    var record = VerdictRecord(
      key: key, repository: "github/\(repository.name)", number: number,
      head: "4f1d9c07a2be6e55", since: seen)
    record.verdict = verdict
    record.checks = Self.checks(verdict, repository.name)
    record.checkedAt = seen + 180
    if verdict == .passed { record.merging = .queued }
    if verdict == .passed { record.mergingNote = "One other pull request merges first." }
    try await store.save(record)
    let red = record.checks.filter { $0.state != "success" }.map { "\($0.name) (\($0.state))" }
    try await store.save(
      [
        Event(
          number: number, at: seen - 90_000, kind: "opened", details: "opened #\(number)"),
        Event(
          number: number, at: seen - 3_600, kind: "updated",
          details: "updated #\(number) to \(words[2])"),
        Event(
          number: number, at: seen + 180, kind: "verdict",
          details: "\(verdict.rawValue) at 4f1d9c07: \(red.joined(separator: ", "))"),
      ], of: "github/\(repository.name)")
  }

  private static func checks(
    _ verdict: VerdictRecord.Kind, _ repository: String
  ) -> [VerdictRecord.Check] {
    func check(_ name: String, _ state: String) -> VerdictRecord.Check {
      .init(name: name, state: state, url: "https://github.com/\(repository)/actions/runs/1")
    }
    let build = check("build", "success")
    switch verdict {
    case .failed: return [check("unit tests", "failure"), check("lint", "failure"), build]
    case .timedOut: return [check("end to end", "awaited"), build]
    case .pending: return [check("unit tests", "in_progress"), check("lint", "awaited"), build]
    case .passed: return [build, check("lint", "success"), check("unit tests", "success")]
    case .none: return []
    }
  }

  private static func reason(_ state: String, _ version: String) -> String {
    switch state {
    case "cooling-down": "\(version) cools down until 2026-11-24"
    case "limited": "\(version) waits: the limit of 5 open pull requests is reached"
    case "ignored": "\(version) is ignored by 'ignore' of .github/dependabot.yml:14"
    case "declined": "#87 proposed \(version) and was closed by a person"
    case "foreign-commits": "#91 has commits by others and is left alone"
    case "left-out":
      "\(version) is excluded by the default of 'allow' (direct dependencies only)"
    case "problem": "Gemfile:12:3: 'eval_gemfile' with a computed path is not evaluated"
    default: "up to date"
    }
  }
}
