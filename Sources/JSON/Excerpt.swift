import Libc
import Text

/// A set of keys to find among an object's members without decoding the members' keys.
package struct KeySet: Sendable {
  /// The keys by length in bytes, which distinguishes most keys, with their places.
  private let bySize: [[(bytes: [UInt8], index: Int)]]

  /// Creates a set of keys.
  package init(_ keys: [String]) {
    var bySize: [[(bytes: [UInt8], index: Int)]] = []
    for (index, key) in keys.enumerated() {
      let bytes = Array(key.utf8)
      while bySize.count <= bytes.count { bySize.append([]) }
      bySize[bytes.count].append((bytes, index))
    }
    self.bySize = bySize
  }

  /// Returns the place of a key in the list that the set was created from; nil if it isn't in it.
  package func index(of name: some Collection<UInt8>) -> Int? {
    let size = name.count
    guard size < bySize.count else { return nil }
    return bySize[size].first { $0.bytes.elementsEqual(name) }?.index
  }

  func contains(_ name: some Collection<UInt8>) -> Bool { index(of: name) != nil }
}

extension Node {
  /// Whether two values have identical bytes in their files, including white space.
  package func isSpelled(as other: Node) -> Bool {
    storage.source.bytes.hasSameBytes(at: range, as: other.storage.source.bytes, at: other.range)
  }

  /// Copies an object's text with only some of its members, in their order.
  ///
  /// Use it to keep a small part of a large document without the rest.
  ///
  /// - Parameters:
  ///   - keys: the members to keep.
  ///   - result: the array to which the text is appended.
  /// - Returns: the range of the text in `result`. A value that is not an object becomes an empty
  ///   object.
  package func appendExcerpt(_ keys: KeySet, to result: inout [UInt8]) -> Range<Int> {
    let start = result.count
    result.append(UInt8(ascii: "{"))
    storage.source.bytes.withUnsafeBufferPointer { bytes in
      for member in writtenMembers where member.isOne(of: keys, bytes) {
        if result.count > start + 1 { result.append(UInt8(ascii: ",")) }
        result.append(contentsOf: bytes[member.range])
      }
    }
    result.append(UInt8(ascii: "}"))
    return start..<result.count
  }
}

extension Member {
  fileprivate func isOne(of keys: KeySet, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let entry = storage.tape[index]
    return entry.isMarked
      ? keys.contains(entry.text(in: bytes).utf8) : keys.contains(bytes[entry.content])
  }
}

extension Document {
  /// The document `{}`.
  package static let empty = Document(
    storage: Storage(
      source: SourceText(file: "", "{}"),
      tape: [Entry(start: 0, end: 2, link: 1, kind: .object, isMarked: false)]))
}
