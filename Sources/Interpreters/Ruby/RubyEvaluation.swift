import Gems
import Text

/// Evaluates each form of syntax.
extension RubyInterpreter {
  func value(of node: RubyNode) throws(RubyStop) -> RubyValue {
    switch node.form {
    case .nil: return .nil
    case .bool(let value): return .bool(value)
    case .own:
      if case .module(let name) = own { return .module(name) }
      return .object("self")
    case .integer(let value): return .integer(value)
    case .float(let value): return .float(value)
    case .string(let pieces, let literal): return try string(pieces, literal)
    case .symbol(let pieces):
      let text = try join(pieces)
      return text.isUnknown ? .unknown(.symbol(text.printed ?? "")) : .symbol(text.printed ?? "")
    case .array(let items): return .list(try elements(items))
    case .hash(let items): return .table(try pairs(items))
    case .regex(let pieces, let options): return try regex(pieces, options, node.range)
    case .local(let name): return scope[name] ?? .nil
    case .variable(let name): return try variable(name, node.range)
    case .constant(let scope, let name): return try constant(scope, name, node.range)
    case .call(let call): return try evaluate(call, node.range)
    case .assign(let target, let operation, let value):
      return try assign(target, operation, value, node.range)
    case .sequence(let body): return try evaluate(body)
    case .lambda(let block): return .closure(close(block, .lambda))
    case .command:
      // A skipped command isn't run either; its result is refused where it matters.
      guard host.skipsCommands else { throw refusal("runs a command", node.range) }
      return .ignored
    case .unsupported(let what): throw refusal("uses \(what)", node.range)
    default: return try control(node)
    }
  }

  private func control(_ node: RubyNode) throws(RubyStop) -> RubyValue {
    switch node.form {
    case .and(let left, let right): return try both(left, right)
    case .or(let left, let right): return try either(left, right)
    case .not(let operand):
      let value = try evaluate(operand)
      guard !value.isIgnored else { return value }
      return value.isUnknown ? .unknown(.bool(!value.isTruthy)) : .bool(!value.isTruthy)
    case .conditional(let condition, let then, let other):
      try refusePattern(condition)
      return try evaluate(
        try decide(try evaluate(condition), at: condition.range) ? then : other)
    case .match(let subject, let branches, let other):
      return try match(subject, branches, other, node.range)
    case .begin(let body, let rescued, let last):
      let outer = mattersWhatIsInstalled
      defer { mattersWhatIsInstalled = outer }
      let isHarmless = rescued.allSatisfy(\.changesNothing) && body.allSatisfy(\.onlyRequires)
      if !rescued.isEmpty, !isHarmless { mattersWhatIsInstalled = true }
      return try ensured(body, last)
    case .method(let receiver, let name, let block):
      try define(name, on: receiver, close(block, .method), node.range)
      return .symbol(name)
    case .singletonClass(let body): return try singletonClass(body)
    case .module(let name, let body): return try module(name, body)
    case .leave(let word, let value):
      let carried = try value.map { (node) throws(RubyStop) in try evaluate(node) } ?? .nil
      return try leave(word, with: carried, node.range)
    case .defined(let operand): return try defined(operand)
    case .range(let lower, let upper, let excludesEnd):
      let from = try lower.map { (node) throws(RubyStop) in try evaluate(node) } ?? .nil
      let to = try upper.map { (node) throws(RubyStop) in try evaluate(node) } ?? .nil
      return .range(from, to, excludesEnd: excludesEnd)
    default: throw refusal("uses Ruby syntax that is not evaluated", node.range)
    }
  }

  /// Evaluates a body and then its `ensure`, also if a jump leaves the body.
  private func ensured(_ body: [RubyNode], _ last: [RubyNode]) throws(RubyStop) -> RubyValue {
    do throws(RubyStop) {
      let result = try evaluate(body)
      _ = try evaluate(last)
      return result
    } catch {
      guard case .leaves = error else { throw error }
      let carried = leaving
      _ = try evaluate(last)
      leaving = carried
      throw error
    }
  }

