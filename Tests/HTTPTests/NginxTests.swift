import Libc
import HTTP
import TestSupport
import Testing

@Suite(.slow, .enabled(if: NginxServer.isInstalled, "needs nginx")) struct `A request to nginx` {
  let server: NginxServer
  let client: Client

  init() async throws {
    server = try await NginxServer()
    client = .live(LiveOptions(certificates: server.certificate, allowsPrivate: { _ in true }))
  }

  @Test func `HTTP 2 is used with TLS, and HTTP 1 without`() async throws {
    let secure = try await client.send(Request(.get, server.secureURL("/protocol")))
    let clear = try await client.send(Request(.get, server.url("/protocol")))
    #expect(secure.text == "HTTP/2.0")
    #expect(clear.text == "HTTP/1.1")
    #expect(secure.headers["server"]?.hasPrefix("nginx") == true)
  }

  @Test func `An untrusted certificate is refused`() async throws {
    let stranger = Client.live(LiveOptions(allowsPrivate: { _ in true }))
    #expect(await stranger.code(of: Request(.get, server.secureURL("/1k"))) == .tls)
    // The right certificate at another name is no better.
    let other = server.secureURL("/1k").replacing("127.0.0.1", with: "localhost")
    #expect(await client.code(of: Request(.get, other)) == .tls)
  }

  @Test func `No HTTP 2 stream stalls`() async throws {
    var slowest: [(stream: Duration, connection: Duration)] = []
    for _ in 0..<7 {
      slowest.append(
        (
          stream: try await slowestOfMany(server.secureURL("/1k")),
          connection: try await slowestOfMany(server.url("/1k"))
        ))
    }
    // A stalled connection sleeps as long as the thread polls, and most rounds saw such a stall.
    // Where the machine is busy, the connections of HTTP 1, which do not stall, are slow too.
    let typical = (
      stream: slowest.map(\.stream).sorted()[3], connection: slowest.map(\.connection).sorted()[3]
    )
    #expect(typical.stream < .milliseconds(700) + typical.connection * 4)
  }

  @Test func `A conditional request returns 304`() async throws {
    let caching = client.caching(in: .inMemory())
    for fromCache in [false, true] {
      let response = try await caching.send(Request(.get, server.secureURL("/1k")))
      #expect(response.body.count == 1024)
      #expect(response.isFromCache == fromCache)
    }
  }

  /// Sends 1,600 requests, 32 at a time.
  private func slowestOfMany(_ url: String) async throws -> Duration {
    try await withThrowingTaskGroup(of: Duration.self) { group in
      for _ in 0..<32 {
        group.addTask {
          var slowest = Duration.zero
          for _ in 0..<50 {
            let start = ContinuousClock.now
            let response = try await client.send(Request(.get, url))
            #expect(response.body.count == 1024)
            slowest = max(slowest, ContinuousClock.now - start)
          }
          return slowest
        }
      }
      return try await group.reduce(.zero, max)
    }
  }
}
