import Text

/// Calls: who answers them.
extension RubyInterpreter {
  func evaluate(_ call: RubyCall, _ range: Range<Int>) throws(RubyStop) -> RubyValue {
    guard let node = call.receiver else { return try evaluateFunction(call, range) }
    let receiver = try evaluate(node)
    if call.isSafe, receiver.isNil { return receiver }
    if host.skips(call.name, of: receiver) { return .ignored }
    let invocation = try invocation(call, range)
    if case .object("self") = receiver { return try function(invocation) }
    return try send(invocation, to: receiver)
  }

  private func evaluateFunction(
    _ call: RubyCall, _ range: Range<Int>
  ) throws(RubyStop) -> RubyValue {
    if Self.silent.contains(call.name) || host.skips(call.name, of: nil) { return .ignored }
    return try function(try invocation(call, range))
  }

  /// Functions whose effect is output, which a reader has no use for.
  private static let silent: Set = ["puts", "warn", "print", "p", "pp"]

  private func invocation(
    _ call: RubyCall, _ range: Range<Int>
  ) throws(RubyStop) -> RubyInvocation {
    var result = RubyInvocation(name: call.name, range: range)
    for argument in call.arguments {
      switch argument {
      case .value(let node): result.positional.append(try evaluate(node))
      case .splat(let node): result.positional += try evaluate(node).elements
      case .pair, .doubleSplat: result.options += try pairs([argument])
      case .block(let node): result.block = try closure(try evaluate(node), node.range)
      }
    }
    if let block = call.block, case .closure(let number) = close(block) { result.block = number }
    return result
  }

  /// A block given as a value: a lambda, or a symbol that names a method.
  private func closure(_ value: RubyValue, _ range: Range<Int>) throws(RubyStop) -> Int? {
    switch value.assumed {
    case .closure(let number): return number
    case .nil: return nil
    case .symbol(let name):
      let subject = RubyNode(form: .local("it"), range: range)
      let call = RubyCall(receiver: subject, name: name, arguments: [], nameRange: range)
      let body = [RubyNode(form: .call(call), range: range)]
      guard
        case .closure(let number) = close(RubyBlock(parameters: [.init(name: "it")], body: body))
      else { return nil }
      return number
    default: throw refusal("passes a block that is not evaluated", range)
    }
  }

  /// Answers a call without receiver: the manifest's words, its own methods, Ruby's functions.
  func function(_ call: RubyInvocation) throws(RubyStop) -> RubyValue {
    if let value = try host.call(call, self) { return value }
    if let method = methods[call.name] {
      let arguments = call.positional + (call.options.isEmpty ? [] : [.hash(call.options)])
      return try invoke(method, arguments, block: call.block)
    }
    if let value = try kernel(call) { return value }
    throw refusal("calls `\(call.name)`", call.range)
  }

  /// Runs a block with arguments; `next` and `return` give its value.
  func invoke(_ closure: Int, _ arguments: [RubyValue]) throws(RubyStop) -> RubyValue {
    try invoke(closure, arguments, block: given)
  }

  /// Runs a method with arguments and a block.
  func invoke(
    _ closure: Int, _ arguments: [RubyValue], block: Int?
  ) throws(RubyStop) -> RubyValue {
    let outerBlock = given
    given = block
    defer { given = outerBlock }
    let called = closures[closure]
    let outer = (scope, source, nesting)
    (scope, source, nesting) = (RubyScope(parent: called.scope), called.source, called.nesting)
    defer { (scope, source, nesting) = outer }
    try bind(called.block.parameters, arguments)
    do throws(RubyStop) {
      return try evaluate(called.block.body)
    } catch {
      guard case .leaves(let value) = error else { throw error }
      return value
    }
  }

