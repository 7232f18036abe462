/// The limits of one evaluation; every operation takes from them before it starts.
///
/// A manifest is untrusted. Sixty times `s = s + s` is a short file with an enormous result, so the size
/// of a result is computed and taken before the result is created.
struct EvaluationBudget: Sendable {
  /// The maximum number of expressions, statements, visited elements of lists and the like.
  static let steps = 200_000
  /// The maximum size of all texts and lists, including unused ones, in bytes.
  static let bytes = 16 << 20
  /// The maximum nesting of lists, dictionaries and tuples.
  static let height = 32

  private(set) var usedSteps = 0
  private(set) var usedBytes = 0

  /// Takes steps and bytes.
  ///
  /// - Returns: false if not enough were left.
  mutating func spend(steps: Int = 0, bytes: Int = 0) -> Bool {
    guard steps <= Self.steps - usedSteps, bytes <= Self.bytes - usedBytes else { return false }
    usedSteps += steps
    usedBytes += bytes
    return true
  }
}

extension Evaluation {
  /// Takes the cost of an operation from the allowance.
  ///
  /// - Throws: a refusal that names the construct if the allowance is used up.
  package func spend(
    steps: Int = 0, bytes: Int = 0, on construct: String, at range: Range<Int>
  ) throws(ManifestError) {
    guard !budget.spend(steps: steps, bytes: bytes) else { return }
    throw refusal("computes too much with \(construct)", range)
  }

  /// Creates a list, and takes its size from the allowance.
  func list(
    _ elements: [Value], _ order: List.Order = .array, holdsOptionals: Bool = false,
    for construct: String, at range: Range<Int>
  ) throws(ManifestError) -> Value {
    try spend(bytes: 64 + 16 * elements.count, on: construct, at: range)
    let list = List(elements: elements, order: order, holdsOptionals: holdsOptionals)
    return try checkingHeight(.list(list), at: range)
  }

  /// Creates a dictionary, and takes its size from the allowance.
  func dictionary(
    _ pairs: [(key: Value, value: Value)], holdsOptionals: Bool = false, at range: Range<Int>
  ) throws(ManifestError) -> Value {
    try spend(bytes: 64 + 32 * pairs.count, on: "a dictionary", at: range)
    let dictionary = Pairs(pairs: pairs, holdsOptionals: holdsOptionals)
    return try checkingHeight(.dictionary(dictionary), at: range)
  }

  /// Creates a tuple, and takes its size from the allowance.
  func tuple(
    _ parts: [(label: String?, value: Value)], at range: Range<Int>
  ) throws(ManifestError) -> Value {
    try spend(bytes: 64 + 48 * parts.count, on: "a tuple", at: range)
    return try checkingHeight(.tuple(Parts(parts: parts)), at: range)
  }

  private func checkingHeight(
    _ value: Value, at range: Range<Int>
  ) throws(ManifestError) -> Value {
    guard value.height <= EvaluationBudget.height else {
      throw refusal("nests values too deep", range)
    }
    return value
  }

  /// Whether two values are equal; nil if that is unknown.
  func equal(
    _ left: Value, _ right: Value, at range: Range<Int>
  ) throws(ManifestError) -> Bool? {
    try spend(steps: 1, on: "`==`", at: range)
    switch (left.unwrapped, right.unwrapped) {
    case (.unknown, _), (_, .unknown), (.function, _), (_, .function): return nil
    case (.none, .none): return true
    case (.none, _), (_, .none): return false
    case (.boolean(let one), .boolean(let other)): return one == other
    case (.number(let one), .number(let other)): return one == other
    case (.string(let one, _), .string(let other, _)):
      try spend(steps: min(one.utf8.count, other.utf8.count) / 64, on: "`==`", at: range)
      return one == other
    case (.made(let one), .made(let other)): return members["=="] == nil ? one.equals(other) : nil
    case (.list(let one), .list(let other)): return try equal(one, other, at: range)
    default: return nil
    }
  }

  private func equal(
    _ left: List, _ right: List, at range: Range<Int>
  ) throws(ManifestError) -> Bool? {
    guard left.isOrdered, right.isOrdered else { return nil }
    guard left.elements.count == right.elements.count else { return false }
    for (one, other) in zip(left.elements, right.elements) {
      guard let isEqual = try equal(one, other, at: range) else { return nil }
      if !isEqual { return false }
    }
    return true
  }

  /// Whether an element is in a list; nil if that is unknown.
  func contains(
    _ elements: [Value], _ element: Value, at range: Range<Int>
  ) throws(ManifestError) -> Bool? {
    var isKnown = true
    for other in elements {
      switch try equal(other, element, at: range) {
      case true?: return true
      case false?: continue
      case nil: isKnown = false
      }
    }
    return isKnown ? false : nil
  }

  /// Creates a set; nil if it is unknown which elements are equal.
  func set(
    of elements: [Value], for construct: String, at range: Range<Int>
  ) throws(ManifestError) -> Value? {
    var unique: [Value] = []
    var texts: Set<String> = []
    for element in elements {
      try spend(steps: 1, on: construct, at: range)
      if case .string(let text, _) = element {
        if texts.insert(text).inserted { unique.append(element) }
        continue
      }
      guard let isKnown = try contains(unique, element, at: range) else { return nil }
      if !isKnown { unique.append(element) }
    }
    return try list(unique, .set, for: construct, at: range)
  }
}
