import JSON
import Text

/// The texts of the fields of all versions in a document.
///
/// Most fields of a version have the same text as those of the version before, which is stored once:
///
///     pieces  0 "license":"MIT"   1 "version":"1.0.0"   2 "version":"1.1.0"
///     1.0.0   0, 1
///     1.1.0   0, 2
///
/// A class, so that each of the versions refers to it with one pointer.
final class FieldTexts: Sendable {
  /// The location of a text in `bytes`.
  fileprivate struct Piece {
    var start: UInt32
    var end: UInt32

    var range: Swift.Range<Int> { Int(start)..<Int(end) }
  }

  private let bytes: [UInt8]
  /// The text of each field of each version.
  private let pieces: [Piece]

  fileprivate init(_ bytes: [UInt8], _ pieces: [Piece]) {
    // Copies have no unused capacity.
    self.bytes = bytes.withUnsafeBufferPointer { Array($0) }
    self.pieces = pieces.withUnsafeBufferPointer { Array($0) }
  }

  /// The size of the texts and their locations, in bytes.
  var size: Int { bytes.count + MemoryLayout<Piece>.stride * pieces.count }

  /// Returns a version's fields as the text of an object.
  func object(_ fields: Swift.Range<UInt32>) -> [UInt8] {
    let pieces = self.pieces[Int(fields.lowerBound)..<Int(fields.upperBound)]
    var text: [UInt8] = []
    text.reserveCapacity(pieces.reduce(2) { $0 + $1.range.count + 1 })
    text.append(UInt8(ascii: "{"))
    for piece in pieces {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      text.append(contentsOf: bytes[piece.range])
    }
    text.append(UInt8(ascii: "}"))
    return text
  }
}

/// Copies the fields of versions from a document.
struct FieldCollector {
  private let document: [UInt8]
  private var bytes: [UInt8] = []
  private var pieces: [FieldTexts.Piece] = []
  /// The last text of each key.
  private var last: [FieldTexts.Piece?] = []

  /// Creates a collector for a document of at most 4 GiB.
  init(_ document: [UInt8]) {
    self.document = document
  }

  /// The texts that were collected.
  var texts: FieldTexts { FieldTexts(bytes, pieces) }

  /// Copies the fields of a version, and returns their range in `texts`.
  mutating func add(_ fields: [VisitedField]) -> Swift.Range<UInt32> {
    let start = UInt32(pieces.count)
    for field in fields {
      while last.count <= field.index { last.append(nil) }
      let piece = last[field.index].flatMap { isSame($0, field.range) ? $0 : nil }
      let known = piece ?? copy(field.range)
      pieces.append(known)
      last[field.index] = known
    }
    return start..<UInt32(pieces.count)
  }

  private func isSame(_ piece: FieldTexts.Piece, _ range: Swift.Range<Int>) -> Bool {
    bytes.hasSameBytes(at: piece.range, as: document, at: range)
  }

  private mutating func copy(_ range: Swift.Range<Int>) -> FieldTexts.Piece {
    let start = UInt32(bytes.count)
    bytes.append(contentsOf: document[range])
    return FieldTexts.Piece(start: start, end: UInt32(bytes.count))
  }
}
