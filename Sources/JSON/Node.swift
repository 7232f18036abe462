package import Text

/// A value of a document: an index into its tape, cheap to copy.
///
/// Subscripts return nil for missing values and for values of another kind, so they can be chained.
package struct Node: Sendable {
  /// The kind of a value.
  package enum Kind: String, Hashable, Sendable {
    case null, bool, number, string, array, object
  }

  let storage: Storage
  let index: Int

  var entry: Entry { storage.tape[index] }

  /// The kind of the value; `true` and `false` are both `bool`.
  package var kind: Kind {
    switch entry.kind {
    case .null: .null
    case .true, .false: .bool
    case .number: .number
    case .string, .key: .string
    case .array: .array
    case .object: .object
    }
  }

  /// The byte range of the value; a string includes its quotes.
  package var range: Range<Int> { entry.range }

  /// The location of the first byte.
  ///
  /// Computing it scans the file from the start.
  package var location: Location { storage.source.location(at: range.lowerBound) }

  /// The value as written.
  package var text: String { storage.source[range] }

  /// The decoded text of a string; nil for other kinds.
  package var string: String? {
    guard entry.kind == .string else { return nil }
    return storage.source.bytes.withUnsafeBufferPointer { entry.text(in: $0) }
  }

  /// The value of a boolean; nil for other kinds.
  package var bool: Bool? {
    switch entry.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// Whether the value is `null`, as opposed to missing.
  package var isNull: Bool { entry.kind == .null }

  /// A number as written; nil for other kinds.
  package var number: String? { entry.kind == .number ? text : nil }

  /// A number without point and exponent that fits 64 bits; nil for other values.
  package var int: Int? { number.flatMap { Int($0) } }

  /// The nearest double of a number; infinite if it is too large.
  package var double: Double? { number.flatMap { Double($0) } }

  /// Returns the value of a key, compared byte for byte.
  ///
  /// The search is linear; use `dictionary` for many lookups in a large object.
  package subscript(key: String) -> Node? { member(key)?.value }

  /// Returns the element at an index.
  package subscript(position: Int) -> Node? {
    guard position >= 0 else { return nil }
    return elements.dropFirst(position).first { _ in true }
  }
}
