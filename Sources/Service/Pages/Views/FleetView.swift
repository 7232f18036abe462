import Forges
import JSON
import Languages
import Store
import Time
import Updates

/// All repositories, with failed checks, outdated and held dependencies, and problems.
struct FleetView: View {
  let totals: FleetTotals
  let list: Listing<FleetRow>
  let query: ListQuery
  let filter: FleetQuery.Filter
  let order: FleetQuery.Order
  /// The pause of the whole fleet.
  let pause: Pause?
  let trends: TrendSection

  /// Reads the page of a query.
  init(
    _ store: StateStore, _ query: ListQuery, now: Timestamp = .now()
  ) async throws {
    self.query = query
    trends = TrendSection(
      trends: try await store.trends(since: TrendSection.start(at: now)), now: now)
    filter = query.choice("show", else: .all)
    order = query.choice("sort", else: .attention)
    totals = try await store.fleetTotals()
    pause = try await store.pauses().first { $0.repository == nil }
    var wanted = FleetQuery(query.text, filter, by: order, window: query.window)
    wanted.owner = query.word("owner") ?? ""
    wanted.team = query.word("team") ?? ""
    list = try await store.fleet(wanted)
  }

  var title: Message { "Fleet" }
  var section: Section? { .fleet }

  func content(_ context: PageContext) -> [Markup] {
    notices(context) + [tiles(numbers), search.markup]
      + query.paged(
        table(at: context.now), list.rows.count, of: list.total, .repositories)
      + trends.content
  }

  private func notices(_ context: PageContext) -> [Markup] {
    let form = ActionForm(
      action: pause == nil ? .pause : .resume, label: pause == nil ? "Pause all" : "Resume all")
    let notice = pause.map { pause in
      element(
        "p", ["class": "alarm", "role": "alert"],
        [
          "No repository is visited: paused by \(pause.author) ",
          moment(pause.at, at: context.now),
        ])
    }
    return [notice].compactMap(\.self) + [actions([form], for: context.visitor)]
  }

  private var numbers: [Tile] {
    let red = (totals.verdicts["failed"] ?? 0) + (totals.verdicts["timed-out"] ?? 0)
    return [
      Tile(number: totals.repositories, label: "repositories", address: "/"),
      Tile(
        number: totals.vulnerable, label: "vulnerable dependencies", address: "/?show=vulnerable",
        tone: .bad),
      Tile(number: totals.outdated, label: "outdated dependencies", address: "/?show=outdated"),
      Tile(
        number: totals.pullRequests["open"] ?? 0, label: "open pull requests",
        address: "/pull-requests"),
      Tile(number: red, label: "with red CI", address: "/pull-requests?show=red", tone: .bad),
      Tile(
        number: totals.verdicts["pending"] ?? 0, label: "waiting for CI",
        address: "/pull-requests?show=waiting", tone: .busy),
      Tile(
        number: totals.hindered, label: "with problems", address: "/?show=problems", tone: .bad),
    ]
  }

  private var search: SearchForm {
    SearchForm(
      path: "/", label: "Name contains", text: query.text, owner: query.word("owner") ?? "",
      team: query.word("team") ?? "",
      choices: [
        .init(
          name: "show", label: "Show", options: FleetQuery.Filter.allCases.map(\.option),
          chosen: filter.rawValue),
        .init(
          name: "sort", label: "Order", options: FleetQuery.Order.allCases.map(\.option),
          chosen: order.rawValue),
      ])
  }

  private func table(at now: Timestamp) -> PageTable {
    PageTable(
      caption: "Repositories",
      columns: [
        "Repository", "State", .number("Vulnerable"), .number("Outdated"), .number("Held"),
        .number("Open"),
        .number("Red"), .number("Waiting"), "Last new pass",
      ],
      rows: list.rows.map { $0.cells(at: now) },
      empty: query.absence(
        "No repository has been visited yet. 'martlet doctor' checks whether the forge responds.",
        filtered: "No repository matches."))
  }

