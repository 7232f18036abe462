import Text

/// Dispatches calls.
extension RubyInterpreter {
  func evaluate(_ call: RubyCall, _ range: Range<Int>) throws(RubyStop) -> RubyValue {
    guard let node = call.receiver else { return try evaluateFunction(call, range) }
    let receiver = try evaluate(node)
    if call.isSafe, receiver.isNil { return receiver }
    if host.skips(call.name, of: receiver) { return .ignored }
    let invocation = try invocation(call, range)
    let isOwn = node.form.isOwn
    return try catchingBreak(of: invocation.block) { ruby throws(RubyStop) in
      if isOwn { return try ruby.function(invocation) }
      return try ruby.send(invocation, to: receiver)
    }
  }

  private func evaluateFunction(
    _ call: RubyCall, _ range: Range<Int>
  ) throws(RubyStop) -> RubyValue {
    let isDefined = !methods.candidates(call.name, in: nesting).isEmpty
    if host.skips(call.name, of: nil), !call.assigns { return .ignored }
    if !isDefined, Self.silent.contains(call.name), !call.acts {
      return try printed(call, range)
    }
    let invocation = try invocation(call, range)
    return try catchingBreak(of: invocation.block) { ruby throws(RubyStop) in
      try ruby.function(invocation)
    }
  }

  /// Functions that only print.
  static let silent: Set = ["puts", "warn", "print", "p", "pp"]

  /// Evaluates `puts` and the like, whose arguments only matter if they are the result.
  private func printed(_ call: RubyCall, _ range: Range<Int>) throws(RubyStop) -> RubyValue {
    guard call.name == "p" || call.name == "pp" else { return .nil }
    return try printed(try invocation(call, range))
  }

  /// The result of a function that prints.
  func printed(_ call: RubyInvocation) throws(RubyStop) -> RubyValue {
    guard call.name == "p" || call.name == "pp" else { return .nil }
    let values = call.withTrailingHash.positional
    return values.count > 1 ? .list(values) : values.first ?? .nil
  }

  private func invocation(
    _ call: RubyCall, _ range: Range<Int>
  ) throws(RubyStop) -> RubyInvocation {
    var result = RubyInvocation(name: call.name, range: range)
    for argument in call.arguments {
      switch argument {
      case .value(let node): result.positional.append(try evaluate(node))
      case .splat(let node):
        let more = try splatted(node)
        try requireRoom(elements: result.positional.count + more.count, node.range)
        result.positional += more
      case .pair, .doubleSplat: result.options += try pairs([argument])
      case .block(let node): result.block = try closure(try evaluate(node), node.range)
      }
    }
    if let block = call.block { result.block = close(block, .block) }
    return result
  }

  /// Converts the value of a `&` argument: a lambda, or a symbol that names a method.
  private func closure(_ value: RubyValue, _ range: Range<Int>) throws(RubyStop) -> Int? {
    switch value.assumed {
    case .closure(let number): return number
    case .nil: return nil
    case .symbol(let name):
      let subject = RubyNode(form: .local("it"), range: range)
      let call = RubyCall(receiver: subject, name: name, arguments: [], nameRange: range)
      let body = [RubyNode(form: .call(call), range: range)]
      return close(RubyBlock(parameters: [.init(name: "it")], body: body), .lambda)
    default: throw refusal("passes a block that is not evaluated", range)
    }
  }

  /// Evaluates a call without a receiver: of the host, of the manifest, or of Ruby.
  func function(_ call: RubyInvocation) throws(RubyStop) -> RubyValue {
    if let method = try ownMethod(call) { return try invoke(method, call) }
    if own == .host, let value = try host.call(call, self) { return value }
    if let value = try kernel(call) { return value }
    throw refusal("calls `\(call.name)`", call.range)
  }

  /// Runs a block and returns its value, or that of `next` or `return`.
  package func invoke(_ closure: Int, _ arguments: [RubyValue]) throws(RubyStop) -> RubyValue {
    try invoke(closure, arguments, block: given)
  }

  /// Runs a method with the arguments of a call.
  func invoke(
    _ method: Int, _ call: RubyInvocation, of receiver: RubySelf? = nil
  ) throws(RubyStop) -> RubyValue {
    try invoke(
      method, call.positional, options: call.options, block: call.block, of: receiver)
  }

