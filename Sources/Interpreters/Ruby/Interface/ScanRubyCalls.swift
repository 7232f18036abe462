import Impact
import Text

/// Reads the calls in the body of a type by which it declares names.
extension RubyInterfaceScanner {
  private static let silent: Set<String> = [
    "require", "require_relative", "raise", "puts", "load", "using", "warn", "freeze", "p", "print",
    "lambda", "proc", "loop", "catch", "throw", "format", "sprintf", "rand", "sleep", "exit",
  ]

  mutating func readCall(_ word: String, at index: Int) {
    guard !Self.silent.contains(word) else { return }
    let range = code.arguments(behind: index)
    switch word {
    case "private", "protected", "public", "module_function", "private_class_method",
      "private_constant":
      readVisibility(word, range, at: index)
    case "include", "prepend", "extend": readInclusion(word, range)
    case "autoload":
      if let name = literals(in: range).names.first {
        var constant = Declaration(.constant, name, in: scope)
        constant.isInferred = true
        declarations.append(constant)
      }
    case "delegate": readDelegation(range, at: index)
    case "def_delegators", "def_instance_delegators", "def_single_delegators":
      for name in literals(in: range).names.dropFirst() {
        addInferred(name, isStatic: word == "def_single_delegators" ? true : nil)
      }
    case "def_delegator", "def_instance_delegator", "def_single_delegator":
      if let name = literals(in: range).names.dropFirst().last {
        addInferred(name, isStatic: word == "def_single_delegator" ? true : nil)
      }
    case "alias_method": if let name = literals(in: range).names.first { addInferred(name) }
    case "define_singleton_method":
      if let name = literals(in: range).names.first { addInferred(name, isStatic: true) }
    case "refine": note("has refinements", at: index)
    default: readAccessors(word, literals(in: range).names)
    }
  }

  /// Reads `attr_accessor` and the like; the names that any other call mentions may be methods too.
  private mutating func readAccessors(_ word: String, _ names: [String]) {
    guard !scope.isEmpty else { return }
    let isReader = ["attr", "attr_reader", "attr_accessor"].contains(word)
    let isBoth = word.hasPrefix("cattr_") || word.hasPrefix("mattr_") || word == "class_attribute"
    for name in names where name.isMethodName {
      if isReader {
        addInferred(name, parameters: [])
      } else if word != "attr_writer" {
        addInferred(name)
      }
      if word == "attr_accessor" || word == "attr_writer" || isBoth { addInferred("\(name)=") }
      guard isBoth else { continue }
      addInferred(name, isStatic: true)
      addInferred("\(name)=", isStatic: true)
      if word == "class_attribute" { addInferred("\(name)?", isStatic: true) }
    }
  }

  private mutating func readVisibility(_ word: String, _ range: Range<Int>, at index: Int) {
    let isPlain = range.isEmpty
    if word.hasPrefix("private_") {
      let mark = word == "private_class_method" ? "self." : ""
      for name in literals(in: range).names { hidden.insert("\(scope).\(mark)\(name)") }
    } else if isPlain {
      guard let owner = frames.lastIndex(where: { $0.kind != .other }) else { return }
      frames[owner].isPrivate = word == "private" || word == "protected"
      frames[owner].isModuleFunction = word == "module_function"
    } else if word == "module_function" {
      let (names, scope) = (literals(in: range).names, scope)
      for index in declarations.indices
      where declarations[index].scope == scope && names.contains(declarations[index].name) {
        declarations[index].traits.insert("static")
      }
    } else if word != "public" {
      let isOwn = frames.last { $0.kind != .other }?.kind == .singleton
      for name in literals(in: range).names {
        hidden.insert("\(scope).\(isOwn ? "self." : "")\(name)")
      }
    }
  }

  private mutating func readInclusion(_ word: String, _ range: Range<Int>) {
    guard !scope.isEmpty else { return }
    let isOwn = word == "extend" || frames.last { $0.kind != .other }?.kind == .singleton
    for part in code.split(range) {
      let (names, end) = code.path(at: part.lowerBound)
      var module = names.joined(separator: ".")
      if code.isKeyword("self", at: part.lowerBound) { module = scope }
      if module.isEmpty || end < part.upperBound && !names.isEmpty { module = "?" }
      if isOwn {
        extensions.append((scope, module))
      } else {
        addSupertype(module, of: scope)
      }
    }
  }

  private mutating func addSupertype(_ name: String, of path: String) {
    guard let index = declarations.lastIndex(where: { $0.path == path && $0.kind.isType }) else {
      return
    }
    declarations[index].supertypes.insert(name)
  }

  /// Reads `delegate :a, :b, to: :c, prefix: true`.
  private mutating func readDelegation(_ range: Range<Int>, at index: Int) {
    var options: [String: String] = [:]
    for part in code.split(range) {
      guard let start = part.first(where: { code.kind($0) != .newline }),
        case .label(let label) = code.kind(start)
      else { continue }
      options[label] = code.literal(start + 1) ?? code.kind(start + 1).word ?? "?"
    }
    let (names, isComplete) = literals(in: range)
    if !isComplete { note("delegates methods whose names it computes", at: index) }
    for name in names {
      switch options["prefix"] {
      case nil, "false": addInferred(name)
      case "true": addInferred("\(options["to"] ?? "?")_\(name)")
      case .some(let prefix): addInferred("\(prefix)_\(name)")
      }
    }
  }
}

extension String {
  /// Whether it can be the name of a method.
  fileprivate var isMethodName: Bool {
    guard let first = utf8.first, !first.isASCIIDigit, !first.isASCIIUppercase else { return false }
    return utf8.allSatisfy { byte in
      byte.isASCIIAlphanumeric || byte >= 0x80 || "_?!=".utf8.contains(byte)
    }
  }
}
