/// The style of a requirement: its operator, precision and wildcards, which a new one keeps.
///
///     ^1.2.0 -> ^2.0.0     ~1.2 -> ~2.0     1.x -> 2.x     >=1 <2 -> >=1 <3
package struct RequirementStyle {
  /// `npm:name@` of an alias, `npm:` before a range of Yarn, and spaces.
  private let prefix: String
  /// The spaces at the end.
  private let suffix: String
  private let text: String
  private let range: Range

  /// Parses a requirement; nil for tags, URLs, an empty text and an alias without a range.
  package init?(_ requirement: String) {
    let isAlias = requirement.hasASCIIPrefix("npm:")
    let at = isAlias ? requirement.dropFirst(5).firstIndex(of: "@") : nil
    let head = at.map { String(requirement[...$0]) } ?? (isAlias ? "npm:" : "")
    let rest = requirement.dropFirst(head.count)
    let start = rest.prefix { $0 == " " }
    prefix = head + start
    suffix = String(rest.dropFirst(start.count).reversed().prefix { $0 == " " })
    text = String(rest.dropFirst(start.count).dropLast(suffix.count))
    // Yarn allows `npm:` before a range; for npm it is an alias without a range.
    let isLoose = !isAlias || at != nil
    guard let range = Range(text, loose: isLoose), !text.trimmed.isEmpty else { return nil }
    self.range = range
  }

  /// Whether the requirement allows a version.
  package func admits(_ version: Version) -> Bool { range.contains(version) }

  /// Whether the requirement only allows versions that are newer than this one.
  package func isAbove(_ version: Version) -> Bool {
    range.alternatives.allSatisfy { alternative in
      alternative.contains { bound in
        (bound.relation == .equal || bound.relation.isLower) && !bound.isAny
          && !bound.admits(version) && version <= bound.version
      }
    }
  }

  /// Returns the requirement raised to a version; nil if the style cannot express it.
  package func raised(to version: Version) -> String? {
    let alternatives = text.split(separator: "||", omittingEmptySubsequences: false)
    guard let last = alternatives.last else { return nil }
    if alternatives.count > 1 { return widened(to: version) }
    return Self.raise(String(last), to: version).flatMap { proven($0, version) }
  }

  /// Returns the requirement extended by a version; nil if the style cannot express it.
  package func widened(to version: Version) -> String? {
    if admits(version) { return prefix + text + suffix }
    let separator = text.contains("||") && !text.contains(" || ") ? "||" : " || "
    let last = text.split(separator: "||").last.map { String($0).trimmed } ?? ""
    if Self.isBounded(last) { return raised(bound: last, version) }
    guard let added = Self.raise(last, to: version) else { return nil }
    return proven(text + separator + added, version)
  }

  private func raised(bound last: String, _ version: Version) -> String? {
    guard let raised = Self.raise(last, to: version) else { return nil }
    return proven(String(text.dropLast(last.count)) + raised, version)
  }

  /// Returns a requirement only if it allows the version.
  private func proven(_ text: String, _ version: Version) -> String? {
    guard let range = Range(text, loose: true), range.contains(version) else { return nil }
    return prefix + text + suffix
  }

  /// Whether the text has several comparators, the last of them an upper bound.
  private static func isBounded(_ text: String) -> Bool {
    text.contains(" - ") || text.contains("<")
  }

  private static func raise(_ text: String, to version: Version) -> String? {
    if let hyphen = text.firstRange(of: " - ") {
      let upper = shaped(String(text[hyphen.upperBound...]), version)
      return upper.map { text[..<hyphen.upperBound] + $0 }
    }
    let parts = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard let bound = parts.lastIndex(where: { $0.hasPrefix("<") }) else {
      // Spaces can follow an operator: `~ 1.0.0`.
      let words = parts.filter { !$0.isEmpty }
      let isSingle = words.count == 1 || words.count == 2 && words[0].allSatisfy(isOperator)
      return isSingle ? shaped(text, version) : nil
    }
    var raised = parts
    let isApart = parts[bound].allSatisfy(isOperator)
    let number = isApart ? parts[(bound + 1)...].firstIndex { !$0.isEmpty } : bound
    guard let number,
      let upper = raisedUpper((isApart ? parts[bound] : "") + parts[number], version)
    else { return nil }
    raised[number] = isApart ? String(upper.dropFirst(parts[bound].count)) : upper
    return raised.joined(separator: " ")
  }

  private static func isOperator(_ character: Character) -> Bool { "^~<>=".contains(character) }

  /// `<2.0.0` becomes `<3.0.0`, `<=1.5` becomes `<=2.1`.
  private static func raisedUpper(_ text: String, _ version: Version) -> String? {
    let sign = text.hasPrefix("<=") ? "<=" : "<"
    let number = text.dropFirst(sign.count)
    if sign == "<=" { return shaped(String(number), version).map { sign + $0 } }
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    let isMajor = parts.dropFirst().allSatisfy { $0 == "0" }
    if isMajor {
      return sign
        + ([String(version.major + 1)] + parts.dropFirst().map(String.init))
        .joined(separator: ".")
    }
    return shaped(String(number), Version(version.major, version.minor + 1, 0)).map { sign + $0 }
  }

  /// Formats a version with the operator, precision and wildcards of a text.
  private static func shaped(_ text: String, _ version: Version) -> String? {
    let operators = ["^", "~>", "~", ">=", "=", ">", "v"]
    let sign = operators.first { text.hasPrefix($0) } ?? ""
    var rest = text.dropFirst(sign.count)
    let space = rest.prefix { $0 == " " || $0 == "v" || $0 == "=" }
    rest = rest.dropFirst(space.count)
    let release = rest.prefix { $0 != "-" && $0 != "+" }
    let parts = release.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    let numbers = [version.major, version.minor, version.patch]
    var written: [String] = []
    for (part, number) in zip(parts, numbers) {
      let isWildcard = ["x", "X", "*"].contains(part)
      guard isWildcard || part.allSatisfy(\.isNumber) else { return nil }
      written.append(isWildcard ? String(part) : String(number))
    }
    let isWhole = parts.count == 3 && !written.contains { ["x", "X", "*"].contains($0) }
    if !isWhole, version.isPrerelease { return nil }
    let number = isWhole ? version.description : written.joined(separator: ".")
    return sign + space + number
  }
}