  /// Runs a method or a block with arguments and a block.
  func invoke(
    _ closure: Int, _ arguments: [RubyValue], options: [RubyPair] = [], block: Int?,
    of receiver: RubySelf? = nil
  ) throws(RubyStop) -> RubyValue {
    let called = closures[closure]
    let outer = (scope, source, nesting, given, own)
    (scope, source, nesting) = (RubyScope(parent: called.scope), called.source, called.nesting)
    given = block
    own = called.own ?? receiver ?? own
    let activation = enter(closure)
    defer {
      (scope, source, nesting, given, own) = outer
      activations.removeLast()
    }
    for name in called.block.own { scope.declare(name, .nil) }
    try bind(called, arguments, options)
    do throws(RubyStop) {
      return try evaluate(called.block.body)
    } catch {
      guard case .leaves(let jump) = error, jump.ends(activation) else { throw error }
      return leaving
    }
  }

  private func bind(
    _ closure: RubyClosure, _ arguments: [RubyValue], _ named: [RubyPair]
  ) throws(RubyStop) {
    let parameters = closure.block.parameters
    var given = arguments
    var options: [RubyPair]?
    if parameters.contains(where: \.isKeyword) {
      options = named.isEmpty ? nil : named
    } else if !named.isEmpty {
      given.append(.table(named))
    }
    let plain = parameters.count(where: \.isPlain)
    if closure.kind == .block, plain > 1 || plain == 1 && parameters.hasRest,
      given.count == 1, let items = given[0].assumed.list
    {
      given = items
    }
    let hasKeywords = parameters.contains(where: \.isKeyword)
    if closure.kind == .block, plain == 1, hasKeywords, given.first?.isArray == true {
      throw refusal("passes an array to a block with keywords", closure.range)
    }
    try check(closure, given, options)
    for (index, parameter) in parameters.enumerated() {
      try declare(
        parameter,
        try argument(for: parameter, &given, &options, behind: parameters[(index + 1)...]),
        closure.range)
    }
  }

  /// Sets the variable of a parameter, or takes its value apart.
  private func declare(
    _ parameter: RubyBlock.Parameter, _ value: RubyValue, _ range: Range<Int>
  ) throws(RubyStop) {
    guard !parameter.parts.isEmpty else { return scope.declare(parameter.name, value) }
    guard !value.isUnknown else { throw refusal("takes apart a value that isn't known", range) }
    var rest = (value.list ?? [value])[...]
    try charge(1 + rest.count / 256, range)
    for (index, part) in parameter.parts.enumerated() {
      let behind = parameter.parts.count - index - 1
      guard part.isRest else {
        try declare(part, rest.popFirst() ?? .nil, range)
        continue
      }
      let count = max(0, rest.count - behind)
      scope.declare(part.name, .list(Array(rest.prefix(count))))
      rest = rest.dropFirst(count)
    }
  }

  /// Checks the number of arguments of methods and lambdas; blocks accept any.
  private func check(
    _ closure: RubyClosure, _ given: [RubyValue], _ options: [RubyPair]?
  ) throws(RubyStop) {
    guard closure.kind != .block else { return }
    let parameters = closure.block.parameters
    let plain = parameters.filter(\.isPlain)
    let needed = plain.count { $0.fallback == nil }
    let isTooMany = !parameters.hasRest && given.count > plain.count
    let names = Set(parameters.filter { $0.isKeyword && !$0.isRest }.map(\.name))
    let hasOdd =
      options?.contains { $0.key.name.map { !names.contains($0) } ?? true } == true
      && !parameters.contains { $0.isKeyword && $0.isRest }
    if given.count < needed || isTooMany || hasOdd {
      throw refusal("calls a method with the wrong arguments", closure.range)
    }
  }

