import Libc

/// A connection of a client with the library, with the bytes that wait in between.
///
/// Used only by the relay's thread.
struct RelayLink {
  /// The size of a buffer in each direction, in bytes; more is read after it was sent.
  private static let bufferSize = 64 << 10
  /// How long a client can take to read the end of a response, and to notice that the connection ends.
  ///
  /// Closing a socket with unread bytes resets the connection, and the client loses the response.
  private static let lingering = Duration.seconds(2)

  private let client: Int32
  private let library: Int32
  private var framing: RequestFraming
  private let arrivalLimit: Duration
  private let transferLimit: Duration
  /// Checked bytes for the library.
  private var requests = ByteQueue()
  /// Bytes for the client.
  private var responses = ByteQueue()
  private var hasClientEnded = false
  private var hasLibraryEnded = false
  /// Whether the library sent bytes after the last bytes that it received.
  private var hasResponse = false
  private var headStart: ContinuousClock.Instant?
  private var end: (soft: ContinuousClock.Instant, hard: ContinuousClock.Instant)?

  init(client: Int32, library: Int32, _ options: ServerOptions) {
    self.client = client
    self.library = library
    framing = RequestFraming(headLimit: options.headLimit)
    arrivalLimit = options.arrivalLimit
    transferLimit = options.transferLimit
  }

  /// Whether a time limit of the relay applies; the others are those of `ConnectionTable`.
  var isTimed: Bool { headStart != nil || end != nil }

  /// The events to wait for, first those of the client.
  var polled: [pollfd] {
    [
      Self.polled(client, reads: readsClient, writes: !responses.isEmpty),
      Self.polled(library, reads: readsLibrary, writes: !requests.isEmpty),
    ]
  }

  private var readsClient: Bool {
    !hasClientEnded && (end != nil || requests.count < Self.bufferSize)
  }

  private var readsLibrary: Bool { !hasLibraryEnded && responses.count < Self.bufferSize }

  /// A socket without events is left out: poll(2) would return for its end again and again.
  private static func polled(_ socket: Int32, reads: Bool, writes: Bool) -> pollfd {
    let events = (reads ? Int16(POLLIN) : 0) | (writes ? Int16(POLLOUT) : 0)
    return pollfd(fd: events == 0 ? -1 : socket, events: events, revents: 0)
  }

  /// Moves bytes after poll(2).
  mutating func move(client clientEvents: Int16, library libraryEvents: Int16) {
    let readable = Int16(POLLIN) | Int16(POLLHUP) | Int16(POLLERR)
    if clientEvents & readable != 0, readsClient { readClient() }
    if libraryEvents & readable != 0, readsLibrary { readLibrary() }
    sendRequests()
    sendResponses()
  }

  private mutating func readClient() {
    switch Self.receive(from: client) {
    case .bytes(let bytes):
      // After the end, the rest of a request is discarded.
      guard end == nil, framing.refusal == nil else { return }
      let passed = framing.accept(bytes[...])
      if !passed.isEmpty { hasResponse = false }
      requests.append(passed)
      headStart = framing.isInHead ? headStart ?? .now : nil
    case .end: hasClientEnded = true
    case .failure:
      hasClientEnded = true
      responses.removeAll()
    case .nothing: break
    }
  }

  private mutating func readLibrary() {
    switch Self.receive(from: library) {
    case .bytes(let bytes):
      hasResponse = true
      responses.append(bytes)
    case .end, .failure: hasLibraryEnded = true
    case .nothing: break
    }
  }

  /// Reads what the library has sent, and ends the connection, because the library is stopped.
  ///
  /// The library leaves a socket open that it was given while it stopped (0.9.75).
  mutating func endLibrary() {
    var count = -1
    while !hasLibraryEnded, responses.count != count {
      count = responses.count
      readLibrary()
    }
    hasLibraryEnded = true
    requests.removeAll()
    sendResponses()
  }

  private mutating func sendRequests() {
    if !requests.isEmpty, !requests.send(to: library) { requests.removeAll() }
    // The library answers complete requests, and then closes its end. It waits for the rest of a body
    // unless both directions are closed (0.9.75).
    if requests.isEmpty, hasClientEnded || framing.refusal != nil, !hasLibraryEnded {
      shutdown(library, Int32(framing.isInBody ? SHUT_RDWR : SHUT_WR))
    }
  }

  private mutating func sendResponses() {
    if hasLibraryEnded, end == nil { beginEnd() }
    let isSent = responses.isEmpty || responses.send(to: client)
    if !isSent {
      responses.removeAll()
      hasClientEnded = true
    }
    if end != nil, responses.isEmpty { shutdown(client, Int32(SHUT_WR)) }
  }

  /// Appends the refusal of a request, unless the library has answered it already.
  private mutating func beginEnd() {
    let now = ContinuousClock.now
    end = (now + Self.lingering, now + transferLimit)
    if let refusal = framing.refusal, framing.refusesHead || !hasResponse {
      responses.append(refusal.bytes)
    }
  }

  /// Ends the connection if a head or the end takes too long.
  mutating func enforceLimits(at now: ContinuousClock.Instant) {
    if let headStart, now - headStart > arrivalLimit { abandon() }
    if let end, now > end.hard || (now > end.soft && responses.isEmpty) { abandon() }
  }

  private mutating func abandon() {
    requests.removeAll()
    responses.removeAll()
    hasClientEnded = true
    hasLibraryEnded = true
  }

  /// Closes both sockets if nothing is left to do.
  func closeIfDone() -> Bool {
    let isDone = hasLibraryEnded && responses.isEmpty && (hasClientEnded || !mayLoseResponse)
    guard isDone else { return false }
    close(client)
    close(library)
    return true
  }

  /// Whether bytes of the client are unread or may still come, so that closing the socket would reset
  /// the connection.
  private var mayLoseResponse: Bool {
    var waiting: Int32 = 0
    let isUnread = ioctl(client, UInt(FIONREAD), &waiting) == 0 && waiting > 0
    return isUnread || framing.refusal != nil || framing.isInBody
  }

  private enum Received {
    case bytes([UInt8])
    case end, failure, nothing
  }

  private static func receive(from socket: Int32) -> Received {
    var bytes = [UInt8](repeating: 0, count: 16 << 10)
    let count = recv(socket, &bytes, bytes.count, 0)
    if count > 0 { return .bytes(Array(bytes[..<count])) }
    if count == 0 { return .end }
    return errno == EAGAIN || errno == EINTR ? .nothing : .failure
  }
}

/// Bytes that wait until a socket accepts them.
private struct ByteQueue {
  private var bytes: [UInt8] = []
  private var start = 0

  var count: Int { bytes.count - start }
  var isEmpty: Bool { count == 0 }

  mutating func append(_ more: [UInt8]) { bytes += more }

  mutating func removeAll() {
    bytes = []
    start = 0
  }

  /// Sends as much as the socket accepts; false if the other end is closed.
  mutating func send(to socket: Int32) -> Bool {
    while !isEmpty {
      let sent = bytes.withUnsafeBytes {
        Libc.send(socket, $0.baseAddress.map { $0 + start }, count, Socket.noSignal)
      }
      if sent > 0 {
        start += sent
      } else if errno != EINTR {
        compact()
        return errno == EAGAIN
      }
    }
    removeAll()
    return true
  }

  private mutating func compact() {
    bytes.removeFirst(start)
    start = 0
  }
}
