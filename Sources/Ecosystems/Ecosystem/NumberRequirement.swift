/// A requirement for the numbers of a tag, in the `versions` of an `ignore` rule: `22.x`,
/// `>= 22, < 24`, `~> 3.12`.
///
/// Dependabot parses these with the grammar of Ruby gems, with `x` and `*` for any component.
package struct NumberRequirement: Hashable, Sendable {
  private enum Operator: String, CaseIterable {
    case compatible = "~>"
    case atLeast = ">="
    case atMost = "<="
    case not = "!="
    case more = ">"
    case less = "<"
    case equal = "="
  }

  private let clauses: [Clause]

  private struct Clause: Hashable {
    var sign: Operator
    var numbers: [Int]
    /// Whether components were left open: `4.x`.
    var isOpen: Bool
  }

  /// Parses a requirement.
  ///
  /// - Throws: a usage problem if it isn't one.
  package init(_ text: String) throws(Problem) {
    var clauses: [Clause] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let clause = Self.clause(part) else {
        throw Problem(.usage, "is not a requirement for tags", subject: text)
      }
      clauses.append(clause)
    }
    self.clauses = clauses
  }

  private static func clause(_ part: Substring) -> Clause? {
    let text = part.filter { $0 != " " }
    let sign = Operator.allCases.first { text.hasPrefix($0.rawValue) }
    let words = text.dropFirst(sign?.rawValue.count ?? 0).drop { $0 == "v" }.split(
      separator: ".", omittingEmptySubsequences: false)
    let known = words.prefix { !["x", "X", "*"].contains($0) }
    let numbers = known.compactMap { Int($0) }
    guard !numbers.isEmpty, numbers.count == known.count else { return nil }
    return Clause(sign: sign ?? .equal, numbers: numbers, isOpen: known.count < words.count)
  }

  /// Whether the components of a version satisfy it; missing ones are 0.
  package func accepts(_ version: [Int]) -> Bool {
    clauses.allSatisfy { Self.accepts(version, $0) }
  }

  private static func accepts(_ version: [Int], _ clause: Clause) -> Bool {
    let other = clause.numbers
    let order = compare(version, other)
    let isEqual = clause.isOpen ? shares(other.count, version, other) : order == 0
    switch clause.sign {
    case .compatible: return order >= 0 && shares(max(1, other.count - 1), version, other)
    case .atLeast: return order >= 0
    case .atMost: return order <= 0
    case .more: return order > 0
    case .less: return order < 0
    case .not: return !isEqual
    case .equal: return isEqual
    }
  }

  private static func component(_ version: [Int], _ index: Int) -> Int {
    version.indices.contains(index) ? version[index] : 0
  }

  private static func shares(_ count: Int, _ left: [Int], _ right: [Int]) -> Bool {
    (0..<count).allSatisfy { component(left, $0) == component(right, $0) }
  }

  private static func compare(_ left: [Int], _ right: [Int]) -> Int {
    for index in 0..<max(left.count, right.count) {
      let pair = (component(left, index), component(right, index))
      if pair.0 != pair.1 { return pair.0 < pair.1 ? -1 : 1 }
    }
    return 0
  }
}
