import Text

/// Assignments, constants and variables.
extension RubyInterpreter {
  func assign(
    _ target: RubyNode, _ operation: String, _ value: RubyNode, _ range: Range<Int>
  ) throws(RubyStop) -> RubyValue {
    if case .call(let call) = target.form, let receiver = call.receiver {
      return try assign(call, of: receiver, operation, value, range)
    }
    let result = try combined(target, operation, value, range)
    switch target.form {
    case .local(let name), .variable(let name): scope.set(name, result)
    case .call(let call) where call.arguments.isEmpty: scope.set(call.name, result)
    case .constant(nil, let name): constants[(nesting + [name]).joined(separator: "::")] = result
    default: throw refusal("assigns to something that is not evaluated", target.range)
    }
    return result
  }

  /// Evaluates the new value of an assignment such as `a += b` or `a ||= b`.
  private func combined(
    _ target: RubyNode, _ operation: String, _ value: RubyNode, _ range: Range<Int>
  ) throws(RubyStop) -> RubyValue {
    guard operation != "=" else { return try evaluate(value) }
    let old = try current(target)
    switch operation {
    case "||=", "&&=":
      guard old.isTruthy == (operation == "&&=") else { return old }
      let new = try evaluate(value)
      return old.isUnknown && !new.isUnknown ? .unknown(new) : new
    default:
      let right = try evaluate(value)
      return try operate(old, String(operation.dropLast()), right, range)
    }
  }

  private func current(_ target: RubyNode) throws(RubyStop) -> RubyValue {
    switch target.form {
    case .local(let name), .variable(let name): scope[name] ?? .nil
    case .call(let call) where call.receiver == nil: scope[call.name] ?? .nil
    case .constant(nil, let name): constants[(nesting + [name]).joined(separator: "::")] ?? .nil
    default: try evaluate(target)
    }
  }

  /// Evaluates `receiver.name = value` and `receiver[key] = value`.
  private func assign(
    _ call: RubyCall, of receiver: RubyNode, _ operation: String, _ value: RubyNode,
    _ range: Range<Int>
  ) throws(RubyStop) -> RubyValue {
    let object = try evaluate(receiver)
    let name = call.name + "="
    guard !host.skips(name, of: object) else { return .ignored }
    let result =
      operation == "="
      ? try evaluate(value)
      : try combined(RubyNode(form: .call(call), range: range), operation, value, range)
    var invocation = RubyInvocation(name: name, range: range)
    invocation.positional = try elements(call.arguments) + [result]
    if case .object("self") = object {
      guard try host.call(invocation, self) != nil else { throw unknown(name, range) }
      return result
    }
    if try host.send(invocation, to: object, self) == nil {
      guard call.name == "[]", object.isContainer || object.isEnvironment else {
        throw unknown(name, range)
      }
      _ = try send(invocation, to: object)
    }
    return result
  }

  func unknown(_ name: String, _ range: Range<Int>) -> RubyStop {
    refusal("calls `\(name)`", range)
  }

  /// Returns the value of a variable; one that was never set is nil or predefined by Ruby.
  func variable(_ name: String, _ range: Range<Int>) throws(RubyStop) -> RubyValue {
    if let known = scope[name] { return known }
    switch name {
    case "$LOAD_PATH", "$:": return .object("$LOAD_PATH")
    case "$0", "$PROGRAM_NAME": return .unknown(.text(runtime.program))
    case "$VERBOSE", "$DEBUG": return .unknown(.bool(false))
    default:
      // `$~`, `$&` and the like are predefined by Ruby.
      let isOwn =
        name.hasPrefix("$") && name.utf8.dropFirst().allSatisfy { !$0.isASCIIAlphanumeric }
      if isOwn, name != "$_" { throw refusal("uses `\(name)`", range) }
      return .nil
    }
  }

  func constant(
    _ scope: RubyNode?, _ name: String, _ range: Range<Int>
  ) throws(RubyStop) -> RubyValue {
    var whole = name
    if let scope {
      guard case .module(let outer) = try evaluate(scope) else {
        throw refusal("uses a constant of something that is not a module", range)
      }
      whole = outer + "::" + name
    }
    for depth in stride(from: nesting.count, through: 0, by: -1) {
      let path = (nesting.prefix(depth) + [whole]).joined(separator: "::")
      if let value = constants[path] { return value }
    }
    return host.constant(whole, self) ?? builtin(whole)
  }

  /// Marks a value that follows from the version of Ruby as unknown if no file names a release.
  package func ruby(_ value: RubyValue) -> RubyValue {
    runtime.isRubyKnown ? value : .unknown(value)
  }

  /// Returns a predefined constant; all other names are modules.
  private func builtin(_ name: String) -> RubyValue {
    switch name {
    case "RUBY_VERSION", "RUBY_ENGINE_VERSION": ruby(.text(runtime.ruby.text))
    case "RUBY_ENGINE": .text("ruby")
    case "RUBY_PLATFORM": .unknown(.text(runtime.platform))
    case "Gem::VERSION": .text(runtime.rubygems.text)
    case "ARGV": .unknown(.list([]))
    case "RUBY_PATCHLEVEL": .unknown(.integer(0))
    case "Float::INFINITY": .float(.infinity)
    default: .module(name)
    }
  }
}

extension RubyValue {
  fileprivate var isContainer: Bool { isArray || pairs != nil }

  fileprivate var isEnvironment: Bool {
    if case .module("ENV") = self { true } else { false }
  }
}
