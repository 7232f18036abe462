import FoundationEssentials
import TestSupport
import Testing

@testable import HTTPServer

/// A server on a free port, and what its handler was asked.
private final class Fixture: Sendable {
  let server: Server
  let asked: Log

  init(
    _ change: (inout ServerOptions) -> Void = { _ in },
    handler: @escaping Server.Handler = { .text("\($0.method) \($0.target)|") }
  ) throws {
    var options = ServerOptions()
    change(&options)
    let log = Log()
    asked = log
    server = try Server(options) { request in
      log.add(request)
      return await handler(request)
    }
  }

  func client() throws -> RawClient { try #require(RawClient(port: server.port)) }

  /// Sends a text on a connection of its own and reads until the server hangs up.
  func ask(_ text: String) async throws -> String {
    let client = try client()
    client.send(text)
    return await client.read()
  }
}

/// The targets that a handler was asked for.
final class Asked: Sendable {
  private let targets = Watched<[String]>([])

  func add(_ target: String) { targets.update { $0.append(target) } }
  var all: [String] { targets.value }
}

private final class Log: Sendable {
  private let requests = Watched<[ServerRequest]>([])

  func add(_ request: ServerRequest) { requests.update { $0.append(request) } }
  var all: [ServerRequest] { requests.value }

  /// Waits until so many were asked.
  func wait(for count: Int) async { await requests.wait { $0.count >= count } }
}

private func chunked(_ pieces: [String]) -> String {
  pieces.map { "\(String($0.utf8.count, radix: 16))\r\n\($0)\r\n" }.joined() + "0\r\n\r\n"
}

/// Whether the system has the address `::1`.
private let hasIPv6 =
  (try? String(contentsOfFile: "/proc/net/if_inet6", encoding: .utf8))?
  .contains("00000000000000000000000000000001 ") ?? false

@Suite(.timeLimit(.minutes(10))) struct `A git server that hangs` {
  @Test func `a request arrives as it was sent`() async throws {
    let fixture = try Fixture()
    let answer = try await fixture.ask(
      "GET /a%20b/c?d=%26&e HTTP/1.1\r\nHost: x\r\nX-One: 1\r\nx-one: 2\r\nConnection: close\r\n\r\n"
    )
    #expect(answer.status == 200)
    #expect(answer.hasSuffix("\r\n\r\nGET /a%20b/c?d=%26&e|"))
    #expect(answer.contains("Content-Type: text/plain; charset=utf-8\r\n"))
    let request = try #require(fixture.asked.all.first)
    #expect(request.path == "/a%20b/c")
    #expect(request.query == "d=%26&e")
    #expect(request.client == "127.0.0.1")
    #expect(request.header("X-ONE") == "1")
    #expect(request.headers.map(\.name) == ["Host", "X-One", "x-one", "Connection"])
    await fixture.server.stop(within: .seconds(1))
  }

  @Test(arguments: [
    ("Content-Length: 11", "hello world"),
    ("Transfer-Encoding: chunked", chunked(["hello ", "world"])),
    ("Expect: 100-continue\r\nContent-Length: 11", "hello world"),
  ])
  func `a body arrives whole`(head: String, body: String) async throws {
    let fixture = try Fixture { _ in
    } handler: {
      .text(String(decoding: $0.body, as: UTF8.self))
    }
    let answer = try await fixture.ask(
      "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\(head)\r\n\r\n\(body)")
    #expect(answer.hasSuffix("\r\n\r\nhello world"))
    await fixture.server.stop(within: .seconds(1))
  }

  @Test func `an answer to HEAD has the length of the body and not the body`() async throws {
    let fixture = try Fixture { _ in
    } handler: {
      .text("12345\($0.method)")
    }
    let answer = try await fixture.ask("HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    #expect(answer.contains("Content-Length: 8\r\n"))
    #expect(answer.answerBody == "")
    #expect(fixture.asked.all.first?.method == "GET")
    await fixture.server.stop(within: .seconds(1))
  }

  @Test func `requests sent at once on one connection are answered in order`() async throws {
    let fixture = try Fixture()
    let client = try fixture.client()
    client.send((1...5).map { "GET /\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined())
    let answers = await client.read(upTo: "GET /5|")
    let bodies = answers.split(separator: "\r\n\r\n").dropFirst().map { $0.prefix { $0 != "|" } }
    #expect(bodies == (1...5).map { "GET /\($0)" })
    client.send("GET /6 HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(await client.read(upTo: "|").hasSuffix("GET /6|"))
    await fixture.server.stop(within: .seconds(1))
  }

  @Test(arguments: [
    ("Content-Length: 101", "", 413), ("Content-Length: 9223372036854775807", "", 413),
    ("Transfer-Encoding: chunked", chunked(Array(repeating: "0123456789", count: 11)), 413),
    ("Content-Length: 5\r\nTransfer-Encoding: chunked", chunked(["hello"]), 400),
    ("Content-Length: -1", "", 400), ("Content-Length: x", "", 400),
  ])
  func `a body too large or of unclear length is refused unheard`(
    head: String, body: String, status: Int
  ) async throws {
    let fixture = try Fixture { $0.bodyLimit = 100 }
    let answer = try await fixture.ask(
      "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\(head)\r\n\r\n\(body)")
    #expect(answer.status == status)
    #expect(fixture.asked.all.isEmpty)
    await fixture.server.stop(within: .seconds(1))
  }

  @Test func `a body of exactly the bound is taken`() async throws {
    let fixture = try Fixture { $0.bodyLimit = 100 }
    let answer = try await fixture.ask(
      "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 100\r\n\r\n"
        + String(repeating: "x", count: 100))
    #expect(answer.status == 200)
    await fixture.server.stop(within: .seconds(1))
  }

  @Test func `unfinished bodies of all connections have one bound together`() async throws {
    let fixture = try Fixture { $0.bodyBudget = 150 }
    let head = "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 100\r\n\r\n"
    let first = try fixture.client()
    first.send(head + String(repeating: "x", count: 90))
    while fixture.server.heldBytes < 90 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(try await fixture.ask(head + String(repeating: "x", count: 100)).status == 503)
    first.send(String(repeating: "x", count: 10))
    #expect(await first.read().status == 200)
    #expect(try await fixture.ask(head + String(repeating: "x", count: 100)).status == 200)
    await fixture.server.stop(within: .seconds(1))
  }

  @Test func `a request that breaks off is not handled`() async throws {
    let fixture = try Fixture { $0.transferLimit = .milliseconds(300) }
    let client = try fixture.client()
    client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhello")
    client.finishSending()
    #expect(await client.read().status != 200)
    await fixture.server.waitUntilIdle()
    #expect(fixture.asked.all.isEmpty)
    await fixture.server.stop(within: .seconds(1))
  }

  @Test func `a head too large is refused`() async throws {
    let fixture = try Fixture()
    let answer = try await fixture.ask(
      "GET / HTTP/1.1\r\nHost: x\r\nX: \(String(repeating: "x", count: 100_000))\r\n\r\n")
    #expect([400, 413, 414, 431, nil].contains(answer.status))
    await fixture.server.waitUntilIdle()
    #expect(fixture.asked.all.isEmpty)
    await fixture.server.stop(within: .seconds(1))
  }

  @Test func `a header that would break out of its line is not sent`() async throws {
    let fixture = try Fixture { _ in
    } handler: { _ in
      ServerResponse(status: 200, headers: [HeaderField("X-Bad", "a\r\nSet-Cookie: b")])
    }
    let answer = try await fixture.ask("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    #expect(answer.status == 200)
    #expect(!answer.contains("Set-Cookie"))
    await fixture.server.stop(within: .seconds(1))
  }

  @Test func `random bytes are not a request and do no harm`() async throws {
    let fixture = try Fixture { $0.arrivalLimit = .milliseconds(300) }
    var seed: UInt64 = 7
    for _ in 0..<40 {
      let noise = (0..<200).map { _ -> UInt8 in
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: seed >> 33)
      }
      let client = try fixture.client()
      client.send(noise + Array("\r\n\r\n".utf8))
      client.finishSending()
      #expect(await client.read().status != 200)
    }
    // On a busy machine even a good request may come too late for so short a limit.
    try await eventually {
      try await fixture.ask("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").status == 200
    }
    await fixture.server.stop(within: .seconds(1))
  }

  @Test func `an address that is not to be had is an error`() async throws {
    let fixture = try Fixture()
    var taken = ServerOptions()
    taken.port = fixture.server.port
    #expect(failure(of: taken) == .cannotListen(errno: 98))
    var unknown = ServerOptions()
    unknown.host = "no such host"
    guard case .unknownHost? = failure(of: unknown) else {
      Issue.record("listens at no such host")
      return
    }
    await fixture.server.stop(within: .seconds(1))
  }

  @Test(.enabled(if: hasIPv6, "needs IPv6"))
  func `a server listens at IPv6 too`() async throws {
    var options = ServerOptions()
    options.host = "::1"
    let server = try Server(options, handler: { .text($0.client) })
    let client = try #require(RawClient(port: server.port, host: "::1"))
    client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    #expect(await client.read().hasSuffix("\r\n\r\n::1"))
    await server.stop(within: .seconds(1))
  }

  private func failure(of options: ServerOptions) -> ServerError? {
    do throws(ServerError) {
      _ = try Server(options) { _ in .text("") }
      return nil
    } catch {
      return error
    }
  }
}

@Suite(.timeLimit(.minutes(10))) struct `The deadlines of a server` {
  @Test(arguments: ["", "GET", "GET / HTTP/1.1\r\nHost: x\r\n"])
  func `a head that does not come is not waited for`(beginning: String) async throws {
    let fixture = try Fixture {
      $0.arrivalLimit = .milliseconds(150)
    }
    #expect(try await fixture.ask(beginning).status != 200)
    #expect(fixture.asked.all.isEmpty)
    await fixture.server.stop(within: .seconds(1))
  }

  @Test func `a body that trickles is cut off`() async throws {
    let fixture = try Fixture { $0.transferLimit = .milliseconds(300) }
    let client = try fixture.client()
    client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n")
    // Were it not cut off, the body would be whole at some time, and asked for.
    for _ in 0..<1_000 where client.send("x") { try await Task.sleep(for: .milliseconds(20)) }
    #expect(fixture.asked.all.isEmpty)
    await fixture.server.stop(within: .seconds(1))
  }

  @Test func `a slow handler is answered for and cancelled`() async throws {
    let wasCancelled = Watched(false)
    let fixture = try Fixture {
      $0.handlerLimit = .milliseconds(100)
    } handler: { _ in
      try? await Task.sleep(for: .seconds(60))
      let isCancelled = Task.isCancelled
      wasCancelled.update { $0 = isCancelled }
      return .text("late")
    }
    let answer = try await fixture.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(answer.status == 503)
    await wasCancelled.wait { $0 }
    await fixture.server.stop(within: .seconds(1))
  }

  @Test func `a response that nobody reads is abandoned`() async throws {
    let fixture = try Fixture {
      $0.transferLimit = .milliseconds(200)
    } handler: { _ in
      ServerResponse(status: 200, body: [UInt8](repeating: 120, count: 64 << 20))
    }
    let client = try fixture.client()
    client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    await fixture.asked.wait(for: 1)
    await fixture.server.waitUntilIdle()
    await fixture.server.stop(within: .seconds(1))
    withExtendedLifetime(client) {}
  }
}

@Suite(.timeLimit(.minutes(10))) struct `The end of a server` {
  @Test func `requests under way are finished, new ones not taken`() async throws {
    let mayAnswer = Watched(false)
    let fixture = try Fixture { _ in
    } handler: { request in
      await mayAnswer.wait { $0 }
      return .text("done|")
    }
    let client = try fixture.client()
    client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    await fixture.asked.wait(for: 1)
    async let end = fixture.server.stop(within: .seconds(60))
    while !fixture.server.isDraining { await Task.yield() }
    mayAnswer.update { $0 = true }
    let answer = await client.read()
    #expect(answer.status == 200)
    #expect(answer.hasSuffix("done|"))
    #expect(answer.contains("Connection: close\r\n"))
    #expect(await end == .finished)
    #expect(RawClient(port: fixture.server.port) == nil)
  }

  @Test func `a connection kept alive does not hold it up`() async throws {
    let fixture = try Fixture()
    let client = try fixture.client()
    client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(await client.read(upTo: "|").status == 200)
    await fixture.server.waitUntilIdle()
    // Without any grace: were it waited for, it would be broken off.
    #expect(await fixture.server.stop(within: .zero) == .finished)
    #expect(await client.read() == "")
  }

  @Test func `a request that outlasts the grace period gets a response that says so`() async throws
  {
    let fixture = try Fixture { _ in
    } handler: { _ in
      try? await Task.sleep(for: .seconds(60))
      return .text("late")
    }
    let client = try fixture.client()
    client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    await fixture.asked.wait(for: 1)
    #expect(await fixture.server.stop(within: .zero) == .brokenOff(1))
    #expect(await client.read().status == 503)
  }

  @Test func `a second stop does nothing, and letting go stops too`() async throws {
    let fixture = try Fixture()
    #expect(await fixture.server.stop(within: .zero) == .finished)
    #expect(await fixture.server.stop(within: .zero) == nil)
    var server: Server? = try Server(ServerOptions()) { _ in .text("") }
    let port = try #require(server?.port)
    #expect(RawClient(port: port) != nil)
    server = nil
    while RawClient(port: port) != nil { try await Task.sleep(for: .milliseconds(10)) }
  }

  @Test func `under load every answer that begins is whole`() async throws {
    let fixture = try Fixture { _ in
    } handler: { request in
      try? await Task.sleep(for: .milliseconds(2))
      return .text(String(repeating: "x", count: 20_000) + "|")
    }
    let answers = Watched<[String]>([])
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<16 {
        group.addTask {
          while let client = RawClient(port: fixture.server.port) {
            guard client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n") else {
              break
            }
            let answer = await client.read()
            answers.update { $0.append(answer) }
          }
        }
      }
      group.addTask {
        await answers.wait { $0.count >= 100 }
        #expect(await fixture.server.stop(within: .seconds(600)) == .finished)
      }
    }
    let begun = answers.value.filter { !$0.isEmpty }
    #expect(!begun.isEmpty)
    #expect(begun.allSatisfy { $0.status == 200 && $0.hasSuffix("x|") })
    #expect(fixture.server.requestCount == 0)
  }

  @Test func `starting and stopping in the middle of requests never ends the process`() async throws
  {
    for round in 0..<30 {
      let fixture = try Fixture { _ in
      } handler: { _ in
        try? await Task.sleep(for: .milliseconds(1))
        return .text("x")
      }
      let clients = (0..<8).compactMap { _ in RawClient(port: fixture.server.port) }
      for client in clients { client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\n") }
      try await Task.sleep(for: .microseconds(200 * round))
      await fixture.server.stop(within: .zero)
      #expect(fixture.server.requestCount == 0)
    }
  }
}
