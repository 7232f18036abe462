/// A value on the tape: where it stands in the text, and where the tape goes on after it.
///
/// The tape is the document in reading order. An object's members follow it as pairs of a key and
/// a value, an array's elements follow it plainly; sixteen bytes a value, no boxes.
///
///     {"a": [1]}   ->   object  key  array  number
struct Entry: Sendable {
  enum Kind: UInt8, Sendable {
    case null, `true`, `false`, number, string, key, array, object
  }

  /// Offset of the first byte.
  var start: UInt32
  /// Offset behind the last byte.
  var end: UInt32
  /// Of a container, the index of the entry behind its last one; of a key, a hash of it.
  var link: UInt32
  var kind: Kind
  /// Of a string or key, that a backslash stands in it; of an object, that a key does so twice.
  var isMarked: Bool

  var range: Range<Int> { Int(start)..<Int(end) }

  var isContainer: Bool { kind == .array || kind == .object }
}

extension [Entry] {
  /// Index of the entry behind the value at `index` and all that it holds.
  func after(_ index: Int) -> Int {
    self[index].isContainer ? Int(self[index].link) : index + 1
  }
}
