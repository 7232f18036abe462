import Libc
import HTTP
import Synchronization
import TestSupport
import Testing

@Suite struct `A request to a private address` {
  private func code(_ url: String, _ client: Client) async -> HTTPError.Code? {
    do {
      _ = try await client.send(Request(.get, url))
      return nil
    } catch {
      return error.code
    }
  }

  @Test(arguments: [
    "127.0.0.1", "localhost", "127.1", "0x7f000001", "2130706433", "[::ffff:127.0.0.1]",
    "[::1]", "0.0.0.0", "[::]", "169.254.169.254", "[fe80::1]",
  ])
  func `A private address is refused in every spelling`(host: String) async throws {
    let server = try LoopbackServer { _ in .text("secret") }
    let code = await code("http://\(host):\(server.port)/", .live())
    #expect(code == .forbiddenAddress)
    #expect(server.connectionCount == 0)
  }

  @Test func `Only the operator's hosts are allowed`() async throws {
    let server = try LoopbackServer { _ in .text("fine") }
    let asked = Mutex<Set<String>>([])
    let client = Client.live(
      LiveOptions(allowsPrivate: { origin in
        asked.withLock { _ = $0.insert(origin.bareHost) }
        return origin.bareHost == "localhost"
      }))
    #expect(await code("http://LOCALHOST:\(server.port)/", client) == nil)
    #expect(await code("http://127.0.0.1:\(server.port)/", client) == .forbiddenAddress)
    #expect(await code("http://[::1]:\(server.port)/", client) == .forbiddenAddress)
    #expect(asked.withLock(\.self) == ["localhost", "127.0.0.1", "::1"])
  }

  @Test func `An operator's origin is only allowed on its port, in any spelling`() async throws {
    let (server, other) = (
      try LoopbackServer { _ in .text("fine") }, try LoopbackServer { _ in .text("secret") }
    )
    let allowed = try AbsoluteURL("http://127.0.0.1:\(server.port)").origin
    let client = Client.live(LiveOptions(allowsPrivate: { $0 == allowed }))
    for host in ["127.0.0.1", "127.1", "2130706433", "0x7f000001"] {
      #expect(await code("http://\(host):\(server.port)/", client) == nil)
      #expect(await code("http://\(host):\(other.port)/", client) == .forbiddenAddress)
    }
    #expect(other.connectionCount == 0)
  }

  @Test func `The operator's networks are allowed for any name`() async throws {
    let server = try LoopbackServer { _ in .text("fine") }
    let client = Client.live(LiveOptions(allowsAddress: { $0 == [127, 0, 0, 1] }))
    #expect(await code("http://127.0.0.1:\(server.port)/", client) == nil)
    #expect(await code("http://2130706433:\(server.port)/", client) == nil)
    #expect(await code("http://127.0.0.2:\(server.port)/", client) == .forbiddenAddress)
  }

  @Test func `The environment's proxy is not used`() async {
    // In a process of its own: others read the environment meanwhile.
    await #expect(processExitsWith: .success) {
      let server = try LoopbackServer { _ in .text("from a proxy") }
      setenv("http_proxy", server.url(), 1)
      let client = Client.live()
      let error = await #expect(throws: HTTPError.self) {
        _ = try await client.send(Request(.get, "http://no-such-host.invalid/"))
      }
      #expect(error?.code == .unreachable)
      #expect(server.connectionCount == 0)
    }
  }
}
