/// A pull request as a page to read.
enum LocalPage {
  /// Writes Markdown: title, state, body, comments.
  static func text(_ record: LocalPullRequest) -> String {
    var facts = [
      "\(record.state.rawValue), `\(record.head)` into `\(record.base)`, by \(record.author)"
    ]
    if !record.labels.isEmpty { facts.append("labels: \(record.labels.joined(separator: ", "))") }
    if !record.assignees.isEmpty {
      facts.append("assigned to \(record.assignees.joined(separator: ", "))")
    }
    let head = "# \(record.title) (#\(record.number))\n\n\(facts.joined(separator: "; "))\n\n"
    let comments = record.comments.map { "\n---\n\n**\($0.author)**:\n\n\($0.body)\n" }
    return head + record.body + "\n" + comments.joined()
  }
}
