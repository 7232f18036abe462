/// A parsed regular expression.
indirect enum Expression: Hashable {
  case symbol(SymbolSet)
  case start
  case end
  case sequence([Expression])
  case choice(Expression, Expression)
  /// Repeated at least and at most these numbers of times; nil: without an upper limit.
  case repeated(Expression, Int, Int?)
}

/// Parses the syntax of `RegularExpression`.
struct ExpressionParser {
  typealias Fault = RegularExpression.Fault

  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var depth = 0

  init(_ pattern: String) {
    scalars = Array(pattern.unicodeScalars)
  }

  private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  /// Parses the whole pattern.
  mutating func parse() throws(Fault) -> Expression {
    let expression = try choice()
    guard next == nil else { throw Fault(message: "has ')' without '('") }
    return expression
  }

  private mutating func choice() throws(Fault) -> Expression {
    var result = try sequence()
    while next == "|" {
      position += 1
      result = .choice(result, try sequence())
    }
    return result
  }

  private mutating func sequence() throws(Fault) -> Expression {
    var parts: [Expression] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      parts.append(try repeated(try atom()))
    }
    return .sequence(parts)
  }

  private mutating func repeated(_ atom: Expression) throws(Fault) -> Expression {
    let bounds: (least: Int, most: Int?)
    switch next {
    case "*": bounds = (0, nil)
    case "+": bounds = (1, nil)
    case "?": bounds = (0, 1)
    case "{": bounds = try counts()
    default: return atom
    }
    position += 1
    // Whether a match is the longest or the shortest makes no difference here.
    if next == "?" { position += 1 }
    if let sign = next, "*+?{".unicodeScalars.contains(sign) {
      throw Fault(message: "has two repetitions in a row")
    }
    return .repeated(atom, bounds.least, bounds.most)
  }

  /// Parses `{2}`, `{2,}` or `{2,3}` up to its last character.
  private mutating func counts() throws(Fault) -> (least: Int, most: Int?) {
    let start = position + 1
    guard let end = scalars[start...].firstIndex(of: "}") else {
      throw Fault(message: "has '{' without '}'")
    }
    position = end
    let parts = scalars[start..<end].split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.map { Int(String(String.UnicodeScalarView($0))) }
    guard let first = numbers.first, let least = first, (0...100).contains(least) else {
      throw Fault(message: "has a repetition that isn't {n}, {n,} or {n,m} up to 100")
    }
    switch numbers.count {
    case 1: return (least, least)
    case 2 where parts[1].isEmpty: return (least, nil)
    case 2:
      if let most = numbers[1], (least...100).contains(most) { return (least, most) }
      fallthrough
    default: throw Fault(message: "has a repetition that isn't {n}, {n,} or {n,m} up to 100")
    }
  }

  private mutating func atom() throws(Fault) -> Expression {
    guard let scalar = next else { throw Fault(message: "ends too early") }
    position += 1
    switch scalar {
    case ".": return .symbol(.any)
    case "^": return .start
    case "$": return .end
    case "(": return try group()
    case "[": return .symbol(try set())
    case "\\": return .symbol(try escape())
    case "*", "+", "?", "{": throw Fault(message: "repeats nothing with '\(scalar)'")
    default: return .symbol(SymbolSet(ranges: [scalar...scalar]))
    }
  }

  private mutating func group() throws(Fault) -> Expression {
    if next == "?" {
      position += 1
      guard next == ":" else { throw Fault(message: "has a group other than (…) and (?:…)") }
      position += 1
    }
    depth += 1
    guard depth <= 50 else { throw Fault(message: "has too many groups inside of each other") }
    let expression = try choice()
    guard next == ")" else { throw Fault(message: "has '(' without ')'") }
    position += 1
    depth -= 1
    return expression
  }

  private mutating func escape() throws(Fault) -> SymbolSet {
    guard let letter = next else { throw Fault(message: "ends in a backslash") }
    position += 1
    if let set = SymbolSet.escaped(letter) { return set }
    guard !letter.properties.isAlphabetic, !("0"..."9" ~= letter) else {
      throw Fault(message: "has '\\\(letter)', which isn't supported")
    }
    return SymbolSet(ranges: [letter...letter])
  }

  /// Parses a class after its opening bracket.
  private mutating func set() throws(Fault) -> SymbolSet {
    var set = SymbolSet()
    if next == "^" {
      set.isNegated = true
      position += 1
    }
    var isFirst = true
    while let scalar = next, scalar != "]" || isFirst {
      isFirst = false
      position += 1
      let low = scalar == "\\" ? try escape() : SymbolSet(ranges: [scalar...scalar])
      guard !low.isNegated else { throw Fault(message: "has a negated set inside of [ ]") }
      guard let start = single(low), next == "-", position + 1 < scalars.count,
        scalars[position + 1] != "]"
      else {
        set.ranges += low.ranges
        continue
      }
      position += 1
      let high = scalars[position]
      position += 1
      guard let end = single(high == "\\" ? try escape() : SymbolSet(ranges: [high...high])),
        start <= end
      else { throw Fault(message: "has a range that isn't ascending") }
      set.ranges.append(start...end)
    }
    guard next == "]" else { throw Fault(message: "has '[' without ']'") }
    position += 1
    return set
  }

  /// The only character of a set; nil if it has several.
  private func single(_ set: SymbolSet) -> Unicode.Scalar? {
    guard set.ranges.count == 1, let range = set.ranges.first,
      range.lowerBound == range.upperBound
    else { return nil }
    return range.lowerBound
  }
}
