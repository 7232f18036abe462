import JSON
import Store

/// One pull request: what it proposes, what CI says, what happened to it.
struct PullRequestView: View {
  let forge: String
  let repository: String
  let number: Int
  let record: PullRequestRecord?
  let verdict: VerdictRecord?
  let events: [Event]

  /// Reads what is known; nil where nothing is.
  init?(_ store: StateStore, forge: String, repository: String, number: Int) async throws {
    record = try await store.pullRequests(of: repository, forge: forge)
      .first { $0.number == number }
    verdict = try await store.verdicts(of: repository, forge: forge)
      .first { $0.number == number }
    events = try await store.events(of: number, in: repository, forge: forge)
    if record == nil, events.isEmpty { return nil }
    self.forge = forge
    self.repository = repository
    self.number = number
  }

  var title: String { "\(repository) #\(number)" }

  var content: [Markup] {
    let back = element(
      "p", [:],
      ["Of ", link(repository, to: address("repositories", forge, repository)), "."])
    return [back, proposal, checks, element("h2", [:], ["History"]), history.markup]
  }

  private var proposal: Markup {
    guard let record else { return .list([]) }
    let versions = record.versions.sorted { $0.key < $1.key }.map { name, version in
      element("li", [:], [.text("\(name) \(version)")])
    }
    return .list([
      element("p", [:], [badge(record.state.rawValue), .text(" on branch \(record.branch)")]),
      element("ul", [:], versions),
    ])
  }

  private var checks: Markup {
    guard let verdict else { return .list([]) }
    let table = PageTable(
      caption: "Checks of \(verdict.head.prefix(12))", columns: ["Check", "State"],
      rows: verdict.checks.map { check in
        let isLink = check.url?.hasPrefix("https://") == true
        return [
          isLink ? link(check.name, to: check.url ?? "") : .text(check.name), badge(check.state),
        ]
      }, empty: "Nothing checks it.")
    let merging =
      verdict.merging == .unwanted
      ? []
      : [element("p", [:], [.text("Merge: \(verdict.merging.rawValue). \(verdict.mergingNote)")])]
    return .list(
      [
        element("h2", [:], ["Continuous integration"]),
        element(
          "p", [:], [badge(verdict.verdict.rawValue), " looked at ", moment(verdict.lookedAt)]),
        table.markup,
      ] + merging)
  }

  private var history: PageTable {
    PageTable(
      caption: "History", columns: ["When", "What", "In words"],
      rows: events.map { [moment($0.at), .text($0.kind), .text($0.words)] })
  }

  var json: [(String, Value)] {
    [
      ("forge", .string(forge)), ("repository", .string(repository)), ("number", .int(number)),
      ("branch", record.map { .string($0.branch) } ?? .null),
      ("state", record.map { .string($0.state.rawValue) } ?? .null),
      ("verdict", verdict.map { .string($0.verdict.rawValue) } ?? .null),
      (
        "checks",
        .array(
          (verdict?.checks ?? []).map { check in
            [
              "name": .string(check.name), "state": .string(check.state),
              "url": check.url.map { .string($0) } ?? .null,
            ]
          })
      ),
      (
        "events",
        .array(
          events.map { event in
            [
              "at": .number("\(event.at)"), "kind": .string(event.kind),
              "words": .string(event.words),
            ]
          })
      ),
    ]
  }
}
