/// Methods of `Hash`.
extension RubyInterpreter {
  func hashMethod(
    _ call: RubyInvocation, _ cell: RubyCell<[RubyPair]>
  ) throws(RubyStop) -> RubyValue? {
    if let change = try changed(call, cell) { return change }
    let pairs = cell.content
    guard RubySignatures.hash[call.name]?.admits(call) == true else {
      return try asArray(call, pairs)
    }
    let key = call.positional.first ?? .nil
    switch call.name {
    case "[]": return pairs.value(for: key) ?? .nil
    case "fetch":
      if let found = pairs.value(for: key) { return found }
      if let block = call.block { return try invoke(block, [key]) }
      return call.positional.dropFirst().first
    case "dig": return Self.dig(.hash(cell), call.positional[...])
    case "to_hash": return .hash(cell)
    case "merge":
      guard let added = Self.added(call) else { return nil }
      try charge(pairs.count * added.count / 64, call.range)
      return .table(pairs + added)
    case "to_h" where call.block == nil: return .hash(cell)
    case "each_pair", "each_key", "each_value", "transform_values", "transform_keys", "select",
      "filter", "reject":
      return try iterate(call, pairs, cell)
    case "to_h": return try asArray(call, pairs)
    default: return Self.plain(call, pairs, key)
    }
  }

  private static func plain(
    _ call: RubyInvocation, _ pairs: [RubyPair], _ key: RubyValue
  ) -> RubyValue? {
    switch call.name {
    case "key?", "has_key?", "include?", "member?": .bool(pairs.value(for: key) != nil)
    case "value?", "has_value?": .bool(pairs.contains { RubyValue.equal($0.value, key) })
    case "key": pairs.first { RubyValue.equal($0.value, key) }?.key ?? .nil
    case "keys": .list(pairs.map(\.key))
    case "values": .list(pairs.map(\.value))
    case "values_at": .list(call.positional.map { pairs.value(for: $0) ?? .nil })
    case "empty?": .bool(pairs.isEmpty)
    case "length", "size": .integer(pairs.count)
    case "compact": .table(pairs.filter { !$0.value.isNil })
    case "invert": .table(pairs.map { RubyPair(key: $0.value, value: $0.key) })
    case "slice":
      .table(
        call.positional.compactMap { key in
          pairs.value(for: key).map { RubyPair(key: key, value: $0) }
        })
    case "except": .table(pairs.filter { !Self.isKey($0.key, among: call.positional) })
    default: nil
    }
  }

  private static func isKey(_ key: RubyValue, among keys: [RubyValue]) -> Bool {
    keys.contains { RubyValue.isSameKey($0, key) }
  }

  /// Returns the pairs of the arguments; nil if one isn't a hash.
  private static func added(_ call: RubyInvocation) -> [RubyPair]? {
    let hashes = call.positional.compactMap(\.pairs)
    return hashes.count == call.positional.count ? hashes.flatMap(\.self) : nil
  }

  private func iterate(
    _ call: RubyInvocation, _ pairs: [RubyPair], _ cell: RubyCell<[RubyPair]>
  ) throws(RubyStop) -> RubyValue? {
    guard let block = call.block else { return nil }
    var result: [RubyPair] = []
    for pair in pairs {
      switch call.name {
      case "each_pair": _ = try invoke(block, [pair.entry])
      case "each_key": _ = try invoke(block, [pair.key])
      case "each_value": _ = try invoke(block, [pair.value])
      case "transform_values":
        result.append(RubyPair(key: pair.key, value: try invoke(block, [pair.value])))
      case "transform_keys":
        result.append(RubyPair(key: try invoke(block, [pair.key]), value: pair.value))
      default:
        let isChosen = try decide(try invoke(block, [pair.key, pair.value]), at: call.range)
        if isChosen != (call.name == "reject") { result.append(pair) }
      }
    }
    return call.name.hasPrefix("each") ? .hash(cell) : .table(result)
  }

  /// Evaluates a method of `Array` on the pairs.
  private func asArray(
    _ call: RubyInvocation, _ pairs: [RubyPair]
  ) throws(RubyStop) -> RubyValue? {
    guard Self.iterating.contains(call.name) || Self.listing.contains(call.name) else { return nil }
    let result = try arrayMethod(call, RubyCell(pairs.map(\.entry)))
    return call.name.hasPrefix("each") && call.positional.isEmpty
      ? result.map { _ in .table(pairs) } : result
  }

  private static let listing: Set = ["to_a", "entries", "first", "sort", "count", "zip", "take"]

  /// Methods that change the receiver.
  private func changed(
    _ call: RubyInvocation, _ cell: RubyCell<[RubyPair]>
  ) throws(RubyStop) -> RubyValue? {
    if call.name.hasSuffix("!"), call.name != "merge!" { return try mutate(call, cell) }
    guard RubySignatures.hash[call.name]?.admits(call) == true else { return nil }
    switch call.name {
    case "[]=", "store":
      cell.content.store(call.positional[1], for: call.positional[0])
      return call.positional[1]
    case "update", "merge!":
      guard let added = Self.added(call) else { return nil }
      try charge(cell.content.count * added.count / 64, call.range)
      for pair in added { cell.content.store(pair.value, for: pair.key) }
    case "delete":
      let found = cell.content.value(for: call.positional[0])
      cell.content.removeAll { RubyValue.isSameKey($0.key, call.positional[0]) }
      return found ?? .nil
    case "delete_if", "keep_if":
      var pure = call
      pure.name = call.name == "keep_if" ? "select" : "reject"
      cell.content = try hashMethod(pure, RubyCell(cell.content))?.pairs ?? cell.content
    case "clear": cell.content = []
    default: return nil
    }
    return .hash(cell)
  }

  private func mutate(
    _ call: RubyInvocation, _ cell: RubyCell<[RubyPair]>
  ) throws(RubyStop) -> RubyValue? {
    var pure = call
    pure.name = Self.pure(call.name)
    let known = ["select", "filter", "reject", "compact", "transform_values", "transform_keys"]
    guard known.contains(pure.name) else { return nil }
    let before = cell.content
    guard let result = try hashMethod(pure, RubyCell(before))?.pairs else { return nil }
    cell.content = result
    let isSilent = !pure.name.hasPrefix("transform")
    return isSilent && result.count == before.count ? .nil : .hash(cell)
  }
}
