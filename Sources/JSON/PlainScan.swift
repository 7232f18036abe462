import Text

/// Finds the end of a value in the form that nearly all documents have: without escapes, fractions and
/// characters beyond ASCII.
///
/// It gives up at everything else, valid or not; the parser then reads the value byte by byte and
/// reports its errors. A registry's document is read for a few of its thousands of versions, so most of
/// the time goes into skipping the others.
struct PlainScan {
  /// The number of arrays and objects that can be open: their kinds are bits of a word.
  private static let mostLevels = 64

  private let bytes: UnsafeBufferPointer<UInt8>
  private let fields: KeySet?
  private let maximumDepth: Int
  private var position: Int
  private var depth = 0
  /// The kinds of what is open, the innermost one last; 1 is an object.
  private var kinds: UInt64 = 0
  /// The member of the value itself whose value comes next.
  private var current: (index: Int, start: Int, value: Int)?

  private init(
    _ bytes: UnsafeBufferPointer<UInt8>, at position: Int, maximumDepth: Int, _ fields: KeySet?
  ) {
    self.bytes = bytes
    self.position = position
    self.maximumDepth = min(maximumDepth, Self.mostLevels)
    self.fields = fields
  }

  /// Scans a value.
  ///
  /// - Parameters:
  ///   - bytes: the whole document.
  ///   - start: the offset of the value.
  ///   - maximumDepth: the number of arrays and objects that may be open, the value itself included.
  ///   - fields: the keys of the value's own members to find; nil for none.
  ///   - found: the members with these keys are appended to it, in order.
  /// - Returns: the end of the value; nil if it isn't plain.
  static func end(
    in bytes: UnsafeBufferPointer<UInt8>, of start: Int, maximumDepth: Int,
    finding fields: KeySet?, into found: inout [VisitedField]
  ) -> Int? {
    var scan = PlainScan(bytes, at: start, maximumDepth: maximumDepth, fields)
    repeat {
      guard scan.step(&found) else { return nil }
    } while scan.depth > 0
    return scan.position
  }

  /// Skips a scalar, or opens an array or object, up to the next value; false if it isn't plain.
  @inline(__always)
  private mutating func step(_ found: inout [VisitedField]) -> Bool {
    switch next {
    case "{": push(object: true) && (next == "}" ? close(&found) : skipKey())
    case "[": push(object: false) && (next == "]" ? close(&found) : true)
    case "\"": skipString() && endValue(&found)
    case "-", UInt8(ascii: "0")...UInt8(ascii: "9"): skipInteger() && endValue(&found)
    case "t": skip("true") && endValue(&found)
    case "f": skip("false") && endValue(&found)
    case "n": skip("null") && endValue(&found)
    default: false
    }
  }

  /// The next byte; 0, which is never valid, at the end.
  @inline(__always)
  private var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

  @inline(__always)
  private mutating func push(object isObject: Bool) -> Bool {
    guard depth < maximumDepth else { return false }
    depth += 1
    kinds = kinds << 1 | (isObject ? 1 : 0)
    skipByteAndSpace()
    return true
  }

  @inline(__always)
  private mutating func close(_ found: inout [VisitedField]) -> Bool {
    depth -= 1
    kinds >>= 1
    position += 1
    return endValue(&found)
  }

  /// Closes what ends after a value, up to the next value.
  @inline(__always)
  private mutating func endValue(_ found: inout [VisitedField]) -> Bool {
    while depth > 0 {
      if depth == 1, current != nil { find(&found) }
      skipSpace()
      let isObject = kinds & 1 == 1
      if next == "," {
        skipByteAndSpace()
        return isObject ? skipKey() : true
      }
      guard next == (isObject ? "}" : "]") else { return false }
      depth -= 1
      kinds >>= 1
      position += 1
    }
    return true
  }

  private mutating func find(_ found: inout [VisitedField]) {
    guard let (index, start, value) = current else { return }
    current = nil
    found.append(
      VisitedField(index: index, range: start..<position, value: value..<position))
  }

  @inline(__always)
  private mutating func skipKey() -> Bool {
    let start = position
    guard next == "\"", skipString() else { return false }
    let key = start + 1..<position - 1
    skipSpace()
    guard next == ":" else { return false }
    skipByteAndSpace()
    if depth == 1, let index = fields?.index(of: bytes[key]) { current = (index, start, position) }
    return true
  }

  @inline(__always)
  private mutating func skipString() -> Bool {
    position = bytes.endOfPlainText(from: position + 1)
    guard next == "\"" else { return false }
    position += 1
    return true
  }

  /// Skips an integer without leading zeros.
  private mutating func skipInteger() -> Bool {
    if next == "-" { position += 1 }
    let start = position
    while next.isASCIIDigit { position += 1 }
    let isPlain = position == start + 1 || position > start && bytes[start] != "0"
    return isPlain && next != "." && next | 0x20 != "e"
  }

  private mutating func skip(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard bytes.count - position >= count else { return false }
    for index in 0..<count where bytes[position + index] != word.utf8Start[index] { return false }
    position += count
    return true
  }

  @inline(__always)
  private mutating func skipByteAndSpace() {
    position += 1
    skipSpace()
  }

  @inline(__always)
  private mutating func skipSpace() {
    while next == " " || next == "\n" || next == "\r" || next == "\t" { position += 1 }
  }
}
