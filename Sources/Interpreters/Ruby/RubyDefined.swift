import Text

/// Evaluates `defined?`.
extension RubyInterpreter {
  /// - Throws: a refusal for an operand whose answer isn't known.
  func defined(_ operand: RubyNode) throws(RubyStop) -> RubyValue {
    switch operand.form {
    case .nil, .bool, .own, .integer, .float, .string, .symbol, .array, .hash: .text("expression")
    case .local: .text("local-variable")
    case .assign: .text("assignment")
    case .sequence(let body) where body.count == 1: try defined(body[0])
    case .constant: try definedConstant(operand)
    case .variable(let name): try definedVariable(name, operand.range)
    case .call(let call) where call.receiver == nil && call.arguments.isEmpty:
      try definedFunction(call.name, operand.range)
    default: throw refusal("asks whether something is defined", operand.range)
    }
  }

  private func definedVariable(
    _ name: String, _ range: Range<Int>
  ) throws(RubyStop) -> RubyValue {
    guard !name.hasPrefix("$") || !RubyNames.areGlobal(name) else {
      throw refusal("uses `\(name)`", range)
    }
    let kind = name.hasPrefix("$") ? "global-variable" : "instance-variable"
    guard !name.hasPrefix("@@") else { throw refusal("uses `\(name)`", range) }
    return variables[try key(of: name, range)] == nil ? .nil : .text(kind)
  }

  /// A constant that neither Ruby nor the manifest has is defined by a library, or not at all.
  private func definedConstant(_ node: RubyNode) throws(RubyStop) -> RubyValue {
    guard let path = Self.path(of: node) else {
      throw refusal("asks whether something is defined", node.range)
    }
    if RubyNames.absent.contains(path) { return .nil }
    if try find(constant: path) != nil { return .text("constant") }
    return .unknown(.nil)
  }

  private func definedFunction(
    _ name: String, _ range: Range<Int>
  ) throws(RubyStop) -> RubyValue {
    if !methods.candidates(name, in: nesting).isEmpty { return .text("method") }
    if ["puts", "require", "raise", "gem", "p"].contains(name) { return .text("method") }
    throw refusal("asks whether `\(name)` is defined", range)
  }
}
