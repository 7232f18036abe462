import Configuration
import Forges
import Languages
import Store

/// The issue that says that a repository's configuration can't be read.
enum Notice {
  /// The title without the file's name, which can change.
  static let title = Message("martlet can't read its configuration")

  /// The largest number of mistakes that are listed.
  private static let limit = 20

  /// Lists the mistakes with their places.
  ///
  /// - Parameters:
  ///   - mistakes: lines such as `.github/dependabot.yml:3:5: error: unknown key 'stat'`.
  ///   - language: the language of the text around them.
  /// - Returns: Markdown with the marker.
  static func text(_ mistakes: [String], in language: Language = .english) -> String {
    let lines = mistakes.prefix(limit).map { "- \(code(shortened($0, to: 600)))" }
    let rest = mistakes.count - lines.count
    let more = rest > 0 ? [language("- and \(rest) more")] : []
    let start = language(
      "The parts of the configuration with these mistakes are not used. Each line has the file, the "
        + "line and the column, then what was expected.")
    let end = language(
      "To fix it, correct the file on the default branch. `martlet config check FILE` lists all "
        + "mistakes of a file before it is pushed. This issue is updated with each visit, and closed "
        + "when the file can be read.")
    return """
      \(start)

      \((lines + more).joined(separator: "\n"))

      \(end)

      \(IssuePurpose.notice.marker)
      """
  }

  /// The text once all mistakes are gone.
  static func solved(in language: Language) -> String {
    "\(language("The configuration can be read again."))\n\n\(IssuePurpose.notice.marker)"
  }
}

extension RepositoryPass {
  /// Writes or closes the issue about the configuration, if the operator wants one.
  ///
  /// It is never opened in a fork, nor in a public repository of somebody else. A person who closes it
  /// is not asked again before the mistakes change.
  ///
  /// - Throws: `ForgeError` or `DatabaseError`.
  func writeNotice(_ report: RepositoryReport, in name: RepositoryName) async throws {
    guard world.people.notices == .issue, let mistakes = report.configurationErrors,
      let keeper = IssueKeeper(
        .notice, titled: world.language(Notice.title), in: name, by: self)
    else { return }
    let found = try await keeper.find()
    guard !mistakes.isEmpty else {
      guard found.issue?.isOpen == true else { return }
      _ = try await keeper.write(Notice.solved(in: world.language), over: found, isOpen: false)
      return
    }
    let text = forge.kind.text.inert(Notice.text(mistakes, in: world.language))
    if let issue = found.issue, !issue.isOpen, found.record.body == text { return }
    if found.issue == nil { guard try await mayAddress(name) else { return } }
    _ = try await keeper.write(text, over: found)
  }

  /// The repository as listed, or else as the forge describes it.
  func repository(_ name: RepositoryName) async throws(ForgeError) -> Forges.Repository {
    if let known = listed(name) { return known }
    return try await forge.repository(name)
  }

  /// Whether martlet may write to the people of a repository unasked: it is not a fork, and it is
  /// private or belongs to an owner in the operator's patterns.
  func mayAddress(_ name: RepositoryName) async throws(ForgeError) -> Bool {
    let known = try await repository(name)
    guard !known.isFork else { return false }
    return known.isPrivate || world.isOwn(forge.id(of: name))
  }
}
