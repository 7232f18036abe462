import HTTP
import Logging
import TestSupport
import Testing

private func origin(_ url: String) throws -> Origin { try AbsoluteURL(url).origin }

@Suite struct `A proxy` {
  /// Answers for every host as a proxy does, and records what it was asked for.
  private let proxy = Result { try LoopbackServer { _ in .text("by proxy") } }

  private func client(
    _ proxies: Proxies, allows: @escaping @Sendable (Origin) -> Bool = { _ in false }
  ) -> Client {
    .live(LiveOptions(proxies: proxies, allowsPrivate: allows))
  }

  private func failure(of url: String, _ client: Client) async -> HTTPError? {
    do throws(HTTPError) {
      _ = try await client.send(Request(.get, url))
      return nil
    } catch {
      return error
    }
  }

  @Test func `a request is sent to the proxy with the whole URL and its credential`() async throws {
    let proxy = try proxy.get()
    let url = "http://ann:p%40ss@127.0.0.1:\(proxy.port)"
    let client = client(Proxies(http: Secret(url)))
    var request = Request(.get, "http://packages.example.test/a?b=c")
    request.credential = Secret("Bearer abc")
    let response = try await client.send(request)
    #expect(response.text == "by proxy")
    let received = try #require(proxy.requests.first)
    #expect(received.target == "http://packages.example.test/a?b=c")
    #expect(received.headers["Proxy-Authorization"] == "Basic YW5uOnBAc3M=")
    #expect(received.headers["Authorization"] == "Bearer abc")
  }

  @Test func `a tunnel is requested for https, without the server's credential`() async throws {
    let proxy = try LoopbackServer { _ in LoopbackServer.Reply(status: 403) }
    let client = client(Proxies(https: Secret("http://127.0.0.1:\(proxy.port)")))
    var request = Request(.get, "https://packages.example.test/")
    request.credential = Secret("Bearer abc")
    let error = await #expect(throws: HTTPError.self) { _ = try await client.send(request) }
    #expect(error?.code == .unreachable)
    #expect(error?.proxy == "http://127.0.0.1:\(proxy.port)")
    let received = try #require(proxy.requests.first)
    #expect(received.method == "CONNECT")
    #expect(received.target == "packages.example.test:443")
    #expect(received.headers["Authorization"] == nil)
  }

  @Test(arguments: [
    "http://127.0.0.1:9/", "http://10.0.0.1/", "http://[::1]/", "http://2130706433/",
    "http://localhost/", "http://169.254.169.254/latest/meta-data",
  ])
  func `a private address is refused behind a proxy, too`(url: String) async throws {
    let proxy = try proxy.get()
    let proxies = Proxies(http: Secret("http://127.0.0.1:\(proxy.port)"))
    #expect(await failure(of: url, client(proxies))?.code == .forbiddenAddress)
    #expect(proxy.connectionCount == 0)
    #expect(await failure(of: url, client(proxies, allows: { _ in true })) == nil)
  }

  @Test func `a proxy that cannot be used is named without its password`() async throws {
    let proxies = Proxies(http: Secret("http://ann:secret@127.0.0.1:9"))
    let error = await failure(of: "http://packages.example.test/", client(proxies))
    #expect(error?.code == .unreachable)
    #expect(error?.proxy == "http://127.0.0.1:9")
    #expect(error?.detail.contains("secret") == false)
    let demanding = try LoopbackServer { _ in LoopbackServer.Reply(status: 407) }
    let other = Proxies(http: Secret("http://127.0.0.1:\(demanding.port)"))
    let refusal = await failure(of: "http://packages.example.test/", client(other))
    #expect(refusal?.proxy == "http://127.0.0.1:\(demanding.port)")
    #expect(refusal?.detail == "it requires a credential")
    #expect(refusal?.needsProxyCredential == true && error?.needsProxyCredential == false)
  }

  @Test(arguments: [
    ("*", "http://a.dev/", true), ("acme.dev", "http://acme.dev/", true),
    ("acme.dev", "http://npm.acme.dev/", true), (".acme.dev", "http://npm.ACME.dev/", true),
    ("*.acme.dev", "http://npm.acme.dev/", true), ("acme.dev", "http://notacme.dev/", false),
    ("acme.dev:8080", "http://acme.dev/", false), ("acme.dev:8080", "http://acme.dev:8080/", true),
    ("10.0.0.0/8", "http://10.1.2.3/", true), ("10.0.0.0/8", "http://11.1.2.3/", false),
    ("127.0.0.1", "http://127.0.0.1:4801/", true), ("[::1]", "http://[::1]/", true),
    ("10.0.0.0/8", "http://ten.dev/", false), ("", "http://a.dev/", false),
  ])
  func `exceptions are hosts, domains, ports and networks`(
    exception: String, url: String, isDirect: Bool
  ) throws {
    let proxies = Proxies(http: Secret("http://p:1"), exceptions: [exception])
    #expect((proxies.proxy(for: try origin(url)) == nil) == isDirect)
  }

  @Test func `an exception is reached directly`() async throws {
    let server = try LoopbackServer { _ in .text("direct") }
    let proxies = Proxies(http: Secret("http://127.0.0.1:9"), exceptions: ["127.0.0.1"])
    let direct = client(proxies, allows: { _ in true })
    #expect(try await direct.send(Request(.get, server.url("/"))).text == "direct")
    #expect(server.requests.first?.target == "/")
  }
}
