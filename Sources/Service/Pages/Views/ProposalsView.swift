import Forges
import JSON
import Languages
import Store
import Time

/// The pull requests of the whole fleet, those with failed checks first.
struct ProposalsView: View {
  let list: Listing<ProposalRow>
  let query: ListQuery
  let filter: ProposalQuery.Filter

  /// Reads the page of a query.
  init(_ store: StateStore, _ query: ListQuery) async throws {
    self.query = query
    filter = query.choice("show", else: .open)
    var wanted = ProposalQuery(query.text, filter, window: query.window)
    wanted.owner = query.word("owner") ?? ""
    wanted.team = query.word("team") ?? ""
    list = try await store.proposals(wanted)
  }

  var title: Message { "Pull requests" }
  var section: Section? { .pullRequests }

  func content(_ context: PageContext) -> [Markup] {
    [search] + query.paged(table(context), list.rows.count, of: list.total, .pullRequests)
  }

  private var search: Markup {
    SearchForm(
      path: "/pull-requests", label: "Repository or dependency contains", text: query.text,
      owner: query.word("owner") ?? "",
      team: query.word("team") ?? "",
      choices: [
        .init(
          name: "show", label: "Show", options: ProposalQuery.Filter.allCases.map(\.option),
          chosen: filter.rawValue)
      ]
    ).markup
  }

  private func table(_ context: PageContext) -> PageTable {
    PageTable(
      caption: "Pull requests",
      columns: [
        "Pull request", "Versions", "Step", "CI", "Not green", "Merge", "Opened", "Changed",
      ],
      rows: list.rows.map { $0.cells(context) },
      empty: query.absence(
        "No pull request is open: every update is merged, or not due.",
        filtered: "No pull request matches."))
  }

  var json: [(String, Value)] {
    [
      ("page", .int(query.number)), ("total", .int(list.total)),
      ("pullRequests", .array(list.rows.map(\.json))),
    ]
  }
}

extension ProposalQuery.Filter {
  fileprivate var option: (String, Message) {
    let title: Message =
      switch self {
      case .open: "all that are open"
      case .red: "open, CI is red"
      case .waiting: "open, CI is running"
      case .passed: "open, CI is green"
      case .unchecked: "open, without CI"
      case .declined: "closed by people"
      case .merged: "merged"
      case .closed: "closed by martlet"
      }
    return (rawValue, title)
  }
}

extension ProposalRow {
  fileprivate func cells(_ context: PageContext) -> [Markup] {
    let url = repository.page(ofPullRequest: number)
    let merge: Markup =
      merging == .unwanted ? "–" : .label(Message(stringLiteral: merging.rawValue))
    return [
      .list([
        link(
          "\(repository.name) \(context.forges.reference(number, on: repository.forge))", to: url),
        element("small", [:], [.text(repository.forge)]),
      ]),
      versionList(versions), .text(steps.isEmpty ? "–" : steps.replacing(" ", with: ", ")),
      ciBadge(verdict, of: state), .text(shortened(unsettled)),
      .list([merge, element("small", [:], [.sentence(mergingNote)])]),
      moment(openedAt, at: context.now), moment(updatedAt, at: context.now),
    ]
  }

  fileprivate var json: Value {
    [
      "forge": .string(repository.forge), "repository": .string("\(repository.name)"),
      "number": .int(number),
      "state": .string(state.rawValue), "versions": versionObject(versions),
      "verdict": verdict.map { .string($0.rawValue) } ?? .null,
      "notGreen": .array(unsettled.map { .string($0) }), "merging": .string(merging.rawValue),
      "mergingNote": .string(mergingNote), "updatedAt": .time(updatedAt),
      "steps": .array(steps.split(separator: " ").map { .string(String($0)) }),
      "openedAt": openedAt.map { .time($0) } ?? .null,
    ]
  }
}

/// At most three names, and the number of the others.
func shortened(_ names: [String]) -> String {
  guard !names.isEmpty else { return "–" }
  let more = names.count > 3 ? " and \(names.count - 3) more" : ""
  return names.prefix(3).joined(separator: ", ") + more
}

/// At most three dependencies with their new versions, and the number of the others.
func versionList(_ versions: [String: String]) -> Markup {
  .text(shortened(versions.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }))
}

/// The same as a JSON object.
func versionObject(_ versions: [String: String]) -> Value {
  .object(Object(versions.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
}

/// The result of CI for an open pull request; otherwise the state of the pull request.
func ciBadge(_ verdict: VerdictRecord.Kind?, of state: PullRequestRecord.State) -> Markup {
  guard state == .open else { return badge(state.rawValue) }
  guard let verdict else { return "–" }
  return verdict == .none ? badge("no checks") : badge(verdict.rawValue)
}