  private func argument(
    for parameter: RubyBlock.Parameter, _ given: inout [RubyValue], _ options: inout [RubyPair]?,
    behind rest: ArraySlice<RubyBlock.Parameter>
  ) throws(RubyStop) -> RubyValue {
    if parameter.isBlock { return self.given.map { .closure($0) } ?? .nil }
    if parameter.isKeyword, parameter.isRest {
      defer { options = nil }
      return .table(options ?? [])
    }
    if parameter.isKeyword {
      guard let index = options?.firstIndex(where: { $0.key.name == parameter.name }) else {
        guard parameter.fallback != nil else {
          throw refusal("leaves out the keyword `\(parameter.name)`", source.bytes.indices)
        }
        return try fallback(parameter)
      }
      return options?.remove(at: index).value ?? .nil
    }
    let behind = rest.count(where: \.isPlain)
    if parameter.isRest {
      let count = max(0, given.count - behind)
      defer { given.removeFirst(count) }
      return .list(Array(given.prefix(count)))
    }
    let needed = rest.count { $0.isPlain && $0.fallback == nil }
    if parameter.fallback != nil, given.count <= needed { return try fallback(parameter) }
    return given.isEmpty ? .nil : given.removeFirst()
  }

  private func fallback(_ parameter: RubyBlock.Parameter) throws(RubyStop) -> RubyValue {
    guard let node = parameter.fallback else { return .nil }
    return try evaluate(node)
  }

  /// Evaluates a call on a value.
  func send(_ call: RubyInvocation, to receiver: RubyValue) throws(RubyStop) -> RubyValue {
    if case .module(let name) = receiver,
      let method = methods.method(call.name, of: name, in: nesting)
    {
      return try invoke(method, call, of: .module(name))
    }
    if let value = try host.send(call, to: receiver, self) { return value }
    if let value = try ignored(call, receiver) { return value }
    guard !receiver.refuses(call.name) else {
      throw refusal("changes a frozen value", call.range)
    }
    let isUnknown = receiver.isUnknown || call.positional.contains(where: \.isUnknown)
    if let value = try builtin(call, receiver.assumed, isUnknown: isUnknown) {
      return isUnknown && !value.isUnknown ? .unknown(value) : value
    }
    throw refusal("calls `\(call.name)` on \(Self.kind(of: receiver))", call.range)
  }

  /// The result of a call with something that isn't evaluated, such as the output of a command.
  ///
  /// Nil if there is no such thing, or if a collection only keeps it.
  private func ignored(
    _ call: RubyInvocation, _ receiver: RubyValue
  ) throws(RubyStop) -> RubyValue? {
    let arguments = call.positional + call.options.map(\.value)
    if receiver.list != nil || receiver.pairs != nil {
      let all = receiver.elements + arguments.flatMap(\.elements)
      let isInside = all.contains(where: \.isIgnored)
      return isInside && Self.comparing(call.name) ? .ignored : nil
    }
    guard arguments.contains(where: \.isIgnored) else { return nil }
    if receiver.string != nil, Self.changesText(call.name) {
      throw refusal("adds something that is not evaluated to a text", call.range)
    }
    return .ignored
  }

  private static func comparing(_ name: String) -> Bool {
    [
      "include?", "member?", "index", "find_index", "-", "&", "|", "uniq", "delete", "==", "!=",
      "eql?", "<=>", "sort", "count", "difference", "union", "max", "min", "key", "value?",
      "has_value?", "key?", "has_key?", "any?", "all?", "none?", "one?", "compact", "assoc", "sum",
    ].contains(name)
  }

  private static func changesText(_ name: String) -> Bool {
    ["<<", "concat", "prepend", "replace", "insert"].contains(name) || name.hasSuffix("!")
  }