  private func regex(
    _ pieces: [RubyPiece], _ options: String, _ range: Range<Int>
  ) throws(RubyStop) -> RubyValue {
    let text = try join(pieces)
    guard let source = text.printed, let regex = RubyRegex(source, options: options) else {
      throw refusal("uses a pattern that is not evaluated", range)
    }
    return text.isUnknown ? .unknown(.regex(regex)) : .regex(regex)
  }

  private func string(
    _ pieces: [RubyPiece], _ literal: Range<Int>?
  ) throws(RubyStop) -> RubyValue {
    let joined = try join(pieces)
    guard case .string(let cell) = joined else { return joined }
    if let literal { cell.content.literal = RubyLiteral(file: source.file, range: literal) }
    if hasFrozenLiterals {
      cell.isFrozen = pieces.allSatisfy { if case .text = $0 { true } else { false } }
    }
    return joined
  }

  /// Joins pieces of text; the result is unknown if one of them is.
  private func join(_ pieces: [RubyPiece]) throws(RubyStop) -> RubyValue {
    var result = ""
    var isUnknown = false
    for piece in pieces {
      switch piece {
      case .text(let text): result += text
      case .code(let body):
        let value = try evaluate(body)
        guard let printed = value.printed else {
          throw refusal("interpolates a value whose text is not known", body.first?.range ?? 0..<0)
        }
        isUnknown = isUnknown || value.isUnknown
        let range = body.first?.range ?? 0..<0
        try requireRoom(text: result.utf8.count + printed.utf8.count, range)
        result += printed
      }
    }
    return isUnknown ? .unknown(.text(result)) : .text(result)
  }

  func elements(_ items: [RubyArgument]) throws(RubyStop) -> [RubyValue] {
    var result: [RubyValue] = []
    var trailing: [RubyPair] = []
    for item in items {
      switch item {
      case .value(let node): result.append(try evaluate(node))
      case .splat(let node):
        let more = try splatted(node)
        try requireRoom(elements: result.count + more.count, node.range)
        result += more
      default: trailing += try pairs([item])
      }
    }
    return trailing.isEmpty ? result : result + [.table(trailing)]
  }

  func pairs(_ items: [RubyArgument]) throws(RubyStop) -> [RubyPair] {
    var result: [RubyPair] = []
    for item in items {
      switch item {
      case .pair(let key, let value):
        result.append(RubyPair(key: try evaluate(key), value: try evaluate(value)))
      case .doubleSplat(let node):
        guard let more = try evaluate(node).pairs else {
          throw refusal("expands something that is not a hash", node.range)
        }
        try requireRoom(elements: result.count + more.count, node.range)
        result += more
      case .value(let node), .splat(let node), .block(let node):
        throw refusal("has a hash that is not evaluated", node.range)
      }
    }
    return result
  }

  /// The elements of `*list`.
  func splatted(_ node: RubyNode) throws(RubyStop) -> [RubyValue] {
    let value = try evaluate(node)
    guard case .range = value.assumed else { return value.elements }
    guard let members = Self.members(of: value.assumed) else {
      throw refusal("expands a range that is not evaluated", node.range)
    }
    return members
  }

  /// Refuses a pattern or a range as a condition, which Ruby doesn't take as a value.
  private func refusePattern(_ condition: RubyNode) throws(RubyStop) {
    switch condition.form {
    case .regex, .range: throw refusal("uses a pattern or a range as a condition", condition.range)
    case .not(let operand): try refusePattern(operand)
    case .and(let left, let right), .or(let left, let right):
      try refusePattern(left)
      try refusePattern(right)
    case .sequence(let body) where body.count == 1: try refusePattern(body[0])
    default: break
    }
  }

  private func both(_ left: RubyNode, _ right: RubyNode) throws(RubyStop) -> RubyValue {
    let value = try evaluate(left)
    let holds = right.form.acts ? try decide(value, at: left.range) : value.isTruthy
    guard holds, right.form.acts || !value.isIgnored else { return value }
    let other = try evaluate(right)
    return value.isUnknown && !other.isUnknown ? .unknown(other) : other
  }

