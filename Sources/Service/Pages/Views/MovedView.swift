import Forges
import JSON
import Languages
import Store

/// Versions with different contents in pull requests of the fleet, with who has which.
struct MovedView: View {
  let found: [MovedContent]

  /// Reads the versions.
  init(_ store: StateStore) async throws {
    found = try await store.movedContents()
  }

  var title: Message { "Changed contents" }
  var section: Section? { .packages }

  func content(_ context: PageContext) -> [Markup] {
    let table = PageTable(
      caption: "Tags, digests and checksums that changed",
      columns: ["Package and version", "Ecosystem", "Content", "Pull requests"],
      rows: found.flatMap { moved in
        moved.variants.map { variant in
          [
            .text(moved.subject), .text(moved.ecosystem), code(variant.value),
            .list(uses(variant.uses, context)),
          ]
        }
      }, empty: "Every version has the same content in all pull requests.")
    return [
      element(
        "p", [:],
        [
          .label(
            "A tag that was moved, or an archive that was replaced, has two contents here. The same "
              + "name in two registries has, too.")
        ]), table.markup,
    ]
  }

  private func uses(_ uses: [MovedContent.Use], _ context: PageContext) -> [Markup] {
    uses.flatMap { use -> [Markup] in
      let reference = context.forges.reference(use.number, on: use.repository.forge)
      let note: Markup = use.isProposed ? " " : " (found later) "
      return [
        link(
          "\(use.repository.name) \(reference)",
          to: address("pull-requests", use.repository.forge, "\(use.repository.name)/\(use.number)")
        ),
        note,
      ]
    }
  }

  var json: [(String, Value)] {
    [("moved", .array(found.map(\.json)))]
  }
}

extension MovedContent {
  fileprivate var json: Value {
    [
      "ecosystem": .string(ecosystem), "subject": .string(subject),
      "variants": .array(
        variants.map { variant in
          [
            "value": .string(variant.value),
            "uses": .array(
              variant.uses.map { use in
                [
                  "forge": .string(use.repository.forge),
                  "repository": .string("\(use.repository.name)"), "number": .int(use.number),
                  "proposed": .bool(use.isProposed),
                ]
              }),
          ]
        }),
    ]
  }
}
