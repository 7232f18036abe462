import Impact

extension ScriptExports {
  /// Reads a declaration and its members.
  ///
  /// - Returns: its name; nil if none begins here.
  mutating func readDeclaration(before end: Int, in scope: String) -> String? {
    let modifiers: Set = ["declare", "abstract", "async", "export", "default"]
    while let word = code.word(index), modifiers.contains(word), index < end { index += 1 }
    guard let keyword = code.word(index), Self.keywords.contains(keyword) else { return nil }
    var start = index + 1
    if keyword == "const", code.word(start) == "enum" { start += 1 }
    if code.isMark("*", at: start) { start += 1 }
    guard let name = code.word(start) ?? code.string(start) else { return nil }
    index = start + 1
    switch keyword {
    case "function": readFunction(name, .func, before: end, in: scope)
    case "class": readType(name, .class, before: end, in: scope)
    case "interface": readType(name, .interface, before: end, in: scope)
    case "namespace", "module": readType(name, .module, before: end, in: scope)
    case "enum": readEnum(name, before: end, in: scope)
    case "type":
      let close = endOfStatement(index, before: end)
      var alias = Declaration(.typealias, name, in: scope)
      if code.isMark("=", at: index) { index += 1 }
      alias.result = code.text(index..<max(index, close)).trimmingSemicolon
      add(alias)
      index = close
    default:
      if code.word(start - 1) == "enum" {
        readEnum(name, before: end, in: scope)
      } else {
        readVariable(name, before: end, in: scope)
      }
    }
    return name
  }

  private mutating func add(_ declaration: Declaration) {
    if declaration.scope.isEmpty {
      module.declarations[declaration.name, default: []].append(declaration)
    } else {
      module.members[declaration.scope, default: []].append(declaration)
    }
  }

  private mutating func readVariable(_ name: String, before end: Int, in scope: String) {
    var constant = Declaration(.constant, name, in: scope)
    let close = endOfStatement(index, before: end)
    if code.isMark(":", at: index) {
      let type =
        code.split(index + 1..<max(index + 1, close), at: ["=", ","]).first ?? index..<index
      constant.result = code.text(type)
    } else {
      constant.isInferred = true
    }
    index = close
    add(constant)
  }

  private mutating func readFunction(
    _ name: String, _ kind: Declaration.Kind, before end: Int, in scope: String
  ) {
    var function = Declaration(kind, name, in: scope)
    if code.isMark("<", at: index) {
      let start = index
      while index < end, !code.isMark("(", at: index) { index += 1 }
      function.constraints = code.text(start..<index)
    }
    guard code.isMark("(", at: index) else { return }
    let close = code.closing[index]
    function.parameters = code.split(index + 1..<max(index + 1, close)).compactMap(parameter)
    index = close + 1
    if code.isMark(":", at: index) {
      let start = index + 1
      index = endOfType(start, before: end)
      function.result = code.text(start..<max(start, index))
    }
    if code.isMark("{", at: index) { index = code.closing[index] + 1 }
    if code.isMark(";", at: index) { index += 1 }
    add(function)
  }

  private func parameter(_ range: Swift.Range<Int>) -> Declaration.Parameter? {
    guard !range.isEmpty else { return nil }
    var parameter = Declaration.Parameter(label: "")
    parameter.isVariadic = code.isMark("...", at: range.lowerBound)
    let parts = code.split(range, at: [":", "="])
    if let first = parts.first { parameter.isOptional = code.isMark("?", at: first.upperBound - 1) }
    if code.word(range.lowerBound) == "this", !parameter.isVariadic { return nil }
    if let colon = parts.first?.upperBound, code.isMark(":", at: colon) {
      parameter.type = code.text(colon + 1..<range.upperBound)
    }
    if parts.count > 1, code.isMark("=", at: parts[parts.count - 1].lowerBound - 1) {
      parameter.isOptional = true
    }
    return parameter
  }

  private mutating func readType(
    _ name: String, _ kind: Declaration.Kind, before end: Int, in scope: String
  ) {
    var type = Declaration(kind, name, in: scope)
    let start = index
    while index < end, !code.isMark("{", at: index), !code.isMark(";", at: index) { index += 1 }
    type.constraints = code.text(start..<index)
    add(type)
    guard code.isMark("{", at: index) else { return }
    let close = code.closing[index]
    index += 1
    // Deep members are part of no comparison.
    guard scope.isEmpty else {
      index = close + 1
      return
    }
    while index < close {
      let start = index
      if kind == .module {
        if readDeclaration(before: close, in: name) == nil {
          index = endOfStatement(index, before: close)
        }
      } else {
        readMember(before: close, in: name)
      }
      if index <= start { index = code.closing[start] + 1 }
    }
    index = close + 1
  }

