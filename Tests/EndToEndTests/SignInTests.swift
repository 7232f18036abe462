import HTTP
import JSON
import TestSupport
import Testing

/// A service whose people sign in, in the built program.
@Suite(.needsFakeHost, .serialized) struct `A service with a sign-in` {
  private static let lines = """
    public-url: http://127.0.0.1
    sign-in:
        oidc:
          issuer: http://127.0.0.1:1
          client-id: martlet
          client-secret: a-secret-of-16-letters
          groups: {operator: [platform]}
    """

  @Test func `sends browsers to it, and never shows the client's secret`() async throws {
    let scene = try await ServeScene(suite: "SignInTests")
    let daemon = try await scene.serve(more: Self.lines)
    let port = try #require(daemon.port)
    func get(_ path: String) async throws -> Response {
      try await FakeHost.live.send(Request(.get, "http://127.0.0.1:\(port)\(path)"))
    }
    let page = try await get("/")
    #expect(page.status == 303 && page.headers["Location"] == "/sign-in")
    #expect(try await get("/api/v1/repositories").status == 401)
    #expect(try await get("/metrics").status == 401)
    #expect(try await get("/healthz").status == 200)
    let start = try await get("/sign-in")
    #expect(start.status == 503)
    #expect(String(decoding: start.body, as: UTF8.self).contains("does not respond"))
    #expect(await daemon.terminate() == 0)
    #expect(!daemon.log.contains("a-secret-of-16-letters"))
  }

  @Test func `has a finding of doctor if the provider does not respond`() async throws {
    let scene = try await ServeScene(suite: "SignInTests")
    try scene.configure(more: Self.lines)
    let outcome = try await Program.run(
      ["doctor", "--config", "martlet.yml"], in: scene.folder.path,
      environment: ["TOKEN": "github_pat_fixed"])
    #expect(outcome.code == 1)
    #expect(
      outcome.out.contains("failed   sign-in: The provider at 127.0.0.1 does not respond"),
      "\(outcome.out)")
  }
}
