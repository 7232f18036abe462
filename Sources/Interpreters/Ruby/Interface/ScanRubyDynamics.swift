/// Finds what makes names at run time.
extension RubyInterfaceScanner {
  private static let makers: Set<String> = [
    "define_method", "define_singleton_method", "attr_accessor", "attr_reader", "attr_writer",
    "alias_method", "def_delegators", "def_delegator", "autoload", "class_attribute",
    "mattr_accessor", "cattr_accessor",
  ]
  private static let evaluators: Set<String> = [
    "class_eval", "module_eval", "instance_eval", "eval",
  ]
  private static let removers: Set<String> = [
    "const_set", "remove_method", "undef_method", "remove_const",
  ]
  /// Names that are only calls of their kind if `send` gets them.
  private static let sent: Set<String> = [
    "define_method", "alias_method", "const_set", "remove_method", "undef_method", "remove_const",
    "attr_accessor", "attr_reader", "include", "extend", "prepend", "define_singleton_method",
  ]

  mutating func noteDynamic(_ index: Int) {
    switch code.kind(index) {
    case .identifier(let name): noteCall(name, at: index)
    case .symbol(let text):
      guard let name = text.plain, Self.sent.contains(name), isSent(index) else { return }
      note("makes methods at run time (`\(name)`)", at: index)
    case .keyword("undef"): note("removes methods at run time (`undef`)", at: index)
    default: break
    }
  }

  private mutating func noteCall(_ name: String, at index: Int) {
    if Self.makers.contains(name) {
      let range = code.arguments(behind: index)
      guard !range.isEmpty else { return }
      let (names, isComplete) = literals(in: range)
      let first = code.split(range).first.map { literals(in: $0) }
      let isKnown =
        name.hasPrefix("define_") || name == "autoload" || name == "def_delegator"
        ? first?.isComplete == true && first?.names.isEmpty == false
        : isComplete && !names.isEmpty || name == "class_attribute" && !names.isEmpty
      if !isKnown || isInMethod { note("makes methods at run time (`\(name)`)", at: index) }
    } else if Self.evaluators.contains(name) {
      let next = code.isOperation("(", at: index + 1) ? index + 2 : index + 1
      switch code.kind(next) {
      case .string, .identifier, .variable: note("evaluates text as code (`\(name)`)", at: index)
      default: break
      }
    } else if Self.removers.contains(name) {
      note("changes names at run time (`\(name)`)", at: index)
    }
  }

  /// Whether a symbol is the first argument of `send`.
  private func isSent(_ index: Int) -> Bool {
    let name = code.isOperation("(", at: index - 1) ? index - 2 : index - 1
    return ["send", "public_send", "__send__"].contains(code.identifier(name) ?? "")
  }
}
