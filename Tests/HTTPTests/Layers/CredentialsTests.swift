import HTTP
import Logging
import TestSupport
import Testing

@Suite struct CredentialsTests {
  private func credential(for url: String) async throws -> Secret? {
    let source = try CredentialSource([
      "https://a.dev/": Secret("root"), "https://a.dev/npm": Secret("npm"),
      "https://a.dev:8443/": Secret("port"), "http://plain.dev/git/": Secret("git"),
    ])
    let wire = ScriptedClient(answer(200))
    _ = try await wire.client.authorized(by: source).send(Request(.get, url))
    return wire.requests.first?.credential
  }

  @Test(arguments: [
    ("https://a.dev/", "root"), ("https://A.DEV:443/x?y", "root"), ("https://a.dev/npm", "npm"),
    ("https://a.dev/npm/left-pad", "npm"), ("https://a.dev/npm?x", "npm"),
    ("https://a.dev/npmx", "root"), ("https://a.dev/npm/../x", "root"),
    ("https://a.dev/npm/@acme%2fpad", "npm"), ("https://a.dev:8443/npm", "port"),
    ("http://plain.dev/git/x", "git"),
  ])
  func `The longest prefix of the same origin counts`(url: String, credential: String) async throws
  {
    #expect(try await self.credential(for: url) == Secret(credential))
  }

  @Test(arguments: [
    "http://a.dev/", "https://b.dev/", "https://a.dev.evil.dev/", "https://xa.dev/",
    "https://a.dev:444/", "https://plain.dev/git/x", "http://plain.dev/", "http://plain.dev/git",
    "http://plain.dev/git/%2e%2e/x", "http://plain.dev/git/..%2Fx", "http://plain.dev/git/.%2E%5cx",
    "http://plain.dev/git/..\\x", "http://plain.dev/git\u{301}/x",
    "http://plain.dev/git/%2e%2e/\u{301}x",
  ])
  func `No other URL gets a credential`(url: String) async throws {
    #expect(try await credential(for: url) == nil)
  }

  @Test func `A server of tokens gets the credential of its registry`() async throws {
    let source = try CredentialSource(["https://registry.dev/": Secret("registry")])
    let wire = ScriptedClient(answer(200))
    let client = wire.client.authorized(by: source)
    var request = Request(.get, "https://tokens.dev/")
    request.principals = ["https://none.dev/", "https://registry.dev/v2/app"]
    _ = try await client.send(request)
    _ = try await client.send(Request(.get, "https://tokens.dev/"))
    #expect(wire.requests.map(\.credential) == [Secret("registry"), nil])
  }

  @Test func `A request's credential is kept`() async throws {
    let source = CredentialSource(authorization: { _ in Secret("other") })
    let wire = ScriptedClient(answer(200))
    let client = wire.client.authorized(by: source)
    _ = try await client.send(Request(.get, "https://a.dev/", credential: Secret("own")))
    _ = try await client.send(Request(.get, "https://a.dev/", headers: ["authorization": "own"]))
    #expect(wire.requests.map(\.credential) == [Secret("own"), nil])
  }

  @Test func `A token that cannot be renewed fails the request`() async {
    let source = CredentialSource(authorization: { url throws(HTTPError) in
      throw HTTPError(.unreachable, url: url.withoutQuery)
    })
    let wire = ScriptedClient(answer(200))
    let code = await wire.client.authorized(by: source).code(of: Request(.get, "https://a.dev/"))
    #expect(code == .unreachable)
    #expect(wire.requests.isEmpty)
  }

  @Test func `No description shows a credential`() {
    let request = Request(.get, "https://a.dev/", credential: Secret("hidden"))
    #expect(!"\(request)".contains("hidden"))
    #expect(!String(reflecting: request).contains("hidden"))
  }
}
