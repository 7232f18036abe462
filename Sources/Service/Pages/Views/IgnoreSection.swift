import Forges
import Languages
import Store

/// What comments in a repository ignore, with a button that takes each back.
struct IgnoreSection {
  let repository: RepositoryID
  let ignores: [Ignore]

  /// Nothing if no comment ignores anything.
  func content(_ context: PageContext) -> [Markup] {
    guard !ignores.isEmpty else { return [] }
    let table = PageTable(
      caption: "Ignored by comments",
      columns: ["Dependency", "Versions", "By", "Since"]
        + (context.visitor.isOperator ? ["Undo"] : []),
      rows: ignores.map { ignore in
        [
          .text(ignore.dependency), .label(Self.versions(ignore)), .text(ignore.author),
          moment(ignore.createdAt, at: context.now),
        ] + (context.visitor.isOperator ? [undo(ignore, for: context.visitor)] : [])
      })
    return [element("h2", [:], ["Ignored by comments"]), table.markup]
  }

  private static func versions(_ ignore: Ignore) -> Message {
    switch ignore.condition {
    case .all: "all"
    case .major: "the major version of \(ignore.version)"
    case .minor: "the minor version of \(ignore.version)"
    case .patch: "\(ignore.version)"
    }
  }

  private func undo(_ ignore: Ignore, for visitor: PageVisitor) -> Markup {
    ActionForm(
      action: .unignore, repository: repository, label: "Propose again",
      fields: [("dependency", ignore.dependency)]
    ).markup(for: visitor)
  }
}
