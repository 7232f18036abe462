/// The branches of conditional code around a declaration.
///
/// Conditions about the language's version are decided as by a present compiler; all other branches
/// count, each with its condition.
struct Conditions {
  private struct Branch {
    var condition: String
    /// Whether the compiler never takes the branch.
    var isDead: Bool
    /// Whether an earlier branch is always taken.
    var isSettled: Bool
    var first: String
  }

  private var branches: [Branch] = []
  /// The version of the language that conditions are decided for.
  private static let language = (6, 3)

  /// Whether declarations here are compiled at all.
  var isDead: Bool { branches.contains { $0.isDead } }

  /// All conditions around; empty outside of conditional code.
  var text: String {
    branches.map(\.condition).filter { !$0.isEmpty }.joined(separator: "&&")
  }

  /// Enters `#if`, another branch, or leaves at `#endif`.
  mutating func enter(_ directive: String, _ condition: String) {
    switch directive {
    case "if":
      let answer = Self.answer(to: condition)
      branches.append(
        Branch(
          condition: answer == nil ? condition : "", isDead: answer == false,
          isSettled: answer == true, first: answer == nil ? condition : ""))
    case "elseif", "else":
      guard var branch = branches.popLast() else { return }
      let answer = directive == "else" ? true : Self.answer(to: condition)
      let rest = branch.first.isEmpty ? "" : "!(\(branch.first))"
      branch.condition = directive == "else" ? rest : answer == nil ? condition : rest
      branch.isDead = branch.isSettled || answer == false
      if answer == true { branch.isSettled = true }
      branches.append(branch)
    default: _ = branches.popLast()
    }
  }

  /// Decides `swift(>=5.5)` and `compiler(<6)`; nil for other conditions.
  private static func answer(to condition: String) -> Bool? {
    var text = condition[...]
    let isNegated = text.hasPrefix("!")
    if isNegated { text = text.dropFirst() }
    guard text.hasPrefix("swift(") || text.hasPrefix("compiler("), text.hasSuffix(")"),
      let open = text.firstIndex(of: "("), !text.contains("&"), !text.contains("|")
    else { return nil }
    let argument = text[text.index(after: open)...].dropLast()
    let isLower = argument.hasPrefix("<")
    guard isLower || argument.hasPrefix(">=") else { return nil }
    let numbers = argument.drop { "<>=".contains($0) }.split(separator: ".").compactMap { Int($0) }
    guard let major = numbers.first else { return nil }
    let isReached = language >= (major, numbers.count > 1 ? numbers[1] : 0)
    return (isReached != isLower) != isNegated
  }
}
