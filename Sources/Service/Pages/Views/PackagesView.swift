import JSON
import Languages
import Store

/// All packages of the fleet, most used first.
struct PackagesView: View {
  let list: Listing<PackageRow>
  let query: ListQuery

  /// Reads the page of a query.
  init(_ store: StateStore, _ query: ListQuery) async throws {
    self.query = query
    list = try await store.packages(matching: query.text, query.window)
  }

  var title: Message { "Packages" }
  var section: Section? { .packages }

  func content(_ context: PageContext) -> [Markup] {
    [SearchForm(path: "/packages", label: "Name contains", text: query.text).markup]
      + query.paged(table, list.rows.count, of: list.total, .packages)
      + [
        element("p", [:], [link(.label("Tags and checksums that changed"), to: address("moved"))])
      ]
  }

  private var table: PageTable {
    PageTable(
      caption: "Packages",
      columns: [
        "Package", "Ecosystem", .number("Repositories"), .number("Places"),
        .number("Versions in use"), .number("Outdated places"),
      ],
      rows: list.rows.map { row in
        [
          link(row.name, to: address("packages", row.ecosystem, row.name)),
          .text(row.ecosystem), count(row.repositories), count(row.manifests),
          count(row.versions), count(row.outdated),
        ]
      },
      empty: query.absence(
        "There are no dependencies yet.", filtered: "No package matches."))
  }

  var json: [(String, Value)] {
    [
      ("page", .int(query.number)), ("total", .int(list.total)),
      (
        "packages",
        .array(
          list.rows.map { row in
            [
              "ecosystem": .string(row.ecosystem), "name": .string(row.name),
              "repositories": .int(row.repositories), "places": .int(row.manifests),
              "versions": .int(row.versions), "outdated": .int(row.outdated),
            ]
          })
      ),
    ]
  }
}
