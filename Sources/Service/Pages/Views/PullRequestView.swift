import Forges
import JSON
import Languages
import Store
import Time
import Updates

/// A pull request with its versions, the result of CI, and its history.
struct PullRequestView: View {
  let repository: RepositoryID
  let number: Int
  let record: PullRequestRecord?
  let verdict: VerdictRecord?
  let events: [Event]
  /// The dependencies that it updates, as they are on the base branch.
  let moved: [Observation]
  /// What happened to its versions in other repositories.
  let evidence: [StepEvidence]
  let search: SearchSection

  /// Reads a pull request; nil if it is unknown.
  init?(
    _ store: StateStore, of repository: RepositoryID, number: Int,
    _ sort: VersionSort = VersionSort()
  ) async throws {
    record = try await store.pullRequests(of: repository)
      .first { $0.number == number }
    verdict = try await store.verdicts(of: repository)
      .first { $0.number == number }
    events = try await store.events(of: number, in: repository)
    if record == nil, events.isEmpty { return nil }
    search = SearchSection(
      repository, try await store.splits(of: repository), in: [record].compactMap(\.self),
      [verdict].compactMap(\.self))
    moved = try await store.observations(of: repository)
      .filter { $0.number == number }
    let steps = record?.steps ?? []
    let origins = steps.map { StepOrigin(ecosystem: $0.ecosystem, name: $0.name, from: $0.from) }
    evidence = try await store.evidence(about: origins, for: repository)
      .filter { steps.contains($0.step) && $0.count > 0 }
      .chunked { [$0.step.ecosystem, $0.step.name] }.flatMap { sort.newestFirst(steps: $0) }
    self.repository = repository
    self.number = number
  }

  var title: Message { "\(repository.name) #\(number)" }
  var section: Section? { .pullRequests }

  func title(_ forges: ForgeLinks) -> Message {
    "\(repository.name) \(forges.reference(number, on: repository.forge))"
  }

  func content(_ context: PageContext) -> [Markup] {
    [summary(context), forms(for: context.visitor)]
      + [element("h2", [:], ["Versions"]), versionTable.markup]
      + ImpactSection(record?.impacts ?? []).content(context)
      + evidenceTable + checks(at: context.now) + search.content(context)
      + HistorySection(repository, events, []).content(context)
  }

  /// The package that another one replaces; nil for updates.
  private var replaced: String? { record.flatMap { UpdateKey($0)?.replacement?.old } }

  private func summary(_ context: PageContext) -> Markup {
    let url = context.forges.pullRequest(number, of: repository)
    let reference = context.forges.reference(number, on: repository.forge)
    var rows: [(Message, Markup)] = [
      ("State", record.map { badge($0.state.rawValue) } ?? "–"),
      ("Repository", link("\(repository.name)", to: repository.page)),
      (
        "Forge",
        url.map { link(.label("\(repository.forge): pull request \(reference)"), to: $0) }
          ?? .text(repository.forge)
      ),
    ]
    if let replaced { rows.append(("Replaces", code(replaced))) }
    if let record {
      rows.append(("Branch", code(record.branch)))
      rows.append(("Changed", moment(record.updatedAt, at: context.now)))
    }
    return facts(rows)
  }

  private func forms(for visitor: PageVisitor) -> Markup {
    guard record?.state == .open else { return .list([]) }
    return actions(
      [
        ActionForm(
          action: .rebuild, repository: repository, label: "Rebuild",
          fields: [("pull-request", "\(number)")])
      ], for: visitor)
  }

  private var versionTable: PageTable {
    let versions = (record?.versions ?? [:]).sorted { $0.key < $1.key }
    return PageTable(
      caption: "Versions", columns: ["Dependency", "Now", "Proposed", "Requirement", "Manifest"],
      rows: versions.map { name, version in
        let seen = moved.first { $0.name == name }
        let url = seen.map { address("packages", $0.ecosystem, name) }
        return [
          url.map { link(name, to: $0) } ?? .text(name), code(seen?.current), code(version),
          code(seen?.requirement), .text(seen?.manifest ?? "–"),
        ]
      }, empty: "The proposed versions are unknown.")
  }

