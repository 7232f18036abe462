internal import Versioning

/// A line of a changelog that starts a version's section.
struct VersionLine: Hashable {
  /// The line number, starting at 0.
  let line: Int
  let version: String
  /// Further versions of the section: `## 0.12.1, 0.12.2`.
  var others: [String] = []

  /// All versions of the section.
  var versions: [String] { [version] + others }

  /// The maximum length of a heading.
  ///
  /// Longer lines are prose.
  private static let widthLimit = 300
  /// Words for the contents of a release.
  ///
  /// A line with one of them is not a heading.
  private static let verbs: Set<Substring> = [
    "bump", "bumps", "bumped", "update", "updates", "updated", "upgrade", "upgraded", "to", "from",
    "support", "supports", "drop", "dropped", "drops", "require", "requires", "required", "remove",
    "removed", "deprecated", "migrate", "migrating", "since", "until", "before", "after", "than",
  ]

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  /// The kind of markup that makes a line a heading.
  private enum Mark: Hashable {
    /// A number of signs in front, such as `##`.
    case signs(Int)
    /// A rule on the next line.
    case underlined
    /// A date in front.
    case dated
    /// No markup, only the version.
    case bare
  }

  /// Finds all lines that start a version's section, in order.
  ///
  /// Such a line is a heading of any markup, starts with the version or a date, or is a list item
  /// with the version. The version must be close to its start. If the file has real headings, lines
  /// without markup are prose. A deeper heading with other words, such as `V8 9.0`, is part of a
  /// release.
  static func all(in lines: [Substring], _ order: VersionOrder) -> [VersionLine] {
    let found = lines.indices.compactMap {
      index -> (head: VersionLine, mark: Mark, hasWords: Bool)? in
      let next = index + 1 < lines.count ? lines[index + 1] : ""
      guard let (versions, mark, hasWords) = head(lines[index], next: next, order) else {
        return nil
      }
      // reStructuredText can have a line above a heading, too.
      let isFramed = mark == .underlined && index > 0 && lines[index - 1] == next
      let line = isFramed ? index - 1 : index
      return (
        VersionLine(line: line, version: versions.first, others: versions.others), mark, hasWords
      )
    }
    let level = usualLevel(found.map(\.mark))
    let hasMarks = found.count { $0.mark != .bare } > 1
    return found.filter { entry in
      if case .signs(let count) = entry.mark, entry.hasWords { return count <= level }
      return !hasMarks || entry.mark != .bare
    }.map(\.head)
  }

  /// The most frequent heading level.
  private static func usualLevel(_ marks: [Mark]) -> Int {
    var counts: [Int: Int] = [:]
    for case .signs(let count) in marks { counts[count, default: 0] += 1 }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0
  }

  /// Parses a line as a heading; `hasWords` is true if it has words besides the version.
  private static func head(
    _ line: Substring, next: Substring, _ order: VersionOrder
  ) -> (versions: (first: String, others: [String]), mark: Mark, hasWords: Bool)? {
    guard line.utf8.count <= widthLimit, line.contains(where: \.isNumber), !line.hasPrefix("!["),
      LinkDefinition(line) == nil, let (token, version, lead) = firstVersion(in: line, order)
    else { return nil }
    let words = lead.lowercased().split { !$0.isLetter && $0 != "'" }
    if words.contains(where: verbs.contains) { return nil }
    let otherWords = words.filter { !["v", "version", "release", "released", "ver"].contains($0) }
    let isWhole = token == version
    let others = furtherVersions(after: line[lead.endIndex...].dropFirst(token.count), order)
    let versions = (first: version, others: others)
    if let mark = mark(line, next: next) {
      // `## 7.3` starts a whole release line; `## Node 7.3` is about something else.
      if !isWhole, !otherWords.isEmpty || mark == .dated { return nil }
      return mark == .dated || otherWords.count <= 6
        ? (
          versions, mark,
          !otherWords.isEmpty || undated(lead).contains { $0.contains(where: \.isNumber) }
        ) : nil
    }
    let tail = line[lead.endIndex...].dropFirst(token.count)
    let isBare =
      isWhole && otherWords.filter { $0 != "revision" }.isEmpty && lead.allSatisfy { !$0.isNumber }
      && isShort(line) && endsHeading(tail)
    return isBare ? (versions, .bare, false) : nil
  }

  private static func mark(_ line: Substring, next: Substring) -> Mark? {
    if line.hasPrefix("#") { return .signs(line.prefix { $0 == "#" }.count) }
    if line.hasPrefix("==") || line.hasPrefix("= ") {
      return .signs(line.prefix { $0 == "=" }.count)
    }
    if line.hasPrefix("!") || isRule(next) { return .underlined }
    return isDate(line.drop { " *-+[".contains($0) }.prefix(10)) ? .dated : nil
  }

