/// Methods that call a block for each element.
extension RubyInterpreter {
  static let iterating: Set = [
    "each", "reverse_each", "each_entry", "each_with_index", "each_index", "each_with_object",
    "map", "collect", "flat_map", "collect_concat", "filter_map", "to_h", "select", "filter",
    "reject", "find", "detect", "find_all", "any?", "all?", "none?", "one?", "count", "partition",
    "index", "find_index", "take_while", "drop_while", "sort_by", "max_by", "min_by", "group_by",
    "uniq", "inject", "reduce", "each_slice", "each_cons",
  ]

  func iterate(
    _ call: RubyInvocation, _ values: [RubyValue]
  ) throws(RubyStop) -> RubyValue? {
    guard let block = call.block else { return nil }
    switch call.name {
    case "each", "reverse_each", "each_entry", "each_with_index", "each_index", "each_with_object":
      return try each(call, values, block)
    case "map", "collect", "flat_map", "collect_concat", "filter_map", "to_h":
      return try mapped(call.name, values, block)
    case "sort_by", "max_by", "min_by", "group_by", "uniq":
      return try keyed(call.name, values, block)
    case "each_slice", "each_cons":
      guard call.positional.count == 1, let count = call.positional[0].integer, count > 0 else {
        return nil
      }
      return try grouped(call, values, count, block)
    case "inject", "reduce":
      guard var sum = call.positional.first ?? values.first else { return .nil }
      for value in call.positional.isEmpty ? values.dropFirst() : values[...] {
        sum = try invoke(block, [sum, value])
      }
      return sum
    default:
      guard call.positional.isEmpty else { return nil }
      return try searched(call, values, block)
    }
  }

  private func each(
    _ call: RubyInvocation, _ values: [RubyValue], _ block: Int
  ) throws(RubyStop) -> RubyValue? {
    for (index, value) in (call.name == "reverse_each" ? values.reversed() : values).enumerated() {
      switch call.name {
      case "each_with_index": _ = try invoke(block, [value, .integer(index)])
      case "each_index": _ = try invoke(block, [.integer(index)])
      case "each_with_object": _ = try invoke(block, [value, call.positional[0]])
      default: _ = try invoke(block, [value])
      }
    }
    return call.name == "each_with_object" ? call.positional[0] : .list(values)
  }

  /// Evaluates `each_slice` and `each_cons`, which return the array since Ruby 3.1 and nil before.
  private func grouped(
    _ call: RubyInvocation, _ values: [RubyValue], _ count: Int, _ block: Int
  ) throws(RubyStop) -> RubyValue {
    let isSlice = call.name == "each_slice"
    var start = 0
    while isSlice ? start < values.count : start <= values.count - count {
      let group = Array(values[start...].prefix(count))
      try reserve(elements: group.count, call.range)
      _ = try invoke(block, [.list(group)])
      start += isSlice ? min(count, values.count) : 1
    }
    return .unknown(.list(values))
  }

  private func mapped(
    _ name: String, _ values: [RubyValue], _ block: Int
  ) throws(RubyStop) -> RubyValue? {
    var results: [RubyValue] = []
    for value in values {
      let result = try invoke(block, [value])
      switch name {
      case "flat_map", "collect_concat": results += result.assumed.list ?? [result]
      case "filter_map": if result.isTruthy { results.append(result) }
      default: results.append(result)
      }
      guard results.count < RubyBudget.weight else {
        throw refusal("makes a value that is too large", closures[block].range)
      }
    }
    return name == "to_h" ? Self.hash(results) : .list(results)
  }

  private func keyed(
    _ name: String, _ values: [RubyValue], _ block: Int
  ) throws(RubyStop) -> RubyValue? {
    var keyed: [(key: RubyValue, value: RubyValue)] = []
    for value in values { keyed.append((try invoke(block, [value]), value)) }
    switch name {
    case "group_by":
      return Self.grouped(keyed)
    case "uniq":
      var kept = RubyPairs()
      for (key, value) in keyed where kept.index(of: key) == nil { kept.store(value, for: key) }
      return .list(kept.pairs.map(\.value))
    default:
      guard name == "sort_by" else {
        if keyed.isEmpty { return .nil }
        return RubyValue.extreme(keyed, isHighest: name == "max_by", by: \.key)?.value
      }
      guard let sorted = RubyValue.sorted(keyed, by: \.key),
        RubyValue.isDefinite(sorted, by: \.key, \.value)
      else { return nil }
      return .list(sorted.map(\.value))
    }
  }

  private static func grouped(_ keyed: [(key: RubyValue, value: RubyValue)]) -> RubyValue {
    var order = RubyPairs()
    var groups: [[RubyValue]] = []
    for (key, value) in keyed {
      if let index = order.index(of: key) {
        groups[index].append(value)
      } else {
        order.store(.nil, for: key)
        groups.append([value])
      }
    }
    for index in groups.indices { order[index] = .list(groups[index]) }
    return .hash(RubyCell(order.pairs))
  }

  /// Methods that check a condition and stop as soon as the result is known.
  private func searched(
    _ call: RubyInvocation, _ values: [RubyValue], _ block: Int
  ) throws(RubyStop) -> RubyValue? {
    var chosen: [RubyValue] = []
    var others: [RubyValue] = []
    for (index, value) in values.enumerated() {
      let holds = try decide(try invoke(block, [value]), at: call.range)
      switch (call.name, holds) {
      case ("find", true), ("detect", true): return value
      case ("index", true), ("find_index", true): return .integer(index)
      case ("any?", true): return .bool(true)
      case ("all?", false), ("none?", true): return .bool(false)
      case ("take_while", false): return .list(chosen)
      case ("drop_while", false): return .list(Array(values[index...]))
      default: if holds { chosen.append(value) } else { others.append(value) }
      }
    }
    return Self.sum(call.name, chosen, others)
  }

  /// The result if no element stopped the search.
  private static func sum(
    _ name: String, _ chosen: [RubyValue], _ others: [RubyValue]
  ) -> RubyValue? {
    switch name {
    case "reject": .list(others)
    case "find", "detect", "index", "find_index": .nil
    case "any?": .bool(false)
    case "all?", "none?": .bool(true)
    case "one?": .bool(chosen.count == 1)
    case "count": .integer(chosen.count)
    case "partition": .list([.list(chosen), .list(others)])
    case "drop_while": .list([])
    default: .list(chosen)
    }
  }
}
