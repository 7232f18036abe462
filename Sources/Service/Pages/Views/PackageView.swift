import Forges
import JSON
import Languages
import Store

/// A package in the fleet, with its uses and versions.
struct PackageView: View {
  let ecosystem: String
  let name: String
  /// The versions in use, newest first.
  let versions: [VersionUse]
  /// Those of the table.
  private let shown: [VersionUse]
  let list: Listing<Use>
  /// What its updates change of the symbols that repositories use.
  let impacts: ImpactSection
  let query: ListQuery

  /// Reads the uses of a package; nil if there are no uses.
  init?(
    _ store: StateStore, ecosystem: String, name: String, _ query: ListQuery,
    _ sort: VersionSort = VersionSort()
  ) async throws {
    let all = try await store.versions(of: name, ecosystem: ecosystem)
    if all.isEmpty { return nil }
    versions = sort.newestFirst(all, of: ecosystem, version: \.version)
    shown = sort.newestFirst(
      Array(all.prefix(Self.mostVersions)), of: ecosystem, version: \.version)
    list = try await store.uses(
      of: name, ecosystem: ecosystem, at: query.word("version"), query.window)
    impacts = ImpactSection(try await store.impacts(of: name, ecosystem: ecosystem))
    self.ecosystem = ecosystem
    self.name = name
    self.query = query
  }

  var title: Message { "\(name) (\(ecosystem))" }
  var section: Section? { .packages }

  func content(_ context: PageContext) -> [Markup] {
    let shown = query.word("version")
    let heading: Markup = shown.map { "Places at \($0)" } ?? "Places"
    let all = shown.map { _ in
      [element("p", [:], [link(.label("All versions"), to: query.path)])]
    }
    return [element("h2", [:], ["Versions"]), versionTable.markup] + otherVersions
      + impacts.content(context) + [element("h2", [:], [heading])] + (all ?? [])
      + query.paged(usesTable, list.rows.count, of: list.total, .uses)
  }

  /// The most versions that the page has, the most used ones; the document has up to 1,000.
  private static let mostVersions = 100

  /// The number of versions that the table leaves out.
  private var otherVersions: [Markup] {
    let more = versions.count - shown.count
    return more > 0 ? [element("p", ["class": "soft"], [" and \(more) more"])] : []
  }

  private var versionTable: PageTable {
    let total = versions.map(\.manifests).reduce(0, +)
    return PageTable(
      caption: "Versions", columns: ["Version", .number("Places"), .number("Share")],
      rows: shown.map { use in
        let version = use.version.map { link($0, to: query.address("version", $0)) }
        return [
          version ?? "not locked", count(use.manifests),
          use.manifests == total ? "all" : share(use.manifests, of: total),
        ]
      })
  }

  private var usesTable: PageTable {
    PageTable(
      caption: "Places",
      columns: ["Repository", "Manifest", "Kind", "Requirement", "Current", "State", "Why"],
      rows: list.rows.map { use in
        let seen = use.observation
        return [
          link("\(use.repository.name)", to: use.repository.page),
          .text(seen.manifest), .text(seen.kind), code(seen.requirement), code(seen.current),
          stateBadge(seen), seen.why(in: use.repository),
        ]
      },
      empty: query.absence("It is not used.", filtered: "It is not used."))
  }

  var json: [(String, Value)] {
    [
      ("ecosystem", .string(ecosystem)), ("name", .string(name)),
      (
        "versions",
        .array(
          versions.map { use in
            ["version": use.version.map { .string($0) } ?? .null, "places": .int(use.manifests)]
          })
      ),
      ("impacts", impacts.json),
      ("page", .int(query.number)), ("total", .int(list.total)),
      (
        "uses",
        .array(
          list.rows.map { use in
            [
              "forge": .string(use.repository.forge),
              "repository": .string("\(use.repository.name)"),
              "dependency": use.observation.json,
            ]
          })
      ),
    ]
  }
}

/// Formats a part in percent; a small one is not 0 %.
private func share(_ part: Int, of total: Int) -> Markup {
  let percent = (200 * part / total + 1) / 2
  return percent == 0 && part > 0 ? "<1 %" : "\(percent) %"
}

/// Formats a version or a requirement as code; a dash for nil.
///
/// Short texts are not wrapped.
func code(_ text: String?) -> Markup {
  guard let text, !text.isEmpty else { return "–" }
  return element("code", text.utf8.count <= 24 ? ["class": "whole"] : [:], [.text(text)])
}
