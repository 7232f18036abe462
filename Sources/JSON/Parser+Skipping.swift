import Text

/// Validates values without entering them on the tape.
///
/// It accepts the same texts as the parser, and reports the same errors.
extension Parser {
  /// A value that is being skipped.
  private struct Skipping {
    /// The arrays and objects that are still open, the value itself first.
    var open: [(isObject: Bool, isEmpty: Bool)] = []
    let fields: KeySet?
    var found: [VisitedField] = []
    /// The member of the value itself whose value comes next.
    var current: (index: Int, start: Int, value: Int)?

    /// Ends a value, which may be that of a wanted member.
    mutating func endValue(at end: Int) {
      guard open.count == 1, let current else { return }
      found.append(
        VisitedField(
          index: current.index, range: current.start..<end, value: current.value..<end))
      self.current = nil
    }
  }

  /// Skips the value at `position`, and sets `foundFields` to its wanted members.
  ///
  /// - Parameter fields: the keys of the value's own members to find; nil for none.
  /// - Throws: the failure that the parser would throw.
  mutating func skipValue(finding fields: KeySet? = nil) throws(Failure) {
    foundFields.removeAll(keepingCapacity: true)
    let end = PlainScan.end(
      in: bytes, of: position, maximumDepth: options.maximumDepth - depth, finding: fields,
      into: &foundFields)
    if let end {
      position = end
    } else {
      foundFields = try skipCarefully(finding: fields)
    }
  }

  /// Skips a value of any form.
  private mutating func skipCarefully(finding fields: KeySet?) throws(Failure) -> [VisitedField] {
    var skipping = Skipping(fields: fields)
    try skipStart(&skipping)
    while !skipping.open.isEmpty { try skipStep(&skipping) }
    return skipping.found
  }

  /// Skips a scalar, or opens an array or object.
  private mutating func skipStart(
    _ skipping: inout Skipping, orEnd: Bool = false
  ) throws(Failure) {
    guard position < end else { throw expected(orEnd ? "a value or ']'" : "a value") }
    switch bytes[position] {
    case "{", "[":
      guard depth + skipping.open.count < options.maximumDepth else {
        throw Failure(reason: .tooDeep(limit: options.maximumDepth), offset: position)
      }
      skipping.open.append((isObject: bytes[position] == "{", isEmpty: true))
      position += 1
      return
    case "\"": _ = try skipString()
    case "-", UInt8(ascii: "0")...UInt8(ascii: "9"): try skipNumber()
    case "t": try skipWord("true")
    case "f": try skipWord("false")
    case "n": try skipWord("null")
    default: throw expected(orEnd ? "a value or ']'" : "a value")
    }
    skipping.endValue(at: position)
  }

  /// Skips the start of the next member or element, or closes the innermost array or object.
  private mutating func skipStep(_ skipping: inout Skipping) throws(Failure) {
    let last = skipping.open.count - 1
    let (isObject, isEmpty) = skipping.open[last]
    skipSpace()
    if position < end, bytes[position] == (isObject ? "}" : "]") {
      position += 1
      skipping.open.removeLast()
      return skipping.endValue(at: position)
    }
    if isEmpty {
      skipping.open[last].isEmpty = false
    } else {
      guard consume(UInt8(ascii: ",")) else {
        throw expected(isObject ? "',' or '}'" : "',' or ']'")
      }
      skipSpace()
    }
    if isObject { try skipKey(&skipping, orEnd: isEmpty) }
    try skipStart(&skipping, orEnd: isEmpty && !isObject)
  }

  private mutating func skipKey(_ skipping: inout Skipping, orEnd: Bool) throws(Failure) {
    guard position < end, bytes[position] == "\"" else {
      throw expected(orEnd ? "a key in quotes or '}'" : "a key in quotes")
    }
    let start = position
    let isEscaped = try skipString()
    let key = start + 1..<position - 1
    skipSpace()
    guard consume(UInt8(ascii: ":")) else { throw expected("':'") }
    skipSpace()
    guard skipping.open.count == 1, let fields = skipping.fields else { return }
    let index =
      isEscaped
      ? fields.index(of: decodeString(bytes, key).utf8) : fields.index(of: bytes[key])
    if let index { skipping.current = (index, start, position) }
  }
}
