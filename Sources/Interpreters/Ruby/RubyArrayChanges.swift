/// Methods of `Array` that change the receiver.
extension RubyInterpreter {
  /// Evaluates a call that changes the array; returns nil for other methods.
  func changed(
    _ call: RubyInvocation, _ cell: RubyCell<[RubyValue]>
  ) throws(RubyStop) -> RubyValue? {
    if call.name.hasSuffix("!") { return try mutate(call, cell) }
    guard RubySignatures.array[call.name]?.admits(call) == true else { return nil }
    try reserve(for: call, cell.content)
    switch call.name {
    case "delete_if", "keep_if", "pop", "shift", "delete", "delete_at", "clear":
      return try removed(call, cell)
    case "<<", "push", "append": cell.content += call.positional
    case "unshift", "prepend": cell.content = call.positional + cell.content
    case "concat":
      guard call.positional.allSatisfy(\.isArray) else { return nil }
      cell.content += call.positional.flatMap(\.elements)
    case "[]=", "insert": return Self.put(call, cell)
    default: return nil
    }
    return .array(cell)
  }

  /// Evaluates `map!` and the like: calls the method without `!` and stores its result.
  private func mutate(
    _ call: RubyInvocation, _ cell: RubyCell<[RubyValue]>
  ) throws(RubyStop) -> RubyValue? {
    var pure = call
    pure.name = Self.pure(call.name)
    guard Self.changing.contains(pure.name) else { return nil }
    let before = cell.content
    guard let result = try arrayMethod(pure, RubyCell(before))?.assumed.list else { return nil }
    cell.content = result
    let isSilent = ["compact", "flatten", "uniq", "reject", "select", "filter"].contains(pure.name)
    return isSilent && result.count == before.count ? .nil : .array(cell)
  }

  private static let changing: Set = [
    "map", "collect", "select", "filter", "reject", "compact", "flatten", "uniq", "sort", "sort_by",
    "reverse",
  ]

  private func removed(
    _ call: RubyInvocation, _ cell: RubyCell<[RubyValue]>
  ) throws(RubyStop) -> RubyValue? {
    switch call.name {
    case "delete_if", "keep_if":
      var pure = call
      pure.name = call.name == "keep_if" ? "select" : "reject"
      let kept = try arrayMethod(pure, RubyCell(cell.content))
      cell.content = kept?.elements ?? cell.content
      return .array(cell)
    case "pop", "shift":
      guard call.positional.isEmpty else { return nil }
      guard !cell.content.isEmpty else { return .nil }
      return call.name == "pop" ? cell.content.removeLast() : cell.content.removeFirst()
    case "delete":
      let found = cell.content.last { RubyValue.equal($0, call.positional[0]) }
      cell.content.removeAll { RubyValue.equal($0, call.positional[0]) }
      return found ?? .nil
    case "delete_at":
      guard let index = call.positional[0].integer else { return nil }
      return RubyRange.index(index, in: cell.content.count).map { cell.content.remove(at: $0) }
        ?? .nil
    default:
      cell.content = []
      return .array(cell)
    }
  }

  private static func put(
    _ call: RubyInvocation, _ cell: RubyCell<[RubyValue]>
  ) -> RubyValue? {
    guard let index = call.positional[0].integer else { return nil }
    if call.name == "insert" {
      guard index >= 0, index <= cell.content.count else { return nil }
      cell.content.insert(call.positional[1], at: index)
      return .array(cell)
    }
    if index == cell.content.count {
      cell.content.append(call.positional[1])
    } else {
      guard let position = RubyRange.index(index, in: cell.content.count) else { return nil }
      cell.content[position] = call.positional[1]
    }
    return call.positional[1]
  }
}
