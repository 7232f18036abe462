/// What one evaluation may use: every loop and every new value draws from it.
///
/// The size of a value is worked out before it is made. A manifest of a few bytes could otherwise
/// ask for gigabytes.
struct RubyBudget {
  /// The most steps: expressions, and stretches of work that count as one.
  static let steps = 200_000
  /// The largest value, as `RubyValue.weight` counts: a mebibyte of text.
  static let weight = 16_384
  /// The most bytes of all values together.
  static let bytes = 64 << 20
  /// Bytes that an element of a list or a hash counts for.
  static let element = 64

  private(set) var usedSteps = 0
  private(set) var usedBytes = 0

  /// Takes steps; false if they are used up.
  mutating func take(steps: Int) -> Bool {
    usedSteps += min(max(0, steps), Self.steps + 1)
    return usedSteps <= Self.steps
  }

  /// Takes room for a value of some bytes; false if all values together are too large.
  mutating func take(bytes: Int) -> Bool {
    usedBytes += min(max(0, bytes), Self.bytes + 1)
    return usedBytes <= Self.bytes
  }
}

extension RubyInterpreter {
  /// Asks for room for a value before it is made.
  ///
  /// - Throws: a refusal if the value, or all values together, would be too large.
  func reserve(text bytes: Int = 0, elements: Int = 0, _ range: Range<Int>) throws(RubyStop) {
    try requireRoom(text: bytes, elements: elements, range)
    let all = bytes + elements * RubyBudget.element
    guard budget.take(bytes: all) else { throw refusal("makes too many large values", range) }
    try charge(all / 1024, range)
  }

  /// Checks the size of a value that is still growing.
  func requireRoom(
    text bytes: Int = 0, elements: Int = 0, _ range: Range<Int>
  ) throws(RubyStop) {
    let (size, isHuge) = elements.multipliedReportingOverflow(by: RubyBudget.element)
    let (all, overflows) = size.addingReportingOverflow(bytes)
    guard !isHuge, !overflows, all / RubyBudget.element < RubyBudget.weight else {
      throw refusal("makes a value that is too large", range)
    }
  }

  /// Counts work that takes longer than a step.
  func charge(_ count: Int, _ range: Range<Int>) throws(RubyStop) {
    guard budget.take(steps: count) else { throw refusal("takes too many steps", range) }
  }
}
