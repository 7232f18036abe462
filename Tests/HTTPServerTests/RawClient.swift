import Libc

@testable import HTTPServer

/// A TCP connection to a server on this machine, to send what no proper client would.
///
/// Its calls block, so each runs on a thread outside the pool that handlers need.
final class RawClient: Sendable {
  private let descriptor: Int32

  /// Connects; nil if no server is listening.
  init?(port: UInt16, host: String = "127.0.0.1") {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &found) == 0, let address = found else {
      return nil
    }
    defer { freeaddrinfo(address) }
    descriptor = socket(address.pointee.ai_family, hints.ai_socktype, 0)
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    // All properties are set: returning nil runs `deinit`, which closes the descriptor.
    guard connect(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0 else {
      return nil
    }
  }

  deinit { close(descriptor) }

  /// Sends bytes; false where the other end has hung up.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Libc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Sends text.
  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Tells the other end that nothing more will come.
  func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Reads until the other end hangs up, or as long as `isPartial` says so.
  func read(while isPartial: @escaping @Sendable (String) -> Bool = { _ in true }) async -> String {
    await onThread { self.readNow(while: isPartial) }
  }

  /// Blocks the calling thread while it reads.
  func readNow(while isPartial: (String) -> Bool) -> String {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while isPartial(String(decoding: bytes, as: UTF8.self)) {
      let count = recv(descriptor, &piece, piece.count, 0)
      guard count > 0 else { break }
      bytes += piece[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Blocks the calling thread until one answer has come whose body ends with a text.
  func readNow(upTo end: String) -> String {
    readNow { !$0.hasSuffix(end) }
  }

  /// Reads one answer whose body ends with a text.
  func read(upTo end: String) async -> String {
    await read { !$0.hasSuffix(end) }
  }
}

extension String {
  /// Returns the status in a response's first line; nil if there is no status line.
  var status: Int? {
    let words = split(separator: " ", maxSplits: 2)
    return words.count > 1 && words[0] == "HTTP/1.1" ? Int(words[1]) : nil
  }

  /// What follows the head of an answer.
  var answerBody: Substring? {
    firstRange(of: "\r\n\r\n").map { self[$0.upperBound...] }
  }

  private func firstRange(of end: String) -> Swift.Range<String.Index>? {
    var index = startIndex
    while index < endIndex {
      if self[index...].utf8.starts(with: end.utf8) {
        return index..<utf8.index(index, offsetBy: end.utf8.count)
      }
      index = utf8.index(after: index)
    }
    return nil
  }
}