  /// The results of the same versions in other repositories; empty if none are collected.
  private var evidenceTable: [Markup] {
    guard !evidence.isEmpty else { return [] }
    return [
      element("h2", [:], ["Other repositories"]),
      PageTable(
        caption: "Results in other repositories",
        columns: ["Dependency", "From", "To", "Green", "Red", "Taken back"],
        rows: evidence.map { found in
          [
            .text(found.step.name), code(found.step.from), code(found.step.to),
            .text("\(found.green)"), .text("\(found.red)"), .text("\(found.reverted)"),
          ]
        }, empty: ""
      ).markup,
    ]
  }

  private func checks(at now: Timestamp) -> [Markup] {
    guard let verdict else { return [] }
    let rows = verdict.checks.map { check in
      let isLink = check.url?.hasPrefix("https://") == true
      return [
        isLink ? link(check.name, to: check.url ?? "") : .text(check.name), badge(check.state),
      ]
    }
    let head = String(verdict.head.prefix(12))
    var lines: [(Message, Markup)] = [
      ("Verdict", badge(verdict.verdict == .none ? "no checks" : verdict.verdict.rawValue)),
      ("Of commit", code(head)), ("Looked at", moment(verdict.checkedAt, at: now)),
    ]
    if verdict.merging != .unwanted || !verdict.mergingNote.isEmpty {
      let word = Markup.label(Message(stringLiteral: verdict.merging.rawValue))
      lines.append(("Merge", .list([word, ". ", .sentence(verdict.mergingNote)])))
    }
    return [
      element("h2", [:], ["Continuous integration"]), facts(lines),
      PageTable(
        caption: "Checks of \(head)", columns: ["Check", "State"], rows: rows,
        empty: "There are no checks."
      ).markup,
    ]
  }

  var json: [(String, Value)] {
    [
      ("forge", .string(repository.forge)), ("repository", .string("\(repository.name)")),
      ("number", .int(number)),
      ("branch", record.map { .string($0.branch) } ?? .null),
      ("state", record.map { .string($0.state.rawValue) } ?? .null),
      ("versions", versionObject(record?.versions ?? [:])),
      ("replaces", replaced.map { .string($0) } ?? .null),
      ("verdict", verdict.map { .string($0.verdict.rawValue) } ?? .null),
      ("merging", verdict.map { .string($0.merging.rawValue) } ?? .null),
      ("impacts", ImpactSection(record?.impacts ?? []).json),
      ("evidence", .array(evidence.map(\.json))), ("searches", search.json),
      ("checks", .array((verdict?.checks ?? []).map(\.json))),
      ("events", .array(events.map(\.json))),
    ]
  }
}

extension VerdictRecord.Check {
  fileprivate var json: Value {
    [
      "name": .string(name), "state": .string(state),
      "url": url.map { .string($0) } ?? .null,
    ]
  }
}

extension Event {
  fileprivate var json: Value {
    ["at": .time(at), "kind": .string(kind), "words": .string(details)]
  }
}

extension VersionSort {
  /// Sorts the steps of a package by the new version, then by the old one.
  fileprivate func newestFirst(steps: [StepEvidence]) -> [StepEvidence] {
    guard let ecosystem = steps.first?.step.ecosystem else { return [] }
    let byOld = newestFirst(steps, of: ecosystem, version: \.step.from)
    return newestFirst(byOld, of: ecosystem, version: \.step.to)
  }
}

extension StepEvidence {
  fileprivate var json: Value {
    [
      "ecosystem": .string(step.ecosystem), "name": .string(step.name),
      "from": .string(step.from), "to": .string(step.to), "green": .int(green),
      "red": .int(red), "reverted": .int(reverted),
    ]
  }
}
