import HTTP
import Logging
import TestSupport
import Testing

@Suite struct `The redirect layer` {
  /// Redirects once to `location`, then responds.
  private func wire(_ status: Int, to location: String) -> ScriptedClient {
    ScriptedClient(answer(status, ["Location": location]), answer(200, [:], "there"))
  }

  /// Uses a clock that does not advance, so that a busy machine does not use up the deadline.
  private func following(_ wire: ScriptedClient, limit: Int = 10) -> Client {
    wire.client.followingRedirects(limit: limit, clock: ManualClock().clock)
  }

  private func secretive(_ method: Request.Method, _ url: String, body: [UInt8]?) -> Request {
    Request(
      method, url,
      headers: [
        "Accept": "text/html", "Authorization": "Bearer x", "Cookie": "c=1", "PRIVATE-TOKEN": "y",
        "X-Anything": "z", "Content-Type": "text/plain",
      ], body: body, credential: Secret("Bearer secret"))
  }

  @Test(arguments: [
    (301, Request.Method.get, Request.Method.get), (301, .post, .get), (302, .post, .get),
    (303, .post, .get), (303, .put, .get), (303, .head, .head), (302, .put, .put),
    (301, .delete, .delete), (307, .post, .post), (308, .patch, .patch), (307, .get, .get),
  ])
  func `The method changes as in RFC 9110`(
    status: Int, method: Request.Method, next: Request.Method
  ) async throws {
    let wire = wire(status, to: "/b")
    let client = following(wire)
    let body: [UInt8]? = method == .get || method == .head ? nil : [1]
    let response = try await client.send(secretive(method, "https://a.dev/a", body: body))
    #expect(response.text == "there")
    let second = wire.requests[1]
    #expect(second.method == next)
    #expect(second.url == "https://a.dev/b")
    #expect(second.body == (next == method ? body : nil))
    #expect((second.headers["Content-Type"] == nil) == (next != method))
    #expect(second.isIdempotent == next.isIdempotent)
    // The origin is the same, so the secrets are sent.
    #expect(second.credential == Secret("Bearer secret"))
    #expect(second.headers["Cookie"] == "c=1")
  }

  @Test(arguments: [
    "https://b.dev/", "//b.dev/", "https://a.dev:8443/", "https://a.dev.evil.dev/",
    "https://www.a.dev/",
  ])
  func `Another origin gets no secret`(location: String) async throws {
    let wire = wire(302, to: location)
    _ = try await following(wire)
      .send(secretive(.get, "https://a.dev/a", body: nil))
    let second = wire.requests[1]
    #expect(second.credential == nil)
    #expect(second.headers.fields.map(\.name) == ["Accept"])
  }

  @Test(arguments: [
    "http://a.dev/", "http://b.dev/", "ftp://a.dev/", "file:///etc/passwd", "https://u:p@a.dev/",
    "javascript:x",
  ])
  func `A redirect from https to another scheme is refused`(location: String) async {
    let wire = wire(302, to: location)
    let code = await following(wire).code(of: Request(.get, "https://a.dev/"))
    #expect(code == .insecureRedirect)
    #expect(wire.requests.count == 1)
  }

  @Test(arguments: [(307, Request.Method.post), (308, .put), (302, .delete), (301, .patch)])
  func `Neither bodies nor writes are redirected to another origin`(
    status: Int, method: Request.Method
  ) async {
    let wire = wire(status, to: "https://b.dev/")
    let request = secretive(method, "https://a.dev/", body: [1])
    #expect(await following(wire).code(of: request) == .insecureRedirect)
    #expect(wire.requests.count == 1)
  }

  @Test func `A redirect from http to https is allowed`() async throws {
    let wire = wire(301, to: "https://a.dev/")
    _ = try await following(wire).send(Request(.get, "http://a.dev/"))
    #expect(wire.requests.map(\.url) == ["http://a.dev/", "https://a.dev/"])
  }

  @Test func `A redirect loop ends`() async {
    let wire = ScriptedClient(answer(302, ["Location": "/"]))
    let client = following(wire, limit: 5)
    #expect(await client.code(of: Request(.get, "https://a.dev/")) == .tooManyRedirects)
    #expect(wire.requests.count == 6)
  }

  @Test func `All hops share one deadline`() async {
    let clock = ManualClock()
    let wire = ScriptedClient { _ in
      clock.advance(by: .seconds(4))
      return Response(status: 302, headers: ["Location": "/"])
    }
    let client = wire.client.followingRedirects(clock: clock.clock)
    let request = Request(.get, "https://a.dev/", deadline: .seconds(10))
    #expect(await client.code(of: request) == .timedOut)
    #expect(wire.requests.map(\.deadline) == [.seconds(10), .seconds(6), .seconds(2)])
  }

  @Test(arguments: [200, 300, 304, 404])
  func `Another status is not a redirect`(status: Int) async throws {
    let wire = wire(status, to: "/b")
    let response = try await following(wire).send(Request(.get, "https://a.dev/"))
    #expect(response.status == status)
  }

  @Test func `A redirect without a location is a response`() async throws {
    let wire = ScriptedClient(answer(302))
    let response = try await following(wire).send(Request(.get, "https://a.dev/"))
    #expect(response.status == 302)
  }
}
