import JSON
import Store

/// One package across the fleet: where it is used, and at which versions.
struct PackageView: View {
  private static let limit = 1_000

  let ecosystem: String
  let name: String
  let uses: [Use]

  /// Reads its uses; nil where there are none.
  init?(_ store: StateStore, ecosystem: String, name: String) async throws {
    uses = try await store.uses(of: name, ecosystem: ecosystem, limit: Self.limit)
    if uses.isEmpty { return nil }
    self.ecosystem = ecosystem
    self.name = name
  }

  var title: String { "\(name) (\(ecosystem))" }

  var content: [Markup] {
    let versions = Dictionary(grouping: uses) { $0.observation.current ?? "no version" }
      .mapValues(\.count).sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return [
      element("h2", [:], ["Versions"]),
      PageTable(
        caption: "Versions", columns: ["Version", "Places"],
        rows: versions.map { [.text($0.key), count($0.value)] }
      ).markup,
      element("h2", [:], ["Places"]),
      PageTable(
        caption: "Places",
        columns: ["Repository", "Manifest", "Requirement", "Current", "State", "Why"],
        rows: uses.map { use in
          [
            link(use.repository, to: address("repositories", use.forge, use.repository)),
            .text(use.observation.manifest), .text(use.observation.requirement),
            .text(use.observation.current ?? "–"), badge(use.observation.state),
            .text(use.observation.words),
          ]
        }
      ).markup,
    ]
  }

  var json: [(String, Value)] {
    [
      ("ecosystem", .string(ecosystem)), ("name", .string(name)),
      (
        "uses",
        .array(
          uses.map { use in
            [
              "forge": .string(use.forge), "repository": .string(use.repository),
              "dependency": use.observation.json,
            ]
          })
      ),
    ]
  }
}
