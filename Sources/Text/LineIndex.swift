import Synchronization

/// An index of the lines of a text, created on first use.
///
/// A mark every few bytes has its line number and the start of that line. A lookup scans only the
/// bytes after one mark, and the index stays small even for a text of empty lines.
final class LineIndex: Sendable {
  private struct Mark {
    var line: Int
    var lineStart: Int
  }

  /// The number of bytes between two marks.
  private static let interval = 256

  private let marks = Mutex<[Mark]?>(nil)

  /// Returns the line of an offset.
  ///
  /// - Parameters:
  ///   - offset: at most the number of bytes.
  ///   - bytes: the same text at every call.
  /// - Returns: the line number, from 1, and the offset of the line's start.
  func line(of offset: Int, in bytes: [UInt8]) -> (number: Int, start: Int) {
    bytes.withUnsafeBufferPointer { bytes in
      let number = offset / Self.interval
      let mark = marks.withLock { marks in
        let known = marks ?? Self.marks(in: bytes)
        marks = known
        return known[number]
      }
      let end = Self.advance(mark, over: number * Self.interval..<offset, of: bytes)
      return (end.line, end.lineStart)
    }
  }

  private static func marks(in bytes: UnsafeBufferPointer<UInt8>) -> [Mark] {
    var marks = [Mark(line: 1, lineStart: 0)]
    marks.reserveCapacity(bytes.count / interval + 1)
    var start = 0
    while bytes.count - start >= interval {
      marks.append(advance(marks[marks.count - 1], over: start..<start + interval, of: bytes))
      start += interval
    }
    return marks
  }

  private static func advance(
    _ mark: Mark, over range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>
  ) -> Mark {
    var mark = mark
    for index in range where bytes[index] == UInt8(ascii: "\n") {
      mark.line += 1
      mark.lineStart = index + 1
    }
    return mark
  }
}
