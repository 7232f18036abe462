package import Impact

extension UseScanner {
  /// Finds uses in Swift sources by name and argument labels.
  package static let swift = {
    var scanner = UseScanner(endings: [".swift"]) { file, bytes in
      do throws(ManifestError) {
        var reader = SwiftUseReader(file: file, bytes, try SwiftCode(bytes))
        reader.read()
        return reader.uses
      } catch {
        return nil
      }
    }
    scanner.commonNames = [
      "add", "all", "append", "call", "cancel", "close", "code", "compare", "contains", "content",
      "count", "data", "debugDescription", "description", "distance", "elements", "encode", "end",
      "error", "filter", "first", "get", "hash", "id", "identifier", "index", "insert", "isEmpty",
      "items", "key", "keys", "last", "length", "load", "make", "map", "max", "message", "min",
      "name", "next", "none", "open", "parse", "path", "perform", "position", "print", "put",
      "read",
      "reduce", "remove", "removeAll", "request", "reset", "result", "resume", "reverse", "run",
      "save", "send", "set", "shared", "size", "some", "sort", "sorted", "start", "state", "stop",
      "string", "success", "failure", "text", "title", "type", "update", "url", "value", "values",
      "version", "view", "write",
    ]
    return scanner
  }()
}

/// Reads the names that a Swift source uses.
struct SwiftUseReader {
  private let code: SwiftCode
  private(set) var uses: SourceUses
  /// The innermost brackets around a token.
  private var brackets: [Character] = []
  private var lines: [Int]

  init(file: String, _ bytes: [UInt8], _ code: SwiftCode) {
    self.code = code
    uses = SourceUses(file: file)
    var (line, position) = (1, 0)
    lines = code.tokens.map { token in
      let start = min(token.range.lowerBound, bytes.count)
      if start > position { line += bytes[position..<start].count { $0 == UInt8(ascii: "\n") } }
      position = max(position, start)
      return line
    }
  }

  mutating func read() {
    for (index, token) in code.tokens.enumerated() {
      switch token.kind {
      case .mark(let mark) where "([{".contains(mark): brackets.append(mark)
      case .mark(let mark) where ")]}".contains(mark): _ = brackets.popLast()
      case .identifier(let name): read(name, at: index)
      case .directive(let name) where !code.isBranch(index):
        uses.occurrences.append(SourceUses.Occurrence(name, line: lines[index]))
      case .symbol(let name) where name.count > 1 && name != "->":
        uses.occurrences.append(SourceUses.Occurrence(name, line: lines[index]))
      case .string(let segments): read(segments, line: lines[index])
      default: break
      }
    }
  }

  /// Names in interpolations count too.
  private mutating func read(_ segments: [Token.Segment], line: Int) {
    for case .interpolation(let tokens) in segments {
      var isMember = false
      for token in tokens {
        if case .identifier(let name) = token.kind {
          var occurrence = SourceUses.Occurrence(name, line: line)
          occurrence.isMember = isMember
          uses.occurrences.append(occurrence)
        }
        if case .string(let inner) = token.kind { read(inner, line: line) }
        isMember = token.kind == .symbol(".")
      }
    }
  }

  private mutating func read(_ name: String, at index: Int) {
    switch name {
    case "import": return readImport(index)
    case "switch": return readSwitch(index)
    case "extension", "class", "struct", "enum", "actor", "protocol": readInheritance(index)
    default: break
    }
    guard !Self.keywords.contains(name) else { return }
    // A label isn't a use.
    if brackets.last == "(", code.isMark(":", at: index + 1),
      code.isMark("(", at: index - 1) || code.isMark(",", at: index - 1)
    {
      return
    }
    var occurrence = SourceUses.Occurrence(name, line: lines[index])
    occurrence.isMember = code.isSymbol(".", at: index - 1)
    if occurrence.isMember { occurrence.qualifier = code.word(index - 2) }
    occurrence.labels = labels(behind: index)
    if !occurrence.isMember, let word = code.word(index - 1), Self.declaring.contains(word) {
      uses.declared.insert(name)
      occurrence.isDeclaration = true
      if word == "func", let labels = parameterLabels(behind: index) { occurrence.labels = labels }
    }
    uses.occurrences.append(occurrence)
  }

