/// Finds where each request of a connection ends, and refuses what has more than one reading.
///
/// libmicrohttpd accepts bare line feeds, NUL bytes, continuation lines and loose chunk sizes, and has
/// interpreted them before it calls us. If a proxy reads the same bytes in another way, a client can
/// hide a request in the body of another one. So only bytes that follow the grammar of RFC 9112 to the
/// letter reach the library.
///
///     var framing = RequestFraming(headLimit: 32 << 10)
///     framing.accept(Array("GET / HTTP/1.1\nHost: x\n\n".utf8)[...])  // []
///     framing.refusal?.status  // 400
///
/// Heads, lines of chunks and trailers are passed on as a whole, bodies as they come.
struct RequestFraming {
  /// The part of a request that comes next.
  private enum Part {
    case head
    /// The bytes of a body that are missing.
    case body(Int)
    case chunkSize
    /// The bytes of a chunk that are missing.
    case chunk(Int)
    case chunkEnd
    case trailer
  }

  /// The maximum length of the line before a chunk, with its extensions.
  private static let chunkLineLimit = 1 << 10

  private let headLimit: Int
  private var part = Part.head
  /// A head or a line that isn't complete.
  private var pending: [UInt8] = []
  /// The lines of a trailer that isn't complete, from that of the last chunk on.
  ///
  /// The library waits for the rest of a trailer even after the end of the connection (0.9.75).
  private var trailer: [UInt8] = []
  /// The response to a request that isn't passed on; the connection ends after it.
  private(set) var refusal: ServerResponse?
  /// Whether nothing of the refused request was passed on.
  private(set) var refusesHead = false

  /// Creates the state of a new connection.
  ///
  /// - Parameter headLimit: the maximum size of a head, in bytes.
  init(headLimit: Int) {
    self.headLimit = headLimit
  }

  /// Whether a head was passed on whose body isn't complete.
  var isInBody: Bool {
    if case .head = part { false } else { true }
  }

  /// Whether a head has begun and isn't complete.
  var isInHead: Bool {
    if case .head = part { !pending.isEmpty } else { false }
  }

  /// Reads bytes of the client, and returns those that may be passed on.
  ///
  /// After a refusal, the result is empty.
  mutating func accept(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var rest = bytes
    var passed: [UInt8] = []
    while !rest.isEmpty, refusal == nil {
      switch part {
      case .head: passed += readHead(&rest)
      case .body(let missing): passed += readData(&rest, missing) { $0 > 0 ? .body($0) : .head }
      case .chunk(let missing):
        passed += readData(&rest, missing) { $0 > 0 ? .chunk($0) : .chunkEnd }
      case .chunkSize: passed += readLine(&rest, limit: Self.chunkLineLimit) { $0.chunkSize($1) }
      case .chunkEnd:
        passed += readLine(&rest, limit: 2) { framing, line in
          framing.part = .chunkSize
          return line.isEmpty
        }
      case .trailer: passed += readLine(&rest, limit: headLimit) { $0.trailerLine($1) }
      }
    }
    return passed
  }

  private mutating func readData(
    _ rest: inout ArraySlice<UInt8>, _ missing: Int, next: (Int) -> Part
  ) -> ArraySlice<UInt8> {
    let data = rest.prefix(missing)
    rest = rest.dropFirst(data.count)
    part = next(missing - data.count)
    return data
  }

  /// Collects a head up to its empty line, checks it, and returns it.
  private mutating func readHead(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    while let byte = rest.popFirst() {
      pending.append(byte)
      // RFC 9112, section 2.2: an empty line before a request is ignored.
      if pending == [13, 10] {
        pending = []
        continue
      }
      if byte == 10, pending.suffix(4).elementsEqual([13, 10, 13, 10]) { return endHead() }
      guard isPlausible(byte), pending.count < headLimit else {
        refuse(pending.count < headLimit ? .malformed : .headTooLarge)
        return []
      }
    }
    return []
  }

  /// Whether a byte of a head can be the next one: a line feed follows a carriage return, which is
  /// followed by nothing else.
  ///
  /// A refusal can't wait for the end of the head, which may never come in a malformed one.
  private func isPlausible(_ byte: UInt8) -> Bool {
    let previous = pending.dropLast().last
    return byte != 0 && (byte == 10) == (previous == 13)
  }

  private mutating func endHead() -> [UInt8] {
    defer { pending = [] }
    switch RequestHead.Reading(pending[...]) {
    case .malformed: refuse(.malformed)
    case .otherVersion: refuse(.otherVersion)
    case .head(let head):
      switch head.body {
      case .none: part = .head
      case .length(let length): part = .body(length)
      case .chunked: part = .chunkSize
      }
      return pending
    }
    return []
  }

  /// Collects a line up to CRLF, and returns it with its end if `check` accepts it.
  private mutating func readLine(
    _ rest: inout ArraySlice<UInt8>, limit: Int,
    check: (inout RequestFraming, ArraySlice<UInt8>) -> Bool
  ) -> [UInt8] {
    while let byte = rest.popFirst() {
      pending.append(byte)
      if byte == 10, pending.dropLast().last == 13 {
        let line = pending
        pending = []
        if check(&self, line.dropLast(2)), trailer.count < headLimit { return end(line) }
        refuse(.malformed)
        return []
      }
      guard isPlausible(byte), pending.count < limit else {
        refuse(.malformed)
        return []
      }
    }
    return []
  }

  /// Returns the bytes that a complete line allows to pass on.
  private mutating func end(_ line: [UInt8]) -> [UInt8] {
    trailer += line
    if case .trailer = part { return [] }
    defer { trailer = [] }
    return trailer
  }

  /// Reads `1A;name=value`: at most 15 hexadecimal digits, and extensions, which are ignored.
  private mutating func chunkSize(_ line: ArraySlice<UInt8>) -> Bool {
    let digits = line.prefix { $0 != UInt8(ascii: ";") }
    guard (1...15).contains(digits.count), digits.allSatisfy(\.isHexadecimalDigit),
      let size = Int(String(decoding: digits, as: UTF8.self), radix: 16),
      line.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x09 })
    else { return false }
    part = size > 0 ? .chunk(size) : .trailer
    return true
  }

  /// Reads a field behind the last chunk, or the empty line at the end.
  private mutating func trailerLine(_ line: ArraySlice<UInt8>) -> Bool {
    guard !line.isEmpty else {
      part = .head
      return true
    }
    guard let field = HeaderField(line: line) else { return false }
    // RFC 9110, section 6.5.1: fields that frame or route a message have no place here.
    return !["content-length", "transfer-encoding", "host"].contains(field.name.lowercased())
  }

  private mutating func refuse(_ response: ServerResponse) {
    refusal = response
    if case .head = part { refusesHead = true }
    pending = []
  }
}

extension UInt8 {
  fileprivate var isHexadecimalDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
