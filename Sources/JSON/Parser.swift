import Text

/// Parses bytes into a tape in one pass, with an explicit stack instead of recursion.
///
/// The parser works on an unsafe buffer because lock files and registry documents can have tens of
/// megabytes. Every read is guarded by a comparison of `position` with `end`.
struct Parser {
  /// An error with its byte offset.
  ///
  /// It is converted to a `SyntaxError` after parsing.
  struct Failure: Error {
    var reason: SyntaxError.Reason
    var offset: Int
  }

  /// An array or object that is still open.
  private struct Frame {
    var entry: Int
    var isObject: Bool
    /// Whether the projection visits the members.
    var isVisited = false
    var isEmpty = true
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let source: SourceText
  let options: Document.Options
  /// Selects the parts that stay on the tape; nil for all parts.
  let projection: Projection?
  var position = 0
  var tape: [Entry] = []
  private var open: [Frame] = []
  private var keys = KeyTable()
  /// The wanted members of the value that was skipped last; kept to reuse its memory.
  var foundFields: [VisitedField] = []

  private init(
    _ bytes: UnsafeBufferPointer<UInt8>, _ source: SourceText, _ options: Document.Options,
    _ projection: Projection?
  ) {
    self.bytes = bytes
    self.source = source
    self.options = options
    self.projection = projection
    if projection == nil { tape.reserveCapacity(bytes.count / 12 + 8) }
  }

  static func tape(
    of source: SourceText, _ options: Document.Options, _ projection: Projection? = nil
  ) throws(SyntaxError) -> [Entry] {
    let limit = min(options.maximumSize, Int(Int32.max))
    guard source.bytes.count <= limit else {
      throw SyntaxError(.tooLarge(limit: limit), at: source.location(at: 0))
    }
    let result = source.bytes.withUnsafeBufferPointer { bytes in
      Result<[Entry], Failure> { () throws(Failure) in
        var parser = Parser(bytes, source, options, projection)
        try parser.run()
        return parser.tape
      }
    }
    switch result {
    case .success(let tape): return tape
    case .failure(let failure):
      throw SyntaxError(failure.reason, at: source.location(at: failure.offset))
    }
  }

  var end: Int { bytes.count }
  /// The number of open arrays and objects.
  var depth: Int { open.count }

  private mutating func run() throws(Failure) {
    try skipByteOrderMark()
    skipSpace()
    try value()
    while !open.isEmpty {
      try step()
    }
    skipSpace()
    guard position == end else { throw expected("the end of the text") }
  }

  /// Parses the next member or element of the innermost open container, or closes it.
  private mutating func step() throws(Failure) {
    let frame = open[open.count - 1]
    skipSpace()
    let closer = UInt8(ascii: frame.isObject ? "}" : "]")
    if position < end, bytes[position] == closer { return try close(frame) }
    if frame.isEmpty {
      open[open.count - 1].isEmpty = false
    } else {
      guard consume(UInt8(ascii: ",")) else {
        throw expected(frame.isObject ? "',' or '}'" : "',' or ']'")
      }
      skipSpace()
    }
    if frame.isObject { try key(orEnd: frame.isEmpty) }
    if let projection, try project(projection, frame) { return }
    try value(orEnd: frame.isEmpty && !frame.isObject)
  }

  /// Drops or visits the value of the last key; false if it stays on the tape with all its contents.
  private mutating func project(
    _ projection: Projection, _ frame: Frame
  ) throws(Failure) -> Bool {
    if frame.isVisited {
      try visitMember(of: frame.entry, projection)
      return true
    }
    guard frame.isObject, open.count == 1 else { return false }
    return try dropUnselected(projection)
  }

  private mutating func key(orEnd: Bool) throws(Failure) {
    guard position < end, bytes[position] == UInt8(ascii: "\"") else {
      throw expected(orEnd ? "a key in quotes or '}'" : "a key in quotes")
    }
    try string(as: .key)
    skipSpace()
    guard consume(UInt8(ascii: ":")) else { throw expected("':'") }
    skipSpace()
  }

  mutating func value(orEnd: Bool = false) throws(Failure) {
    guard position < end else { throw expected(orEnd ? "a value or ']'" : "a value") }
    switch bytes[position] {
    case UInt8(ascii: "\""): try string(as: .string)
    case UInt8(ascii: "{"): try open(.object)
    case UInt8(ascii: "["): try open(.array)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    case UInt8(ascii: "t"): try word("true", .true)
    case UInt8(ascii: "f"): try word("false", .false)
    case UInt8(ascii: "n"): try word("null", .null)
    default: throw expected(orEnd ? "a value or ']'" : "a value")
    }
  }

  private mutating func open(_ kind: Entry.Kind) throws(Failure) {
    guard open.count < options.maximumDepth else {
      throw Failure(reason: .tooDeep(limit: options.maximumDepth), offset: position)
    }
    let isVisited = projection != nil && open.count == 1 && self.isVisited(kind)
    open.append(Frame(entry: tape.count, isObject: kind == .object, isVisited: isVisited))
    append(kind, from: position, to: position)
    position += 1
  }

  private mutating func close(_ frame: Frame) throws(Failure) {
    position += 1
    tape[frame.entry].end = UInt32(truncatingIfNeeded: position)
    tape[frame.entry].link = UInt32(truncatingIfNeeded: tape.count)
    open.removeLast()
    if frame.isObject { try checkKeys(of: frame.entry) }
  }

  private mutating func checkKeys(of object: Int) throws(Failure) {
    guard let (first, second) = keys.duplicate(in: object, tape, bytes) else { return }
    guard options.duplicateKeys == .refused else {
      tape[object].isMarked = true
      return
    }
    let key = tape[second].text(in: bytes)
    let location = source.location(at: Int(tape[first].start))
    throw Failure(reason: .duplicateKey(key, first: location), offset: Int(tape[second].start))
  }

  /// Appends a value to the tape.
  ///
  /// The offsets fit because the text has at most 2 GiB.
  mutating func append(
    _ kind: Entry.Kind, from start: Int, to end: Int, isMarked: Bool = false
  ) {
    tape.append(
      Entry(
        start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end), link: 0,
        kind: kind, isMarked: isMarked))
  }

  /// Consumes a byte if it is next.
  mutating func consume(_ byte: UInt8) -> Bool {
    guard position < end, bytes[position] == byte else { return false }
    position += 1
    return true
  }
}
