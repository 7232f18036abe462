import Forges
import JSON
import Languages
import Store
import Time

/// What pull requests would be that wait, each behind a summary that opens it.
struct PreviewSection {
  let previews: [PreviewRecord]

  /// Empty without a request for one.
  func content(_ context: PageContext) -> [Markup] {
    guard !previews.isEmpty else { return [] }
    return [
      element("h2", ["id": "previews"], ["Not opened yet"]),
      element(
        "p", [:], ["What would be proposed if the waiting updates were opened now. Nothing is."]),
    ] + previews.map { item(for: $0, at: context.now) }
  }

  private func item(for preview: PreviewRecord, at now: Timestamp) -> Markup {
    guard preview.madeAt != nil else {
      return element(
        "p", [:],
        ["\(preview.dependency) \(preview.version): the preview is made by the next visit."])
    }
    let title =
      preview.title.isEmpty ? "\(preview.dependency) \(preview.version)" : preview.title
    let failure =
      preview.failure.isEmpty
      ? [] : [element("p", ["class": "failure"], [.sentence(preview.failure)])]
    return element(
      "details", ["class": "log"],
      [element("summary", [:], [.text(title), .text(" "), moment(preview.madeAt, at: now)])]
        + failure + part("Description", preview.body) + part("Changes", preview.diff))
  }

  private func part(_ title: Message, _ text: String) -> [Markup] {
    guard !text.isEmpty else { return [] }
    return [
      element("h3", [:], [.label(title)]),
      element("pre", ["tabindex": "0"], [.text(text)]),
    ]
  }

  /// The format of the API.
  var json: Value {
    .array(
      previews.map { preview in
        [
          "ecosystem": .string(preview.ecosystem), "directory": .string(preview.directory),
          "dependency": .string(preview.dependency), "version": .string(preview.version),
          "requestedAt": .time(preview.requestedAt),
          "madeAt": preview.madeAt.map { .time($0) } ?? .null, "title": .string(preview.title),
          "body": .string(preview.body), "diff": .string(preview.diff),
          "failure": preview.failure.isEmpty ? .null : .string(preview.failure),
        ]
      })
  }
}