  private func bind(
    _ parameters: [RubyBlock.Parameter], _ arguments: [RubyValue]
  ) throws(RubyStop) {
    var given = arguments
    if parameters.filter({ !$0.isKeyword }).count > 1, given.count == 1,
      case .array(let items) = given[0].assumed
    {
      given = items
    }
    let options = parameters.contains(where: \.isKeyword) ? given.last?.pairs : nil
    if options != nil { given.removeLast() }
    for parameter in parameters {
      if parameter.isBlock {
        scope.declare(parameter.name, self.given.map { .closure($0) } ?? .nil)
      } else if parameter.isKeyword {
        let given = options?.last { $0.key.name == parameter.name }?.value
        let value = if let given { given } else { try fallback(parameter) }
        scope.declare(parameter.name, value)
      } else if parameter.isRest {
        scope.declare(parameter.name, .array(given))
        given = []
      } else {
        scope.declare(parameter.name, try given.isEmpty ? fallback(parameter) : given.removeFirst())
      }
    }
  }

  private func fallback(_ parameter: RubyBlock.Parameter) throws(RubyStop) -> RubyValue {
    guard let node = parameter.fallback else { return .nil }
    return try evaluate(node)
  }

  /// Answers a call on a value.
  func send(_ call: RubyInvocation, to receiver: RubyValue) throws(RubyStop) -> RubyValue {
    if let value = try host.send(call, to: receiver, self) { return value }
    if let value = try builtin(call, receiver.assumed) {
      let isUnknown = receiver.isUnknown || call.positional.contains(where: \.isUnknown)
      return isUnknown && !value.isUnknown ? .unknown(value) : value
    }
    if case .module = receiver, let method = methods[call.name] {
      return try invoke(method, call.positional)
    }
    if receiver.isUnknown, receiver.isNil { return .unknown(.nil) }
    throw refusal("calls `\(call.name)` on \(Self.kind(of: receiver))", call.range)
  }

  private func builtin(
    _ call: RubyInvocation, _ receiver: RubyValue
  ) throws(RubyStop) -> RubyValue? {
    if let value = try anyMethod(call, receiver) { return value }
    switch receiver {
    case .string(let string): return try stringMethod(call, string)
    case .symbol(let name): return try stringMethod(call, RubyString(name))
    case .array(let values): return try arrayMethod(call, values)
    case .hash(let pairs): return try hashMethod(call, pairs)
    case .integer, .float: return try numberMethod(call, receiver)
    case .version(let version): return try versionMethod(call, version)
    case .requirement(let requirement): return requirementMethod(call, requirement)
    case .module(let name): return try moduleMethod(call, name)
    case .range: return try arrayMethod(call, Self.members(of: receiver))
    case .closure(let number): return try closureMethod(call, number)
    case .regex:
      guard ["match?", "match", "=~"].contains(call.name) else { return nil }
      guard let text = call.positional.first?.string else {
        return call.name == "match?" ? .bool(false) : .nil
      }
      var swapped = call
      swapped.positional = [receiver]
      return try stringMethod(swapped, text)
    case .object("$LOAD_PATH"):
      loadPath += call.positional.flatMap(\.elements).compactMap {
        $0.printed.flatMap { files.resolve($0) }
      }
      return call.name == "include?" ? .bool(false) : receiver
    default: return nil
    }
  }

  private func closureMethod(
    _ call: RubyInvocation, _ number: Int
  ) throws(RubyStop) -> RubyValue? {
    guard ["call", "()", "yield", "[]", "==="].contains(call.name) else { return nil }
    return try invoke(number, call.positional)
  }

  private static func members(of range: RubyValue) -> [RubyValue] {
    guard case .range(let lower, let upper, let excludesEnd) = range,
      case .integer(let from) = lower.assumed, case .integer(let to) = upper.assumed,
      from <= to, to - from < 10_000
    else { return [] }
    return (from...to).filter { !excludesEnd || $0 != to }.map { .integer($0) }
  }

  private static func kind(of value: RubyValue) -> String {
    switch value.assumed {
    case .nil: "nil"
    case .module(let name): "`\(name)`"
    case .object(let name): "`\(name)`"
    case .string: "a string"
    case .array: "an array"
    case .hash: "a hash"
    default: "a value"
    }
  }

  /// Applies a binary operator.
  func operate(
    _ left: RubyValue, _ operation: String, _ right: RubyValue, _ range: Range<Int>
  ) throws(RubyStop) -> RubyValue {
    try send(RubyInvocation(name: operation, positional: [right], range: range), to: left)
  }
}
