import Crypto
import Foundation
import Libc
import Synchronization
import TestSupport

/// Hostile clients, and one whose requests must succeed, each on its own threads.
final class Flood: Sendable {
  private let port: Int
  private let isOver = Atomic<Bool>(false)

  init(port: Int) { self.port = port }

  /// Ends all threads within a second or two.
  func end() { isOver.store(true, ordering: .releasing) }

  /// Keeps connections open that have sent half a request line, and replaces closed ones.
  func holdHalfLines(_ count: Int) {
    start { [self] in
      var open: [Int32] = []
      while !isOver.load(ordering: .acquiring) {
        for _ in 0..<min(50, count - open.count) {
          guard let descriptor = connect() else { break }
          send(Array("GET /webh".utf8), to: descriptor)
          open.append(descriptor)
        }
        poll(nil, 0, 10)
        open.removeAll { descriptor in
          var byte: UInt8 = 0
          let isClosed = recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT)) >= 0
          if isClosed { close(descriptor) }
          return isClosed
        }
      }
      for descriptor in open { close(descriptor) }
    }
  }

  /// Repeatedly sends bodies that never end, eleven at a time.
  ///
  /// - Parameters:
  ///   - bytes: the size of all bodies together.
  ///   - signature: a header line, such as a forged signature; empty for none.
  func holdBodies(_ bytes: Int, signature: String) {
    for _ in 0..<11 {
      start { [self] in
        while !isOver.load(ordering: .acquiring) {
          guard let descriptor = connect() else { continue }
          hold(bytes / 11, signature, on: descriptor)
          close(descriptor)
        }
      }
    }
  }

  private func hold(_ size: Int, _ signature: String, on descriptor: Int32) {
    let head = """
      POST /webhooks/hub HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
      X-GitHub-Event: push\r\n\(signature)Content-Length: \(size + 1)\r\n\r\n
      """
    guard send(Array(head.utf8), to: descriptor) else { return }
    let piece = [UInt8](repeating: 0x20, count: 1 << 16)
    for _ in 0..<size / piece.count where !isOver.load(ordering: .acquiring) {
      guard send(piece, to: descriptor) else { return }
    }
    var byte: UInt8 = 0
    while !isOver.load(ordering: .acquiring), recv(descriptor, &byte, 1, 0) != 0 {
      if errno != EAGAIN { return }
    }
  }

  /// Sends signed deliveries one after the other, and returns the time of each in milliseconds.
  ///
  /// - Returns: nil for each without status 202.
  func deliver(_ count: Int) async -> [Double?] {
    await withCheckedContinuation { continuation in
      start { [self] in
        continuation.resume(returning: (0..<count).map { _ in deliver() })
      }
    }
  }

  private func deliver() -> Double? {
    let body = Array(
      (#"{"ref": "refs/heads/main", "repository": {"full_name": "eve/app", "#
        + #""default_branch": "main"}, "pad": "\#(String(repeating: "x", count: 7_000))"}"#).utf8)
    let code = Digest.hmac(.sha256, of: body, key: Array("hook-secret".utf8)).hexadecimal
    let head = """
      POST /webhooks/hub HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\
      Content-Type: application/json\r\nX-GitHub-Event: push\r\n\
      X-GitHub-Delivery: \(uniqueName())\r\nX-Hub-Signature-256: sha256=\(code)\r\n\
      Content-Length: \(body.count)\r\n\r\n
      """
    let start = ContinuousClock.now
    guard let descriptor = connect(seconds: 60) else { return nil }
    defer { close(descriptor) }
    guard send(Array(head.utf8) + body, to: descriptor) else { return nil }
    var answer = [UInt8](repeating: 0, count: 12)
    guard recv(descriptor, &answer, 12, Int32(MSG_WAITALL)) == 12,
      answer.elementsEqual("HTTP/1.1 202".utf8)
    else { return nil }
    return (ContinuousClock.now - start) / .milliseconds(1)
  }

  private func connect(seconds: Int = 1) -> Int32? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Libc.connect(descriptor, $0, size)
      }
    }
    if result == 0 { return descriptor }
    close(descriptor)
    return nil
  }

  @discardableResult
  private func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
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

  private func start(_ body: @escaping @Sendable () -> Void) { Thread(block: body).start() }
}
