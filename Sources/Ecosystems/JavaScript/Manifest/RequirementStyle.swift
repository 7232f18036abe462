/// The style of a requirement: its operator, precision and wildcards, which a new one keeps.
///
///     ^1.2.0 -> ^2.0.0     ~1.2 -> ~2.0     1.x -> 2.x     >=1 <2 -> >=1 <3
package struct RequirementStyle {
  /// `npm:name@` of an alias.
  private let prefix: String
  private let text: String
  private let range: Range

  /// Parses a requirement; nil for tags, URLs, an empty text and an alias without a range.
  package init?(_ requirement: String) {
    let isAlias = requirement.hasASCIIPrefix("npm:")
    let at = isAlias ? requirement.dropFirst(5).firstIndex(of: "@") : nil
    if isAlias, at == nil { return nil }
    prefix = at.map { String(requirement[...$0]) } ?? ""
    text = String(requirement.dropFirst(prefix.count))
    guard let range = Range(text, loose: true), !text.trimmed.isEmpty else { return nil }
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
    if admits(version) { return prefix + text }
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
    return prefix + text
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
      return parts.count == 1 ? shaped(text, version) : nil
    }
    var raised = parts
    guard let upper = raisedUpper(parts[bound], version) else { return nil }
    raised[bound] = upper
    return raised.joined(separator: " ")
  }

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
