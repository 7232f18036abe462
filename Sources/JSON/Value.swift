/// A JSON value on its own, to be built, changed and written; `Node` is one that stands in a file.
///
///     let value: Value = ["name": "demo", "lockfileVersion": 3, "requires": true]
package enum Value: Hashable, Sendable {
  /// `null`, which is a value and not an absent one.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// As it is written; no digit is lost.
  case number(String)
  /// Unescaped; the writer escapes.
  case string(String)
  /// Elements in their order, of any kinds.
  case array([Value])
  /// In the order of its members, which the writer keeps unless its style sorts.
  case object(Object)

  /// Writes an integer.
  package static func int(_ number: Int) -> Value { .number(String(number)) }

  /// Answers the member of an object with this key.
  package subscript(key: String) -> Value? { object?[key] }

  /// Answers the element of an array at a position.
  package subscript(position: Int) -> Value? {
    guard let array, array.indices.contains(position) else { return nil }
    return array[position]
  }

  /// Answers the text of a string, nil for every other kind.
  package var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// Answers true or false, nil for every other kind.
  package var bool: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }

  /// Answers a number as it is written, nil for every other kind.
  package var number: String? {
    if case .number(let text) = self { text } else { nil }
  }

  /// Answers a number that is written without point and exponent and fits 64 bits.
  package var int: Int? { number.flatMap { Int($0) } }

  /// Answers the nearest double of a number; infinite where it is too large.
  package var double: Double? { number.flatMap { Double($0) } }

  /// Answers the elements of an array, nil for every other kind.
  package var array: [Value]? {
    if case .array(let array) = self { array } else { nil }
  }

  /// Answers the members of an object, nil for every other kind.
  package var object: Object? {
    if case .object(let object) = self { object } else { nil }
  }
}

extension Value: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Lets `nil` stand for null.
  package init(nilLiteral: ()) { self = .null }
  /// Lets `true` and `false` stand for themselves.
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Lets an integer stand for a number.
  package init(integerLiteral value: Int) { self = .int(value) }
  /// Lets text stand for a string.
  package init(stringLiteral value: String) { self = .string(value) }
  /// Lets a list stand for an array.
  package init(arrayLiteral elements: Value...) { self = .array(elements) }

  /// Lets pairs stand for an object, in their order.
  package init(dictionaryLiteral elements: (String, Value)...) {
    self = .object(Object(elements))
  }
}

extension Node {
  /// Copies the value out of its document.
  ///
  /// Recursive, at most as deep as the document was allowed to be; the bound of 512 keeps that
  /// inside the stack of a cooperative thread.
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
