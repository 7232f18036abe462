import JSON
import Store

/// All repositories: how much is outdated, what is open, what went wrong.
struct FleetView: View {
  /// How many repositories a page shows.
  static let size = 100

  let totals: FleetTotals
  let rows: [FleetRow]
  let text: String
  /// Counted from 1.
  let number: Int
  let hasMore: Bool

  /// Reads the page that a query asks for.
  init(_ store: StateStore, query: [String: String]) async throws {
    text = query["q"] ?? ""
    number = min(max(query["page"].flatMap { Int($0) } ?? 1, 1), 100_000)
    totals = try await store.fleetTotals()
    let found = try await store.fleet(
      matching: text, limit: Self.size + 1, offset: (number - 1) * Self.size)
    rows = Array(found.prefix(Self.size))
    hasMore = found.count > Self.size
  }

  var title: String { "Fleet" }

  var content: [Markup] {
    [summary, search, table.markup, pager]
  }

  private var summary: Markup {
    let open = totals.pullRequests["open"] ?? 0
    let red = (totals.verdicts["failed"] ?? 0) + (totals.verdicts["timed-out"] ?? 0)
    return element(
      "p", [:],
      [
        .text(
          "\(totals.repositories) repositories with \(totals.dependencies) dependencies, of which "
            + "\(totals.outdated) are outdated; \(open) open pull requests, \(red) of them red.")
      ])
  }

  private var search: Markup {
    element(
      "form", ["method": "get", "action": "/", "role": "search"],
      [
        element("label", ["for": "q"], ["Repositories whose name contains"]),
        element("input", ["id": "q", "name": "q", "type": "search", "value": text]),
        element("button", ["type": "submit"], ["Search"]),
      ])
  }

  private var table: PageTable {
    PageTable(
      caption: "Repositories",
      columns: [
        "Repository", "Dependencies", "Outdated", "Open", "Red", "Waiting for CI", "Last pass",
        "Problems",
      ],
      rows: rows.map { row in
        [
          link(row.name, to: address("repositories", row.forge, row.name)),
          count(row.dependencies), count(row.outdated), count(row.open), count(row.failing),
          count(row.pending), moment(row.visitedAt), count(row.problems.count),
        ]
      },
      empty: text.isEmpty ? "No repository was looked at yet." : "No repository has such a name.")
  }

  private var pager: Markup {
    var links: [Markup] = []
    let query = text.isEmpty ? "" : "q=" + address(text).dropFirst() + "&"
    if number > 1 { links.append(link("Newer page", to: "/?\(query)page=\(number - 1)")) }
    if hasMore { links.append(link("Next page", to: "/?\(query)page=\(number + 1)")) }
    return links.isEmpty ? .list([]) : element("nav", ["aria-label": "More repositories"], links)
  }

  var json: [(String, Value)] {
    [
      (
        "totals",
        [
          "repositories": .int(totals.repositories), "dependencies": .int(totals.dependencies),
          "outdated": .int(totals.outdated), "pullRequests": counts(totals.pullRequests),
          "verdicts": counts(totals.verdicts),
        ]
      ),
      ("page", .int(number)), ("hasMore", .bool(hasMore)),
      ("repositories", .array(rows.map(\.json))),
    ]
  }

  private func counts(_ numbers: [String: Int]) -> Value {
    .object(Object(numbers.sorted { $0.key < $1.key }.map { ($0.key, .int($0.value)) }))
  }
}

extension FleetRow {
  fileprivate var json: Value {
    [
      "forge": .string(forge), "name": .string(name),
      "visitedAt": visitedAt.map { .number("\($0)") } ?? .null,
      "dependencies": .int(dependencies), "outdated": .int(outdated), "open": .int(open),
      "failing": .int(failing), "pending": .int(pending),
      "problems": .array(problems.map { .string($0) }),
    ]
  }
}
