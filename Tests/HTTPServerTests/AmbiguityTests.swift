import Testing

@testable import HTTPServer

/// What two programs could read in two ways, sent over a socket as no proper client would.
@Suite(.timeLimit(.minutes(10))) struct `An ambiguous request` {
  private static let chunk = "5\r\nhello\r\n0\r\n\r\n"

  /// Sends a request with another one behind it, and reads until the server hangs up.
  private func answer(to request: [UInt8]) async throws -> (text: String, asked: [String]) {
    let asked = Asked()
    let server = try Server(ServerOptions()) { request in
      asked.add(request.target)
      return .text("served \(request.target)|")
    }
    let client = try #require(RawClient(port: server.port))
    client.send(
      request + Array("GET /smuggled HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".utf8))
    let text = await client.read()
    await server.stop(within: .zero)
    return (text, asked.all)
  }

  @Test(arguments: [
    "Content-Length: 99999999999999999999999\r\n\r\nhello",
    "Content-Length: 18446744073709551616\r\n\r\nhello",
    "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
    "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello",
    "Content-Length: 5, 6\r\n\r\nhello", "Content-Length: +5\r\n\r\nhello",
    "Content-Length: 0x5\r\n\r\nhello", "Content-Length: 5 5\r\n\r\nhello",
    "Content-Length:\r\n\r\n", "Content-Length : 5\r\n\r\nhello",
    "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n\(chunk)",
    "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n\(chunk)",
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n\(chunk)",
    "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n\r\n\(chunk)",
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n\(chunk)",
    "Transfer-Encoding: chunked, identity\r\n\r\n\(chunk)",
    "Transfer-Encoding: identity, chunked\r\n\r\n\(chunk)",
    "Transfer-Encoding: identity\r\n\r\nhello", "Transfer-Encoding: xchunked\r\n\r\n\(chunk)",
    "Transfer-Encoding : chunked\r\n\r\n\(chunk)", "Transfer-Encoding:\r\n\r\n\(chunk)",
    "X: a\r\n Transfer-Encoding: chunked\r\nContent-Length : 5\r\n\r\nhello",
    "Host: y\r\n\r\n", "X: a\nContent-Length: 5\r\n\r\nhello", "X: a\0b\r\n\r\n",
    "Content-Length: 5\09\r\n\r\nhello", "X\0: a\r\n\r\n", "X y: a\r\n\r\n", ": a\r\n\r\n",
    "no colon\r\n\r\n", "Transfer-Encod: chunked\r\n ing\r\n\r\n\(chunk)",
    "X: a\rContent-Length: 5\r\n\r\nhello", "X: a\u{7F}\r\n\r\n", "X: a\u{1}b\r\n\r\n",
    "X: a\r\n b\r\n\r\n", "Content-Length: 5\r\n 6\r\n\r\nhello",
    // NUL bytes in and around the fields that frame the body.
    "Transfer-Encoding: chunked\0\r\n\r\n\(chunk)", "Transfer-Encoding: \0chunked\r\n\r\n\(chunk)",
    "Transfer-Encoding:\0chunked\r\n\r\n\(chunk)", "Transfer-Encoding\0: chunked\r\n\r\n\(chunk)",
    "\0Transfer-Encoding: chunked\r\n\r\n\(chunk)", "Transfer-Encoding: chun\0ked\r\n\r\n\(chunk)",
    "Transfer-Encoding: chunked\0, x\r\n\r\n\(chunk)",
    "Transfer-Encoding: chunked\0 \r\n\r\n\(chunk)",
    "Transfer-Encoding: chunked \0\r\n\r\n\(chunk)", "Transfer-Encoding: chunked\r\0\n\r\n\(chunk)",
    "Transfer-Encoding: chunked\r\n\0\r\n\(chunk)", "Content-Length: 5\0\r\n\r\nhello",
    "Content-Length: \05\r\n\r\nhello", "Content-Length:\05\r\n\r\nhello",
    "Content-Length\0: 5\r\n\r\nhello", "\0Content-Length: 5\r\n\r\nhello",
    "Content-Length: 5\0\0\r\n\r\nhello", "Content-Length: 5 \0\r\n\r\nhello",
    "Content-Length: 5\r\n\0\r\nhello",
    // Continuation lines, also empty ones.
    "Content-Length:\r\n 5\r\n\r\nhello", "Content-Length: 5\r\n \r\n\r\nhello",
    "Content-Length: 5\r\n\t\r\n\r\nhello", "Content-Length: \r\n\t5\r\n\r\nhello",
    "Transfer-Encoding:\r\n chunked\r\n\r\n\(chunk)",
    "Transfer-Encoding: chunked\r\n \r\n\r\n\(chunk)",
    "Transfer-Encoding: chunked\r\n\t\r\n\r\n\(chunk)",
    "Transfer-Encoding: chunked\r\n , identity\r\n\r\n\(chunk)",
    "X: a\r\n \r\n\r\n", "X:\r\n \r\n\r\n", "X:\r\n a\r\n\r\n", " X: a\r\n\r\n",
    // Line feeds and carriage returns alone.
    "X: a\n\r\n", "X: a\r\n\n", "X: a\n\n", "\nContent-Length: 5\r\n\r\nhello",
    "Content-Length: 5\n\r\nhello", "Content-Length: 5\r\n\nhello", "Content-Length: 5\n\nhello",
    "Transfer-Encoding: chunked\n\r\n\(chunk)", "Transfer-Encoding: chunked\r\n\n\(chunk)",
    "Transfer-Encoding: chunked\n\n\(chunk)", "Transfer-Encoding:\nchunked\r\n\r\n\(chunk)",
    "X: a\r\r\n\r\n", "X: a\r\n\r\r\n", "Content-Length: 5\r\r\n\r\nhello",
    "Transfer-Encoding: chunked\r\r\n\r\n\(chunk)", "Transfer-Encoding: \rchunked\r\n\r\n\(chunk)",
    "Transfer-Encoding: \u{B}chunked\r\n\r\n\(chunk)", "Content-Length: \u{B}5\r\n\r\nhello",
    "Transfer-Encoding: chunked\u{A0}\r\n\r\n\(chunk)",
  ])
  func `an ambiguous head is answered 400, and the connection closed`(rest: String) async throws {
    let (text, asked) = try await answer(
      to: Array("POST /first HTTP/1.1\r\nHost: x\r\n\(rest)".utf8))
    #expect(text.status == 400)
    #expect(asked == [])
    #expect(!text.contains("served"))
  }

  @Test(arguments: [
    "POST /first HTTP/1.1\nHost: x\r\n\r\n", "POST /first HTTP/1.1\nHost: x\n\n",
    "POST /first HTTP/1.1\r\nHost: x\n\n", "POST /first HTTP/1.1\r\nHost: x\r\n\n",
    "POST  /first HTTP/1.1\r\nHost: x\r\n\r\n", "POST /first  HTTP/1.1\r\nHost: x\r\n\r\n",
    "POST /first HTTP/1.1 \r\nHost: x\r\n\r\n", "POST\t/first HTTP/1.1\r\nHost: x\r\n\r\n",
    "POST /first HTTP/1.1\r\n Host: x\r\n\r\n", "POST /first HTTP/1.1\r\n\r\nHost: x\r\n\r\n",
    "POST /first HTTP/1.1\0\r\nHost: x\r\n\r\n", "PO\0ST /first HTTP/1.1\r\nHost: x\r\n\r\n",
    "POST /first HTTP/1.1\r\r\nHost: x\r\n\r\n", "POST /first HTTP/2.0\r\nHost: x\r\n\r\n",
    "POST /first HTTP/1.1x\r\nHost: x\r\n\r\n", "POST /first\r\nHost: x\r\n\r\n",
    "POST /first http/1.1\r\nHost: x\r\n\r\n", "P(ST /first HTTP/1.1\r\nHost: x\r\n\r\n",
    " POST /first HTTP/1.1\r\nHost: x\r\n\r\n", "\nPOST /first HTTP/1.1\r\nHost: x\r\n\r\n",
  ])
  func `a first line that isn't one is answered 400`(head: String) async throws {
    let (text, asked) = try await answer(to: Array(head.utf8))
    #expect([400, 505].contains(text.status))
    #expect(asked == [])
  }

  @Test(arguments: [
    "5\nhello\r\n0\r\n\r\n", "5\r\nhello\n0\r\n\r\n", "5\r\nhello\r\n0\n\r\n",
    "5\r\nhello\r\n0\r\n\n", "5\n\nhello0\r\n\r\n", "5\0\r\nhello\r\n0\r\n\r\n",
    "\05\r\nhello\r\n0\r\n\r\n", " 5\r\nhello\r\n0\r\n\r\n", "5 \r\nhello\r\n0\r\n\r\n",
    "+5\r\nhello\r\n0\r\n\r\n", "-5\r\nhello\r\n0\r\n\r\n", "0x5\r\nhello\r\n0\r\n\r\n",
    "5\r\nhelloX\r\n0\r\n\r\n", "5\r\nhello0\r\n\r\n", "x\r\nhello\r\n0\r\n\r\n",
    "5;a\nb\r\nhello\r\n0\r\n\r\n", "5;a\0b\r\nhello\r\n0\r\n\r\n",
    "5\r\nhello\r\n0\r\nX: a\n\r\n", "5\r\nhello\r\n0\r\nX: a\r\n b\r\n\r\n",
    "5\r\nhello\r\n0\r\nContent-Length: 5\r\n\r\n", "5\r\nhello\r\n0\r\nno colon\r\n\r\n",
    "10000000000000005\r\nhello\r\n0\r\n\r\n", "\r\nhello\r\n0\r\n\r\n", ";a\r\nhello\r\n0\r\n\r\n",
  ])
  func `a chunk with an ambiguous size or end is answered 400`(body: String) async throws {
    let (text, asked) = try await answer(
      to: Array("POST /first HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n\(body)".utf8)
    )
    #expect(text.status == 400)
    #expect(asked == [])
  }

  @Test(arguments: ["/a\0b", "\0", "/\0 /b", "/a\tb", "/ä", "/a b", "/a\u{7F}", "/?a\0b"])
  func `a target with a byte that ends it for some is answered 400`(target: String) async throws {
    let (text, asked) = try await answer(
      to: Array("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
    #expect(text.status == 400)
    #expect(asked == [])
  }

  @Test func `chunks are HTTP 1.1 and not older`() async throws {
    let head = "Transfer-Encoding: chunked\r\n\r\n\(Self.chunk)"
    let old = try await answer(to: Array("POST /first HTTP/1.0\r\n\(head)".utf8))
    #expect(old.text.status == 400)
    #expect(old.asked == [])
    let new = try await answer(to: Array("POST /first HTTP/1.1\r\nHost: x\r\n\(head)".utf8))
    #expect(new.asked == ["/first", "/smuggled"])
  }

  @Test(arguments: [
    "Content-Length: 5\r\n\r\nhello", "content-length:5\r\n\r\nhello",
    "Content-Length: 0\r\n\r\n", "TRANSFER-ENCODING: Chunked\r\n\r\n\(chunk)",
    "X: \r\nY:\r\nZ: a\tb ä  \r\n\r\n",
  ])
  func `what is plain is served, and what follows it`(rest: String) async throws {
    let (_, asked) = try await answer(
      to: Array("POST /first HTTP/1.1\r\nHost: x\r\n\(rest)".utf8))
    #expect(asked == ["/first", "/smuggled"])
  }
}
