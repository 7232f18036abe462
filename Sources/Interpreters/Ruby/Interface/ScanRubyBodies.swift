import Impact
import Text

/// Reads the statements in the body of a type, which declare names by calls.
extension RubyInterfaceScanner {
  mutating func readStatement(_ index: Int) {
    if code.constant(index) != nil || code.isOperation("::", at: index) {
      return readConstant(index)
    }
    if code.isKeyword("alias", at: index) {
      let name = code.literal(index + 1) ?? code.kind(index + 1).word
      if let name { addInferred(name) }
      return
    }
    guard let word = code.identifier(index), !code.isOperation(".", at: index + 1) else { return }
    readCall(word, at: index)
  }

  private mutating func readConstant(_ index: Int) {
    let (names, end) = code.path(at: index)
    guard let name = names.last,
      code.isOperation("=", at: end) || code.isOperation("||=", at: end)
    else { return }
    let outer = ([scope] + names.dropLast()).filter { !$0.isEmpty }.joined(separator: ".")
    var constant = Declaration(.constant, name, in: outer)
    let (value, valueEnd) = code.path(at: end + 1)
    let isMade = code.isOperation(".", at: valueEnd)
    if value.count == 1, isMade, ["Struct", "Data", "Class", "Module"].contains(value[0]),
      ["new", "define"].contains(code.identifier(valueEnd + 1) ?? "")
    {
      constant = Declaration(value[0] == "Module" ? .module : .class, name, in: outer)
      pendingType = constant.path
      if value[0] == "Class" {
        let (parent, _) = code.path(at: valueEnd + 3)
        constant.supertypes = [parent.isEmpty ? "?" : parent.joined(separator: ".")]
      } else if value[0] != "Module" {
        addMembers(ofStructAt: valueEnd, in: constant.path)
      }
    } else if !value.isEmpty, code.kind(valueEnd) == .newline {
      constant = Declaration(.typealias, name, in: outer)
      constant.result = value.joined(separator: ".")
    }
    declarations.append(constant)
  }

  /// Adds the members of `Struct.new(:a, :b)`; the index is that of the dot.
  mutating func addMembers(ofStructAt dot: Int, in scope: String) {
    let arguments = code.arguments(behind: dot + 1)
    let (names, isComplete) = literals(in: arguments)
    if !isComplete { note("makes a `Struct` of names that it computes", at: dot) }
    for name in names where name.utf8.first?.isASCIIUppercase != true {
      addInferred(name, in: scope, parameters: [])
      addInferred("\(name)=", in: scope)
    }
  }

  /// Returns the symbols and strings among arguments, and whether nothing else is there except options.
  func literals(in range: Range<Int>) -> (names: [String], isComplete: Bool) {
    var names: [String] = []
    var isComplete = true
    for part in code.split(range) {
      let index = part.first { code.kind($0) != .newline } ?? part.lowerBound
      switch code.kind(index) {
      case .symbol, .string:
        guard let name = code.literal(index) else {
          isComplete = false
          continue
        }
        names.append(name)
      case .words(let words, _): names += words.compactMap(\.plain)
      case .operation("*"):
        if case .words(let words, _) = code.kind(index + 1) {
          names += words.compactMap(\.plain)
        } else {
          isComplete = false
        }
      case .label: continue
      default: isComplete = false
      }
    }
    return (names, isComplete)
  }

  /// Adds a method that a call makes, whose parameters aren't known.
  mutating func addInferred(
    _ name: String, in scope: String? = nil, parameters: [Declaration.Parameter]? = nil,
    isStatic: Bool? = nil
  ) {
    var method = Declaration(.method, name, in: scope ?? self.scope)
    method.isInferred = true
    method.parameters = parameters
    let owner = frames.last { $0.kind != .other }
    if isStatic ?? (owner?.kind == .singleton) { method.traits = ["static"] }
    guard owner?.isPrivate != true else { return }
    add(method)
  }
}
