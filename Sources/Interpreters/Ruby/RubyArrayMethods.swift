/// Methods of `Array` that don't change the receiver.
extension RubyInterpreter {
  func arrayMethod(
    _ call: RubyInvocation, _ cell: RubyCell<[RubyValue]>
  ) throws(RubyStop) -> RubyValue? {
    if cell.isMatch { return matchMethod(call, cell.content) }
    if let change = try changed(call, cell) { return change }
    guard RubySignatures.array[call.name]?.admits(call) == true else { return nil }
    let values = cell.content
    try reserve(for: call, values)
    if Self.comparing.contains(call.name) {
      let other = call.positional.first?.elements.count ?? 0
      try charge(values.count * (other + (call.name == "include?" ? 1 : 64)) / 64, call.range)
    }
    switch call.name {
    case "to_a", "entries", "lazy", "force", "to_ary": return .array(cell)
    case let name where Self.iterating.contains(name) && call.block != nil:
      let result = try iterate(call, values)
      guard cell.content.count == values.count else {
        throw refusal("changes an array while iterating over it", call.range)
      }
      return call.name.hasPrefix("each") && call.positional.isEmpty ? .array(cell) : result
    default: return Self.whole(call, values) ?? Self.part(call, values)
    }
  }

  /// Methods of a `MatchData`.
  private func matchMethod(_ call: RubyInvocation, _ groups: [RubyValue]) -> RubyValue? {
    guard call.block == nil, call.options.isEmpty else { return nil }
    switch (call.name, call.positional.count) {
    case ("[]", 1):
      guard let position = call.positional[0].integer, position >= 0 else { return nil }
      return position < groups.count ? groups[position] : .nil
    case ("to_a", 0): return .list(groups)
    case ("captures", 0): return .list(Array(groups.dropFirst()))
    default: return nil
    }
  }

  /// Methods that compare every element with every other one.
  private static let comparing: Set = ["|", "union", "-", "difference", "&", "uniq", "include?"]

  /// Methods that read all elements.
  private static func whole(_ call: RubyInvocation, _ values: [RubyValue]) -> RubyValue? {
    let others = call.positional
    switch call.name {
    case "+", "|", "union":
      guard others.allSatisfy(\.isArray) else { return nil }
      let all = values + others.flatMap(\.elements)
      return .list(call.name == "+" ? all : unique(all))
    case "-", "difference", "&":
      guard others.allSatisfy(\.isArray) else { return nil }
      let listed = others.flatMap(\.elements)
      let kept = values.filter { value in
        listed.contains { RubyValue.isSameKey($0, value) } == (call.name == "&")
      }
      return .list(call.name == "&" ? unique(kept) : kept)
    case "*": return multiplied(values, others[0])
    case "join": return joined(values, others.first)
    case "compact": return .list(values.filter { !$0.isNil })
    case "flatten":
      let depth = others.first.map(\.integer) ?? 64
      return depth.map { .list(flattened(values, depth: $0 < 0 ? 64 : $0)) }
    case "uniq": return .list(unique(values))
    case "reverse": return .list(values.reversed())
    case "sort" where call.block == nil:
      guard let sorted = RubyValue.sorted(values, by: { $0 }),
        RubyValue.isDefinite(sorted, by: { $0 }, { $0 })
      else { return nil }
      return .list(sorted)
    case "to_h": return hash(values)
    case "zip":
      guard let other = others[0].assumed.list else { return nil }
      return .list(
        values.enumerated().map { position, value in
          .list([value, position < other.count ? other[position] : .nil])
        })
    default: return counted(call, values)
    }
  }

  private static func counted(_ call: RubyInvocation, _ values: [RubyValue]) -> RubyValue? {
    guard call.block == nil else { return nil }
    let wanted = call.positional.first
    let matching = { (value: RubyValue) in wanted.map { RubyValue.equal(value, $0) } ?? true }
    switch call.name {
    case "length", "size": return .integer(values.count)
    case "empty?": return .bool(values.isEmpty)
    case "count": return .integer(values.count(where: matching))
    case "include?", "member?": return wanted.map { .bool(contains(values, $0)) }
    case "index", "find_index":
      return wanted.map { _ in values.firstIndex(where: matching).map { .integer($0) } ?? .nil }
    case "any?" where wanted == nil: return .bool(values.contains(where: \.isTruthy))
    case "all?" where wanted == nil: return .bool(values.allSatisfy(\.isTruthy))
    case "none?" where wanted == nil: return .bool(!values.contains(where: \.isTruthy))
    case "one?" where wanted == nil: return .bool(values.count(where: \.isTruthy) == 1)
    case "sum":
      let numbers = values.compactMap(\.integer)
      // Larger numbers could overflow the sum; a manifest has no use for them.
      guard numbers.count == values.count, numbers.allSatisfy({ $0.magnitude < 1 << 40 }) else {
        return nil
      }
      return .integer(numbers.reduce(0, +))
    default: return nil
    }
  }

