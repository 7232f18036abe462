/// Finds highlights in the notes.
extension Search {
  /// The maximum number of highlights per dependency, to keep the list readable.
  private static let limit = 8

  /// Finds the lines about security, breaking changes, deprecations and upgrades.
  ///
  /// The lines of each kind are in the order of the text. A line in both the release notes and the
  /// changelog is included once.
  func highlights(of notes: Notes) -> [Highlight] {
    var found: [Highlight] = []
    if let changelog = notes.changelog.value {
      let base = LinkBase(page: changelog.page)
      found += HighlightScan.lines(of: changelog.text).map { line in
        let number = line.number < changelog.lines.count ? changelog.lines[line.number] : nil
        return Highlight(
          line.kind, Sanitiser.line(line.text, base: base),
          page: number.map { host.linePage(changelog.page, $0) } ?? changelog.page)
      }
    }
    for release in notes.releases.value ?? [] {
      let base = LinkBase(page: host.repository.page + "/blob/HEAD/")
      found += HighlightScan.lines(of: release.text).map { line in
        Highlight(line.kind, Sanitiser.line(line.text, base: base), page: release.page)
      }
    }
    if let guide = notes.upgradeGuide, isMajor {
      found.append(Highlight(.upgradeGuide, "Upgrade guide", page: guide))
    }
    return chosen(found)
  }

  /// Whether the first numbers of both versions differ; only then the upgrade guide is relevant.
  private var isMajor: Bool {
    func first(_ version: String) -> Substring {
      version.drop { !$0.isNumber }.prefix { $0 != "." }
    }
    return first(old) != first(new)
  }

  private func chosen(_ found: [Highlight]) -> [Highlight] {
    var seen: Set<String> = []
    let once = found.filter { highlight in
      !highlight.text.isEmpty
        && seen.insert(highlight.text.lowercased().filter { $0.isLetter || $0.isNumber }).inserted
    }
    let sorted = Highlight.Kind.allCases.flatMap { kind in once.filter { $0.kind == kind } }
    return Array(sorted.prefix(Self.limit))
  }
}

/// Finds important lines in notes by common words.
///
/// A heading such as `### Breaking changes` or Keep a Changelog's `### Security` and `### Removed`
/// marks the entries below it. Other entries are marked by their own words, such as `BREAKING
/// CHANGE` in Conventional Commits.
enum HighlightScan {
  /// A highlighted line.
  ///
  /// The line number starts at 0.
  struct Line: Hashable {
    var kind: Highlight.Kind
    var text: String
    var number: Int
  }

  private static let widthLimit = 200

  static func lines(of text: String) -> [Line] {
    var result: [Line] = []
    var section: Highlight.Kind?
    var isCode = false
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, line) in lines.enumerated() {
      let text = line.drop { $0 == " " || $0 == "\t" }
      if text.hasPrefix("```") || text.hasPrefix("~~~") { isCode.toggle() }
      guard !isCode, !text.isEmpty, LinkDefinition(text) == nil else { continue }
      let next = number + 1 < lines.count ? lines[number + 1] : ""
      if let heading = heading(text, next: next) {
        section = kind(ofHeading: heading.lowercased())
      } else if let entry = entry(text) {
        let isTop = line.prefix { $0 == " " || $0 == "\t" }.count < 2
        if let kind = kind(ofEntry: entry.lowercased(), entry) ?? (isTop ? section : nil) {
          result.append(Line(kind: kind, text: shortened(entry), number: number))
        }
      }
    }
    return result
  }

  private static func heading(_ line: Substring, next: Substring) -> Substring? {
    if line.hasPrefix("#") { return line.drop { $0 == "#" || $0 == " " } }
    if line.hasPrefix("**"), line.hasSuffix("**") || line.hasSuffix("**:") || line.hasSuffix(":**")
    {
      return line
    }
    let isRule = next.count > 2 && (next.allSatisfy { $0 == "-" } || next.allSatisfy { $0 == "=" })
    return isRule ? line : nil
  }

  /// The text of a list item, or of a line outside a list.
  private static func entry(_ line: Substring) -> Substring? {
    guard !line.hasPrefix("<"), !line.hasPrefix("|"), !line.hasPrefix("![") else { return nil }
    guard let first = line.first, "-*+•".contains(first), line.dropFirst().first == " " else {
      return line
    }
    return line.dropFirst(2).drop { $0 == " " }
  }

  private static func kind(ofHeading text: String) -> Highlight.Kind? {
    if text.contains("security") || text.contains("vulnerabilit") { return .security }
    if text.contains("breaking") || text.contains("incompatible") || text.hasPrefix("removed")
      || text.contains("removals")
    {
      return .breaking
    }
    if text.contains("deprecat") { return .deprecation }
    return nil
  }

  private static let breakingWords = [
    "breaking change", "breaking:", "[breaking]", "(breaking)", "**breaking", "backwards incompat",
    "backward incompat", "backwards-incompat", "drop support", "drops support", "dropped support",
    "no longer support", "removed support", "remove support", "minimum required",
  ]
  private static let securityWords = [
    "cve-", "ghsa-", "security fix", "security issue", "vulnerabilit", "security release",
    "prototype pollution", "redos",
  ]
  private static let guideWords = ["upgrade guide", "upgrading guide", "migration guide"]

  private static func kind(ofEntry text: String, _ written: Substring) -> Highlight.Kind? {
    if securityWords.contains(where: text.contains) { return .security }
    if breakingWords.contains(where: text.contains) || isConventionalBreak(written) {
      return .breaking
    }
    if text.contains("deprecat") { return .deprecation }
    return guideWords.contains(where: text.contains) ? .upgradeGuide : nil
  }

  /// Whether an entry has the form `feat(api)!: …` (Conventional Commits 1.0.0, section 13).
  private static func isConventionalBreak(_ text: Substring) -> Bool {
    guard let mark = text.firstRange(of: "!: ") else { return false }
    let type = text[..<mark.lowerBound].prefix { $0.isLetter }
    let rest = text[type.endIndex..<mark.lowerBound]
    return !type.isEmpty && (rest.isEmpty || rest.hasPrefix("(") && rest.hasSuffix(")"))
  }

  private static func shortened(_ text: Substring) -> String {
    guard text.count > widthLimit else { return String(text) }
    let cut = text.prefix(widthLimit)
    var kept = cut.lastIndex(of: " ").map { cut[..<$0] } ?? cut
    // Markers without a closing counterpart before the cut are removed.
    for mark in ["`", "**", "__"] where kept.ranges(of: mark).count % 2 == 1 {
      if let open = kept.ranges(of: mark).last {
        kept.removeSubrange(open)
      }
    }
    return kept + " …"
  }
}
