/// A line of a changelog with which a version's section begins.
struct VersionLine: Hashable {
  /// Counts from 0.
  let line: Int
  let version: String

  /// Longer lines are prose, however they begin.
  private static let widthLimit = 300
  /// Words that tell what a release brings rather than which it is.
  private static let verbs: Set<Substring> = [
    "bump", "bumps", "bumped", "update", "updates", "updated", "upgrade", "upgraded", "to", "from",
    "support", "supports", "drop", "dropped", "drops", "require", "requires", "required", "remove",
    "removed", "deprecated", "migrate", "migrating", "since", "until", "before", "after", "than",
  ]

  /// Finds all lines that head a version's section, in order.
  ///
  /// Such a line is a heading of any markup, begins with the version, is a bullet with it, or
  /// begins with a date; and the version is about the first thing it says.
  static func all(in lines: [Substring], _ order: VersionOrder) -> [VersionLine] {
    lines.indices.compactMap { index in
      let line = lines[index]
      guard line.utf8.count <= widthLimit, line.contains(where: \.isNumber),
        LinkDefinition(line) == nil,
        let (version, lead) = firstVersion(in: line, order),
        isHead(line, lead: lead, next: index + 1 < lines.count ? lines[index + 1] : "")
      else { return nil }
      return VersionLine(line: index, version: version)
    }
  }

  /// Whether a line names a version where a section may begin.
  private static func isHead(_ line: Substring, lead: Substring, next: Substring) -> Bool {
    let words = lead.lowercased().split { !$0.isLetter && $0 != "'" }
    if words.contains(where: verbs.contains) { return false }
    let said = words.filter { !["v", "version", "release", "released", "ver"].contains($0) }
    if line.hasPrefix("#") || line.hasPrefix("!") || line.hasPrefix("==") || isRule(next) {
      return said.count <= 6
    }
    let text = line.drop { " *-+[".contains($0) }
    if isDate(text.prefix(10)) { return true }
    return said.isEmpty && lead.allSatisfy { !$0.isNumber } && isShort(line)
  }

  /// Whether a line without markup is no sentence.
  private static func isShort(_ line: Substring) -> Bool {
    line.split(separator: " ").count <= 8 && !line.hasPrefix("    ") && !line.hasPrefix("\t")
  }

  private static func isRule(_ line: Substring) -> Bool {
    ["===", "---", "+++", "~~~", "***"].contains { line.hasPrefix($0) }
  }

  private static func isDate(_ text: Substring) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.count) == [4, 2, 2] && parts.allSatisfy { $0.allSatisfy(\.isNumber) }
  }

  /// Finds the first version in a line that is no date, and what stands before it.
  private static func firstVersion(
    in line: Substring, _ order: VersionOrder
  ) -> (version: String, lead: Substring)? {
    var index = line.startIndex
    var tries = 0
    while index < line.endIndex, tries < 6 {
      guard line[index].isNumber, canBegin(line, index) else {
        index = line.index(after: index)
        continue
      }
      tries += 1
      let token = token(line[index...])
      if !isDate(token[...].prefix(10)), token.contains("."), order.isVersion(token) {
        return (token, line[..<index])
      }
      index =
        line.index(index, offsetBy: max(1, token.count), limitedBy: line.endIndex) ?? line.endIndex
    }
    return nil
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
