import Text

/// Converts libyaml's character indexes to byte offsets and locations.
struct Positions {
  private let file: String
  private let end: Int
  /// Whether the file starts with a byte order mark.
  ///
  /// It is removed before libyaml sees the text, since libyaml would count it as a column.
  let hasMark: Bool
  /// The start of each character and the end of the last; nil if all characters are one byte.
  private let characters: [Int]?
  /// The start of each line.
  private let lines: [Int]
  private let firstLine: Int

  init(_ source: SourceText, firstLine: Int = 1) {
    self.firstLine = firstLine
    let bytes = source.bytes
    file = source.file
    end = bytes.count
    hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    characters =
      bytes.allSatisfy { $0 < 0x80 }
      ? nil : bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 } + [bytes.count]
    lines = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  func byte(_ offset: Failure.Offset) -> Int {
    switch offset {
    case .byte(let index): return min(index, end)
    case .read(let index): return min(index + (hasMark ? 3 : 0), end)
    case .character(let index):
      let index = index + (hasMark ? 1 : 0)
      guard let characters else { return min(index, end) }
      return index < characters.count ? characters[index] : end
    }
  }

  func location(_ offset: Failure.Offset) -> Location {
    let byte = byte(offset)
    var (low, high) = (0, lines.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lines[middle] <= byte { low = middle } else { high = middle }
    }
    return Location(file: file, line: firstLine + low, column: byte - lines[low] + 1)
  }
}
