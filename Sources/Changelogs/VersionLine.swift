/// A line of a changelog with which a version's section begins.
struct VersionLine: Hashable {
  /// Counts from 0.
  let line: Int
  let version: String
  /// Further versions that the section is for: `## 0.12.1, 0.12.2`.
  var others: [String] = []

  /// All versions that the section is for.
  var versions: [String] { [version] + others }

  /// Longer lines are prose, however they begin.
  private static let widthLimit = 300
  /// Words that tell what a release brings rather than which it is.
  private static let verbs: Set<Substring> = [
    "bump", "bumps", "bumped", "update", "updates", "updated", "upgrade", "upgraded", "to", "from",
    "support", "supports", "drop", "dropped", "drops", "require", "requires", "required", "remove",
    "removed", "deprecated", "migrate", "migrating", "since", "until", "before", "after", "than",
  ]

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  /// How a line shows that it is a heading.
  private enum Mark: Hashable {
    /// Signs in front, so many of them.
    case signs(Int)
    /// A rule below.
    case underlined
    /// A date in front.
    case dated
    /// None but the version itself.
    case bare
  }

  /// Finds all lines that head a version's section, in order.
  ///
  /// Such a line is a heading of any markup, begins with the version, is a bullet with it, or
  /// begins with a date; and the version is about the first thing it says. Where a file has real
  /// headings, bare lines are prose; and a deeper heading with words of its own, `V8 9.0`, is a
  /// part of a release.
  static func all(in lines: [Substring], _ order: VersionOrder) -> [VersionLine] {
    let found = lines.indices.compactMap { index -> (head: VersionLine, mark: Mark, says: Bool)? in
      let next = index + 1 < lines.count ? lines[index + 1] : ""
      guard let (versions, mark, says) = head(lines[index], next: next, order) else { return nil }
      // reStructuredText may draw a line above a heading, too.
      let isFramed = mark == .underlined && index > 0 && lines[index - 1] == next
      let line = isFramed ? index - 1 : index
      return (
        VersionLine(line: line, version: versions.first, others: versions.others), mark, says
      )
    }
    let level = usualLevel(found.map(\.mark))
    let hasMarks = found.count { $0.mark != .bare } > 1
    return found.filter { entry in
      if case .signs(let count) = entry.mark, entry.says { return count <= level }
      return !hasMarks || entry.mark != .bare
    }.map(\.head)
  }

  /// The depth at which most headings stand.
  private static func usualLevel(_ marks: [Mark]) -> Int {
    var counts: [Int: Int] = [:]
    for case .signs(let count) in marks { counts[count, default: 0] += 1 }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0
  }

  /// Reads a line as a heading; `says` is whether it has words besides the version.
  private static func head(
    _ line: Substring, next: Substring, _ order: VersionOrder
  ) -> (versions: (first: String, others: [String]), mark: Mark, says: Bool)? {
    guard line.utf8.count <= widthLimit, line.contains(where: \.isNumber), !line.hasPrefix("!["),
      LinkDefinition(line) == nil, let (token, version, lead) = firstVersion(in: line, order)
    else { return nil }
    let words = lead.lowercased().split { !$0.isLetter && $0 != "'" }
    if words.contains(where: verbs.contains) { return nil }
    let said = words.filter { !["v", "version", "release", "released", "ver"].contains($0) }
    let isWhole = token == version
    let others = listed(behind: line[lead.endIndex...].dropFirst(token.count), order)
    let versions = (first: version, others: others)
    if let mark = mark(line, next: next) {
      // `## 7.3` heads all of a line of releases; `## Node 7.3` is about something else.
      if !isWhole, !said.isEmpty || mark == .dated { return nil }
      return mark == .dated || said.count <= 6
        ? (
          versions, mark, !said.isEmpty || undated(lead).contains { $0.contains(where: \.isNumber) }
        ) : nil
    }
    let tail = line[lead.endIndex...].dropFirst(token.count)
    let isBare =
      isWhole && said.filter { $0 != "revision" }.isEmpty && lead.allSatisfy { !$0.isNumber }
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

  /// Whether what follows a version may follow it in a heading: nothing, a date, a bracket.
  private static func endsHeading(_ tail: Substring) -> Bool {
    let rest = tail.drop { "*]`) ".contains($0) }
    guard let first = rest.first else { return true }
    if ":-–—(/".contains(first) || first.isNumber { return true }
    let words = rest.drop { $0 == "," || $0 == " " }.lowercased()
    return ["released", "beta", "alpha", "rc"].contains { words.hasPrefix($0) } || isMonth(words)
      || first == "," && words.first?.isNumber == true
  }

  /// Whether a text begins with a date of the form `Oct 23 2014` or `October 2014`.
  private static func isMonth(_ text: String) -> Bool {
    let words = text.split { !$0.isLetter && !$0.isNumber }
    guard let month = words.first, month.count >= 3, words.count >= 2 else { return false }
    return months.contains { $0.hasPrefix(month) } && words[1].allSatisfy(\.isNumber)
  }

  /// What is left of the words before a version without a date: `2025-10-25 (` of `2025-10-25 (2.15`.
  private static func undated(_ lead: Substring) -> [Substring] {
    lead.split { " #*([".contains($0) }.filter { !isDate($0) }
  }

  /// Whether a line without markup is no sentence.
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

  /// Finds the first version in a line that is no date, as it is written and as the ecosystem
  /// reads it, and what stands before it.
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

  /// The versions with which a heading goes on: `, 0.12.2` and `and 0.12.2`.
  private static func listed(behind tail: Substring, _ order: VersionOrder) -> [String] {
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

  /// Reads `7.3` as `7.3.0` where the ecosystem wants three parts.
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

  /// Takes what may belong to a version, without a full stop or bracket at its end.
  private static func token(_ text: Substring) -> String {
    var token = text.prefix { $0.isLetter || $0.isNumber || ".-+_".contains($0) }
    while let last = token.last, ".-+_".contains(last) { token = token.dropLast() }
    return String(token)
  }
}
