import Forges
import JSON
import Languages
import Store
import Time
import Updates

/// A repository with its problems, its pull requests, and all dependencies with states and reasons.
struct RepositoryView: View {
  let repository: RepositoryID
  let row: FleetRow
  let observations: [Observation]
  let pullRequests: [PullRequestRecord]
  let verdicts: [String: VerdictRecord]
  let next: Job?
  let logs: [LoggedVisit]
  let ignores: [Ignore]
  let pauses: [Pause]
  /// The number of the issue in which updates wait for an approval; nil without one.
  let dashboard: Int?
  let previews: PreviewSection
  let history: HistorySection
  let searches: SearchSection
  let trends: TrendSection
  let query: ListQuery

  /// Reads a repository; nil if it is unknown.
  init?(
    _ store: StateStore, _ repository: RepositoryID, _ query: ListQuery, now: Timestamp = .now()
  ) async throws {
    guard let row = try await store.fleetRow(of: repository) else { return nil }
    self.repository = repository
    self.row = row
    self.query = query
    observations = try await store.observations(of: repository)
      .sorted { ($0.rank, $0.manifest, $0.name) < ($1.rank, $1.manifest, $1.name) }
    let all = try await store.verdicts(of: repository)
    let verdicts = Dictionary(all.map { ($0.key, $0) }) { $1 }
    self.verdicts = verdicts
    pullRequests = try await store.pullRequests(of: repository)
      .sorted { one, other in
        let ranks = (one.rank(verdicts[one.key]), other.rank(verdicts[other.key]))
        return (ranks.0, other.number) < (ranks.1, one.number)
      }
    searches = SearchSection(
      repository, try await store.splits(of: repository), in: pullRequests, all)
    next = try await store.jobs().first { $0.repository == repository }
    logs = try await store.logs(of: repository)
    let limit = HistorySection.mostEntries
    history = HistorySection(
      repository, try await store.events(of: repository, limit: limit),
      try await store.facts(of: repository, limit: limit))
    trends = TrendSection(
      trends: try await store.trends(since: TrendSection.start(at: now), of: repository), now: now)
    previews = PreviewSection(previews: try await store.previews(of: repository))
    dashboard = try await store.ownIssue(.dashboard, of: repository)?.issueNumber
    ignores = try await store.ignores(of: repository)
    pauses = try await store.pauses().filter {
      $0.repository == nil || $0.repository == repository
    }
  }

  var title: Message { "\(repository.name)" }
  var section: Section? { .fleet }

  func content(_ context: PageContext) -> [Markup] {
    [
      summary(context), forms(for: context.visitor), problems,
      VulnerabilitySection(view: self).markup,
      element("h2", [:], ["Pull requests"]),
    ]
      + [pullRequestTable(context).markup]
      + searches.content(context) + previews.content(context)
      + DependencySection(view: self, query: query).content(context)
      + IgnoreSection(repository: repository, ignores: ignores).content(context)
      + trends.content + history.content(context)
      + LogSection(visits: logs).content(at: context.now)
  }

  private func summary(_ context: PageContext) -> Markup {
    let url = context.forges.page(of: repository)
    let last = row.visitedAt.map { _ in
      Markup.list([moment(row.visitedAt, at: context.now), "took \(row.seconds) s"])
    }
    let lane: [(Message, Markup)] = isLong ? [("Lane", .label(Self.laneNote))] : []
    let first: [(Message, Markup)] = [
      ("State", badge(row.standing)),
      (
        "Forge",
        url.map { link("\(repository.forge): \(repository.name)", to: $0) }
          ?? .text(repository.forge)
      ),
      ("Last new pass", last ?? "–"),
      (
        "Next visit",
        next.map { job in
          .list([due(job, at: context.now), " for ", .label(job.cause.displayName)])
        } ?? "not planned"
      ),
    ]
    let paused: [(Message, Markup)] = pauses.map { pause in
      (
        pause.repository == nil ? "Fleet paused" : "Paused",
        .list(["by \(pause.author) ", moment(pause.at, at: context.now)])
      )
    }
    let reason: [(Message, Markup)] = row.reason.map { [("Reason", .sentence($0))] } ?? []
    return facts(
      first + reason + paused + lane + owners + [
        (
          "Dependencies",
          .label(
            "\(grouped(row.dependencies)), \(grouped(row.outdated)) outdated, \(grouped(row.vulnerable)) vulnerable"
          )
        )
      ])
  }

  private var owners: [(Message, Markup)] {
    guard !row.owners.isEmpty else { return [] }
    let links = row.owners.prefix(Self.mostOwners).enumerated().flatMap { index, owner in
      [.text(index == 0 ? "" : ", "), link(owner, to: ListQuery.address("/", ["team": owner]))]
    }
    let more = row.owners.count - Self.mostOwners
    return [("Owners", .list(links + (more > 0 ? [" and \(more) more"] : [])))]
  }

  /// The most owners that are shown.
  private static let mostOwners = 10