  /// Whether a text can follow the version in a heading: nothing, a date, a bracket.
  private static func endsHeading(_ tail: Substring) -> Bool {
    let rest = tail.drop { "*]`) ".contains($0) }
    guard let first = rest.first else { return true }
    if ":-–—(/".contains(first) || first.isNumber { return true }
    let words = rest.drop { $0 == "," || $0 == " " }.lowercased()
    return ["released", "beta", "alpha", "rc"].contains { words.hasPrefix($0) } || isMonth(words)
      || first == "," && words.first?.isNumber == true
  }

  /// Whether a text starts with a date of the form `Oct 23 2014` or `October 2014`.
  private static func isMonth(_ text: String) -> Bool {
    let words = text.split { !$0.isLetter && !$0.isNumber }
    guard let month = words.first, month.count >= 3, words.count >= 2 else { return false }
    return months.contains { $0.hasPrefix(month) } && words[1].allSatisfy(\.isNumber)
  }

  /// The words before a version without a date: `2025-10-25 (` of `2025-10-25 (2.15`.
  private static func undated(_ lead: Substring) -> [Substring] {
    lead.split { " #*([".contains($0) }.filter { !isDate($0) }
  }

  /// Whether a line without markup is too short for a sentence.
  private static func isShort(_ line: Substring) -> Bool {
    line.split(separator: " ").count <= 8 && !line.hasPrefix("    ") && !line.hasPrefix("\t")
  }

  private static func isRule(_ line: Substring) -> Bool {
    ["===", "---", "+++", "~~~", "***", "^^^", "\"\"\""].contains { line.hasPrefix($0) }
  }

  private static func isDate(_ text: Substring) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.count) == [4, 2, 2] && parts.allSatisfy { $0.allSatisfy(\.isNumber) }
  }

  /// Finds the first version in a line that is not a date.
  ///
  /// Returns the version as written and as parsed by the ecosystem, and the text before it.
  private static func firstVersion(
    in line: Substring, _ order: VersionOrder
  ) -> (token: String, version: String, lead: Substring)? {
    var index = line.startIndex
    var tries = 0
    while index < line.endIndex, tries < 6 {
      guard line[index].isNumber, canBegin(line, index) else {
        index = line.index(after: index)
        continue
      }
      tries += 1
      let token = token(line[index...])
      if !isDate(token[...].prefix(10)), let version = version(token, order) {
        return (token, version, line[..<index])
      }
      index =
        line.index(index, offsetBy: max(1, token.count), limitedBy: line.endIndex) ?? line.endIndex
    }
    return nil
  }

  /// The further versions in a heading: `, 0.12.2` and `and 0.12.2`.
  private static func furtherVersions(after tail: Substring, _ order: VersionOrder) -> [String] {
    var versions: [String] = []
    var rest = tail
    while versions.count < 20 {
      let joint = rest.prefix { !$0.isNumber && $0 != "v" && $0 != "V" }
      let words = joint.filter { $0.isLetter || ",&/".contains($0) }
      guard [",", "&", "/", "and", ",and"].contains(words) else { break }
      rest = rest[joint.endIndex...].drop { $0 == "v" || $0 == "V" }
      let token = token(rest)
      guard !isDate(token[...].prefix(10)), token.contains("."), order.isVersion(token) else {
        break
      }
      versions.append(token)
      rest = rest.dropFirst(token.count)
    }
    return versions
  }

  /// Parses `7.3` as `7.3.0` if the ecosystem requires three components.
  private static func version(_ token: String, _ order: VersionOrder) -> String? {
    guard token.contains(".") else { return nil }
    if order.isVersion(token) { return token }
    let isShort = token.allSatisfy { $0.isNumber || $0 == "." }
    return isShort && token.count { $0 == "." } == 1 && order.isVersion(token + ".0")
      ? token + ".0" : nil
  }

  private static func canBegin(_ line: Substring, _ index: Substring.Index) -> Bool {
    guard index > line.startIndex else { return true }
    let before = line[line.index(before: index)]
    return !before.isNumber && before != "." && (!before.isLetter || before == "v" || before == "V")
  }

  /// Returns the characters that can belong to a version, without punctuation at the end.
  private static func token(_ text: Substring) -> String {
    var token = text.prefix { $0.isLetter || $0.isNumber || ".-+_".contains($0) }
    while let last = token.last, ".-+_".contains(last) { token = token.dropLast() }
    return String(token)
  }
}
