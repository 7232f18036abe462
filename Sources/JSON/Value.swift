/// A JSON value to build, change and write.
///
/// `Node` is a value in a document.
///
///     let value: Value = ["name": "demo", "lockfileVersion": 3, "requires": true]
package enum Value: Hashable, Sendable {
  /// `null`, as opposed to a missing value.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number as written, so that no digit is lost.
  case number(String)
  /// A string, unescaped.
  case string(String)
  /// An array.
  case array([Value])
  /// An object.
  ///
  /// The writer keeps the order of its members unless its style sorts them.
  case object(Object)

  /// Creates a number from an integer.
  package static func int(_ number: Int) -> Value { .number(String(number)) }

  /// Returns the value of a key; nil unless the value is an object with that key.
  package subscript(key: String) -> Value? { object?[key] }

  /// Returns an element; nil unless the value is an array with that index.
  package subscript(position: Int) -> Value? {
    guard let array, array.indices.contains(position) else { return nil }
    return array[position]
  }

  /// The text of a string; nil for other kinds.
  package var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// The value of a boolean; nil for other kinds.
  package var bool: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }

  /// A number as written; nil for other kinds.
  package var number: String? {
    if case .number(let text) = self { text } else { nil }
  }

  /// A number without point and exponent that fits 64 bits; nil for other values.
  package var int: Int? { number.flatMap { Int($0) } }

  /// The nearest double of a number; infinite if it is too large.
  package var double: Double? { number.flatMap { Double($0) } }

  /// The elements of an array; nil for other kinds.
  package var array: [Value]? {
    if case .array(let array) = self { array } else { nil }
  }

  /// The members of an object; nil for other kinds.
  package var object: Object? {
    if case .object(let object) = self { object } else { nil }
  }
}

extension Value: ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Creates a boolean from a literal.
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates a number from an integer literal.
  package init(integerLiteral value: Int) { self = .int(value) }
  /// Creates a string from a literal.
  package init(stringLiteral value: String) { self = .string(value) }
  /// Creates an array from a literal.
  package init(arrayLiteral elements: Value...) { self = .array(elements) }

  /// Creates an object from a literal, in its order.
  package init(dictionaryLiteral elements: (String, Value)...) {
    self = .object(Object(elements))
  }
}

extension Node {
  /// Copies the value out of its document.
  ///
  /// The copy is recursive. The depth limit of 512 keeps it within the stack of a cooperative
  /// thread.
  package var value: Value {
    switch entry.kind {
    case .null: .null
    case .true: .bool(true)
    case .false: .bool(false)
    case .number: .number(text)
    case .string, .key: .string(string ?? "")
    case .array: .array(elements.map(\.value))
    case .object:
      .object(Object(distinct: members.map { Object.Entry(key: $0.key, value: $0.value.value) }))
    }
  }
}
