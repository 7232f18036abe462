import Text

/// Computes the size of a result before it is created.
extension RubyInterpreter {
  /// Reserves the size of the result of a method of `String`, and spends the steps for reading it.
  func reserve(for call: RubyInvocation, _ text: String) throws(RubyStop) {
    let own = text.utf8.count
    let given = call.positional.compactMap { $0.string?.text.utf8.count }
    try charge((own + given.reduce(0, +)) / 256, call.range)
    if Self.byLetter.contains(call.name) { try charge(own / 32, call.range) }
    switch call.name {
    case "+", "<<", "concat", "prepend", "replace":
      try reserve(text: own + given.reduce(0, +), call.range)
    case "*":
      let count = call.positional.first?.integer ?? 0
      let (size, isHuge) = own.multipliedReportingOverflow(by: max(0, count))
      try reserve(text: isHuge ? .max : size, call.range)
    case "ljust", "rjust", "center":
      let width = max(0, call.positional.first?.integer ?? 0)
      let (size, isHuge) = width.multipliedReportingOverflow(by: 4)
      try reserve(text: isHuge ? .max : max(own, size), call.range)
    case "sub", "sub!", "gsub", "gsub!": try reserve(replacing: call, text)
    case "chars": try reserve(elements: own, call.range)
    case "split", "lines", "readlines", "each_line": try reserve(pieces: call, text)
    case let name where Self.asking.contains(name): return
    default: try reserve(text: own, call.range)
    }
  }

  /// Methods that make a text of each letter for a while.
  private static let byLetter: Set = [
    "tr", "reverse", "chars", "[]", "slice", "split", "capitalize", "swapcase", "succ", "next",
  ]

  /// Methods with a small result.
  private static let asking: Set = [
    "include?", "start_with?", "end_with?", "length", "size", "empty?", "=~", "match?", "match",
    "casecmp?", "to_i", "to_f", "to_sym", "intern", "to_str", "to_path", "-@", "b", "scrub",
    "encode", "scan",
  ]

  /// Reserves the size of a replacement of a text; that of a pattern is checked while it grows.
  private func reserve(replacing call: RubyInvocation, _ text: String) throws(RubyStop) {
    let own = text.utf8.count
    guard let old = call.positional.first?.string?.text, !old.isEmpty,
      let new = call.positional.dropFirst().first?.string?.text
    else { return try reserve(text: own, call.range) }
    let offsets = ByteSearch.offsets(of: old, in: text, most: call.name.hasPrefix("s") ? 1 : .max)
    let growth = max(0, new.utf8.count - old.utf8.count)
    let (added, isHuge) = offsets.count.multipliedReportingOverflow(by: growth)
    try reserve(text: isHuge ? .max : own + added, call.range)
  }

  private func reserve(pieces call: RubyInvocation, _ text: String) throws(RubyStop) {
    guard call.positional.first?.regex == nil else { return }
    let cut = call.name == "split" ? call.positional.first?.string?.text ?? " " : "\n"
    let bytes = text.utf8
    let count =
      cut == " "
      ? bytes.count { $0.isASCIISpace }
      : cut.isEmpty ? bytes.count : ByteSearch.offsets(of: cut, in: text).count
    try reserve(text: bytes.count, elements: count + 1, call.range)
  }

  /// Reserves the size of the result of a method of `Array`.
  func reserve(for call: RubyInvocation, _ values: [RubyValue]) throws(RubyStop) {
    let given = call.positional.reduce(0) { $0 + max(1, $1.assumed.list?.count ?? 1) }
    switch call.name {
    case "+", "|", "union", "concat", "push", "append", "<<", "unshift", "prepend", "insert":
      try reserve(elements: values.count + given, call.range)
    case "*":
      guard let count = call.positional.first?.integer else {
        return try reserve(joining: values, call.positional.first, call.range)
      }
      let (size, isHuge) = values.count.multipliedReportingOverflow(by: max(0, count))
      try reserve(elements: isHuge ? .max : size, call.range)
    case "join": try reserve(joining: values, call.positional.first, call.range)
    case "zip": try reserve(elements: values.count * 3, call.range)
    case "sort", "sort_by", "min", "max":
      let rounds = Int.bitWidth - values.count.leadingZeroBitCount
      try charge(values.count * rounds / 4, call.range)
    default: try charge(values.count / 256, call.range)
    }
  }

  private func reserve(
    joining values: [RubyValue], _ separator: RubyValue?, _ range: Range<Int>
  ) throws(RubyStop) {
    let weight = RubyValue.list(values).weight(upTo: RubyBudget.weight)
    let mark = separator?.string?.text.utf8.count ?? 0
    // Each element weighs at least one, so this bounds the number of separators.
    let (marks, isHuge) = mark.multipliedReportingOverflow(by: weight)
    guard isHuge || marks >= RubyBudget.weight else {
      return try reserve(text: marks, elements: weight, range)
    }
    let exact = Self.leaves(values, 64)
    let (size, overflows) = mark.multipliedReportingOverflow(by: exact)
    try reserve(text: overflows ? .max : size, elements: weight, range)
  }

  /// Counts elements, including those of nested arrays.
  private static func leaves(_ values: [RubyValue], _ depth: Int) -> Int {
    values.reduce(0) { sum, value in
      guard depth > 0, sum < RubyBudget.weight, let inner = value.assumed.list else {
        return sum + 1
      }
      return sum + leaves(inner, depth - 1)
    }
  }
}
