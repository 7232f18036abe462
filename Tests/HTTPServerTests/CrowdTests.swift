import Libc
import TestSupport
import Testing

@testable import HTTPServer

private final class Crowd {
  let server: Server
  private(set) var clients: [RawClient] = []

  init(_ change: (inout ServerOptions) -> Void, admit: Server.Admit? = nil) throws {
    var options = ServerOptions()
    change(&options)
    server = try Server(options, admit: admit) { .text("served \($0.body.count)|") }
  }

  /// Opens connections that send a text and then wait.
  func add(_ count: Int, sending text: String) throws {
    for _ in 0..<count {
      let client = try #require(RawClient(port: server.port))
      client.send(text)
      clients.append(client)
    }
  }

  func ask(_ text: String) async throws -> String {
    let client = try #require(RawClient(port: server.port))
    client.send(text)
    return await client.read()
  }
}

private func post(_ count: Int, to path: String = "/") -> String {
  "POST \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: \(count)\r\n\r\n"
}

/// No limit in time helps in these tests: whoever waits for one waits for minutes.
private func patient(_ options: inout ServerOptions) {
  options.arrivalLimit = .seconds(600)
  options.transferLimit = .seconds(600)
  options.slowStart = .seconds(600)
}

@Suite(.timeLimit(.minutes(5))) struct `A crowd of clients` {
  @Test(arguments: ["", "GET /hal", "POST / HTTP/1.1\r\nHost: x\r\n", post(100) + "half"])
  func `whoever does not finish a request makes room for whoever does`(half: String) async throws {
    let crowd = try Crowd {
      patient(&$0)
      $0.connectionLimit = 20
    }
    try crowd.add(60, sending: half)
    for _ in 0..<10 {
      #expect(try await crowd.ask(post(2) + "ok").hasSuffix("served 2|"))
    }
    await crowd.server.stop(within: .zero)
  }

  @Test func `one address has its own share of connections`() async throws {
    let crowd = try Crowd {
      patient(&$0)
      $0.clientLimit = 5
    }
    try crowd.add(30, sending: "GET /hal")
    try await eventually { crowd.server.connectionCount <= 5 }
    #expect(try await crowd.ask(post(2) + "ok").hasSuffix("served 2|"))
    await crowd.server.stop(within: .zero)
  }

  @Test func `large bodies that are not finished do not keep a small one out`() async throws {
    let crowd = try Crowd {
      patient(&$0)
      $0.bodyBudget = 10_000
    }
    try crowd.add(10, sending: post(2_000) + String(repeating: "x", count: 1_000))
    try await eventually { crowd.server.heldBytes == 10_000 }
    for _ in 0..<5 {
      #expect(try await crowd.ask(post(2) + "ok").hasSuffix("served 2|"))
    }
    await crowd.server.stop(within: .zero)
  }

  @Test func `a body slower than the least rate is cut off`() async throws {
    let crowd = try Crowd {
      patient(&$0)
      // The interval of checks follows the shortest limit.
      $0.idleLimit = .milliseconds(100)
      $0.slowStart = .milliseconds(50)
      $0.minimumRate = 1 << 20
    }
    #expect(try await crowd.ask(post(1_000) + "slow").status != 200)
    await crowd.server.stop(within: .zero)
  }

  @Test func `a response to the head arrives while a client still sends`()
    async throws
  {
    let crowd = try Crowd(patient) { head in
      head.path == "/no" ? .answer(.text("no\n", status: 401)) : .receive(.small)
    }
    #expect(try await crowd.ask(post(1 << 30, to: "/no")).status == 401)
    let whole = post(4 << 20, to: "/no") + String(repeating: "x", count: 4 << 20)
    for _ in 0..<5 {
      let answer = try await crowd.ask(whole)
      #expect(answer.status == 401)
      #expect(answer.hasSuffix("no\n"))
    }
    #expect(try await crowd.ask(post(70_000)).status == 413)
    await crowd.server.stop(within: .zero)
  }

  @Test func `an answer to a head without a body leaves the connection open`() async throws {
    let crowd = try Crowd({ _ in }, admit: { .answer(.text("\($0.target)|")) })
    let client = try #require(RawClient(port: crowd.server.port))
    for path in ["/1", "/2"] {
      client.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(await client.read(upTo: "|").hasSuffix("\(path)|"))
    }
    await crowd.server.stop(within: .zero)
  }

  @Test func `requests are answered while the task pool is busy`() async throws {
    await #expect(processExitsWith: .exitCode(42)) {
      let server = try Server(
        ServerOptions(),
        admit: { head in
          head.path == "/healthz" ? .answer(.text("alive|")) : .receive(.small)
        }
      ) { request in
        await Task.yield()
        return .text("served \(request.body.count)|")
      }
      let port = server.port
      requireThread {
        poll(nil, 0, 200)
        for text in ["GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", post(2) + "ok"] {
          guard let client = RawClient(port: port) else { _exit(1) }
          client.send(text)
          guard client.readNow(upTo: "|").status == 200 else { _exit(2) }
        }
        _exit(42)
      }
      for _ in 0..<64 {
        Task.detached { while true { poll(nil, 0, 1_000) } }
      }
      try await Task.sleep(for: .seconds(120))
      await server.stop(within: .zero)
    }
  }
}
