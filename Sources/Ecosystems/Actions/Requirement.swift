import Ecosystem

/// A requirement in the `versions` of an `ignore` rule: `4.x`, `>= 4, < 6`, `~> 4.1`.
///
/// Dependabot parses these with the grammar of Ruby gems, with `x` and `*` for any component.
struct ActionRequirement: Hashable, Sendable {
  private enum Operator: String, CaseIterable {
    case compatible = "~>"
    case atLeast = ">="
    case atMost = "<="
    case not = "!="
    case more = ">"
    case less = "<"
    case equal = "="
  }

  private struct Clause: Hashable {
    var sign: Operator
    var version: ActionTag
    /// Whether components were left open: `4.x`.
    var isOpen: Bool
  }

  private let clauses: [Clause]

  /// Whether a version satisfies a requirement.
  ///
  /// - Throws: a problem if either can't be parsed.
  @Sendable static func isSatisfied(
    by version: String, _ requirement: String
  ) throws(Problem) -> Bool {
    guard let wanted = ActionTag(version) else {
      throw Problem(.usage, "is not a version", subject: version)
    }
    return try ActionRequirement(requirement).accepts(wanted)
  }

  /// Parses a requirement.
  init(_ text: String) throws(Problem) {
    var clauses: [Clause] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let clause = Self.clause(part) else {
        throw Problem(.usage, "is not a requirement for actions", subject: text)
      }
      clauses.append(clause)
    }
    self.clauses = clauses
  }

  private static func clause(_ part: Substring) -> Clause? {
    let text = part.filter { $0 != " " }
    let sign = Operator.allCases.first { text.hasPrefix($0.rawValue) }
    let number = text.dropFirst(sign?.rawValue.count ?? 0)
    let known = number.split(separator: ".", omittingEmptySubsequences: false).prefix {
      !["x", "X", "*"].contains($0)
    }
    guard let version = ActionTag(known.joined(separator: ".")) else { return nil }
    return Clause(
      sign: sign ?? .equal, version: version, isOpen: known.joined(separator: ".") != number)
  }

  private func accepts(_ version: ActionTag) -> Bool {
    clauses.allSatisfy { clause in
      let other = clause.version
      switch clause.sign {
      case .compatible:
        return version >= other && version.sharesComponents(max(1, other.numbers.count - 1), other)
      case .atLeast: return version >= other
      case .atMost: return version <= other
      case .more: return version > other
      case .less: return version < other
      case .not: return !isEqual(version, clause)
      case .equal: return isEqual(version, clause)
      }
    }
  }

  private func isEqual(_ version: ActionTag, _ clause: Clause) -> Bool {
    clause.isOpen
      ? version.sharesComponents(clause.version.numbers.count, clause.version)
      : version == clause.version
  }
}

extension ActionTag {
  /// Whether the first components are those of another version.
  fileprivate func sharesComponents(_ count: Int, _ other: ActionTag) -> Bool {
    (0..<count).allSatisfy { component($0) == other.component($0) }
  }
}
