import Ecosystem

/// A condition on versions as `ignore` in a configuration file has it.
///
/// Comma-separated clauses hold together: `>= 1.2, < 2`, `~> 1.2`, `== 1.2.3`, `5.x`. `~>` has
/// Carthage's meaning. Missing numbers are 0.
struct IgnoredVersions: Hashable, Sendable {
  private struct Clause: Hashable {
    var symbol: String
    var bound: CarthageVersion
    /// How many numbers have to agree for `5.x` and `5.2.*`; nil for a comparison.
    var prefix: Int?
  }

  private var clauses: [Clause] = []

  /// Reads a condition.
  ///
  /// - Throws: a problem of kind usage if a clause isn't a comparison.
  init(_ text: String) throws(Problem) {
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let clause = Self.clause(part.filter { !$0.isWhitespace }) else {
        throw Problem(.usage, "is not a requirement of Carthage", subject: text)
      }
      clauses.append(clause)
    }
  }

  private static func clause(_ text: String) -> Clause? {
    let symbol =
      [">=", "<=", "!=", "~>", "==", ">", "<", "="].first { text.hasPrefix($0) } ?? ""
    let number = text.dropFirst(symbol.count)
    let end = number.firstIndex { "-+".contains($0) } ?? number.endIndex
    var parts = number[..<end].split(separator: ".", omittingEmptySubsequences: false)
    var prefix: Int?
    let isWildcard = { (part: Substring) in ["x", "X", "*"].contains(part) }
    if let wildcard = parts.firstIndex(where: isWildcard) {
      guard symbol.isEmpty || symbol == "=", end == number.endIndex, wildcard > 0,
        parts.count <= 3, parts[wildcard...].allSatisfy(isWildcard)
      else { return nil }
      prefix = wildcard
      parts = Array(parts[..<wildcard])
    }
    guard (1...3).contains(parts.count) else { return nil }
    let zeros = Array(repeating: "0"[...], count: 3 - parts.count)
    let full = (parts + zeros).joined(separator: ".") + number[end...]
    guard let bound = CarthageVersion(number: full[...]) else { return nil }
    return Clause(symbol: symbol, bound: bound, prefix: prefix)
  }

  /// Whether a version meets all clauses.
  func contains(_ version: CarthageVersion) -> Bool {
    clauses.allSatisfy { clause in
      let bound = clause.bound
      if let prefix = clause.prefix {
        return version.numbers.prefix(prefix) == bound.numbers.prefix(prefix)
      }
      switch clause.symbol {
      case ">=": return version >= bound
      case "<=": return version <= bound
      case ">": return version > bound
      case "<": return version < bound
      case "!=": return version != bound
      case "~>": return CarthageRequirement.compatible(bound).isSatisfied(by: version)
      default: return version == bound
      }
    }
  }

  /// Whether a version satisfies a condition.
  @Sendable static func condition(
    _ version: String, _ condition: String
  ) throws(Problem) -> Bool {
    let condition = try IgnoredVersions(condition)
    guard let wanted = CarthageVersion(version) else {
      throw Problem(.usage, "is not a version", subject: version)
    }
    return condition.contains(wanted)
  }
}
