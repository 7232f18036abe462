/// Methods of arrays and hashes.
extension RubyInterpreter {
  func arrayMethod(
    _ call: RubyInvocation, _ values: [RubyValue]
  ) throws(RubyStop) -> RubyValue? {
    let other = call.positional.first
    if Self.comparing.contains(call.name) {
      try charge(values.count * (values.count + (other?.elements.count ?? 0)) / 64, call.range)
    }
    switch call.name {
    case "to_a", "freeze", "dup", "entries", "lazy", "to_ary": return .array(values)
    case "first", "last", "take", "drop": return Self.end(call, values)
    case "+", "concat", "|", "union":
      let all = values + call.positional.flatMap(\.elements)
      return .array(call.name == "|" || call.name == "union" ? Self.unique(all) : all)
    case "<<", "push", "append": return .array(values + call.positional)
    case "-", "difference":
      return .array(
        values.filter { value in !(other?.elements ?? []).contains { RubyValue.equal($0, value) } })
    case "&":
      return .array(
        values.filter { value in (other?.elements ?? []).contains { RubyValue.equal($0, value) } })
    case "include?", "member?":
      return .bool(other.map { wanted in values.contains { RubyValue.equal($0, wanted) } } ?? false)
    case "join":
      let texts = values.compactMap(\.printed)
      return texts.count == values.count ? .text(texts.joined(separator: other?.name ?? "")) : nil
    case "compact": return .array(values.filter { !$0.isNil })
    case "flatten": return .array(Self.flattened(values, depth: 8))
    case "uniq": return .array(Self.unique(values))
    case "reverse": return .array(values.reversed())
    case "sort": return .array(values.sorted { (RubyValue.compare($0, $1) ?? 0) < 0 })
    case "min", "max":
      let sorted = values.sorted { (RubyValue.compare($0, $1) ?? 0) < 0 }
      return (call.name == "min" ? sorted.first : sorted.last) ?? .nil
    case "length", "size": return .integer(values.count)
    case "empty?": return .bool(values.isEmpty)
    case "to_h" where call.block == nil: return .hash(Self.hash(values))
    case "[]", "slice", "at", "dig": return Self.element(call, values)
    default: return call.block == nil ? Self.plainCount(call, values) : try iterate(call, values)
    }
  }

  /// Methods that compare every element with every other one.
  private static let comparing: Set = ["|", "union", "-", "difference", "&", "uniq"]

  private static func plainCount(_ call: RubyInvocation, _ values: [RubyValue]) -> RubyValue? {
    switch call.name {
    case "count": .integer(values.count)
    case "any?": .bool(values.contains(where: \.isTruthy))
    case "all?": .bool(values.allSatisfy(\.isTruthy))
    case "none?": .bool(!values.contains(where: \.isTruthy))
    default: nil
    }
  }

  private func iterate(
    _ call: RubyInvocation, _ values: [RubyValue]
  ) throws(RubyStop) -> RubyValue? {
    guard let block = call.block else { return nil }
    switch call.name {
    case "each", "reverse_each", "each_entry":
      for value in call.name == "reverse_each" ? values.reversed() : values {
        _ = try invoke(block, [value])
      }
      return .array(values)
    case "each_with_index":
      for (index, value) in values.enumerated() { _ = try invoke(block, [value, .integer(index)]) }
      return .array(values)
    case "map", "collect", "flat_map", "filter_map", "to_h":
      return try mapped(call.name, values, block)
    case "select", "filter", "reject", "find", "detect", "any?", "all?", "none?", "count",
      "partition", "find_all", "delete_if", "reject!", "select!":
      return try filtered(call, values, block)
    case "sort_by", "max_by", "min_by":
      var keyed: [(RubyValue, RubyValue)] = []
      for value in values { keyed.append((try invoke(block, [value]), value)) }
      let sorted = keyed.sorted { (RubyValue.compare($0.0, $1.0) ?? 0) < 0 }.map(\.1)
      return call.name == "sort_by"
        ? .array(sorted) : (call.name == "max_by" ? sorted.last : sorted.first) ?? .nil
    default: return nil
    }
  }

  private func mapped(
    _ name: String, _ values: [RubyValue], _ block: Int
  ) throws(RubyStop) -> RubyValue {
    var results: [RubyValue] = []
    for value in values {
      let result = try invoke(block, [value])
      switch name {
      case "flat_map": results += result.elements
      case "filter_map": if result.isTruthy { results.append(result) }
      default: results.append(result)
      }
    }
    return name == "to_h" ? .hash(Self.hash(results)) : .array(results)
  }

