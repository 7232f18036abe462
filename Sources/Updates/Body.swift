import Ecosystem
import Versioning

extension Update {
  /// What a reviewer reads: what moves, what to look at first, what upstream says of it, and how to
  /// answer.
  ///
  /// - Parameter annotation: what was found out about the update.
  /// - Returns: Markdown that ends with a newline.
  package func body(_ annotation: Annotation = Annotation()) -> String {
    let names = leads.map(\.dependency.name).unique
    let first = LookFirst(annotation: annotation, followers: followers, leads: names, fixes: fixes)
    let sections =
      [introduction(), table(), along(), requirements(), first.text]
      + names.compactMap { annotation.notes[$0] }
      + [footer, BodyMarker(self).text]
    return sections.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private func introduction() -> String {
    guard leads.count == 1, let lead = leads.first else {
      return "Bumps \(leads.count) dependencies\(place)."
    }
    return "Bumps \(name(lead)) from \(code(lead.from)) to \(code(lead.to))\(place).\(kind(lead))"
  }

  private var place: String {
    let directories = parts.map(\.project.directory).unique
    return directories == ["/"]
      ? "" : " in " + directories.map { "`\($0)`" }.joined(separator: ", ")
  }

  private func kind(_ lead: Lead) -> String {
    let step = lead.step.map { "a \($0.rawValue) update" } ?? "an update"
    let through = lead.dependency.kind == .direct ? "direct" : "indirect"
    return " It is \(step) of \(article(through)) \(lead.dependency.group.rawValue) dependency."
  }

  private func article(_ word: String) -> String {
    "aeiou".contains(word.prefix(1)) ? "an \(word)" : "a \(word)"
  }

  private func table() -> String {
    guard leads.count > 1 else { return "" }
    let rows = leads.map { "| \(name($0)) | \(code($0.from)) | \(code($0.to)) |" }
    return (["| Package | From | To |", "| --- | --- | --- |"] + rows.unique)
      .joined(separator: "\n")
  }

  private func along() -> String {
    guard !followers.isEmpty else { return "" }
    let rows = followers.map { move in
      "| \(code(move.name)) | \(move.from.map(code) ?? "new") | \(move.to.map(code) ?? "gone") |"
    }
    return (["These move along:", "", "| Package | From | To |", "| --- | --- | --- |"] + rows)
      .joined(separator: "\n")
  }

  private func requirements() -> String {
    let lines = parts.flatMap { part in
      part.change.moves.compactMap { move in
        move.requirement.map { edit in
          "The requirement of \(code(move.name)) in `\(part.project.manifest)` becomes "
            + "\(code(edit.after)); it was \(code(edit.before))."
        }
      }
    }
    return lines.joined(separator: "\n")
  }

  private func name(_ lead: Lead) -> String {
    let name = lead.dependency.name
    return lead.dependency.source.flatMap(webURL).map { "[\(name)](\($0))" } ?? code(name)
  }
}

/// Sets foreign text as code, in which Markdown, mentions and references are dead.
func code(_ text: String) -> String {
  let text = shown(text).replacing("\n", with: " ")
  let longest = text.split(whereSeparator: { $0 != "`" }).map(\.count).max() ?? 0
  let fence = String(repeating: "`", count: longest + 1)
  return longest == 0 ? "`\(text)`" : "\(fence) \(text) \(fence)"
}

private let footer = """
  ---

  martlet moves this pull request to newer versions and rebuilds it when it conflicts with its \
  base. Close it to decline this version and older ones. Push a commit of your own, and martlet \
  leaves the branch alone.

  <details>
  <summary>Commands for those with write access, at the start of a comment</summary>

  \(CommandList.table)

  </details>
  """
