import Impact
import Text

/// Reads the names that a Ruby source uses.
struct RubyUseReader {
  private(set) var uses: SourceUses
  /// The local variables of the open methods and blocks.
  private var locals: [(isMethod: Bool, names: Set<String>)] = [(true, [])]
  private var nesting = RubyNesting()

  private static let dynamic: Set<String> = [
    "send", "public_send", "__send__", "const_get", "constantize", "safe_constantize", "eval",
    "instance_eval", "class_eval",
  ]

  init(file: String) { uses = SourceUses(file: file) }

  mutating func read(_ code: RubyCode) {
    var index = 0
    while index < code.tokens.count {
      let event = nesting.event(code, index)
      index = read(code, index, event)
    }
  }

  private mutating func read(_ code: RubyCode, _ index: Int, _ event: RubyNesting.Event) -> Int {
    switch event {
    case .opens("def"): return readMethod(code, index)
    case .opens(let word):
      locals.append((word == "class" || word == "module", []))
      if word == "class" || word == "module" { return readType(code, index) }
      if word == "do" || word == "{" { readBlockParameters(code, index + 1) }
      return index + 1
    case .closes:
      if locals.count > 1 { locals.removeLast() }
      return index + 1
    case .nothing: return readToken(code, index)
    }
  }

  private mutating func readToken(_ code: RubyCode, _ index: Int) -> Int {
    switch code.kind(index) {
    case .constant: return readPath(code, index)
    case .identifier(let name): readIdentifier(name, code, index)
    case .keyword("defined?"):
      let start = code.isOperation("(", at: index + 1) ? index + 2 : index + 1
      let (names, end) = code.path(at: start)
      for count in names.indices {
        uses.tested.insert(names[...count].joined(separator: "."))
      }
      return max(end, index + 1)
    case .symbol(let text):
      if let name = text.plain { note(name, code.lines[index], isMember: true) }
      readInterpolations(text, code, index)
    case .words(let words, _):
      for word in words { word.plain.map { note($0, code.lines[index], isMember: true) } }
    case .string(let text): readString(text, code, index)
    case .regex(let text, _): readInterpolations(text, code, index)
    default: break
    }
    return index + 1
  }

  private mutating func readMethod(_ code: RubyCode, _ index: Int) -> Int {
    let head = RubyMethodHead(code, at: index)
    var occurrence = SourceUses.Occurrence(head.name, line: code.lines[index])
    occurrence.isDeclaration = true
    uses.occurrences.append(occurrence)
    uses.declared.insert(head.name)
    if !head.isEndless { locals.append((true, head.locals)) }
    return head.end
  }

  private mutating func readType(_ code: RubyCode, _ index: Int) -> Int {
    let (names, end) = code.path(at: index + 1)
    guard let first = names.first else { return index + 1 }
    uses.declared.insert(first)
    uses.declared.insert(names[names.count - 1])
    if code.isOperation("<", at: end), let parent = code.path(at: end + 1).names.last {
      uses.inherited.insert(parent)
    }
    return end
  }

  private mutating func readBlockParameters(_ code: RubyCode, _ start: Int) {
    guard code.isOperation("|", at: start) else { return }
    var index = start + 1
    while index < code.tokens.count, !code.isOperation("|", at: index) {
      if let name = code.identifier(index) { define(name) }
      if case .label(let name) = code.kind(index) { define(name) }
      index += 1
    }
  }

  private mutating func define(_ name: String) {
    locals[locals.count - 1].names.insert(name)
  }

  private func isLocal(_ name: String) -> Bool {
    for scope in locals.reversed() {
      if scope.names.contains(name) { return true }
      if scope.isMethod { return false }
    }
    return false
  }

  private mutating func note(
    _ name: String, _ line: Int, isMember: Bool, in qualifier: String? = nil
  ) {
    var occurrence = SourceUses.Occurrence(name, line: line)
    occurrence.isMember = isMember
    occurrence.qualifier = qualifier
    uses.occurrences.append(occurrence)
  }