  private var isPaused: Bool { pauses.contains { $0.repository != nil } }

  private func forms(for visitor: PageVisitor) -> Markup {
    let visit = [
      ActionForm(action: .visit, repository: repository, label: "Visit now"),
      ActionForm(action: .retry, repository: repository, label: "Forget failures and visit"),
    ]
    let pause = ActionForm(
      action: isPaused ? .resume : .pause, repository: repository,
      label: isPaused ? "Resume" : "Pause")
    return actions((pauses.isEmpty ? visit : []) + [pause], for: visitor)
  }

  /// Whether visits of the repository use the lane for long visits.
  private var isLong: Bool { next.map { $0.stops > 0 } ?? false }

  private static let laneNote: Message =
    "long visits: the last visit took long, so the next one stops when other repositories wait"

  private var problems: Markup {
    guard !row.problems.isEmpty else { return .list([]) }
    return element(
      "section", ["class": "failure", "aria-labelledby": "failure"],
      [
        element("h2", ["id": "failure"], ["Problems"]),
        element("ul", [:], row.problems.map { element("li", [:], [.sentence($0.message)]) }),
      ])
  }

  private func pullRequestTable(_ context: PageContext) -> PageTable {
    PageTable(
      caption: "Pull requests",
      columns: ["Number", "Versions", "Step", "State", "Not green", "Changed"],
      rows: pullRequests.map { record in
        let verdict = verdict(on: record)
        let red = (verdict?.checks ?? []).filter { $0.tone != .good }.map(\.name)
        return [
          link(
            context.forges.reference(record.number, on: repository.forge),
            to: repository.page(ofPullRequest: record.number)),
          versionList(record.versions),
          .text(steps(verdict)), ciBadge(verdict?.verdict, of: record.state),
          .text(shortened(record.state == .open ? red : [])),
          moment(record.updatedAt, at: context.now),
        ]
      }, empty: "There are no pull requests yet.")
  }

  /// The verdict on a pull request; nil if it has none, or if another one of the same key has it.
  private func verdict(on record: PullRequestRecord) -> VerdictRecord? {
    verdicts[record.key].flatMap { $0.number == record.number ? $0 : nil }
  }

  private func steps(_ verdict: VerdictRecord?) -> String {
    guard let steps = verdict?.steps, !steps.isEmpty else { return "–" }
    return steps.replacing(" ", with: ", ")
  }

  var json: [(String, Value)] {
    [
      ("forge", .string(repository.forge)), ("name", .string("\(repository.name)")),
      ("standing", .string(row.standing)),
      ("visitedAt", row.visitedAt.map { .time($0) } ?? .null),
      ("nextVisitAt", next.map { .time($0.dueAt) } ?? .null),
      ("lane", .string(isLong ? "long" : "quick")), ("vulnerable", .int(row.vulnerable)),
      ("condition", row.visitedAt == nil ? .null : .string(row.condition.rawValue)),
      ("reason", row.reason.map { .string($0) } ?? .null),
      ("owners", .array(row.owners.map { .string($0) })),
      ("problems", .array(row.problems.map { .string($0.message) })),
      ("paused", .bool(!pauses.isEmpty)), ("history", history.json),
      ("previews", previews.json), ("searches", searches.json),
      ("dashboard", dashboard.map { .int($0) } ?? .null),
      ("trends", trends.json),
      ("logs", .array(logs.map(\.json))),
      ("dependencies", .array(observations.map(\.json))),
      (
        "pullRequests",
        .array(
          pullRequests.map { record in
            [
              "number": .int(record.number), "branch": .string(record.branch),
              "state": .string(record.state.rawValue),
              "verdict": verdict(on: record).map { .string($0.verdict.rawValue) } ?? .null,
              "versions": versionObject(record.versions),
            ]
          })
      ),
    ]
  }
}

extension PullRequestRecord {
  /// The order: failed checks first, finished ones last.
  fileprivate func rank(_ verdict: VerdictRecord?) -> Int {
    guard state == .open else { return 3 }
    switch verdict?.verdict {
    case .failed, .timedOut: return 0
    case .pending: return 1
    case .passed, Optional<VerdictRecord.Kind>.none, .some(.none): return 2
    }
  }
}

/// Formats the time of a visit; a visit that is due waits for its turn.
func due(_ job: Job, at now: Timestamp) -> Markup {
  job.dueAt <= now ? "now," : moment(job.dueAt, at: now)
}

extension VerdictRecord.Check {
  /// Neutral and skipped checks do not block anything.
  var tone: Tone { ["neutral", "skipped"].contains(state) ? .good : Tone(state) }
}

extension Job.Cause {
  /// The trigger in words.
  var displayName: Message {
    switch self {
    case .schedule: "the schedule"
    case .check: "a result of CI"
    case .advisory: "a new advisory"
    case .push: "a change of a branch or pull request"
    case .person: "a person who asked"
    }
  }
}
