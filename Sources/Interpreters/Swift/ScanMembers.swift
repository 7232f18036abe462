import Impact

extension SwiftInterfaceScanner {
  mutating func readFunction(
    _ kind: Declaration.Kind, _ modifiers: Modifiers, before end: Int, in context: Context
  ) {
    let name = readFunctionName(kind)
    var function = declaration(kind, name, modifiers, in: context)
    if kind == .`init`, case .symbol(let mark) = code.kind(index), mark == "?" || mark == "!" {
      function.result = mark
      index += 1
    }
    let generics = readGenerics(before: end)
    guard code.isMark("(", at: index), index < end else { return }
    let close = code.closing[index]
    function.parameters = code.split(index + 1..<close).compactMap {
      parameter($0, generics.renames, isSubscript: kind == .subscript)
    }
    index = close + 1
    function.effects = readEffects(before: end)
    if code.isSymbol("->", at: index) {
      let start = index + 1
      index = code.endOfType(start, before: end)
      function.result = code.text(start..<index, renaming: generics.renames)
    }
    if kind == .macro, code.isSymbol("=", at: index) {
      index = code.endOfExpression(index + 1, before: end)
    }
    let clause = readWhere(before: end, generics.renames)
    function.constrain(generics.constraints + clause)
    if kind == .subscript {
      function.isSettable = readAccessors(before: end) && !modifiers.hasHiddenSetter
    } else {
      skipBody(before: end)
    }
    if isPublic(modifiers, in: context) { declarations.append(function) }
  }

  private mutating func readFunctionName(_ kind: Declaration.Kind) -> String {
    guard kind == .func || kind == .macro else { return kind.rawValue }
    defer { index += 1 }
    if let word = code.word(index) { return word }
    guard case .symbol(var name) = code.kind(index) else { return "" }
    // `==<T>(` is one run of operator characters.
    if name.count > 1, name.hasSuffix("<"), code.word(index + 1) != nil,
      !code.isMark("(", at: index + 1)
    {
      name.removeLast()
      index -= 1
    }
    return name
  }

  private func parameter(
    _ range: Range<Int>, _ renames: [String: String], isSubscript: Bool
  ) -> Declaration.Parameter? {
    guard !range.isEmpty else { return nil }
    var start = range.lowerBound
    var attributes = Modifiers()
    attributes.read(code, &start, before: range.upperBound)
    guard var label = code.word(start),
      let colon = (start..<range.upperBound).first(where: { code.isMark(":", at: $0) })
    else { return nil }
    // A subscript has labels only if two names are written.
    if isSubscript, colon == start + 1 { label = "_" }
    let end = code.endOfType(colon + 1, before: range.upperBound)
    let type = code.text(colon + 1..<max(colon + 1, end), renaming: renames)
    var parameter = Declaration.Parameter(label: label, type: type)
    parameter.isOptional = code.isSymbol("=", at: end) && end < range.upperBound
    parameter.isVariadic = type.hasSuffix("...")
    return parameter
  }

  mutating func readEffects(before end: Int) -> Set<String> {
    var effects: Set<String> = []
    while index < end, let word = code.word(index),
      ["async", "throws", "rethrows", "reasync"].contains(word)
    {
      index += 1
      if word == "throws", code.isMark("(", at: index) {
        let close = code.closing[index]
        effects.insert("throws(\(code.text(index + 1..<close)))")
        index = close + 1
      } else {
        effects.insert(word)
      }
    }
    return effects
  }

  /// Reads one or more properties, such as `let a: Int, b = 2`.
  mutating func readProperty(
    isConstant: Bool, _ modifiers: Modifiers, before end: Int, in context: Context
  ) {
    while index < end {
      let name = code.word(index)
      index = code.closing[index] + 1
      var property = declaration(.property, name ?? "", modifiers, in: context)
      var isStored = false
      if code.isMark(":", at: index) {
        let start = index + 1
        index = code.endOfType(start, before: end)
        property.result = code.text(start..<max(start, index))
      }
      if code.isSymbol("=", at: index) {
        let start = index + 1
        index = code.endOfExpression(start, before: end)
        if property.result.isEmpty {
          (property.result, property.isInferred) = inferredType(start..<max(start, index))
        }
        isStored = true
      }
      let hasBlock = code.isMark("{", at: index) && index < end
      if hasBlock {
        property.isSettable = readAccessors(before: end, &property.effects)
      } else {
        isStored = true
      }
      if isStored, !isConstant, !context.isProtocol { property.isSettable = true }
      if modifiers.hasHiddenSetter || isConstant { property.isSettable = false }
      if name != nil, isPublic(modifiers, in: context) { declarations.append(property) }
      guard code.isMark(",", at: index), index < end else { return }
      index += 1
    }
  }

  /// Returns the type of an expression if it is plain to see, else the expression.
  private func inferredType(_ range: Range<Int>) -> (String, isInferred: Bool) {
    if range.count == 1 {
      switch code.kind(range.lowerBound) {
      case .string: return ("String", false)
      case .number(let number): return (number.contains(".") ? "Double" : "Int", false)
      case .identifier("true"), .identifier("false"): return ("Bool", false)
      default: break
      }
    }
    if let name = code.word(range.lowerBound), name.first?.isUppercase == true,
      code.isMark("(", at: range.lowerBound + 1),
      code.closing[range.lowerBound + 1] == range.upperBound - 1
    {
      return (name, false)
    }
    return (code.text(range), true)
  }

  mutating func readAccessors(before end: Int) -> Bool {
    var effects: Set<String> = []
    return readAccessors(before: end, &effects)
  }

  /// Reads the block of a property or subscript.
  ///
  /// - Returns: whether it has a setter or an observer of a stored value.
  private mutating func readAccessors(before end: Int, _ effects: inout Set<String>) -> Bool {
    guard code.isMark("{", at: index), index < end else { return false }
    let close = code.closing[index]
    defer { index = close + 1 }
    var inner = index + 1
    var isSettable = false
    var isFirst = true
    while inner < close {
      var modifiers = Modifiers()
      modifiers.read(code, &inner, before: close)
      guard let word = code.word(inner) else {
        inner = min(code.closing[min(inner, close)], close) + 1
        continue
      }
      let isAccessor = Self.accessors.contains(word)
      if isFirst, !isAccessor { return false }
      isFirst = false
      inner += 1
      guard isAccessor else { continue }
      if Self.setters.contains(word) { isSettable = true }
      if word == "get" {
        index = inner
        effects.formUnion(readEffects(before: close))
        inner = index
      }
      if code.isMark("(", at: inner) { inner = code.closing[inner] + 1 }
      if code.isMark("{", at: inner) { inner = code.closing[inner] + 1 }
    }
    return isSettable
  }

  private static let setters: Set<String> = [
    "set", "_modify", "modify", "willSet", "didSet", "unsafeMutableAddress",
  ]
  private static let accessors = setters.union([
    "get", "_read", "read", "unsafeAddress", "init", "yielding",
  ])
}
