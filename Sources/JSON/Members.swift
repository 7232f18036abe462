import Text

/// A key and its value in a document.
package struct Member: Sendable {
  let storage: Storage
  let index: Int

  /// The decoded key.
  package var key: String {
    storage.source.bytes.withUnsafeBufferPointer { storage.tape[index].text(in: $0) }
  }

  /// The byte range of the key, including its quotes.
  package var keyRange: Range<Int> { storage.tape[index].range }

  /// The value, which follows the key on the tape.
  package var value: Node { Node(storage: storage, index: index + 1) }

  /// The byte range from the key's quote to the end of the value.
  package var range: Range<Int> { keyRange.lowerBound..<value.range.upperBound }
}

/// The members of an object as written, in order.
package struct Members: Sequence, IteratorProtocol, Sendable {
  private let storage: Storage
  private var index: Int
  private let end: Int

  init(of node: Node) {
    storage = node.storage
    index = node.index + 1
    end = node.entry.kind == .object ? Int(node.entry.link) : 0
  }

  /// Skips the contents of the value; nil after the last member.
  package mutating func next() -> Member? {
    guard index < end else { return nil }
    defer { index = storage.tape.after(index + 1) }
    return Member(storage: storage, index: index)
  }
}

/// The elements of an array, in order.
package struct Elements: Sequence, IteratorProtocol, Sendable {
  private let storage: Storage
  private var index: Int
  private let end: Int

  init(of node: Node) {
    storage = node.storage
    index = node.index + 1
    end = node.entry.kind == .array ? Int(node.entry.link) : 0
  }

  /// Skips the contents of the element; nil after the last one.
  package mutating func next() -> Node? {
    guard index < end else { return nil }
    defer { index = storage.tape.after(index) }
    return Node(storage: storage, index: index)
  }
}

extension Node {
  /// The members as written, including repeated keys.
  ///
  /// Empty unless the node is an object.
  package var writtenMembers: Members { Members(of: self) }

  /// The elements in order; empty unless the node is an array.
  package var elements: Elements { Elements(of: self) }

  /// Whether the node is an object that has a key twice, which only lenient documents allow.
  package var hasRepeatedKeys: Bool { entry.kind == .object && entry.isMarked }

  /// The effective members in order; empty unless the node is an object.
  ///
  /// A repeated key of a lenient document occurs once, with its last value at the position of the
  /// first.
  package var members: [Member] {
    guard entry.isMarked else { return Array(writtenMembers) }
    var result: [Member] = []
    var indexes: [ExactText: Int] = [:]
    for member in writtenMembers {
      let key = ExactText(member.key)
      if let index = indexes[key] {
        result[index] = member
      } else {
        indexes[key] = result.count
        result.append(member)
      }
    }
    return result
  }

  /// The values by key, for many lookups in one object; empty unless the node is an object.
  package var dictionary: [String: Node] {
    Dictionary(writtenMembers.map { ($0.key, $0.value) }) { _, last in last }
  }

  /// Returns the member with a key, compared byte for byte; of a repeated key, the last.
  package func member(_ key: String) -> Member? {
    guard entry.kind == .object else { return nil }
    var key = key
    let index = storage.source.bytes.withUnsafeBufferPointer { bytes -> Int? in
      key.withUTF8 { name in self.tapeIndex(of: name, bytes) }
    }
    return index.map { Member(storage: storage, index: $0) }
  }

  /// Returns the index of a key on the tape.
  private func tapeIndex(
    of name: UnsafeBufferPointer<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    let tape = storage.tape
    let object = tape[self.index]
    var found: Int?
    var index = self.index + 1
    while index < Int(object.link) {
      if tape[index].spells(name, bytes) {
        found = index
        if !object.isMarked { break }
      }
      index = tape.after(index + 1)
    }
    return found
  }
}

extension Entry {
  /// Whether a key equals a name, regardless of escapes.
  fileprivate func spells(
    _ name: UnsafeBufferPointer<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    if isMarked { return text(in: bytes).utf8.elementsEqual(name) }
    return content.count == name.count && bytes[content].elementsEqual(name)
  }
}

/// Text that is compared byte for byte.
///
/// Swift's strings are equal up to Unicode composition.
struct ExactText: Hashable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (left: Self, right: Self) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
