/// Marks what code that is not run may change: it is unknown afterwards.
extension Evaluation {
  /// Marks the variables of some names, and what functions of these names change.
  func markUncertain(
    _ names: Set<String>, because reason: ManifestError, in scope: Scope
  ) throws(ManifestError) {
    var open = names
    var seen: Set<String> = []
    while let name = open.popFirst() {
      guard seen.insert(name).inserted else { continue }
      for member in members[name] ?? [] {
        open.formUnion(try identifiers(of: member.callable))
      }
      guard let value = scope[name] else { continue }
      switch value.unwrapped {
      case .function(let callable), .computed(let callable):
        open.formUnion(try identifiers(of: callable))
      case .made(let made): made.uncertainty = made.uncertainty ?? reason
      case .type, .environment: break
      case let value:
        try markUncertain(value, because: reason)
        scope.assign(name, .unknown(reason))
      }
    }
  }

  /// Marks the objects inside a value, and what a closure changes.
  func markUncertain(_ value: Value, because reason: ManifestError) throws(ManifestError) {
    switch value {
    case .made(let made): made.uncertainty = made.uncertainty ?? reason
    case .list(let list):
      for element in list.elements { try markElementUncertain(element, because: reason) }
    case .dictionary(let dictionary):
      for pair in dictionary.pairs { try markElementUncertain(pair.value, because: reason) }
    case .tuple(let tuple):
      for part in tuple.parts { try markElementUncertain(part.value, because: reason) }
    case .optional(let value): try markUncertain(value, because: reason)
    case .function(let callable):
      try markUncertain(try identifiers(of: callable), because: reason, in: callable.scope)
    default: break
    }
  }

  private func markElementUncertain(_ value: Value, because reason: ManifestError)
    throws(ManifestError)
  {
    try spend(steps: 1, on: "a list", at: reason.offset..<reason.offset)
    try markUncertain(value, because: reason)
  }

  /// Marks whatever a part of the file names.
  func markUncertain(
    _ range: Range<Int>, because reason: ManifestError, in scope: Scope
  ) throws(ManifestError) {
    try markUncertain(try identifiers(in: range), because: reason, in: scope)
  }

  private func identifiers(of callable: Callable) throws(ManifestError) -> Set<String> {
    guard let first = callable.function.body.first, let last = callable.function.body.last else {
      return []
    }
    return try identifiers(in: first.range.lowerBound..<last.range.upperBound)
  }

  private func identifiers(in range: Range<Int>) throws(ManifestError) -> Set<String> {
    var names: Set<String> = []
    var index = firstToken(from: range.lowerBound)
    let start = index
    while index < tokens.count, tokens[index].range.lowerBound < range.upperBound {
      if case .identifier(let name) = tokens[index].kind { names.insert(name) }
      index += 1
    }
    try spend(steps: (index - start) / 8, on: "code that is not run", at: range)
    return names
  }

  private func firstToken(from offset: Int) -> Int {
    var low = 0
    var high = tokens.count
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle].range.lowerBound < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
