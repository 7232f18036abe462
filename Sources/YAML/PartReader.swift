package import Text

/// What a file has at the end of a path of keys.
package enum Part: Sendable {
  /// The value of the last key.
  case value(Node)
  /// A mapping on the path lacks the key with this position in the path.
  case missing(key: Int)
  /// The value of the key with this position isn't a mapping; of the file itself, -1.
  case notMapping(key: Int)
}

extension Document {
  /// Parses the value of one key, and reads over the rest of the file without storing it.
  ///
  /// The whole file must be YAML. An alias can only refer to an anchor inside of the value.
  ///
  ///     try Document.part(of: index, at: ["entries", "redis"])
  ///
  /// - Parameters:
  ///   - source: the file.
  ///   - path: the keys, from the outermost; of a repeated key the last one is used.
  ///   - limits: the limits for the file; that of nodes counts those of the value.
  /// - Returns: the value, or where the path ends.
  /// - Throws: `SyntaxError` at the first error or exceeded limit.
  package static func part(
    of source: SourceText, at path: [String], limits: Limits = Limits()
  ) throws(SyntaxError) -> Part {
    try checkSize(of: source, limits)
    let positions = Positions(source)
    let part = source.bytes.withUnsafeBufferPointer { bytes in
      Result<Part, Failure> { () throws(Failure) in
        var reader = PartReader(path, positions, limits)
        return try reader.run(bytes)
      }
    }
    do { return try part.get() } catch {
      throw SyntaxError(error.reason, at: positions.location(error.offset))
    }
  }
}

/// Finds a value by its path in the events of a file.
private struct PartReader {
  private let path: [String]
  private let positions: Positions
  private let limits: Document.Limits
  /// The open collections.
  private var depth = 0
  /// The number of keys of the path whose mapping is open.
  private var matched = 0
  /// Whether the next value belongs to the key of the path in the innermost mapping of the path.
  private var isNext = false
  /// Whether the next event in the innermost mapping of the path is a key.
  private var isKey = true
  private var documents = 0
  private var composer: Composer?
  private var found = Part.notMapping(key: -1)

  init(_ path: [String], _ positions: Positions, _ limits: Document.Limits) {
    self.path = path
    self.positions = positions
    self.limits = limits
  }

  mutating func run(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) -> Part {
    let text = UnsafeBufferPointer(rebasing: bytes.dropFirst(positions.hasMark ? 3 : 0))
    var events = try EventStream(text)
    while true {
      let event = try events.next()
      if case .streamEnd = event.kind { return found }
      try step(event)
    }
  }

  private mutating func step(_ event: Event) throws(Failure) {
    if composer != nil { return try compose(event) }
    switch event.kind {
    case .streamEnd, .nothing: break
    case .documentStart:
      documents += 1
      if documents > 1 {
        throw Failure(reason: .severalDocuments, offset: .character(event.start))
      }
    case .open(let collection, _): try open(collection, event)
    case .close: close()
    case .scalar(let scalar, _): try value(scalar.text, event)
    case .alias: try value(nil, event)
    }
  }

  /// Reads a scalar or an alias, which is a key or a value.
  private mutating func value(_ text: String?, _ event: Event) throws(Failure) {
    guard depth == matched, depth > 0 else { return }
    if isKey {
      isNext = text == path[matched - 1]
    } else if isNext {
      if matched == path.count { return try compose(event) }
      found = .notMapping(key: matched - 1)
    }
    isKey.toggle()
  }

  private mutating func open(_ collection: Event.Collection, _ event: Event) throws(Failure) {
    let isOnPath = depth == matched && (depth == 0 || !isKey && isNext)
    if isOnPath, matched == path.count { return try compose(event) }
    if depth == matched, depth > 0, isKey {
      throw Failure(reason: .compoundKey, offset: .character(event.start))
    }
    depth += 1
    guard depth <= limits.depth else {
      throw Failure(reason: .tooDeep(limit: limits.depth), offset: .character(event.start))
    }
    guard isOnPath else { return }
    guard collection == .mapping else {
      found = .notMapping(key: matched - 1)
      return
    }
    found = .missing(key: matched)
    matched += 1
    isKey = true
  }

  private mutating func close() {
    if depth == matched { matched -= 1 }
    depth -= 1
    if depth == matched { isKey = true }
  }

  /// Passes an event to the composer of the value, until the value is complete.
  private mutating func compose(_ event: Event) throws(Failure) {
    var composer = self.composer ?? Composer(positions, limits)
    _ = try composer.step(event)
    self.composer = composer
    guard let root = composer.root else { return }
    found = .value(root)
    self.composer = nil
    isKey = true
  }
}
