import Synchronization

/// The lines of a text, found in one pass when a place is first asked for.
///
/// A mark every few bytes has the number of its line and the offset at which that line begins. So a
/// lookup scans the bytes after one mark alone, and the index stays small even for a text of empty
/// lines.
final class LineIndex: Sendable {
  private struct Mark {
    var line: Int
    var lineStart: Int
  }

  /// Bytes between two marks.
  private static let interval = 256

  private let marks = Mutex<[Mark]?>(nil)

  /// Finds the line of an offset.
  ///
  /// - Parameters:
  ///   - offset: at most the number of bytes.
  ///   - bytes: the same at every call.
  /// - Returns: the line's number, from 1, and the offset at which it begins.
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
