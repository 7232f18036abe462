import Text

/// A key and its value, each with its place.
package struct Member: Sendable {
  let storage: Storage
  let index: Int

  /// Decodes the key.
  package var key: String {
    storage.source.bytes.withUnsafeBufferPointer { storage.tape[index].text(in: $0) }
  }

  /// The bytes of the key with its quotes.
  package var keyRange: Range<Int> { storage.tape[index].range }

  /// The node right behind the key on the tape.
  package var value: Node { Node(storage: storage, index: index + 1) }

  /// From the key's quote to the end of the value.
  package var range: Range<Int> { keyRange.lowerBound..<value.range.upperBound }
}

/// The members of an object in their order, as they are written.
package struct Members: Sequence, IteratorProtocol, Sendable {
  private let storage: Storage
  private var index: Int
  private let end: Int

  init(of node: Node) {
    storage = node.storage
    index = node.index + 1
    end = node.entry.kind == .object ? Int(node.entry.link) : 0
  }

  /// Passes over the whole value on the way to the next key; nil behind the last member.
  package mutating func next() -> Member? {
    guard index < end else { return nil }
    defer { index = storage.tape.after(index + 1) }
    return Member(storage: storage, index: index)
  }
}

/// The elements of an array in their order.
package struct Elements: Sequence, IteratorProtocol, Sendable {
  private let storage: Storage
  private var index: Int
  private let end: Int

  init(of node: Node) {
    storage = node.storage
    index = node.index + 1
    end = node.entry.kind == .array ? Int(node.entry.link) : 0
  }

  /// Passes over what an element contains; nil behind the last one.
  package mutating func next() -> Node? {
    guard index < end else { return nil }
    defer { index = storage.tape.after(index) }
    return Node(storage: storage, index: index)
  }
}

extension Node {
  /// The members as they are written, a repeated key as often as it stands there.
  ///
  /// Empty unless the node is an object.
  package var writtenMembers: Members { Members(of: self) }

  /// The elements in order; empty unless the node is an array.
  package var elements: Elements { Elements(of: self) }

  /// The members that count, in order; empty unless the node is an object.
  ///
  /// A repeated key of a lenient document counts once: its last value, at the place of its first.
  package var members: [Member] {
    guard entry.isMarked else { return Array(writtenMembers) }
    var result: [Member] = []
    var places: [ExactText: Int] = [:]
    for member in writtenMembers {
      let key = ExactText(member.key)
      if let place = places[key] {
        result[place] = member
      } else {
        places[key] = result.count
        result.append(member)
      }
    }
    return result
  }

  /// Every key's value, for many questions to one object; empty unless the node is an object.
  package var dictionary: [String: Node] {
    Dictionary(writtenMembers.map { ($0.key, $0.value) }) { _, last in last }
  }

  /// Answers the member with this key, compared byte for byte; of a repeated key the last.
  package func member(_ key: String) -> Member? {
    guard entry.kind == .object else { return nil }
    var key = key
    let place = storage.source.bytes.withUnsafeBufferPointer { bytes -> Int? in
      key.withUTF8 { name in self.place(of: name, bytes) }
    }
    return place.map { Member(storage: storage, index: $0) }
  }

  /// Where a key stands on the tape.
  private func place(
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
  /// Whether a key says this name, however it is escaped.
  fileprivate func spells(
    _ name: UnsafeBufferPointer<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    if isMarked { return text(in: bytes).utf8.elementsEqual(name) }
    return content.count == name.count && bytes[content].elementsEqual(name)
  }
}

/// Text that is equal only byte for byte, where Swift's is equal up to composition of accents.
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
