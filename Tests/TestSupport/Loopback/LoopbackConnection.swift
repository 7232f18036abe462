internal import Libc
internal import HTTP
internal import Synchronization

/// A connection of the loopback server: reads requests and sends the script's replies.
struct LoopbackConnection {
  private let socket: Int32
  private let number: Int
  private let shared: LoopbackServer.Shared

  init(_ socket: Int32, number: Int, of shared: LoopbackServer.Shared) {
    self.socket = socket
    self.number = number
    self.shared = shared
    var on: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, size)
  }

  func serve() {
    defer { shared.close(socket) }
    var buffer = ReadBuffer(socket)
    while let request = read(&buffer) {
      shared.state.withLock { $0.requests.append(request) }
      guard play(shared.script(request)) else { return }
    }
  }

  private func read(_ buffer: inout ReadBuffer) -> LoopbackServer.Received? {
    guard let head = buffer.head() else { return nil }
    let lines = head.split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ")
    guard words.count == 3 else { return nil }
    let fields = lines.dropFirst().map { line in
      let name = line.prefix { $0 != ":" }
      let value = line.dropFirst(name.count + 1).drop { $0 == " " }
      return Headers.Field(String(name), String(value))
    }
    let headers = Headers(fields)
    let length = headers["Content-Length"].flatMap { Int($0) } ?? 0
    guard let body = buffer.take(length) else { return nil }
    return LoopbackServer.Received(
      method: String(words[0]), target: String(words[1]), headers: headers, body: body,
      connection: number)
  }

  /// Sends a reply.
  ///
  /// Returns false if the connection has ended.
  private func play(_ reply: LoopbackServer.Reply) -> Bool {
    for step in reply.steps {
      switch step {
      case .send(let bytes): guard send(bytes) else { return false }
      case .wait(let pause): guard wait(pause) else { return false }
      case .close: return false
      case .reset:
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
          socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Libc.linger>.size))
        return false
      }
    }
    return true
  }

  private func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { buffer in
        Libc.send(socket, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Sleeps in short intervals, so that closing the server interrupts it.
  private func wait(_ pause: Duration) -> Bool {
    let end = ContinuousClock.now + pause
    while ContinuousClock.now < end {
      if shared.isClosed { return false }
      let left = (end - ContinuousClock.now) / .microseconds(1)
      usleep(UInt32(min(max(left, 0), 10_000)))
    }
    return true
  }
}

/// A buffer of bytes read from a socket.
private struct ReadBuffer {
  private let socket: Int32
  private var bytes: [UInt8] = []

  init(_ socket: Int32) {
    self.socket = socket
  }

  /// Returns the text up to the next empty line; nil if it is not an HTTP request, for example TLS.
  mutating func head() -> String? {
    let end: [UInt8] = [13, 10, 13, 10]
    while true {
      if let range = bytes.firstRange(of: end) {
        defer { bytes.removeSubrange(..<range.upperBound) }
        return String(decoding: bytes[..<range.lowerBound], as: UTF8.self)
      }
      guard bytes.count < 1 << 20, bytes.first.map({ $0 >= 32 }) ?? true, fill()
      else { return nil }
    }
  }

  mutating func take(_ count: Int) -> [UInt8]? {
    while bytes.count < count {
      guard fill() else { return nil }
    }
    defer { bytes.removeFirst(count) }
    return Array(bytes.prefix(count))
  }

  private mutating func fill() -> Bool {
    var piece = [UInt8](repeating: 0, count: 16 << 10)
    let count = recv(socket, &piece, piece.count, 0)
    guard count > 0 else { return false }
    bytes.append(contentsOf: piece[..<count])
    return true
  }
}
