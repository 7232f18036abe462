package import Languages

/// Renders notes as Markdown for the body of a pull request.
extension Notes {
  /// The format of sections.
  package enum Style: Sendable {
    /// `<details>`, which GitHub, GitLab and Gitea support.
    case folding
    /// Headings only, for hosts without HTML.
    case plain
  }

  /// The maximum number of lines of a section.
  private static let lineLimit = 50

  /// Renders the sanitised sections, each with at most fifty lines, within a total limit.
  ///
  /// Text that does not fit is cut at a line of its source before rendering, so the markup stays
  /// balanced.
  ///
  /// - Parameters:
  ///   - limit: the maximum size in UTF-8 bytes.
  ///   - style: the format of sections.
  ///   - language: the language of titles and links.
  /// - Returns: Markdown; empty if nothing was found or nothing fits.
  package func markdown(
    limit: Int, style: Style = .folding, in language: Language = .english
  ) -> String {
    var lines = Self.lineLimit
    while lines > 0 {
      let text = markdown(lines: lines, style, language)
      if text.utf8.count <= limit { return text }
      lines /= 2
    }
    let links = links(language)
    return links.utf8.count <= limit ? links : ""
  }

  /// Writes the sections at several lengths, for a body in which many notes share the room.
  ///
  /// - Parameters:
  ///   - style: how sections are shown.
  ///   - language: the language of titles and links.
  /// - Returns: Markdown, the longest first; each shorter one says that it was shortened and links
  ///   to the whole. Empty if nothing was found.
  package func renderings(
    style: Style = .folding, in language: Language = .english
  ) -> [String] {
    let whole = markdown(lines: Self.lineLimit, style, language)
    guard !whole.isEmpty else { return [] }
    var result = [whole]
    for lines in [24, 12, 6, 3, 0] {
      let text = lines == 0 ? links(language) : markdown(lines: lines, style, language)
      let shortened = [text, shortening(language)].filter { !$0.isEmpty }.joined(separator: "\n\n")
      if shortened.utf8.count < result[result.count - 1].utf8.count { result.append(shortened) }
    }
    return result
  }

  /// The visible mark of notes that were shortened.
  private func shortening(_ language: Language) -> String {
    let releases = releases.value.flatMap { all in
      all.count == 1 ? all.first?.page : repository.map { $0.page + "/releases" }
    }
    let page = releases ?? changelog.value?.page ?? comparison ?? repository?.page
    return page.map { language("Shortened to fit this description: [all notes](\($0))") }
      ?? language("Shortened to fit this description.")
  }

  private func markdown(lines: Int, _ style: Style, _ language: Language) -> String {
    let parts = [releasePart(lines), changelogPart(lines), commitPart(lines)].compactMap(\.self)
    return (parts.map { $0.rendered(style, language) } + [links(language)]).filter { !$0.isEmpty }
      .joined(separator: "\n\n")
  }

  /// Links that are useful even if nothing else fits.
  private func links(_ language: Language) -> String {
    [
      upgradeGuide.map { language("[Upgrade guide](\($0))") },
      comparison.map { language("[Compare \(code(old)) with \(code(new))](\($0))") },
    ].compactMap(\.self).joined(separator: " · ")
  }

  private func releasePart(_ limit: Int) -> Part? {
    guard let releases = releases.value, let first = releases.first else { return nil }
    let base = LinkBase(page: repository.map { $0.page + "/blob/HEAD/" } ?? first.page)
    let text = releases.map { release in
      "## \(release.title)\n\n\(release.text)"
    }.joined(separator: "\n\n")
    let page =
      releases.count == 1 ? first.page : (repository.map { $0.page + "/releases" } ?? first.page)
    return Part(title: Message("Release notes"), source: text, base: base, page: page, limit: limit)
  }

  private func changelogPart(_ limit: Int) -> Part? {
    guard let changelog = changelog.value else { return nil }
    return Part(
      title: Message("Changelog"), source: changelog.text, base: LinkBase(page: changelog.page),
      page: changelog.page, limit: limit)
  }

  private func commitPart(_ limit: Int) -> Part? {
    guard let commits = commits.value, let first = commits.first else { return nil }
    let base = LinkBase(page: first.page)
    let lines = commits.prefix(limit).map { commit in
      let title = commit.title.replacing("`", with: "'")
      return "- [`\(commit.id.prefix(7))`](\(commit.page)) \(title)"
    }
    return Part(
      title: Message("Commits"), source: lines.joined(separator: "\n"), base: base,
      page: comparison,
      limit: Self.lineLimit)
  }

  private func code(_ version: String) -> String { "`\(version.filter { $0 != "`" })`" }
}

/// A titled section before rendering.
private struct Part {
  let title: Message
  let body: String
  /// The page with the complete text, if something was left out.
  let rest: String?

  init(title: Message, source: String, base: LinkBase, page: String?, limit: Int) {
    self.title = title
    let all = source.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let kept = all.filter { LinkDefinition($0) == nil }
    let lines = kept.map { $0.utf8.count <= Self.widthLimit ? $0 : Self.shortened($0) }
    let shown = lines.prefix(limit).joined(separator: "\n")
    let definitions = LinkDefinition.used(in: shown, from: all).map(\.line).joined(separator: "\n")
    body = Sanitiser.clean(definitions.isEmpty ? shown : definitions + "\n\n" + shown, base: base)
    let isWhole =
      lines.count <= limit && lines == kept && shown.utf8.count <= Sanitiser.inputLimit
    rest = isWhole ? nil : page ?? base.page
  }

  /// The maximum length of a line in bytes.
  ///
  /// A longer line would push out the lines after it.
  private static let widthLimit = 2_000

  private static func shortened(_ line: Substring) -> Substring {
    let head = Substring(String(decoding: line.utf8.prefix(widthLimit), as: UTF8.self))
    return head.prefix(upTo: head.lastIndex(of: " ") ?? head.endIndex) + " …"
  }

  func rendered(_ style: Notes.Style, _ language: Language) -> String {
    let title = language(title)
    var quoted = body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { $0.isEmpty ? ">" : "> \($0)" }.joined(separator: "\n")
    if let rest { quoted += "\n\n" + language("… [the rest](\(rest))") }
    switch style {
    case .folding: return "<details>\n<summary>\(title)</summary>\n\n\(quoted)\n\n</details>"
    case .plain: return "### \(title)\n\n\(quoted)"
    }
  }
}
