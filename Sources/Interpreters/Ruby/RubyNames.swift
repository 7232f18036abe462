import Text

/// The names that Ruby defines.
enum RubyNames {
  /// The modules and classes that are known; those of a library only after its `require`.
  static let modules: Set = [
    "ArgumentError", "Array", "BasicObject", "Bundler", "Class", "Comparable", "Complex", "Dir",
    "ENV", "EncodingError", "Encoding", "Enumerable", "Enumerator", "Errno", "Errno::ENOENT",
    "Exception", "FalseClass", "File", "FileTest", "FileUtils", "Float", "Gem", "Gem::Dependency",
    "Gem::LoadError", "Gem::Platform", "Gem::Requirement", "Gem::Specification", "Gem::Version",
    "Hash", "IO", "IOError", "IndexError", "Integer", "JSON", "Kernel", "KeyError", "LoadError",
    "Marshal", "Method", "Module", "NameError", "NilClass", "NoMethodError",
    "NotImplementedError", "Numeric", "Object", "ObjectSpace", "Pathname", "Proc", "Process",
    "Psych", "Random", "Range", "RangeError", "Rational", "RbConfig", "RbConfig::CONFIG",
    "Regexp", "RegexpError", "RuntimeError", "STDERR", "STDIN", "STDOUT", "ScriptError",
    "SecurityError", "Signal", "StandardError", "String", "Struct", "Symbol", "SyntaxError",
    "SystemExit", "Thread", "Time", "TrueClass", "TypeError", "YAML",
  ]

  /// Whether a module belongs to Ruby or to the tool, so that its methods can't be replaced.
  static func belongsToTool(_ module: String) -> Bool {
    let first = module.split(separator: ":").first.map(String.init) ?? ""
    return modules.contains(first) || first == "Pod"
  }

  /// Constants of other implementations of Ruby.
  static let absent: Set = [
    "JRUBY_VERSION", "JRuby", "Java", "RUBINIUS", "Rubinius", "TruffleRuby",
  ]

  /// Whether a variable is a group of the last match, such as `$1`.
  static func isMatch(_ name: String) -> Bool {
    name.utf8.count == 2 && name.hasPrefix("$") && name.utf8.last?.isASCIIDigit == true
      && name != "$0"
  }

  /// Whether a global variable is one of Ruby's own, such as `$~`, `$1` and `$stdout`.
  static func areGlobal(_ name: String) -> Bool {
    let rest = name.utf8.dropFirst()
    return rest.allSatisfy { !$0.isASCIILetter } || globals.contains(name)
  }

  private static let globals: Set = [
    "$DEBUG", "$FILENAME", "$LOADED_FEATURES", "$LOAD_PATH", "$PROGRAM_NAME", "$VERBOSE", "$stderr",
    "$stdin", "$stdout",
  ]
}

extension RubyValue {
  /// Whether it is a text of one ASCII character.
  var isLetter: Bool { string.map { $0.text.utf8.count == 1 } ?? false }
}

extension RubyCall {
  /// Whether its arguments call functions or assign.
  var acts: Bool { block != nil || nodes.contains { $0.form.actsWithin } }

  /// Whether its arguments assign variables.
  var assigns: Bool { nodes.contains { $0.form.assignsWithin } }

  /// The receiver and the arguments.
  private var nodes: [RubyNode] {
    arguments.flatMap { argument -> [RubyNode] in
      switch argument {
      case .value(let node), .splat(let node), .doubleSplat(let node), .block(let node): [node]
      case .pair(let key, let value): [key, value]
      }
    }
  }
}

extension RubyPiece {
  fileprivate var acts: Bool {
    if case .code(let body) = self { body.contains { $0.form.actsWithin } } else { false }
  }
}

extension RubyForm {
  /// Whether it is `self`.
  var isOwn: Bool { if case .own = self { true } else { false } }

  /// Whether it calls functions or assigns anywhere.
  fileprivate var actsWithin: Bool {
    switch self {
    case .call(let call):
      call.receiver == nil && !["__dir__", "__FILE__", "File"].contains(call.name)
        || call.acts || call.receiver?.form.actsWithin == true
        || ["<<", "push", "concat", "delete", "shift", "pop"].contains(call.name)
        || call.name.hasSuffix("!")
    case .string(let pieces, _), .symbol(let pieces), .regex(let pieces, _):
      pieces.contains(where: \.acts)
    case .array(let items), .hash(let items):
      RubyCall(name: "", arguments: items, nameRange: 0..<0).acts
    case .and(let left, let right), .or(let left, let right):
      left.form.actsWithin || right.form.actsWithin
    case .not(let node), .defined(let node): node.form.actsWithin
    case .nil, .bool, .own, .integer, .float, .command, .local, .variable, .constant, .range: false
    default: true
    }
  }

  /// Whether it assigns variables anywhere outside of blocks.
  fileprivate var assignsWithin: Bool {
    switch self {
    case .assign: true
    case .call(let call): call.assigns || call.receiver?.form.assignsWithin == true
    case .array(let items), .hash(let items):
      RubyCall(name: "", arguments: items, nameRange: 0..<0).assigns
    case .sequence(let body): body.contains { $0.form.assignsWithin }
    case .and(let left, let right), .or(let left, let right):
      left.form.assignsWithin || right.form.assignsWithin
    default: false
    }
  }

  /// Whether evaluating it can do more than to give a value: a call of a function, an assignment.
  var acts: Bool {
    switch self {
    case .call(let call): call.receiver == nil
    case .assign, .sequence, .begin, .leave, .conditional, .match: true
    case .and(let left, let right), .or(let left, let right): left.form.acts || right.form.acts
    case .not(let operand): operand.form.acts
    default: false
    }
  }
}
