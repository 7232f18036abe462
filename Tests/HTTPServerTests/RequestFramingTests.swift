import TestSupport
import Testing

@testable import HTTPServer

/// Feeds a text in pieces of some sizes, and returns what is passed on and the status of a refusal.
private func read(
  _ text: String, in sizes: [Int] = [.max], headLimit: Int = 1 << 10
) -> (passed: String, refusal: Int?) {
  var framing = RequestFraming(headLimit: headLimit)
  var rest = Array(text.utf8)[...]
  var passed: [UInt8] = []
  var next = 0
  while !rest.isEmpty {
    let piece = rest.prefix(sizes[next % sizes.count])
    passed += framing.accept(piece)
    rest = rest.dropFirst(piece.count)
    next += 1
  }
  return (String(decoding: passed, as: UTF8.self), framing.refusal?.status)
}

private let plain = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n"
private let length = "POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"
private let chunked =
  "POST /c HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
  + "5;n=\"v\"\r\nhello\r\nA\r\n0123456789\r\n0\r\nX-Sum: 1\r\n\r\n"
private let old = "GET /d HTTP/1.0\r\n\r\n"

@Suite struct `The framing of requests` {
  @Test(arguments: [[1], [2], [3, 1], [7], [16, 1, 1], [.max]])
  func `requests one after the other are passed on unchanged, in any pieces`(sizes: [Int]) {
    let all = plain + length + chunked + old + length + plain
    #expect(read(all, in: sizes).passed == all)
    #expect(read(all, in: sizes).refusal == nil)
  }

  @Test func `an empty line before a request is left out`() {
    let (passed, refusal) = read("\r\n" + plain + "\r\n\r\n" + length, in: [1])
    #expect(passed == plain + length)
    #expect(refusal == nil)
  }

  @Test func `a request behind a refused one is not passed on`() {
    let (passed, refusal) = read(plain + "GET /\n\n" + plain)
    #expect(passed == plain)
    #expect(refusal == 400)
  }

  @Test func `a head that is too long is refused before its end`() {
    let head = "GET / HTTP/1.1\r\nHost: x\r\nX: " + String(repeating: "x", count: 2_000)
    #expect(read(head).refusal == 431)
    #expect(read(head).passed == "")
  }

  @Test func `another version is refused by name`() {
    #expect(read("GET / HTTP/2.0\r\nHost: x\r\n\r\n").refusal == 505)
  }

  @Test func `a length that no number can hold is refused`() {
    let head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n"
    #expect(read(head + plain).passed == "")
    #expect(read(head + plain).refusal == 400)
  }

  @Test func `trailers are bounded`() {
    let trailer = String(repeating: "X: y\r\n", count: 1_000)
    let head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    #expect(read(head + "0\r\n" + trailer).refusal == 400)
    #expect(read(head + "0\r\n" + trailer).passed == head)
  }

  @Test func `damaged requests are read the same in any pieces`() {
    var noise = SeededGenerator(seed: 35)
    let bytes = Array("\0\t\n\r :;,0a".utf8)
    for _ in 0..<2_000 {
      var text = Array((plain + chunked + length).utf8)
      for _ in 0..<Int.random(in: 1...3, using: &noise) {
        let offset = Int.random(in: 0..<text.count, using: &noise)
        text[offset] = bytes[Int.random(in: 0..<bytes.count, using: &noise)]
      }
      let damaged = String(decoding: text, as: UTF8.self)
      let whole = read(damaged)
      for sizes in [[1], [5, 2]] {
        let pieces = read(damaged, in: sizes)
        #expect(pieces.refusal == whole.refusal, "\(damaged.debugDescription)")
        #expect(pieces.passed == whole.passed, "\(damaged.debugDescription)")
      }
    }
  }
}