  /// Reads `A::B` and the method that is called on it.
  private mutating func readPath(_ code: RubyCode, _ index: Int) -> Int {
    let (names, end) = code.path(at: index)
    let line = code.lines[index]
    // A constant of a value can be any constant of this name.
    let isOfValue =
      code.isOperation("::", at: index - 1) && index > 1 && !code.tokens[index - 1].hasSpaceBefore
      && code.isModifier(index - 1)
    if code.isOperation("(", at: end), !code.tokens[end].hasSpaceBefore {
      note(names[names.count - 1], line, isMember: false)
    }
    for count in names.indices {
      let qualifier = names[..<count].joined(separator: ".")
      note(
        names[count], line, isMember: count > 0 || isOfValue,
        in: qualifier.isEmpty ? nil : qualifier)
    }
    if code.isOperation("=", at: end) { uses.declared.insert(names[0]) }
    if names == ["LoadError"] { uses.tested.insert("LoadError") }
    let isCall = [".", "&.", "::"].contains { code.isOperation($0, at: end) }
    guard isCall, let name = code.identifier(end + 1) else { return end }
    noteDynamic(name, code, end + 1)
    let path = names.joined(separator: ".")
    note(name, line, isMember: true, in: path)
    if code.isOperation("=", at: end + 2) { note("\(name)=", line, isMember: true, in: path) }
    return end + 2
  }

  private mutating func readIdentifier(_ name: String, _ code: RubyCode, _ index: Int) {
    let isMember = code.isOperation(".", at: index - 1) || code.isOperation("&.", at: index - 1)
    noteDynamic(name, code, index)
    if !isMember {
      if ["include", "extend", "prepend"].contains(name) { readInclusion(code, index) }
      if name == "require", let path = requiredPath(code, index) {
        uses.imports.insert(path)
        note(path.hasSuffix(".rb") ? path : "\(path).rb", code.lines[index], isMember: false)
      }
      if isAssignment(code, index + 1) { return define(name) }
      if isLocal(name) { return }
    } else if isAssignment(code, index + 1) {
      note("\(name)=", code.lines[index], isMember: true)
    }
    note(name, code.lines[index], isMember: isMember)
  }

  private func isAssignment(_ code: RubyCode, _ index: Int) -> Bool {
    guard case .operation(let text) = code.kind(index) else { return false }
    return text == "="
      || text.utf8.count > 1 && text.hasSuffix("=")
        && !["==", "!=", "<=", ">=", "==="].contains(text)
  }

  private func requiredPath(_ code: RubyCode, _ index: Int) -> String? {
    code.literal(code.isOperation("(", at: index + 1) ? index + 2 : index + 1)
  }

  private mutating func readInclusion(_ code: RubyCode, _ index: Int) {
    for part in code.split(code.arguments(behind: index)) {
      if let name = code.path(at: part.lowerBound).names.last { uses.inherited.insert(name) }
    }
  }

  private mutating func noteDynamic(_ name: String, _ code: RubyCode, _ index: Int) {
    guard Self.dynamic.contains(name) else { return }
    let first = code.isOperation("(", at: index + 1) ? index + 2 : index + 1
    if name.hasSuffix("constantize") {
      if case .string = code.kind(index - 2) { return }
      uses.isDynamic = true
      return
    }
    switch code.kind(first) {
    case .symbol, .operation, .keyword, .newline, .end: return
    case .string where !name.hasSuffix("eval"): return
    default: uses.isDynamic = true
    }
  }

  private mutating func readString(_ text: RubyText, _ code: RubyCode, _ index: Int) {
    readInterpolations(text, code, index)
    // A name of a constant can be looked up later.
    guard let plain = text.plain, plain.utf8.first?.isASCIIUppercase == true,
      plain.contains("::"),
      plain.utf8.allSatisfy({ $0.isASCIIAlphanumeric || "_:".utf8.contains($0) })
    else { return }
    for name in plain.split(separator: ":") {
      note(String(name), code.lines[index], isMember: true)
    }
  }

  private mutating func readInterpolations(_ text: RubyText, _ code: RubyCode, _ index: Int) {
    for case .code(let range) in text.parts {
      do throws(RubyStop) {
        let inner = try RubyCode(code.source, in: range, first: code.lines[index])
        let outer = nesting
        read(inner)
        nesting = outer
      } catch {
        uses.isDynamic = true
      }
    }
  }
}
