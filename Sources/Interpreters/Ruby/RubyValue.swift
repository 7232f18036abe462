package import Gems

/// The value of an expression.
///
/// Strings, arrays and hashes are objects, as in Ruby: if two variables share one, a change through
/// one is visible through the other.
package indirect enum RubyValue {
  /// `nil`, also for what was never set.
  case `nil`
  /// `true` or `false`.
  case bool(Bool)
  /// An integer of 64 bits; larger ones are refused.
  case integer(Int)
  /// A `Float`.
  case float(Double)
  /// A mutable `String`.
  case string(RubyCell<RubyString>)
  /// A `Symbol` without its colon.
  case symbol(String)
  /// A mutable `Array`.
  case array(RubyCell<[RubyValue]>)
  /// A mutable `Hash`, in the order of insertion.
  case hash(RubyCell<[RubyPair]>)
  /// A `Regexp`.
  case regex(RubyRegex)
  /// A `Range`; a missing bound is `.nil`.
  case range(RubyValue, RubyValue, excludesEnd: Bool)
  /// A `Gem::Version`.
  case version(GemVersion)
  /// A `Gem::Requirement`.
  case requirement(GemRequirement)
  /// A `Pathname`.
  case path(String)
  /// A class or module by its whole name, such as `Gem::Version`.
  case module(String)
  /// A block, a lambda or a method, by its number in the interpreter.
  case closure(Int)
  /// An object of the host, by a name that the host chooses.
  case object(String)
  /// A value that depends on the machine, such as an environment variable; the payload is the value
  /// on a clean machine.
  case unknown(RubyValue)
}

/// A mutable object.
package final class RubyCell<Content> {
  /// Its current value.
  package var content: Content
  /// Whether a change raises an error.
  var isFrozen = false
  /// Whether it stands for a `MatchData`, which has few methods of an array.
  var isMatch = false

  init(_ content: Content) {
    self.content = content
  }
}

/// A text, with the literal that spells it in the manifest, if there is one.
package struct RubyString: Sendable, Equatable {
  /// Escapes are resolved.
  package var text: String
  /// Nil if the text was computed, or if its literal has escapes.
  package var literal: RubyLiteral?

  init(_ text: String, literal: RubyLiteral? = nil) {
    self.text = text
    self.literal = literal
  }
}

/// The bytes between the quotes of a literal.
package struct RubyLiteral: Sendable, Hashable {
  /// Relative to the root of the repository.
  package var file: String
  /// In bytes of the file.
  package var range: Range<Int>
}

/// An element of a hash, or an option of a call.
package struct RubyPair {
  /// Usually a symbol.
  package var key: RubyValue
  /// As evaluated.
  package var value: RubyValue

  /// Pairs a key with a value.
  package init(key: RubyValue, value: RubyValue) {
    self.key = key
    self.value = value
  }
}

extension RubyValue {
  /// The result of a call that the host skips.
  package static var ignored: RubyValue { .object("ignored") }

  /// Whether it is the result of a call that the host skips.
  package var isIgnored: Bool {
    if case .object("ignored") = assumed { true } else { false }
  }

  /// A new string.
  package static func text(_ text: String) -> RubyValue { .string(RubyCell(RubyString(text))) }

  /// A new array.
  package static func list(_ values: [RubyValue]) -> RubyValue { .array(RubyCell(values)) }

  /// A new hash; of equal keys the first decides the place and the last the value.
  package static func table(_ pairs: [RubyPair]) -> RubyValue {
    var kept = RubyPairs()
    for pair in pairs { kept.store(pair.value, for: pair.key) }
    return .hash(RubyCell(kept.pairs))
  }

  /// The value on a clean machine.
  package var assumed: RubyValue {
    if case .unknown(let value) = self { value.assumed } else { self }
  }

  /// Whether it depends on the machine.
  package var isUnknown: Bool {
    if case .unknown = self { true } else { false }
  }

  /// Whether it is neither `nil` nor `false` on a clean machine.
  package var isTruthy: Bool {
    switch assumed {
    case .nil, .bool(false): false
    default: true
    }
  }

  /// Whether it is `nil` on a clean machine.
  package var isNil: Bool {
    if case .nil = assumed { true } else { false }
  }

  /// The text of a string or a symbol.
  package var name: String? {
    switch assumed {
    case .string(let cell): cell.content.text
    case .symbol(let name): name
    default: nil
    }
  }

  /// A string with its literal; nil for other values.
  package var string: RubyString? {
    if case .string(let cell) = assumed { cell.content } else { nil }
  }

  var integer: Int? {
    if case .integer(let value) = assumed { value } else { nil }
  }

  /// The result of Ruby's `Array(value)`: nil has no elements, and a value other than an array is its
  /// own only element.
  package var elements: [RubyValue] {
    switch assumed {
    case .array(let cell): cell.content
    case .nil: []
    case .hash(let cell): cell.content.map(\.entry)
    default: [self]
    }
  }

  /// The pairs of a hash; nil for other values.
  package var pairs: [RubyPair]? {
    if case .hash(let cell) = assumed { cell.content } else { nil }
  }
}

extension RubyPair {
  /// The key and the value as an array, the element of a hash in iteration.
  var entry: RubyValue { .list([key, value]) }
}

extension [RubyPair] {
  func value(for key: RubyValue) -> RubyValue? {
    first { RubyValue.isSameKey($0.key, key) }?.value
  }

  /// Sets a key's value in place, or appends it; a key that is a string is copied.
  mutating func store(_ value: RubyValue, for key: RubyValue) {
    var key = key
    if case .string(let cell) = key { key = .string(RubyCell(cell.content)) }
    if let index = firstIndex(where: { RubyValue.isSameKey($0.key, key) }) {
      self[index].value = value
    } else {
      append(RubyPair(key: key, value: value))
    }
  }
}

extension RubyValue {
  /// The maximal nesting of values.
  private static let deepest = 64

  /// Estimates the size in elements and pieces of 64 bytes of text.
  ///
  /// The count stops at a limit, because a value can contain another one many times, or itself.
  func weight(upTo limit: Int, depth: Int = Self.deepest) -> Int {
    guard depth > 0 else { return limit }
    switch self {
    case .string(let cell): return 1 + cell.content.text.utf8.count / 64
    case .symbol(let text), .path(let text): return 1 + text.utf8.count / 64
    case .regex(let regex): return 1 + regex.source.utf8.count / 64
    case .unknown(let value): return value.weight(upTo: limit, depth: depth)
    case .array(let cell):
      return Self.weight(of: cell.content, upTo: limit, depth: depth - 1)
    case .hash(let cell):
      let parts = cell.content.lazy.flatMap { [$0.key, $0.value] }
      return Self.weight(of: parts, upTo: limit, depth: depth - 1)
    default: return 1
    }
  }

  private static func weight(
    of values: some Sequence<RubyValue>, upTo limit: Int, depth: Int
  ) -> Int {
    var sum = 1
    for value in values {
      guard sum < limit else { break }
      sum += value.weight(upTo: limit - sum, depth: depth)
    }
    return sum
  }
}