  private func filtered(
    _ call: RubyInvocation, _ values: [RubyValue], _ block: Int
  ) throws(RubyStop) -> RubyValue {
    var chosen: [RubyValue] = []
    var others: [RubyValue] = []
    for value in values {
      if decide(try invoke(block, [value]), at: call.range) {
        chosen.append(value)
      } else {
        others.append(value)
      }
    }
    switch call.name {
    case "reject", "reject!", "delete_if": return .array(others)
    case "find", "detect": return chosen.first ?? .nil
    case "any?": return .bool(!chosen.isEmpty)
    case "all?": return .bool(others.isEmpty)
    case "none?": return .bool(chosen.isEmpty)
    case "count": return .integer(chosen.count)
    case "partition": return .array([.array(chosen), .array(others)])
    default: return .array(chosen)
    }
  }

  func hashMethod(_ call: RubyInvocation, _ pairs: [RubyPair]) throws(RubyStop) -> RubyValue? {
    let key = call.positional.first
    let found = key.flatMap { key in pairs.last { RubyValue.equal($0.key, key) } }
    switch call.name {
    case "[]", "dig": return found?.value ?? .nil
    case "fetch":
      if let found { return found.value }
      if let block = call.block { return try invoke(block, call.positional) }
      return call.positional.dropFirst().first
    case "key?", "has_key?", "include?", "member?": return .bool(found != nil)
    case "keys": return .array(pairs.map(\.key))
    case "values": return .array(pairs.map(\.value))
    case "empty?": return .bool(pairs.isEmpty)
    case "length", "size": return .integer(pairs.count)
    case "to_h", "freeze", "dup", "to_hash": if call.block == nil { return .hash(pairs) }
    case "merge", "update":
      let added = call.options + call.positional.flatMap { $0.pairs ?? [] }
      try charge(pairs.count * added.count / 64, call.range)
      let kept = pairs.filter { old in !added.contains { RubyValue.equal($0.key, old.key) } }
      return .hash(kept + added)
    case "compact": return .hash(pairs.filter { !$0.value.isNil })
    case "each", "each_pair":
      guard let block = call.block else { return nil }
      for pair in pairs { _ = try invoke(block, [pair.key, pair.value]) }
      return .hash(pairs)
    case "transform_values":
      guard let block = call.block else { return nil }
      var result: [RubyPair] = []
      for pair in pairs {
        result.append(RubyPair(key: pair.key, value: try invoke(block, [pair.value])))
      }
      return .hash(result)
    default: break
    }
    let result = try arrayMethod(call, pairs.map { .array([$0.key, $0.value]) })
    guard ["select", "filter", "reject"].contains(call.name), case .array(let kept) = result else {
      return result
    }
    return .hash(Self.hash(kept))
  }

  private static func hash(_ values: [RubyValue]) -> [RubyPair] {
    values.compactMap { value in
      let parts = value.elements
      return parts.count == 2 ? RubyPair(key: parts[0], value: parts[1]) : nil
    }
  }

  private static func unique(_ values: [RubyValue]) -> [RubyValue] {
    var result: [RubyValue] = []
    for value in values where !result.contains(where: { RubyValue.equal($0, value) }) {
      result.append(value)
    }
    return result
  }

  private static func flattened(_ values: [RubyValue], depth: Int) -> [RubyValue] {
    values.flatMap { value -> [RubyValue] in
      guard depth > 0, case .array(let inner) = value.assumed else { return [value] }
      return flattened(inner, depth: depth - 1)
    }
  }

  private static func end(_ call: RubyInvocation, _ values: [RubyValue]) -> RubyValue? {
    guard case .integer(let count) = call.positional.first?.assumed else {
      return (call.name == "first" ? values.first : call.name == "last" ? values.last : nil) ?? .nil
    }
    let bounded = max(0, min(count, values.count))
    switch call.name {
    case "last": return .array(Array(values.suffix(bounded)))
    case "drop": return .array(Array(values.dropFirst(bounded)))
    default: return .array(Array(values.prefix(bounded)))
    }
  }

  private static func element(_ call: RubyInvocation, _ values: [RubyValue]) -> RubyValue? {
    switch call.positional.first?.assumed {
    case .integer(let index):
      guard call.positional.count == 1 || call.name == "dig" else {
        guard case .integer(let count) = call.positional[1].assumed, index >= 0, count >= 0 else {
          return nil
        }
        return .array(Array(values.dropFirst(index).prefix(count)))
      }
      let place = index < 0 ? values.count + max(index, -values.count - 1) : index
      return values.indices.contains(place) ? values[place] : .nil
    case .range(let lower, let upper, let excludesEnd):
      return slice(values, lower, upper, excludesEnd).map { .array($0) } ?? .nil
    default: return nil
    }
  }
}
