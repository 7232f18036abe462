import Text

/// Converts libyaml's character indexes to byte offsets and locations.
struct Positions {
  private let file: String
  private let end: Int
  /// Whether the file starts with a byte order mark.
  ///
  /// It is removed before libyaml sees the text, since libyaml would count it as a column.
  let hasMark: Bool
  /// The bytes, if some characters have several.
  private let bytes: [UInt8]
  /// The start of each 64th character; nil if all characters are one byte.
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
    let isPlain = bytes.allSatisfy { $0 < 0x80 }
    self.bytes = isPlain ? [] : bytes
    characters = isPlain ? nil : Self.characters(of: bytes)
    lines = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  private static let stride = 64

  private static func characters(of bytes: [UInt8]) -> [Int] {
    var starts: [Int] = []
    var count = 0
    for (offset, byte) in bytes.enumerated() where byte & 0xC0 != 0x80 {
      if count.isMultiple(of: stride) { starts.append(offset) }
      count += 1
    }
    return starts
  }

  func byte(_ offset: Failure.Offset) -> Int {
    switch offset {
    case .byte(let index): return min(index, end)
    case .read(let index): return min(index + (hasMark ? 3 : 0), end)
    case .character(let index):
      let index = index + (hasMark ? 1 : 0)
      return characters.map { start(of: index, $0) } ?? min(index, end)
    }
  }

  private func start(of character: Int, _ characters: [Int]) -> Int {
    let (step, rest) = character.quotientAndRemainder(dividingBy: Self.stride)
    guard step < characters.count else { return end }
    var byte = characters[step]
    for _ in 0..<rest where byte < end {
      byte += 1
      while byte < end, bytes[byte] & 0xC0 == 0x80 { byte += 1 }
    }
    return byte
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
