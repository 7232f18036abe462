/// A value on the tape: its bytes in the text, and the next entry after it.
///
/// The tape is the document in reading order. An object is followed by its members as pairs of a
/// key and a value, an array by its elements. An entry has sixteen bytes and needs no allocation.
///
///     {"a": [1]}   ->   object  key  array  number
struct Entry: Sendable {
  enum Kind: UInt8, Sendable {
    case null, `true`, `false`, number, string, key, array, object
  }

  /// The offset of the first byte.
  var start: UInt32
  /// The offset after the last byte.
  var end: UInt32
  /// For a container, the index of the entry after its contents; otherwise 0.
  var link: UInt32
  var kind: Kind
  /// For a string or key, whether it has escapes; for an object, whether it has repeated keys.
  var isMarked: Bool

  var range: Range<Int> { Int(start)..<Int(end) }

  var isContainer: Bool { kind == .array || kind == .object }
}

extension [Entry] {
  /// The index of the entry after the value at `index` and all its contents.
  func after(_ index: Int) -> Int {
    self[index].isContainer ? Int(self[index].link) : index + 1
  }
}
