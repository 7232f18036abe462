/// A regular expression of a user, which matches in time proportional to the lengths of the pattern
/// and the text.
///
/// It has literals, `.`, classes such as `[a-z]`, `\d`, `\w` and `\s`, groups, `|`, `*`, `+`, `?`,
/// `{2,3}`, `^` and `$`. Back references and assertions about surrounding text are refused, because
/// they need backtracking.
///
///     let expression = try RegularExpression("^@acme/(ui|icons)-")
///     expression.matches("@acme/ui-core")
package struct RegularExpression: Hashable, Sendable {
  /// Why a pattern can't be used; completes "the regular expression …".
  package struct Fault: Error, Hashable, Sendable {
    /// A clause such as `has '(' without ')'`.
    package var message: String
  }

  /// The maximum length of a pattern in scalars.
  private static let longest = 500

  private let steps: [ExpressionStep]
  private let ignoresCase: Bool

  /// Compiles a pattern.
  ///
  /// - Parameters:
  ///   - pattern: the text without slashes.
  ///   - ignoresCase: whether ASCII letters match in both cases.
  /// - Throws: `Fault` if the pattern is too long, malformed or uses something that isn't supported.
  package init(_ pattern: String, ignoresCase: Bool = false) throws(Fault) {
    guard pattern.unicodeScalars.count <= Self.longest else {
      throw Fault(message: "is longer than \(Self.longest) characters")
    }
    var parser = ExpressionParser(pattern)
    steps = try ExpressionStep.compile(try parser.parse())
    self.ignoresCase = ignoresCase
  }

  /// Whether the pattern matches anywhere in a text.
  package func matches(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    var active: Set<Int> = []
    for position in 0...scalars.count {
      active.insert(0)
      let reached = closure(of: active, at: position, of: scalars.count)
      if reached.contains(where: { steps[$0] == .accept }) { return true }
      guard position < scalars.count else { break }
      active = Set(reached.filter { accepts(steps[$0], scalars[position]) }.map { $0 + 1 })
    }
    return false
  }

  /// Follows the steps that consume nothing.
  private func closure(of start: Set<Int>, at position: Int, of count: Int) -> Set<Int> {
    var reached: Set<Int> = []
    var open = Array(start)
    while let index = open.popLast() {
      guard reached.insert(index).inserted else { continue }
      switch steps[index] {
      case .jump(let target): open.append(target)
      case .split(let first, let second): open += [first, second]
      case .start where position == 0: open.append(index + 1)
      case .end where position == count: open.append(index + 1)
      case .start, .end, .symbol, .accept: break
      }
    }
    return reached
  }

  private func accepts(_ step: ExpressionStep, _ scalar: Unicode.Scalar) -> Bool {
    guard case .symbol(let set) = step else { return false }
    return set.contains(scalar) || ignoresCase && scalar.otherCase.map(set.contains) ?? false
  }
}

extension Unicode.Scalar {
  /// The same ASCII letter in the other case; nil for other characters.
  fileprivate var otherCase: Unicode.Scalar? {
    switch self {
    case "a"..."z": Unicode.Scalar(value - 32)
    case "A"..."Z": Unicode.Scalar(value + 32)
    default: nil
    }
  }
}

/// A set of characters in a regular expression.
struct SymbolSet: Hashable, Sendable {
  var ranges: [ClosedRange<Unicode.Scalar>] = []
  var isNegated = false

  static let any = SymbolSet(isNegated: true)
  static let digits = SymbolSet(ranges: ["0"..."9"])
  static let words = SymbolSet(ranges: ["a"..."z", "A"..."Z", "0"..."9", "_"..."_"])
  static let spaces = SymbolSet(ranges: ["\t"..."\r", " "..." "])

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar) } != isNegated
  }

  /// The set after a backslash; nil if the letter stands for itself.
  static func escaped(_ letter: Unicode.Scalar) -> SymbolSet? {
    switch letter {
    case "d": digits
    case "D": SymbolSet(ranges: digits.ranges, isNegated: true)
    case "w": words
    case "W": SymbolSet(ranges: words.ranges, isNegated: true)
    case "s": spaces
    case "S": SymbolSet(ranges: spaces.ranges, isNegated: true)
    default: nil
    }
  }
}

/// A step of a compiled expression: those that consume a character continue with the next one.
enum ExpressionStep: Hashable, Sendable {
  case symbol(SymbolSet)
  case start
  case end
  case jump(Int)
  case split(Int, Int)
  case accept

  /// The maximum number of steps, which repetitions can multiply.
  private static let most = 5_000

  static func compile(
    _ expression: Expression
  ) throws(RegularExpression.Fault) -> [ExpressionStep] {
    var steps: [ExpressionStep] = []
    try append(expression, to: &steps)
    return steps + [.accept]
  }

  private static func append(
    _ expression: Expression, to steps: inout [ExpressionStep]
  ) throws(RegularExpression.Fault) {
    guard steps.count < most else { throw .init(message: "has too many repetitions") }
    switch expression {
    case .symbol(let set): steps.append(.symbol(set))
    case .start: steps.append(.start)
    case .end: steps.append(.end)
    case .sequence(let parts): for part in parts { try append(part, to: &steps) }
    case .choice(let first, let second):
      let split = steps.count
      steps.append(.accept)
      try append(first, to: &steps)
      let jump = steps.count
      steps.append(.accept)
      steps[split] = .split(split + 1, steps.count)
      try append(second, to: &steps)
      steps[jump] = .jump(steps.count)
    case .repeated(let part, let least, let most):
      for _ in 0..<least { try append(part, to: &steps) }
      try appendOptional(part, most.map { $0 - least }, to: &steps)
    }
  }

  /// Appends a part up to `count` times; nil: any number of times.
  private static func appendOptional(
    _ part: Expression, _ count: Int?, to steps: inout [ExpressionStep]
  ) throws(RegularExpression.Fault) {
    guard let count else {
      let split = steps.count
      steps.append(.accept)
      try append(part, to: &steps)
      steps.append(.jump(split))
      steps[split] = .split(split + 1, steps.count)
      return
    }
    var splits: [Int] = []
    for _ in 0..<count {
      splits.append(steps.count)
      steps.append(.accept)
      try append(part, to: &steps)
    }
    for split in splits { steps[split] = .split(split + 1, steps.count) }
  }
}