  private func either(_ left: RubyNode, _ right: RubyNode) throws(RubyStop) -> RubyValue {
    let value = try evaluate(left)
    let holds = right.form.acts ? try decide(value, at: left.range) : value.isTruthy
    guard !holds else { return value }
    let other = try evaluate(right)
    return value.isUnknown && !other.isUnknown ? .unknown(other) : other
  }

  private func match(
    _ subject: RubyNode?, _ branches: [RubyBranch], _ other: [RubyNode], _ range: Range<Int>
  ) throws(RubyStop) -> RubyValue {
    let value = try subject.map { (node) throws(RubyStop) in try evaluate(node) }
    for branch in branches {
      for pattern in branch.patterns where try matches(pattern, value) {
        return try evaluate(branch.body)
      }
    }
    return try evaluate(other)
  }

  /// Whether a value after `when`, or one of a `*list`, matches.
  private func matches(
    _ pattern: RubyArgument, _ value: RubyValue?
  ) throws(RubyStop) -> Bool {
    let wanted: [RubyValue]
    let source: RubyNode
    switch pattern {
    case .value(let node): (wanted, source) = ([try evaluate(node)], node)
    case .splat(let node): (wanted, source) = (try splatted(node), node)
    default: return false
    }
    for wanted in wanted where try holds(wanted, value, source.range) { return true }
    return false
  }

  private func holds(
    _ wanted: RubyValue, _ value: RubyValue?, _ range: Range<Int>
  ) throws(RubyStop) -> Bool {
    guard let value else { return try decide(wanted, at: range) }
    return try decide(try covers(wanted, value, range), at: range)
  }

  /// `pattern === value`.
  private func covers(
    _ pattern: RubyValue, _ value: RubyValue, _ range: Range<Int>
  ) throws(RubyStop) -> RubyValue {
    let answer: Bool
    if value.isIgnored || pattern.isIgnored { return .ignored }
    switch pattern.assumed {
    case .regex(let regex): answer = try matches(regex, value, range)
    case .closure(let number): return try invoke(number, [value])
    case .module(let name):
      guard
        let isOne = try anyMethod(
          RubyInvocation(name: "is_a?", positional: [.module(name)], range: range), value.assumed)
      else { throw refusal("compares with `\(name)`", range) }
      return value.isUnknown ? .unknown(isOne) : isOne
    case .range(let lower, let upper, let excludesEnd):
      answer = Self.contains(lower, upper, excludesEnd, value)
    case .requirement(let requirement):
      guard case .version(let version) = value.assumed else {
        throw refusal("compares a requirement with something that is not a version", range)
      }
      answer = requirement.accepts(version)
    default: answer = RubyValue.equal(pattern, value)
    }
    return value.isUnknown || pattern.isUnknown ? .unknown(.bool(answer)) : .bool(answer)
  }

  static func contains(
    _ lower: RubyValue, _ upper: RubyValue, _ excludesEnd: Bool, _ value: RubyValue
  ) -> Bool {
    let isAbove = lower.isNil || (RubyValue.compare(lower, value) ?? 1) <= 0
    guard !upper.isNil else { return isAbove }
    let order = RubyValue.compare(value, upper) ?? 1
    return isAbove && (excludesEnd ? order < 0 : order <= 0)
  }

  private func module(_ name: RubyNode, _ body: [RubyNode]) throws(RubyStop) -> RubyValue {
    guard let path = Self.path(of: name) else {
      throw refusal("defines a module whose name is not supported", name.range)
    }
    nesting.append(path)
    defer { nesting.removeLast() }
    let outer = (scope, isInSingletonClass, own)
    let whole = nesting.joined(separator: "::")
    modules.insert(whole)
    (scope, isInSingletonClass, own) = (RubyScope(parent: nil), false, .module(whole))
    defer { (scope, isInSingletonClass, own) = outer }
    return try evaluate(body)
  }

  /// Returns a module's name as it is written: `Tool` or `Tool::Version`.
  static func path(of name: RubyNode) -> String? {
    guard case .constant(let scope, let text) = name.form else { return nil }
    guard let scope else { return text }
    return path(of: scope).map { $0 + "::" + text }
  }
}
