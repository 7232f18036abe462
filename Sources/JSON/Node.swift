package import Text

/// A value of a document: a place on its tape, cheap to copy.
///
/// Subscripts answer nil for what is not there or is of another kind, so that they chain.
package struct Node: Sendable {
  /// What a value can be.
  package enum Kind: String, Hashable, Sendable {
    case null, bool, number, string, array, object
  }

  let storage: Storage
  let index: Int

  var entry: Entry { storage.tape[index] }

  /// What it is by its first letter; `true` and `false` are both `bool`.
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

  /// The bytes of the value in its file: of a string with its quotes.
  package var range: Range<Int> { entry.range }

  /// The place of the value's first byte; counts lines from the start of the file.
  package var location: Location { storage.source.location(at: range.lowerBound) }

  /// The value as it is written.
  package var text: String { storage.source[range] }

  /// Answers the decoded text of a string, nil for every other kind.
  package var string: String? {
    guard entry.kind == .string else { return nil }
    return storage.source.bytes.withUnsafeBufferPointer { entry.text(in: $0) }
  }

  /// Answers true or false, nil for every other kind.
  package var bool: Bool? {
    switch entry.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// Whether `null` is written here, which is not the same as a member that is missing.
  package var isNull: Bool { entry.kind == .null }

  /// Answers a number as it is written, nil for every other kind.
  package var number: String? { entry.kind == .number ? text : nil }

  /// Answers a number that is written without point and exponent and fits 64 bits.
  package var int: Int? { number.flatMap { Int($0) } }

  /// Answers the nearest double of a number; infinite where it is too large.
  package var double: Double? { number.flatMap { Double($0) } }

  /// Answers the member with this key, compared byte for byte.
  ///
  /// Looks through the members one by one; `dictionary` serves many questions to a large object.
  package subscript(key: String) -> Node? { member(key)?.value }

  /// Answers the element at a position.
  package subscript(position: Int) -> Node? {
    guard position >= 0 else { return nil }
    return elements.dropFirst(position).first { _ in true }
  }
}