  private mutating func readImport(_ index: Int) {
    let kinds: Set = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
    let next = kinds.contains(code.word(index + 1) ?? "") ? index + 2 : index + 1
    if let module = code.word(next) { uses.imports.insert(module) }
  }

  /// The names behind the colon of a type, and the name of an extended type.
  private mutating func readInheritance(_ start: Int) {
    var index = start + 1
    if code.word(start) == "extension", let name = code.word(index) { uses.inherited.insert(name) }
    while !code.isMark("{", at: index), code.kind(index) != .end, index < start + 80 {
      if index > start + 1, let name = code.word(index) { uses.inherited.insert(name) }
      index += 1
    }
  }

  /// The labels of a call that follows a name; nil if none does.
  private func labels(behind name: Int) -> [String]? {
    var index = name + 1
    if code.isSymbol("<", at: index) { index = behindGenerics(index) ?? index }
    if code.isMark("(", at: index), !code.tokens[index].startsLine {
      return code.split(index + 1..<code.closing[index]).map { part in
        code.isMark(":", at: part.lowerBound + 1) ? code.word(part.lowerBound) ?? "_" : "_"
      }
    }
    return nil
  }

  private func behindGenerics(_ start: Int) -> Int? {
    var (index, angles) = (start, 0)
    repeat {
      angles += code.angleStep(index)
      if case .mark(let mark) = code.kind(index), "{};".contains(mark) { return nil }
      index = min(code.closing[index], code.tokens.count - 1) + 1
    } while angles > 0 && index < min(start + 100, code.tokens.count)
    return angles == 0 ? index : nil
  }

  /// The labels of a function's own parameters.
  private func parameterLabels(behind name: Int) -> [String]? {
    var index = name + 1
    if code.isSymbol("<", at: index) { index = behindGenerics(index) ?? index }
    guard code.isMark("(", at: index) else { return nil }
    return code.split(index + 1..<code.closing[index]).map { code.word($0.lowerBound) ?? "_" }
  }

  /// Reads a selection without a default and the cases that it names.
  private mutating func readSwitch(_ start: Int) {
    var index = start + 1
    while !code.isMark("{", at: index), code.kind(index) != .end {
      index = code.closing[index] + 1
    }
    guard code.isMark("{", at: index) else { return }
    let close = code.closing[index]
    var cases: Set<String> = []
    var inPattern = false
    index += 1
    while index < close {
      switch code.kind(index) {
      case .identifier("default"): return
      case .identifier("case"):
        if code.isSymbol("_", at: index + 1) || code.word(index + 1) == "_" { return }
        inPattern = true
      case .mark(":"): inPattern = false
      case .identifier(let name):
        if inPattern, code.isSymbol(".", at: index - 1) { cases.insert(name) }
      default: break
      }
      let isBlock = code.isMark("{", at: index)
      index = isBlock ? code.closing[index] + 1 : index + 1
    }
    if !cases.isEmpty { uses.switches.append(SourceUses.Switch(line: lines[start], cases: cases)) }
  }

  private static let declaring: Set<String> = [
    "func", "var", "let", "class", "struct", "enum", "protocol", "typealias", "case",
    "associatedtype", "actor",
  ]
  private static let keywords: Set<String> = [
    "let", "var", "func", "class", "struct", "enum", "protocol", "typealias", "case", "if", "else",
    "guard", "return", "for", "in", "while", "switch", "default", "self", "Self", "super", "true",
    "false", "nil", "try", "await", "throw", "throws", "async", "extension", "public", "private",
    "internal", "fileprivate", "open", "static", "override", "as", "is", "where", "some", "any",
    "do", "catch", "defer", "break", "continue", "import", "inout", "mutating", "final", "weak",
    "lazy", "actor", "associatedtype", "Int", "String", "Bool", "Double", "Any",
  ]
}
