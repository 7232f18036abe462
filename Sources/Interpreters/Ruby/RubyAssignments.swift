import Gems
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
    case .local(let name): scope.set(name, result)
    case .variable(let name): try set(variable: name, result, target.range)
    case .call(let call) where call.arguments.isEmpty: scope.set(call.name, result)
    case .constant(nil, let name):
      let path = (nesting + [name]).joined(separator: "::")
      guard !RubyNames.modules.contains(path) else {
        throw refusal("assigns to the constant `\(path)` of Ruby", target.range)
      }
      constants[path] = result
    default: throw refusal("assigns to something that is not evaluated", target.range)
    }
    return result
  }

  /// Evaluates the new value of an assignment such as `a += b` or `a ||= b`.
  private func combined(
    _ target: RubyNode, _ operation: String, _ value: RubyNode, _ range: Range<Int>
  ) throws(RubyStop) -> RubyValue {
    guard operation != "=" else { return try evaluate(value) }
    return try combined(try current(target), operation, value, range)
  }

  /// Evaluates `old += value` or `old ||= value`.
  private func combined(
    _ old: RubyValue, _ operation: String, _ value: RubyNode, _ range: Range<Int>
  ) throws(RubyStop) -> RubyValue {
    switch operation {
    case "||=", "&&=":
      if old.isIgnored, try !decide(old, at: range) { return old }
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
    case .local(let name): scope[name] ?? .nil
    case .variable(let name): try variable(name, target.range)
    case .call(let call) where call.receiver == nil: scope[call.name] ?? .nil
    case .constant(nil, let name): try find(constant: name) ?? .nil
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
    if call.isSafe, object.isNil { return object }
    var invocation = RubyInvocation(name: name, range: range)
    invocation.positional = try elements(call.arguments)
    let result: RubyValue
    if operation == "=" {
      result = try evaluate(value)
    } else {
      var getter = invocation
      getter.name = call.name
      if case .object("self") = object { throw unknown(call.name, range) }
      let old = try send(getter, to: object)
      result = try combined(old, operation, value, range)
    }
    invocation.positional.append(result)
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
    if RubyNames.isMatch(name) { return scope.outermost[name] ?? .nil }
    if let known = variables[try key(of: name, range)] { return known }
    switch name {
    case "$stdout", "$stderr": return .module(name == "$stdout" ? "STDOUT" : "STDERR")
    case "$LOAD_PATH", "$:": return .object("$LOAD_PATH")
    case "$0", "$PROGRAM_NAME": return .unknown(.text(runtime.program))
    case "$VERBOSE", "$DEBUG": return .unknown(.bool(false))
    default:
      // `$~`, `$&` and the like are predefined by Ruby.
      let isOwn = name.hasPrefix("$") && RubyNames.areGlobal(name)
      if isOwn || name.hasPrefix("@@") { throw refusal("uses `\(name)`", range) }
      return .nil
    }
  }

  private func set(
    variable name: String, _ value: RubyValue, _ range: Range<Int>
  ) throws(RubyStop) {
    guard !name.hasPrefix("$") || !RubyNames.areGlobal(name) || name == "$VERBOSE" else {
      throw refusal("assigns to `\(name)`", range)
    }
    variables[try key(of: name, range)] = value
  }

  /// The name of a variable behind its owner: a module for `@@name`, `self` for `@name`.
  func key(of name: String, _ range: Range<Int>) throws(RubyStop) -> String {
    guard name.hasPrefix("@") else { return name }
    if name.hasPrefix("@@") {
      guard !nesting.isEmpty else { throw refusal("uses `\(name)` outside of a class", range) }
      return nesting.joined(separator: "::") + name
    }
    return switch own {
    case .host: name
    case .main: "main" + name
    case .module(let path): path + name
    }
  }

  func constant(
    _ scope: RubyNode?, _ name: String, _ range: Range<Int>
  ) throws(RubyStop) -> RubyValue {
    var whole = name
    if let scope {
      let owner = try evaluate(scope)
      if owner.isIgnored { return owner }
      guard case .module(let outer) = owner else {
        throw refusal("uses a constant of something that is not a module", range)
      }
      whole = outer + "::" + name
    }
    guard let value = try find(constant: whole) else {
      throw refusal("uses the constant `\(whole)`, which is not known", range)
    }
    return value
  }

  /// Looks for a constant in the enclosing modules, then in the format and in Ruby.
  func find(constant whole: String) throws(RubyStop) -> RubyValue? {
    for depth in stride(from: nesting.count, through: 0, by: -1) {
      let path = (nesting.prefix(depth) + [whole]).joined(separator: "::")
      if let value = constants[path] { return value }
      if modules.contains(path) { return .module(path) }
    }
    return host.constant(whole, self) ?? builtin(whole)
  }

  /// Marks a value that follows from the version of Ruby as unknown if no file names a release.
  package func ruby(_ value: RubyValue) -> RubyValue {
    runtime.isRubyKnown ? value : .unknown(value)
  }

  /// Returns a predefined constant; nil for a name that isn't known.
  private func builtin(_ name: String) -> RubyValue? {
    switch name {
    case "RUBY_VERSION", "RUBY_ENGINE_VERSION": ruby(.text(runtime.ruby.text))
    case "RUBY_ENGINE": .text("ruby")
    case "RUBY_PLATFORM": .unknown(.text(runtime.platform))
    case "Gem::VERSION": .text(runtime.rubygems.text)
    case "ARGV": .unknown(.list([]))
    case "RUBY_PATCHLEVEL": .unknown(.integer(0))
    case "Float::INFINITY": .float(.infinity)
    case "File::SEPARATOR": .text("/")
    default: RubyNames.modules.contains(name) ? .module(name) : nil
    }
  }
}

extension RubyValue {
  fileprivate var isContainer: Bool { isArray || pairs != nil }

  fileprivate var isEnvironment: Bool {
    if case .module("ENV") = self { true } else { false }
  }
}