  var json: [(String, Value)] {
    [
      (
        "totals",
        [
          "repositories": .int(totals.repositories), "dependencies": .int(totals.dependencies),
          "vulnerable": .int(totals.vulnerable), "outdated": .int(totals.outdated),
          "unevaluated": .int(totals.unevaluated),
          "hindered": .int(totals.hindered), "pullRequests": counts(totals.pullRequests),
          "verdicts": counts(totals.verdicts),
        ]
      ),
      ("paused", .bool(pause != nil)), ("page", .int(query.number)), ("total", .int(list.total)),
      ("repositories", .array(list.rows.map(\.json))), ("trends", trends.json),
    ]
  }

  private func counts(_ numbers: [String: Int]) -> Value {
    .object(Object(numbers.sorted { $0.key < $1.key }.map { ($0.key, .int($0.value)) }))
  }
}

extension FleetQuery.Filter {
  fileprivate var option: (String, Message) {
    let title: Message =
      switch self {
      case .all: "all repositories"
      case .red: "with red CI"
      case .waiting: "waiting for CI"
      case .problems: "with problems"
      case .vulnerable: "with something vulnerable"
      case .outdated: "with something outdated"
      case .held: "with something held"
      case .open: "with open pull requests"
      case .noFile: "without a configuration file"
      case .inactive: "without updates"
      }
    return (rawValue, title)
  }
}

extension FleetQuery.Order {
  fileprivate var option: (String, Message) {
    let title: Message =
      switch self {
      case .attention: "what needs attention first"
      case .name: "by name"
      case .outdated: "most outdated first"
      case .oldest: "least recently changed first"
      }
    return (rawValue, title)
  }
}

extension RepositoryCondition {
  /// The state of a repository without updates in two words at most.
  fileprivate var standing: String {
    switch self {
    case .active: "watched"
    case .noFile: "no file"
    case .mistaken: "mistakes"
    case .unsupported: "unsupported"
    case .nothingFound: "nothing found"
    case .empty: "empty"
    case .fork: "fork"
    case .archived: "archived"
    case .noRights: "no rights"
    }
  }
}

extension FleetRow {
  /// The most urgent state as one word.
  var standing: String {
    if failing > 0 { return "red" }
    if !problems.isEmpty || unevaluated > 0 { return "problem" }
    if vulnerable > 0 { return "vulnerable" }
    if pending > 0 { return "waiting" }
    if condition != .active { return condition.standing }
    if dependencies == 0 { return "unwatched" }
    return outdated > 0 ? "outdated" : "fresh"
  }

  /// The problem in one line; nil if there is no problem.
  private var failure: String? {
    if let first = problems.first.map({ Self.beginning(of: $0.message) }) {
      return problems.count == 1 ? first : "\(first) (and \(problems.count - 1) more)"
    }
    guard unevaluated > 0 else { return condition.reason }
    return Counted.dependencies.message(unevaluated).english + " could not be looked up"
  }

  /// The beginning of a message; the repository's page has all of it.
  private static func beginning(of message: String) -> String {
    message.count > 300 ? message.prefix(300) + "…" : message
  }

  fileprivate func cells(at now: Timestamp) -> [Markup] {
    let url = repository.page
    let pulls = { (show: String, number: Int) -> Markup in
      guard number > 0 else { return count(number) }
      let target = ListQuery.address("/pull-requests", ["q": "\(repository.name)", "show": show])
      return link(grouped(number), to: target)
    }
    let note = [.text(repository.forge)] + (failure.map { [Markup.text(": " + $0)] } ?? [])
    return [
      .list([link("\(repository.name)", to: url), element("small", [:], note)]), badge(standing),
      count(vulnerable), count(outdated), count(held), pulls("open", open), pulls("red", failing),
      pulls("waiting", pending), moment(visitedAt, at: now),
    ]
  }

  fileprivate var json: Value {
    [
      "forge": .string(repository.forge), "name": .string("\(repository.name)"),
      "standing": .string(standing),
      "visitedAt": visitedAt.map { .time($0) } ?? .null,
      "dependencies": .int(dependencies), "vulnerable": .int(vulnerable),
      "outdated": .int(outdated), "held": .int(held),
      "unevaluated": .int(unevaluated), "open": .int(open), "failing": .int(failing),
      "pending": .int(pending),
      "condition": .string(condition.rawValue), "owners": .array(owners.map { .string($0) }),
      "reason": condition.reason.map { .string($0) } ?? .null,
      "problems": .array(problems.map { .string($0.message) }),
    ]
  }
}