  private mutating func readEnum(_ name: String, before end: Int, in scope: String) {
    add(Declaration(.enum, name, in: scope))
    guard code.isMark("{", at: index) else { return }
    let close = code.closing[index]
    for part in code.split(index + 1..<max(index + 1, close)) {
      guard let element = code.word(part.lowerBound) ?? code.string(part.lowerBound) else {
        continue
      }
      add(Declaration(.constant, element, in: name))
    }
    index = close + 1
  }

  private mutating func readMember(before end: Int, in scope: String) {
    let words: Set = [
      "public", "static", "readonly", "abstract", "async", "get", "set", "declare", "override",
      "accessor",
    ]
    var isStatic = false
    var isHidden = false
    while let word = code.word(index),
      words.contains(word) || word == "private" || word == "protected",
      code.word(index + 1) != nil || code.string(index + 1) != nil
        || code.isMark("[", at: index + 1)
    {
      if word == "static" { isStatic = true }
      if word == "private" || word == "protected" { isHidden = true }
      index += 1
    }
    guard let name = code.word(index) ?? code.string(index), !isHidden, !name.hasPrefix("#") else {
      index = endOfMember(index, before: end)
      return
    }
    index += 1
    let isOptional = code.isMark("?", at: index)
    if isOptional { index += 1 }
    if code.isMark("(", at: index) || code.isMark("<", at: index) {
      readFunction(name, .method, before: end, in: scope)
    } else {
      var property = Declaration(.property, name, in: scope)
      let close = endOfMember(index, before: end)
      if code.isMark(":", at: index) {
        property.result = code.text(index + 1..<max(index + 1, close))
      }
      index = close
      add(property)
    }
    if let last = module.members[scope]?.indices.last {
      if isStatic { module.members[scope]?[last].traits.insert("static") }
      if isOptional { module.members[scope]?[last].traits.insert("optional") }
    }
    if code.isMark(";", at: index) || code.isMark(",", at: index) { index += 1 }
  }
}

extension String {
  /// The text of a statement without the mark that ends it.
  fileprivate var trimmingSemicolon: String { hasSuffix(";") ? String(dropLast()) : self }
}

/// Where parts of a script end.
extension ScriptExports {
  /// Returns the index behind a statement: at a semicolon, or where a line cannot go on.
  func endOfStatement(_ start: Int, before end: Int) -> Int {
    var index = start
    while index < end {
      if code.isMark(";", at: index) { return index + 1 }
      if index > start, code.tokens[index].startsLine, isStart(index) { return index }
      index = code.closing[index] + 1
    }
    return max(start, min(index, end))
  }

  private func isStart(_ index: Int) -> Bool {
    guard let word = code.word(index) else { return false }
    if Self.keywords.contains(word) || ["export", "import", "module", "exports"].contains(word) {
      return true
    }
    switch code.kind(index - 1) {
    case .mark(let mark): return [")", "]", "}"].contains(mark)
    case .word, .string, .literal: return true
    case .end: return false
    }
  }

  private func endOfMember(_ start: Int, before end: Int) -> Int {
    var index = start
    while index < end {
      if code.isMark(";", at: index) || code.isMark(",", at: index) { return index }
      if index > start, code.tokens[index].startsLine, isMemberStart(index) { return index }
      index = code.closing[index] + 1
    }
    return max(start, min(index, end))
  }

  private func isMemberStart(_ index: Int) -> Bool {
    switch code.kind(index - 1) {
    case .mark(let mark):
      return [")", "]", "}", ">"].contains(mark) && !code.isMark("|", at: index)
    case .word, .string, .literal: return code.word(index) != nil || code.string(index) != nil
    case .end: return false
    }
  }

  /// Returns the index behind the type of a result.
  private func endOfType(_ start: Int, before end: Int) -> Int {
    var index = start
    while index < end {
      if code.isMark(";", at: index) || code.isMark(",", at: index) { return index }
      // A brace behind a complete type begins a body.
      if code.isMark("{", at: index), index > start, !continuesType(index - 1) { return index }
      if index > start, code.tokens[index].startsLine, isMemberStart(index) || isStart(index) {
        return index
      }
      if code.isMark("<", at: index) {
        var angles = 0
        repeat {
          if code.isMark("<", at: index) { angles += 1 }
          if code.isMark(">", at: index) { angles -= 1 }
          index = code.closing[index] + 1
        } while angles > 0 && index < end
      } else {
        index = code.closing[index] + 1
      }
    }
    return max(start, min(index, end))
  }

  private func continuesType(_ index: Int) -> Bool {
    switch code.kind(index) {
    case .mark(let mark): return ["|", "&", "=>", ":", "?", "<", ","].contains(mark)
    case .word(let word): return ["is", "extends", "keyof", "readonly", "infer"].contains(word)
    default: return false
    }
  }
}