  /// Methods that return elements or slices.
  private static func part(_ call: RubyInvocation, _ values: [RubyValue]) -> RubyValue? {
    let first = call.positional.first
    switch call.name {
    case "first", "last":
      guard let first else { return (call.name == "first" ? values.first : values.last) ?? .nil }
      guard let count = first.integer, count >= 0 else { return nil }
      return .list(Array(call.name == "first" ? values.prefix(count) : values.suffix(count)))
    case "take", "drop":
      guard let count = first?.integer, count >= 0 else { return nil }
      return .list(Array(call.name == "take" ? values.prefix(count) : values.dropFirst(count)))
    case "min", "max":
      guard call.block == nil else { return nil }
      if values.isEmpty { return .nil }
      return RubyValue.extreme(values, isHighest: call.name == "max", by: { $0 })
    case "[]", "slice": return element(call, values)
    case "at", "fetch", "dig": return digged(call, values)
    case "values_at":
      let positions = call.positional.compactMap(\.integer)
      guard positions.count == call.positional.count else { return nil }
      return .list(
        positions.map { RubyRange.index($0, in: values.count).map { values[$0] } ?? .nil })
    case "assoc":
      return values.first { value in
        value.assumed.list?.first.map { RubyValue.equal($0, first ?? .nil) } == true
      } ?? .nil
    default: return nil
    }
  }

  private static func element(_ call: RubyInvocation, _ values: [RubyValue]) -> RubyValue? {
    let first = call.positional[0].assumed
    if case .range(let lower, let upper, let excludesEnd) = first, call.positional.count == 1 {
      guard let range = RubyRange.indices(lower, upper, excludesEnd, in: values.count) else {
        return nil
      }
      return range.map { .list(Array(values[$0])) } ?? .nil
    }
    guard let index = first.integer else { return nil }
    guard call.positional.count == 2 else {
      return RubyRange.index(index, in: values.count).map { values[$0] } ?? .nil
    }
    guard let count = call.positional[1].integer else { return nil }
    return RubyRange.stretch(index, count, in: values.count).map { .list(Array(values[$0])) }
      ?? .nil
  }

  /// Evaluates `at`, `fetch` and `dig`.
  static func digged(_ call: RubyInvocation, _ values: [RubyValue]) -> RubyValue? {
    guard let index = call.positional.first?.integer else { return nil }
    let found = RubyRange.index(index, in: values.count).map { values[$0] }
    switch call.name {
    case "fetch": return found ?? call.positional.dropFirst().first
    case "dig": return dig(found ?? .nil, call.positional.dropFirst())
    default: return found ?? .nil
    }
  }

  /// Evaluates `dig`; returns Swift's nil if a key or an index can't be followed.
  static func dig(_ value: RubyValue, _ path: ArraySlice<RubyValue>) -> RubyValue? {
    guard let key = path.first, !value.isNil else { return value.isNil ? .nil : value }
    if let pairs = value.pairs { return dig(pairs.value(for: key) ?? .nil, path.dropFirst()) }
    guard let list = value.assumed.list, let index = key.integer else { return nil }
    let found = RubyRange.index(index, in: list.count).map { list[$0] }
    return dig(found ?? .nil, path.dropFirst())
  }

  private static func multiplied(_ values: [RubyValue], _ other: RubyValue) -> RubyValue? {
    if other.string != nil { return joined(values, other) }
    guard let count = other.integer, count >= 0, values.count * min(count, 20_000) < 20_000 else {
      return nil
    }
    return .list(Array(repeating: values, count: count).flatMap(\.self))
  }

  private static func joined(_ values: [RubyValue], _ separator: RubyValue?) -> RubyValue? {
    guard separator.map({ $0.isNil || $0.string != nil }) ?? true else { return nil }
    return text(of: values, joinedBy: separator?.string?.text ?? "", depth: 64).map { .text($0) }
  }

  /// Joins the texts of elements; an array in it is joined first, so that an empty one is an element.
  private static func text(
    of values: [RubyValue], joinedBy separator: String, depth: Int
  ) -> String? {
    guard depth > 0 else { return nil }
    var texts: [String] = []
    for value in values {
      let list = value.assumed.list
      guard
        let text = list.map({ text(of: $0, joinedBy: separator, depth: depth - 1) })
          ?? value.printed
      else { return nil }
      texts.append(text)
    }
    return texts.joined(separator: separator)
  }

  static func contains(_ values: [RubyValue], _ value: RubyValue) -> Bool {
    values.contains { RubyValue.equal($0, value) }
  }

  /// Converts an array of pairs to a hash; returns nil if an element isn't a pair.
  static func hash(_ values: [RubyValue]) -> RubyValue? {
    let pairs = values.compactMap { value -> RubyPair? in
      guard let parts = value.assumed.list, parts.count == 2 else { return nil }
      return RubyPair(key: parts[0], value: parts[1])
    }
    return pairs.count == values.count ? .table(pairs) : nil
  }

  static func unique(_ values: [RubyValue]) -> [RubyValue] {
    var result = RubyPairs()
    for value in values where result.index(of: value) == nil { result.store(value, for: value) }
    return result.pairs.map(\.value)
  }

  private static func flattened(_ values: [RubyValue], depth: Int) -> [RubyValue] {
    values.flatMap { value -> [RubyValue] in
      guard depth > 0, let inner = value.assumed.list else { return [value] }
      return flattened(inner, depth: depth - 1)
    }
  }
}

extension RubyValue {
  /// The elements of an array; nil for other values.
  package var list: [RubyValue]? {
    if case .array(let cell) = assumed { cell.content } else { nil }
  }

  var isArray: Bool { list != nil }

  var regex: RubyRegex? {
    if case .regex(let regex) = assumed { regex } else { nil }
  }
}
