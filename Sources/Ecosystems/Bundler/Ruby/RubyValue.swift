/// What an expression of a manifest amounts to.
indirect enum RubyValue: Sendable {
  case `nil`
  case bool(Bool)
  case integer(Int)
  case float(Double)
  case string(RubyString)
  case symbol(String)
  case array([RubyValue])
  case hash([RubyPair])
  case regex(String)
  case range(RubyValue, RubyValue, excludesEnd: Bool)
  case version(GemVersion)
  case requirement(GemRequirement)
  /// A class or module by its whole name, such as `Gem::Version`.
  case module(String)
  /// A block, a lambda or a method, by its number in the interpreter.
  case closure(Int)
  /// Something that the reader of a manifest gave out, by the name it knows it under.
  case object(String)
  /// What depends on the machine, such as an environment variable, and what it is on a clean one.
  case unknown(RubyValue)
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
struct RubyPair: Sendable {
  var key: RubyValue
  var value: RubyValue
}

extension RubyValue {
  /// What a call gives that was not evaluated because nothing depends on it.
  static let ignored = RubyValue.object("ignored")

  static func text(_ text: String) -> RubyValue { .string(RubyString(text)) }

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

  /// Counts about how much it holds, in elements and stretches of 64 bytes of text, and no further
  /// than a limit: a value may hold another one very often.
  func weight(upTo limit: Int) -> Int {
    switch self {
    case .string(let string): 1 + string.text.utf8.count / 64
    case .symbol(let text), .regex(let text): 1 + text.utf8.count / 64
    case .unknown(let value): value.weight(upTo: limit)
    case .array(let values): Self.weight(of: values, upTo: limit)
    case .hash(let pairs): Self.weight(of: pairs.flatMap { [$0.key, $0.value] }, upTo: limit)
    default: 1
    }
  }

  private static func weight(of values: [RubyValue], upTo limit: Int) -> Int {
    var sum = 1
    for value in values where sum < limit { sum += value.weight(upTo: limit - sum) }
    return sum
  }

  /// The text of a string or a symbol.
  var name: String? {
    switch assumed {
    case .string(let string): string.text
    case .symbol(let name): name
    default: nil
    }
  }

  var string: RubyString? {
    if case .string(let string) = assumed { string } else { nil }
  }

  /// An array's elements; nothing for nil, and everything else alone.
  var elements: [RubyValue] {
    switch assumed {
    case .array(let values): values
    case .nil: []
    case .hash(let pairs): pairs.map { .array([$0.key, $0.value]) }
    default: [self]
    }
  }

  var pairs: [RubyPair]? {
    if case .hash(let pairs) = assumed { pairs } else { nil }
  }

  /// What `to_s` and interpolation give; nil where that has no meaning here.
  var printed: String? {
    switch assumed {
    case .nil: ""
    case .bool(let value): String(value)
    case .integer(let value): String(value)
    case .float(let value): String(value)
    case .string(let string): string.text
    case .symbol(let name), .module(let name): name
    case .version(let version): version.text
    case .requirement(let requirement): requirement.description
    default: nil
    }
  }
}

extension RubyValue {
  /// Ruby's `==`; nil where it cannot be told.
  static func equal(_ left: RubyValue, _ right: RubyValue) -> Bool {
    switch (left.assumed, right.assumed) {
    case (.nil, .nil): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.float(let left), .float(let right)): left == right
    case (.integer(let left), .float(let right)): Double(left) == right
    case (.float(let left), .integer(let right)): left == Double(right)
    case (.string(let left), .string(let right)): left.text == right.text
    case (.symbol(let left), .symbol(let right)): left == right
    case (.module(let left), .module(let right)): left == right
    case (.version(let left), .version(let right)): left == right
    case (.version(let left), .string(let right)): left == GemVersion(right.text)
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { equal($0, $1) }
    default: false
    }
  }

  /// Ruby's `<=>`: negative, zero or positive; nil where the two do not compare.
  static func compare(_ left: RubyValue, _ right: RubyValue) -> Int? {
    switch (left.assumed, right.assumed) {
    case (.integer(let left), .integer(let right)): order(left, right)
    case (.integer(let left), .float(let right)): order(Double(left), right)
    case (.float(let left), .integer(let right)): order(left, Double(right))
    case (.float(let left), .float(let right)): order(left, right)
    case (.string(let left), .string(let right)): order(left.text, right.text)
    case (.symbol(let left), .symbol(let right)): order(left, right)
    case (.version(let left), .version(let right)): order(left, right)
    case (.version(let left), .string(let right)): GemVersion(right.text).map { order(left, $0) }
    default: nil
    }
  }

  private static func order<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
    left < right ? -1 : left == right ? 0 : 1
  }
}
