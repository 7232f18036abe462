import Impact

extension SwiftInterfaceScanner {
  mutating func readType(
    _ kind: Declaration.Kind, _ modifiers: Modifiers, before end: Int, in context: Context
  ) {
    guard let name = code.word(index) else { return }
    index += 1
    let isPublic = isPublic(modifiers, in: context)
    var type = declaration(kind, name, modifiers, in: context)
    let generics = readGenerics(before: end)
    type.supertypes = readInheritance(before: end)
    type.constrain(generics.constraints + readWhere(before: end, generics.renames))
    type.traits.remove("indirect")
    if isPublic {
      declarations.append(type)
    } else {
      hidden.insert(type.path)
    }
    guard code.isMark("{", at: index), index < end else { return }
    let close = code.closing[index]
    index += 1
    var inner = Context(scope: type.path, isVisible: isPublic)
    inner.isPublicByDefault = kind == .protocol
    inner.isProtocol = kind == .protocol
    inner.isEnum = kind == .enum
    inner.depth = context.depth + 1
    members(before: close, in: inner)
    index = close + 1
  }

  mutating func readExtension(_ modifiers: Modifiers, before end: Int, in context: Context) {
    let start = index
    index = code.endOfExtendedType(index, before: end)
    let name = code.text(start..<index).prefix { $0 != "<" }
    var conformance = declaration(.extension, String(name), modifiers, in: context)
    conformance.supertypes = readInheritance(before: end)
    let constraints = readWhere(before: end, [:])
    conformance.constrain(constraints)
    if !conformance.supertypes.isEmpty { declarations.append(conformance) }
    guard code.isMark("{", at: index), index < end else { return }
    let close = code.closing[index]
    index += 1
    var inner = Context(scope: String(name), isVisible: !modifiers.isHidden)
    inner.isPublicByDefault = modifiers.isPublic
    inner.constraints = constraints
    inner.introduced = modifiers.introduced
    inner.depth = context.depth + 1
    members(before: close, in: inner)
    index = close + 1
  }

  mutating func readAlias(
    isRequirement: Bool, _ modifiers: Modifiers, before end: Int, in context: Context
  ) {
    guard let name = code.word(index) else { return }
    index += 1
    var alias = declaration(
      isRequirement ? .associatedtype : .typealias, name, modifiers, in: context)
    alias.isRequirement = isRequirement
    let generics = readGenerics(before: end)
    alias.supertypes = readInheritance(before: end)
    if code.isSymbol("=", at: index) {
      let start = index + 1
      index = code.endOfType(start, before: end)
      alias.result = code.text(start..<index, renaming: generics.renames)
    }
    alias.constrain(generics.constraints + readWhere(before: end, generics.renames))
    if isPublic(modifiers, in: context) { declarations.append(alias) }
  }

  /// Reads the cases of one line, which share `case`.
  mutating func readCases(_ modifiers: Modifiers, before end: Int, in context: Context) {
    while index < end, let name = code.word(index) {
      index += 1
      var element = declaration(.case, name, modifiers, in: context)
      element.traits.remove("indirect")
      if code.isMark("(", at: index), !code.tokens[index].startsLine {
        let close = code.closing[index]
        element.parameters = code.split(index + 1..<close).map { payload($0) }
        index = close + 1
      }
      if code.isSymbol("=", at: index) { index = code.endOfExpression(index + 1, before: end) }
      if context.isVisible, !modifiers.isHidden { declarations.append(element) }
      guard code.isMark(",", at: index) else { return }
      index += 1
    }
  }

  private func payload(_ range: Range<Int>) -> Declaration.Parameter {
    var start = range.lowerBound
    var label = "_"
    if let word = code.word(start) {
      let colon = code.isMark(":", at: start + 1) ? start + 1 : start + 2
      if code.isMark(":", at: colon), colon < range.upperBound {
        label = word
        start = colon + 1
      }
    }
    let end = code.endOfType(start, before: range.upperBound)
    var parameter = Declaration.Parameter(label: label, type: code.text(start..<max(start, end)))
    parameter.isOptional = end < range.upperBound
    return parameter
  }

  /// Reads `<T: P, U>` and numbers the parameters, since callers don't see their names.
  mutating func readGenerics(
    before end: Int
  ) -> (renames: [String: String], constraints: [String]) {
    guard code.angleStep(index) > 0 else { return ([:], []) }
    let start = index
    var angles = 0
    repeat {
      angles += code.angleStep(index)
      index = code.closing[index] + 1
    } while index < end && angles > 0
    var renames: [String: String] = [:]
    let inner = start + 1..<max(start + 1, index - 1)
    for part in code.split(inner) {
      let isPack = code.word(part.lowerBound) == "each" || code.word(part.lowerBound) == "let"
      if let name = code.word(part.lowerBound + (isPack ? 1 : 0)) {
        renames[name] = "$\(renames.count)"
      }
    }
    let parts = code.split(inner).map { code.text($0, renaming: renames) }
    return (renames, ["\(renames.count) parameters"] + parts.filter { $0.contains(":") })
  }

  /// Reads the list behind a colon.
  mutating func readInheritance(before end: Int) -> Set<String> {
    guard code.isMark(":", at: index) else { return [] }
    var types: Set<String> = []
    repeat {
      index += 1
      let start = index
      index = code.endOfType(start, before: end)
      for type in code.text(start..<max(start, index)).split(separator: "&") {
        types.insert(String(type))
      }
    } while code.isMark(",", at: index) && index < end
    types.remove("")
    return types
  }

  /// Reads the constraints behind `where`.
  mutating func readWhere(before end: Int, _ renames: [String: String]) -> [String] {
    guard code.word(index) == "where" else { return [] }
    var parts: [String] = []
    repeat {
      index += 1
      let start = index
      index = code.endOfType(start, before: end)
      parts.append(code.text(start..<max(start, index), renaming: renames))
    } while code.isMark(",", at: index) && index < end
    return parts
  }
}

extension Declaration {
  /// Adds constraints, each on its own, so that neither their order nor their place matters.
  mutating func constrain(_ added: [String]) {
    var all = Set(constraints.split(separator: ";").map(String.init))
    for constraint in added where !constraint.isEmpty {
      guard let colon = constraint.firstIndex(of: ":") else {
        all.insert(constraint)
        continue
      }
      for type in constraint[constraint.index(after: colon)...].split(separator: "&") {
        all.insert("\(constraint[..<colon]):\(type)")
      }
    }
    constraints = all.sorted().joined(separator: ";")
  }
}

extension SwiftCode {
  /// Returns the index behind the name of an extended type.
  fileprivate func endOfExtendedType(_ start: Int, before end: Int) -> Int {
    var (index, angles) = (start, 0)
    while index < end {
      switch kind(index) {
      case .mark("{"), .mark(":"), .end: if angles <= 0 { return index }
      case .identifier("where"): return index
      default: break
      }
      angles += angleStep(index)
      index = closing[index] + 1
    }
    return max(start, min(index, end))
  }
}
