import HTTP
import Logging
import TestSupport
import Testing

@Suite struct `A live request` {
  /// Allows the loopback address, as a configuration can.
  private let client = Client.live(LiveOptions(userAgent: "tests/1", allowsPrivate: { _ in true }))

  private func error(
    _ code: HTTPError.Code, of request: Request, by client: Client? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) async {
    let client = client ?? self.client
    let error = await #expect(throws: HTTPError.self, sourceLocation: location) {
      _ = try await client.send(request)
    }
    #expect(error?.code == code, sourceLocation: location)
  }

  @Test func `A request and its response are transferred unchanged`() async throws {
    let server = try LoopbackServer { _ in
      Reply(status: 201, headers: ["X-One": "1", "x-two": "  a: b  "], body: [0, 255, 10])
    }
    var request = Request(.post, server.url("/a?b=c"), headers: ["X-Mine": "m", "X-Empty": ""])
    request.body = Array("{\"a\":1}".utf8)
    request.credential = Secret("Bearer abc")
    let response = try await client.send(request)
    #expect(response.status == 201)
    #expect(response.headers["X-TWO"] == "a: b")
    #expect(response.body == [0, 255, 10])
    #expect(response.url == server.url("/a?b=c"))
    let received = try #require(server.requests.first)
    #expect(received.method == "POST")
    #expect(received.target == "/a?b=c")
    #expect(received.text == "{\"a\":1}")
    let headers = received.headers
    #expect(headers["User-Agent"] == "tests/1")
    #expect(headers["Authorization"] == "Bearer abc")
    #expect(headers["X-Mine"] == "m")
    #expect(headers["X-Empty"] == "")
    #expect(headers["Expect"] == nil)
    #expect(headers["Content-Type"] == nil)
    #expect(headers["Accept-Encoding"]?.contains("zstd") == true)
  }

  @Test(arguments: [Request.Method.get, .head, .post, .put, .patch, .delete], [nil, [], [1, 2]])
  func `Every method is sent with or without a body`(
    method: Request.Method, body: [UInt8]?
  ) async throws {
    let server = try LoopbackServer { $0.method == "HEAD" ? Reply(status: 200) : .text("yes") }
    guard method != .head || body == nil else { return }
    for _ in 0..<2 {
      let response = try await client.send(Request(method, server.url(), body: body))
      #expect(response.body == (method == .head ? [] : Array("yes".utf8)))
    }
    #expect(server.requests.map(\.method) == [method.rawValue, method.rawValue])
    #expect(server.requests.map(\.body) == [body ?? [], body ?? []])
    // What must not be done twice gets a connection of its own.
    #expect(server.connectionCount == (method.isIdempotent ? 1 : 2))
  }

  @Test func `Requests one after the other share a connection`() async throws {
    let server = try LoopbackServer { .text($0.target) }
    for number in 0..<20 {
      let response = try await client.send(Request(.get, server.url("/\(number)")))
      #expect(response.body == Array("/\(number)".utf8))
    }
    #expect(server.connectionCount == 1)
  }

  @Test func `A connection that the server closed meanwhile is replaced`() async throws {
    let server = try LoopbackServer { .text("\($0.connection)").closing }
    for _ in 0..<5 { #expect(try await client.send(Request(.get, server.url())).status == 200) }
    #expect(server.connectionCount == 5)
  }

  @Test func `A write is not repeated after a lost connection`() async throws {
    let server = try LoopbackServer { request in
      request.path == "/deed" && request.connection == 1 ? .hangUp : .text("done")
    }
    _ = try await client.send(Request(.get, server.url("/before")))
    // On a connection that was used before, libcurl would ask again by itself.
    _ = try? await client.send(Request(.post, server.url("/deed")))
    #expect(server.requests.filter { $0.path == "/deed" }.count == 1)
  }

  @Test func `Many requests use no more connections than allowed`() async throws {
    let server = try LoopbackServer { .text($0.target).delayed(by: .milliseconds(2)) }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<300 {
        group.addTask { [client] in
          let response = try await client.send(Request(.get, server.url("/\(number)")))
          return response.body == Array("/\(number)".utf8)
        }
      }
      for try await same in group { #expect(same) }
    }
    #expect(server.requests.count == 300)
    #expect(server.mostConnections <= LiveOptions().connectionsPerHost)
  }

  @Test func `Without TLS, a request does not wait for the response to another one`() async throws {
    let server = try LoopbackServer { request in
      request.path == "/slow" ? .text("late").delayed(by: .seconds(600)) : .text("done")
    }
    let slow = Task { [client] in try await client.send(Request(.get, server.url("/slow"))) }
    while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    let response = try await client.send(Request(.get, server.url("/fast")))
    #expect(response.body == Array("done".utf8))
    slow.cancel()
  }

  @Test func `A canceled task ends its request immediately`() async throws {
    let server = try LoopbackServer { _ in .text("late").delayed(by: .seconds(600)) }
    let task = Task { [client] in try await client.send(Request(.get, server.url())) }
    while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    task.cancel()
    let error = await #expect(throws: HTTPError.self) { try await task.value }
    // Had it waited, there would be an answer.
    #expect(error?.code == .cancelled)
  }

  @Test func `A task that was canceled before sends no request`() async throws {
    let server = try LoopbackServer { _ in .text("never") }
    let task = Task { [client] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await client.send(Request(.get, server.url()))
    }
    let error = await #expect(throws: HTTPError.self) { try await task.value }
    #expect(error?.code == .cancelled)
    #expect(server.requests.isEmpty)
  }

  @Test func `Cancelation at any moment neither hangs nor crashes`() async throws {
    let server = try LoopbackServer { _ in .text("x") }
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask { [client] in
          let task = Task { try await client.send(Request(.get, server.url())) }
          try? await Task.sleep(for: .microseconds(number * 20))
          task.cancel()
          _ = await task.result
        }
      }
    }
    #expect(try await client.send(Request(.get, server.url())).status == 200)
  }

  @Test func `A response that exceeds the deadline is aborted`() async throws {
    let server = try LoopbackServer { _ in .text("late").delayed(by: .seconds(600)) }
    await error(.timedOut, of: Request(.get, server.url(), deadline: .milliseconds(100)))
  }

  @Test func `A body that exceeds the limit is aborted`() async throws {
    let server = try LoopbackServer { request in
      request.path == "/chunked"
        ? .chunks(Array(repeating: [UInt8](repeating: 1, count: 1000), count: 100))
        : Reply(body: [UInt8](repeating: 1, count: 100_000))
    }
    for path in ["/chunked", "/known"] {
      await error(
        .tooLarge(limit: 99_999), of: Request(.get, server.url(path), bodyLimit: 99_999))
      let response = try await client.send(
        Request(.get, server.url(path), bodyLimit: 100_000))
      #expect(response.body.count == 100_000)
    }
  }

  @Test func `A compressed body is limited by its decompressed size`() async throws {
    // A million zeros by `gzip -9`: its 1,003 bytes end in long runs of the same byte.
    let server = try LoopbackServer { _ in
      Reply(headers: ["Content-Encoding": "gzip"], body: Zeros.gzip)
    }
    await error(.tooLarge(limit: 999_999), of: Request(.get, server.url(), bodyLimit: 999_999))
    let response = try await client.send(Request(.get, server.url()))
    #expect(response.body == [UInt8](repeating: 0, count: 1_000_000))
    #expect(response.headers["Content-Encoding"] == nil)
    #expect(response.headers["Content-Length"] == nil)
  }

  @Test func `An endless header is aborted`() async throws {
    let server = try LoopbackServer { _ in
      Reply(
        headers: Headers(
          (0..<10_000).map { .init("X-\($0)", String(repeating: "y", count: 90)) }))
    }
    await error(.malformed, of: Request(.get, server.url()))
  }

  @Test(arguments: [
    LoopbackServer.Reply.text(String(repeating: "x", count: 5000)).cut(after: 2000),
    .text(String(repeating: "x", count: 5000)).cut(after: 2000, by: .reset),
    Reply(headers: ["Transfer-Encoding": "chunked"], body: Array("5\r\nabc".utf8)).closing,
    Reply(headers: ["Content-Encoding": "gzip"], body: Array("no gzip".utf8)),
    .raw("SSH-2.0-OpenSSH_9.2\r\n"), .raw("HTTP/1.1 abc\r\n\r\n"),
  ])
  func `An incomplete response is an error`(reply: LoopbackServer.Reply) async throws {
    let server = try LoopbackServer { _ in reply }
    await error(.malformed, of: Request(.get, server.url()))
  }

  @Test func `A server that hangs up is unreachable`() async throws {
    let server = try LoopbackServer { _ in .hangUp }
    await error(.unreachable, of: Request(.get, server.url()))
    server.close()
    await error(.unreachable, of: Request(.get, server.url()))
    await error(.unreachable, of: Request(.get, "http://no-such-host.invalid/"))
  }

  @Test func `TLS with a server without TLS is a TLS error`() async throws {
    let server = try LoopbackServer { _ in .text("plain") }
    let url = server.url().replacing("http:", with: "https:")
    await error(.tls, of: Request(.get, url))
  }

  @Test func `Interim responses and trailing fields are ignored`() async throws {
    let server = try LoopbackServer { _ in
      .raw(
        "HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\n"
          + "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
          + "2\r\nok\r\n0\r\nX-Late: 1\r\n\r\n")
    }
    let response = try await client.send(Request(.get, server.url()))
    #expect(response.status == 200)
    #expect(response.body == Array("ok".utf8))
    #expect(response.headers.fields.map(\.name) == ["Transfer-Encoding"])
  }

  @Test(arguments: [
    Headers.Field("X", "a\r\nY: b"), .init("X", "a\nb"), .init("X", "\u{0}"), .init("", "a"),
    .init("X Y", "a"), .init("X:", "a"), .init("Ä", "a"),
  ])
  func `A header with a line break is not sent`(field: Headers.Field) async throws {
    let server = try LoopbackServer { _ in .text("never") }
    await error(.invalidHeader, of: Request(.get, server.url(), headers: Headers([field])))
    #expect(server.requests.isEmpty)
  }

  @Test func `A redirect is an ordinary response`() async throws {
    let server = try LoopbackServer { _ in .redirect(to: "/next") }
    let response = try await client.send(Request(.get, server.url()))
    #expect(response.status == 302)
    #expect(server.requests.count == 1)
  }
}

private typealias Reply = LoopbackServer.Reply