  private func builtin(
    _ given: RubyInvocation, _ receiver: RubyValue, isUnknown: Bool
  ) throws(RubyStop) -> RubyValue? {
    let call = given.withTrailingHash
    if let value = try anyMethod(call, receiver) { return value }
    switch receiver {
    case .nil: return nilMethod(call)
    case .string(let cell):
      if let lines = try lines(given, cell) { return lines }
      return try stringMethod(call, cell, isUnknown: isUnknown)
    case .symbol(let name): return try symbolMethod(call, name, isUnknown: isUnknown)
    case .array(let cell): return try arrayMethod(call, cell)
    case .hash(let cell): return try hashMethod(call, cell)
    case .integer, .float: return try numberMethod(call, receiver)
    case .version(let version): return try versionMethod(call, version)
    case .requirement(let requirement): return requirementMethod(call, requirement)
    case .module(let name): return try moduleMethod(given, name)
    case .path(let path): return try pathnameMethod(call, path)
    case .range(let lower, let upper, let excludesEnd):
      if call.name == "===" || call.name == "cover?" || call.name == "include?",
        call.positional.count == 1, call.block == nil
      {
        let value = call.positional[0].assumed
        // `include?` of other ranges goes through their elements.
        guard
          call.name != "include?" || Self.isNumber(lower) || Self.isNumber(upper)
            || [lower, upper, value].allSatisfy(\.isLetter)
        else { return nil }
        return .bool(Self.contains(lower, upper, excludesEnd, value))
      }
      guard Self.ofRanges.contains(call.name), let values = Self.members(of: receiver) else {
        return nil
      }
      return try arrayMethod(call, RubyCell(values))
    case .closure(let number): return try closureMethod(given, number)
    case .regex(let regex): return try regexMethod(call, regex, isUnknown: isUnknown)
    case .object("$LOAD_PATH"): return loadPathMethod(call)
    default: return nil
    }
  }

  private func loadPathMethod(_ call: RubyInvocation) -> RubyValue? {
    let folders = call.positional.flatMap(\.elements).compactMap {
      $0.printed.flatMap { files.resolve($0) }
    }
    switch call.name {
    case "include?": return .bool(folders.contains(where: loadPath.contains))
    case "unshift", "prepend": loadPath = folders + loadPath
    case "<<", "push", "append", "concat": loadPath += folders
    default: return nil
    }
    return .object("$LOAD_PATH")
  }

  private static func isNumber(_ value: RubyValue) -> Bool {
    switch value.assumed {
    case .integer, .float: true
    default: false
    }
  }

  /// The methods of arrays that ranges of integers also have.
  private static let ofRanges: Set = [
    "to_a", "entries", "each", "reverse_each", "each_entry", "each_with_index", "map", "collect",
    "flat_map", "collect_concat", "filter_map", "to_h", "select", "filter", "reject", "find",
    "detect", "find_all", "any?", "all?", "none?", "one?", "count", "partition", "find_index",
    "take_while", "drop_while", "sort_by", "max_by", "min_by", "group_by", "uniq", "inject",
    "reduce", "each_slice", "each_cons", "each_with_object", "first", "last", "min", "max", "sum",
    "size", "take", "drop", "zip", "sort", "include?", "member?", "lazy",
  ]

  private func regexMethod(
    _ call: RubyInvocation, _ regex: RubyRegex, isUnknown: Bool
  ) throws(RubyStop) -> RubyValue? {
    guard call.block == nil else { return nil }
    switch call.name {
    case "source" where call.positional.isEmpty: return .text(regex.source)
    case "match?", "match", "=~", "===":
      guard call.positional.count == 1, let text = call.positional[0].name else {
        let isAbsent = call.positional.count == 1 && call.positional[0].isNil
        let isQuestion = call.name == "match?" || call.name == "==="
        return isAbsent ? (isQuestion ? .bool(false) : .nil) : nil
      }
      if call.name == "===" {
        return .bool(try matches(regex, call.positional[0], call.range))
      }
      return try patternMethod(call, text, regex, isUnknown: isUnknown)
    default: return nil
    }
  }

  private func closureMethod(
    _ call: RubyInvocation, _ number: Int
  ) throws(RubyStop) -> RubyValue? {
    switch call.name {
    case "call", "()", "yield", "[]", "===":
      return try invoke(number, call, of: nil)
    case "to_proc" where call.positional.isEmpty: return .closure(number)
    case "lambda?" where call.positional.isEmpty: return .bool(closures[number].kind != .block)
    default: return nil
    }
  }

  /// The elements of a range of integers; nil for other ranges.
  static func members(of range: RubyValue) -> [RubyValue]? {
    guard case .range(let lower, let upper, let excludesEnd) = range,
      let from = lower.integer, let to = upper.integer, from > to || to - from < 10_000
    else { return nil }
    guard from <= to else { return [] }
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
