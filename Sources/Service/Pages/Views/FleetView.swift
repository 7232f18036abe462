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
      Tile(number: totals.repositories, label: "repositories", address: "/")
    ] + unvisited + [
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

  private var unvisited: [Tile] {
    guard totals.unvisited > 0 else { return [] }
    return [
      Tile(
        number: totals.unvisited, label: "not visited yet", address: "/?show=unvisited",
        tone: .busy)
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
        "No repository is known yet. 'martlet doctor' checks whether the forge responds.",
        filtered: "No repository matches."))
  }

  var json: [(String, Value)] {
    [
      (
        "totals",
        [
          "repositories": .int(totals.repositories), "unvisited": .int(totals.unvisited),
          "dependencies": .int(totals.dependencies),
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
      case .unvisited: "not visited yet"
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
    if visitedAt == nil { return "not visited" }
    if condition != .active { return condition.standing }
    if dependencies == 0 { return "unwatched" }
    return outdated > 0 ? "outdated" : "fresh"
  }

  /// Why the repository gets no updates, or none yet; nil if it gets them.
  var reason: String? { visitedAt == nil ? "has not been visited yet" : condition.reason }

  /// Returns the first problem and the number of others, or the reason for no updates, if any.
  private var failure: [Markup] {
    if let first = problems.first.map({ Self.beginning(of: $0.message) }) {
      let more = problems.count - 1
      return [.sentence(first)] + (more > 0 ? [" (and \(more) more)"] : [])
    }
    guard unevaluated > 0 else { return [reason.map { .sentence($0) }].compactMap(\.self) }
    return [
      unevaluated == 1
        ? "1 dependency could not be looked up"
        : "\(unevaluated) dependencies could not be looked up"
    ]
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
    let failure = failure
    let note = [.text(repository.forge)] + (failure.isEmpty ? [] : [.text(": ")] + failure)
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
      "condition": visitedAt == nil ? .null : .string(condition.rawValue),
      "owners": .array(owners.map { .string($0) }),
      "reason": reason.map { .string($0) } ?? .null,
      "problems": .array(problems.map { .string($0.message) }),
    ]
  }
}
