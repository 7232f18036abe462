/// What an expression of a manifest amounts to.
///
/// Strings, arrays and hashes are objects, as in Ruby: two names may share one, and both see what a
/// method changes in it.
indirect enum RubyValue {
  case `nil`
  case bool(Bool)
  case integer(Int)
  case float(Double)
  case string(RubyCell<RubyString>)
  case symbol(String)
  case array(RubyCell<[RubyValue]>)
  case hash(RubyCell<[RubyPair]>)
  case regex(RubyRegex)
  case range(RubyValue, RubyValue, excludesEnd: Bool)
  case version(GemVersion)
  case requirement(GemRequirement)
  /// A `Pathname`.
  case path(String)
  /// A class or module by its whole name, such as `Gem::Version`.
  case module(String)
  /// A block, a lambda or a method, by its number in the interpreter.
  case closure(Int)
  /// Something that the reader of a manifest gave out, by the name it knows it under.
  case object(String)
  /// What depends on the machine, such as an environment variable, and what it is on a clean one.
  case unknown(RubyValue)
}

/// A mutable object.
final class RubyCell<Content> {
  var content: Content

  init(_ content: Content) {
    self.content = content
  }
}

/// Text and where it was written letter by letter, if it was.
struct RubyString: Sendable, Equatable {
  var text: String
  var literal: RubyLiteral?

  init(_ text: String, literal: RubyLiteral? = nil) {
    self.text = text
    self.literal = literal
  }
}

/// The bytes between the quotes of a literal.
struct RubyLiteral: Sendable, Hashable {
  var file: String
  var range: Range<Int>
}

/// A key and its value.
struct RubyPair {
  var key: RubyValue
  var value: RubyValue
}

extension RubyValue {
  /// What a call gives that was not evaluated because nothing depends on it.
  static var ignored: RubyValue { .object("ignored") }

  /// A new string.
  static func text(_ text: String) -> RubyValue { .string(RubyCell(RubyString(text))) }

  /// A new array.
  static func list(_ values: [RubyValue]) -> RubyValue { .array(RubyCell(values)) }

  /// A new hash; of equal keys the first gives the place and the last the value.
  static func table(_ pairs: [RubyPair]) -> RubyValue {
    var kept = RubyPairs()
    for pair in pairs { kept.store(pair.value, for: pair.key) }
    return .hash(RubyCell(kept.pairs))
  }

  /// The value on a clean machine.
  var assumed: RubyValue {
    if case .unknown(let value) = self { value.assumed } else { self }
  }

  var isUnknown: Bool {
    if case .unknown = self { true } else { false }
  }

  /// Whether conditions take it for true.
  var isTruthy: Bool {
    switch assumed {
    case .nil, .bool(false): false
    default: true
    }
  }

  var isNil: Bool {
    if case .nil = assumed { true } else { false }
  }

  /// The text of a string or a symbol.
  var name: String? {
    switch assumed {
    case .string(let cell): cell.content.text
    case .symbol(let name): name
    default: nil
    }
  }

  var string: RubyString? {
    if case .string(let cell) = assumed { cell.content } else { nil }
  }

  var integer: Int? {
    if case .integer(let value) = assumed { value } else { nil }
  }

  /// An array's elements; nothing for nil, and everything else alone.
  var elements: [RubyValue] {
    switch assumed {
    case .array(let cell): cell.content
    case .nil: []
    case .hash(let cell): cell.content.map(\.entry)
    default: [self]
    }
  }

  var pairs: [RubyPair]? {
    if case .hash(let cell) = assumed { cell.content } else { nil }
  }
}

extension RubyPair {
  /// Both as an array, as iteration over a hash gives them.
  var entry: RubyValue { .list([key, value]) }
}

extension [RubyPair] {
  func value(for key: RubyValue) -> RubyValue? {
    first { RubyValue.isSameKey($0.key, key) }?.value
  }

  /// Sets a key's value where the key stands, or at the end; of a text the hash keeps a copy.
  mutating func store(_ value: RubyValue, for key: RubyValue) {
    var key = key
    if case .string(let cell) = key { key = .string(RubyCell(cell.content)) }
    if let place = firstIndex(where: { RubyValue.isSameKey($0.key, key) }) {
      self[place].value = value
    } else {
      append(RubyPair(key: key, value: value))
    }
  }
}

extension RubyValue {
  /// How deep values may hold values.
  private static let deepest = 64

  /// Counts about how much it holds, in elements and stretches of 64 bytes of text, and no further
  /// than a limit: a value may hold another one very often, or itself.
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
