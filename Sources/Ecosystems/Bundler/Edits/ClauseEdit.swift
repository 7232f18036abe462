import Ecosystem
import Gems

/// Rewrites one clause of a requirement so that it accepts a version, and keeps its style.
struct ClauseEdit {
  let version: GemVersion
  let strategy: VersioningStrategy

  /// Returns the new text of a clause; nil if it stays, or if no text of its kind accepts the
  /// version.
  func rewrite(_ text: String) -> [String]? {
    guard let clause = GemRequirement.Clause(text) else { return nil }
    let isOpen = clause.accepts(version)
    switch clause.comparison {
    case .equal: return isOpen ? nil : [replacing(text, clause.version.text, version.text)]
    case .pessimistic:
      if isOpen, strategy != .increase { return nil }
      return strategy == .widen ? widened(clause) : [raised(text, clause)]
    case .less, .lessOrEqual:
      guard !isOpen else { return nil }
      let bound =
        clause.comparison == .less ? Self.above(version, like: clause.version) : version.text
      return [replacing(text, clause.version.text, bound)]
    case .greater, .greaterOrEqual, .unequal: return nil
    }
  }

  /// Changes `~> 1.2` to `~> 2.0` for 2.0.5: the same number of segments, not above the version.
  private func raised(_ text: String, _ clause: GemRequirement.Clause) -> String {
    let count = clause.version.segments.count
    var segments = version.release.segments.prefix(count).map(\.description)
    while segments.count < count { segments.append("0") }
    let bound = version.isPrerelease ? version.text : segments.joined(separator: ".")
    return replacing(text, clause.version.text, bound)
  }

  /// Changes `~> 1.2` to `>= 1.2` and `< 3`.
  private func widened(_ clause: GemRequirement.Clause) -> [String] {
    let bound = Self.above(version, like: clause.version.bump)
    return [">= \(clause.version)", "< \(bound)"]
  }

  /// Returns the lowest bound above a version with the precision of another: `3` for 2.4.1 and `2`.
  static func above(_ version: GemVersion, like old: GemVersion) -> String {
    let parts = old.segments.filter(\.isNumber)
    let index = parts.lastIndex { $0 != .zero } ?? 0
    var result = Array(version.release.segments.prefix(index + 1))
    while result.count <= index { result.append(.zero) }
    result[index] = result[index].successor
    result += Array(repeating: .zero, count: max(0, parts.count - result.count))
    return result.map(\.description).joined(separator: ".")
  }

  private func replacing(_ text: String, _ old: String, _ new: String) -> String {
    guard let range = text.firstRange(of: old) else { return text }
    return text.replacingCharacters(in: range, with: new)
  }
}

extension String {
  /// The text with a part replaced.
  fileprivate func replacingCharacters(in range: Range<String.Index>, with new: String) -> String {
    String(self[..<range.lowerBound]) + new + String(self[range.upperBound...])
  }
}
