/// Limits the steps and bytes of one evaluation, so that a hostile manifest ends in a refusal.
///
/// The size of a value is computed before the value is created: a manifest of a few bytes could
/// otherwise use gigabytes.
struct RubyBudget {
  /// The maximal number of steps: expressions, and units of longer work.
  static let steps = 200_000
  /// The maximal `RubyValue.weight` of a value: a mebibyte of text.
  static let weight = 16_384
  /// The maximal number of bytes of all values together.
  static let bytes = 64 << 20
  /// The number of bytes that an element of an array or a hash counts for.
  static let element = 64

  private(set) var usedSteps = 0
  private(set) var usedBytes = 0

  /// Spends steps; returns false if too few are left.
  mutating func spend(steps: Int) -> Bool {
    usedSteps += min(max(0, steps), Self.steps + 1)
    return usedSteps <= Self.steps
  }

  /// Spends the bytes of a value; returns false if too few are left.
  mutating func spend(bytes: Int) -> Bool {
    usedBytes += min(max(0, bytes), Self.bytes + 1)
    return usedBytes <= Self.bytes
  }
}

extension RubyInterpreter {
  /// Spends the bytes of a value before it is created.
  ///
  /// - Throws: a refusal if the value, or all values together, would be too large.
  func reserve(text bytes: Int = 0, elements: Int = 0, _ range: Range<Int>) throws(RubyStop) {
    try requireRoom(text: bytes, elements: elements, range)
    let all = bytes + elements * RubyBudget.element
    guard budget.spend(bytes: all) else { throw refusal("makes too many large values", range) }
    try charge(all / 1024, range)
  }

  /// Checks the size of a value under construction.
  func requireRoom(
    text bytes: Int = 0, elements: Int = 0, _ range: Range<Int>
  ) throws(RubyStop) {
    let (size, isHuge) = elements.multipliedReportingOverflow(by: RubyBudget.element)
    let (all, overflows) = size.addingReportingOverflow(bytes)
    guard !isHuge, !overflows, all / RubyBudget.element < RubyBudget.weight else {
      throw refusal("makes a value that is too large", range)
    }
  }

  /// Spends the steps of longer work.
  func charge(_ count: Int, _ range: Range<Int>) throws(RubyStop) {
    guard budget.spend(steps: count) else { throw refusal("takes too many steps", range) }
  }
}
