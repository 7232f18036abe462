import Configuration
import Ecosystem
import Forges
import Languages
import Store
import Text

/// What a proposed configuration would lead to, from a look-up without a pull request.
struct Preview: Sendable {
  /// The pull requests of the first week, in the order in which they would be opened.
  var planned: [PlannedPullRequest]
  /// The dependencies that wait: for their cooldown, for an approval.
  var waiting: [Plan.NotProposed]
  /// What can't be read, a line each.
  var refused: [String]
  /// Renovate's file in the repository; nil without one.
  var renovateFile: String?
  /// Manifests that only an entry of their own updates, by the ecosystem's name.
  var unasked: [(ecosystem: String, manifests: [String])] = []
  var language = Language.english

  /// The largest number of lines of each list.
  private static let rows = 40

  /// The description of the pull request or of the issue.
  ///
  /// - Parameters:
  ///   - file: the proposed file.
  ///   - inIssue: whether the text is part of it, because an issue has no files.
  ///   - limit: the largest size in UTF-16 units.
  /// - Returns: Markdown with the marker.
  func text(of file: ProposedFile, inIssue: Bool, limit: Int) -> String {
    for rows in [Self.rows, 15, 5] {
      let text = text(of: file, inIssue: inIssue, rows: rows)
      if text.utf16.count <= limit { return text }
    }
    return text(of: file, inIssue: inIssue, rows: 1)
  }

  private func text(of file: ProposedFile, inIssue: Bool, rows: Int) -> String {
    let why =
      file.imported.map { imported in
        language(
          "\(code(imported.path)) of \(imported.bot) says how this repository is kept up to date. The new "
            + "file says it for martlet, and was made by `martlet config import`.")
      }
      ?? language(
        "This repository has no configuration for martlet, so nothing in it is kept up to date.")
    let start =
      inIssue
      ? language("\(why) To begin, add \(code(file.path)) with this text:")
        + "\n\n```yaml\n\(file.text)```"
      : language(
        "\(why) Merge this pull request to begin; change the file on this branch first if you like."
      )
    let decline =
      inIssue
      ? language("To decline, close this issue: you will not be asked again.")
      : language("To decline, close this pull request: you will not be asked again.")
    var parts = [start, decline]
    if let imported = file.imported {
      parts.append(
        language("Switch \(imported.bot) off afterwards, or both propose the same updates."))
      parts.append(
        section(
          language("What isn't the same as in \(imported.path)"), imported.report, rows * 5))
    } else if let renovateFile {
      parts.append(
        language(
          "The repository has \(code(renovateFile)): if Renovate runs here, both bots would propose the same "
            + "steps. \(code("martlet config import \(renovateFile)")) converts that file; remove it, or "
            + "decline."))
    }
    let pulls = planned.map { "- \($0.summary(language))" }
    parts.append(section(language("What would be opened in the first week"), pulls, rows))
    if pulls.isEmpty {
      parts.append(language("Nothing would be opened now: all dependencies are current."))
    }
    parts.append(section(language("What waits"), waiting.compactMap { $0.line(language) }, rows))
    parts.append(
      section(language("What martlet refuses or cannot read"), refused.map { "- \($0)" }, rows))
    if !file.leftOut.isEmpty {
      let names = language.list(file.leftOut.map { code($0) })
      parts.append(
        language(
          "Only martlet's own file can have entries for \(names), which Dependabot refuses."))
    }
    for (ecosystem, manifests) in unasked {
      let names = language.list(manifests.prefix(5).map { code($0) })
      parts.append(language("Only an entry for \(code(ecosystem)) would update \(names)."))
    }
    parts.append(IssuePurpose.onboarding.marker)
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private func section(_ title: String, _ lines: [String], _ rows: Int) -> String {
    guard !lines.isEmpty else { return "" }
    let rest = lines.count - min(rows, lines.count)
    let more = rest > 0 ? [language("- and \(rest) more")] : []
    return "### \(title)\n\n" + (lines.prefix(rows) + more).joined(separator: "\n")
  }
}

extension PlannedPullRequest {
  /// `a` 1.0.0 → 1.1.0, or the name of the group with its members.
  fileprivate func summary(_ language: Language) -> String {
    let moves = members.prefix(10).map { member in
      let current = member.candidateSet.dependency.current
      let from = current.map { "\(code($0)) → " } ?? ""
      return "\(code(member.id)) \(from)\(code(member.newestVersion))"
    }
    let rest = members.count - moves.count
    let list = language.list(moves) + (rest > 0 ? language(" and \(rest) more") : "")
    let security = purpose == .securityUpdates ? language("security: ") : ""
    return security + (group.map { language("the group \(code($0)): \(list)") } ?? list)
  }
}

extension Plan.NotProposed {
  /// The dependency and why it waits; nil for one that is up to date or left out.
  fileprivate func line(_ language: Language) -> String? {
    switch reason {
    case .upToDate, .leftOut, .problem: nil
    default:
      "- \(code(candidateSet.dependency.id)): \(inMarkdown(language.translated("\(reason)")))"
    }
  }
}

extension RepositoryPass {
  /// Reads the repository as if it had the file, and looks its dependencies up.
  ///
  /// - Throws: a `Problem` if the operator's limits leave nothing of the file.
  func preview(_ file: ProposedFile, on base: Base, _ tree: ForgeTree) async throws -> Preview {
    let text = SourceText(file: file.path, file.text)
    let source = tree.source.overlaying([file.path: text])
    let entries =
      if let proposedEntries { try await proposedEntries(source) } else {
        try await self.entries(source, base.head)
      }
    let found = world.discover(in: source.paths, for: entries)
    let read = await world.read(await world.joiningParts(found, in: source), in: source)
    var report = RepositoryReport(repository: forge.id(of: base.repository))
    let states = await lookUp(read, on: base.defaultBranch, &report)
    let plan = Plan(
      states, at: Plan.Target(repository: report.repository, base: base.defaultBranch))
    let failed = states.flatMap(\.candidateSets).compactMap { set in
      set.dependency.problem.map { inMarkdown("\(set.dependency.id): \($0.message)") }
    }
    var preview = Preview(
      planned: plan.plannedPullRequests, waiting: plan.notProposed,
      refused: (report.problems.map { inMarkdown($0.line) } + failed).unique,
      renovateFile: tree.source.paths.first(where: renovateFiles.contains),
      unasked: unasked(in: tree.source.paths))
    preview.language = world.language
    return preview
  }

  /// The places where Renovate looks for its file.
  private var renovateFiles: Set<String> {
    let names = ["renovate.json", "renovate.json5"]
    let folders = ForgeKind.settingsFolders(on: forge.kind)
    return Set(
      names + [".renovaterc", ".renovaterc.json", ".renovaterc.json5"]
        + folders.flatMap { folder in names.map { "\(folder)/\($0)" } })
  }

  /// The manifests that the proposed file doesn't mention, because only an entry may ask for them.
  private func unasked(in paths: [String]) -> [(ecosystem: String, manifests: [String])] {
    // A `package.json` of the file's own entries may name no runtime at all.
    let asked = Set(
      world.ecosystems.filter { !$0.description.isOptIn }
        .flatMap { $0.discover(in: paths).map(\.manifest) })
    return world.ecosystems.filter(\.description.isOptIn).compactMap { ecosystem in
      let projects = ecosystem.discover(in: paths).filter { !asked.contains($0.manifest) }
      guard let word = projects.first.flatMap(world.catalog.word) else { return nil }
      return (word, Set(projects.map(\.manifest)).sorted())
    }
  }
}
