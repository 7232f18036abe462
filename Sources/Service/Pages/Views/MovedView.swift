import Forges
import JSON
import Languages
import Store

/// Versions with different contents in pull requests of the fleet, with who has which.
struct MovedView: View {
  let found: [MovedContent]
  /// Versions of another origin than the one before.
  let originWarnings: [FleetOriginWarning]

  /// Reads the versions.
  init(_ store: StateStore, _ sort: VersionSort = VersionSort()) async throws {
    let all = try await store.movedContents()
    // Sorted by package, so that the versions of each follow one another.
    found = all.chunked { [$0.ecosystem, $0.name] }.flatMap { moved in
      sort.newestFirst(moved, of: moved[0].ecosystem, version: \.version)
    }
    originWarnings = try await store.originWarnings()
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
        ]), table.markup, origins(context),
    ]
  }

  private func origins(_ context: PageContext) -> Markup {
    PageTable(
      caption: "Versions of another origin",
      columns: ["Package and version", "What changed", "Pull requests"],
      rows: originWarnings.map { found in
        [
          .text(found.originWarning.subject), .sentence(found.originWarning.reason),
          .list(
            found.uses.prefix(Self.mostUses).flatMap {
              [pullRequest($0.repository, $0.number, context), " "]
            } + others(found.uses.count)),
        ]
      }, empty: "No open pull request proposes a version of another origin."
    ).markup
  }

  private func uses(_ uses: [MovedContent.Use], _ context: PageContext) -> [Markup] {
    uses.prefix(Self.mostUses).flatMap { use -> [Markup] in
      let note: Markup = use.isProposed ? " " : " (found later) "
      return [pullRequest(use.repository, use.number, context), note]
    } + others(uses.count)
  }

  /// The most pull requests that one cell links; the document has all of them.
  private static let mostUses = 20

  /// The number of pull requests that a cell leaves out.
  private func others(_ total: Int) -> [Markup] {
    let more = total - Self.mostUses
    return more > 0 ? [" and \(more) more"] : []
  }

  private func pullRequest(
    _ repository: RepositoryID, _ number: Int, _ context: PageContext
  ) -> Markup {
    let reference = context.forges.reference(number, on: repository.forge)
    return link(
      "\(repository.name) \(reference)",
      to: address("pull-requests", repository.forge, "\(repository.name)/\(number)"))
  }

  var json: [(String, Value)] {
    [("moved", .array(found.map(\.json))), ("originWarnings", .array(originWarnings.map(\.json)))]
  }
}

extension Array {
  /// Divides it into runs of elements with the same key.
  func chunked(by key: (Element) -> [String]) -> [[Element]] {
    reduce(into: []) { chunks, element in
      if let last = chunks.last?.last, key(last) == key(element) {
        chunks[chunks.count - 1].append(element)
      } else {
        chunks.append([element])
      }
    }
  }
}

extension MovedContent {
  /// The package of the subject.
  fileprivate var name: String {
    String(subject.split(separator: " ").dropLast().joined(separator: " "))
  }

  /// The version of the subject.
  fileprivate var version: String? { subject.split(separator: " ").last.map(String.init) }

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

extension FleetOriginWarning {
  fileprivate var json: Value {
    [
      "subject": .string(originWarning.subject), "reason": .string(originWarning.reason),
      "uses": .array(
        uses.map { use in
          [
            "forge": .string(use.repository.forge),
            "repository": .string("\(use.repository.name)"), "number": .int(use.number),
          ]
        }),
    ]
  }
}
