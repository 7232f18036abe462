import HTTP
import Logging
import TestSupport
import Testing

@Suite struct `The layer that adds credentials` {
  private func credential(for url: String) async throws -> Secret? {
    let source = try CredentialSource([
      "https://a.dev/": Secret("root"), "https://a.dev/npm": Secret("npm"),
      "https://a.dev:8443/": Secret("port"), "http://plain.dev/git/": Secret("git"),
    ])
    let wire = ScriptedClient(answer(200))
    _ = try await wire.client.authorized(by: source).stating(.registry).send(Request(.get, url))
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

  @Test func `A request without a purpose gets no credential`() async throws {
    let source = CredentialSource { _ in Secret("own") }
    let wire = ScriptedClient(answer(200))
    let client = wire.client.authorized(by: source)
    _ = try await client.send(Request(.get, "https://a.dev/"))
    _ = try await client.stating(.notes).send(Request(.get, "https://a.dev/"))
    #expect(wire.requests.map(\.credential) == [nil, Secret("own")])
    #expect(wire.requests.map(\.purpose) == [.unstated, .notes])
  }

  @Test func `A purpose that is stated stays`() async throws {
    let wire = ScriptedClient(answer(200))
    var request = Request(.get, "https://a.dev/")
    request.purpose = .advisories
    _ = try await wire.client.stating(.registry).send(request)
    #expect(wire.requests.map(\.purpose) == [.advisories])
  }

  @Test func `A source hears which origins redirected`() async throws {
    let source = CredentialSource { request in
      Secret(request.redirectedFrom.map(\.description).joined(separator: " "))
    }
    let wire = ScriptedClient { request in
      switch request.url {
      case "https://a.dev/": return .redirect(to: "/here", from: request)
      case "https://a.dev/here": return .redirect(to: "https://b.dev/", from: request)
      default: return Response(status: 200, url: request.url)
      }
    }
    let client = wire.client.authorized(by: source).followingRedirects().stating(.registry)
    _ = try await client.send(Request(.get, "https://a.dev/"))
    #expect(wire.requests.map { $0.credential?.reveal() } == ["", "", "https://a.dev"])
  }

  @Test func `A library's message doesn't show the credential`() async {
    let wire = ScriptedClient { request throws(HTTPError) in
      throw HTTPError(.malformed, url: request.url, detail: "bad header: hidden")
    }
    let client = wire.client.authorized(by: CredentialSource { _ in Secret("hidden") })
      .stating(.registry)
    do throws(HTTPError) {
      _ = try await client.send(Request(.get, "https://a.dev/"))
      Issue.record("no error")
    } catch {
      #expect(error.detail == "bad header: ***")
    }
  }

  @Test func `A request's credential is kept`() async throws {
    let source = CredentialSource(authorization: { _ in Secret("other") })
    let wire = ScriptedClient(answer(200))
    let client = wire.client.authorized(by: source).stating(.registry)
    _ = try await client.send(Request(.get, "https://a.dev/", credential: Secret("own")))
    _ = try await client.send(Request(.get, "https://a.dev/", headers: ["authorization": "own"]))
    #expect(wire.requests.map(\.credential) == [Secret("own"), nil])
  }

  @Test func `A token that cannot be renewed fails the request`() async {
    let source = CredentialSource(authorization: { request throws(HTTPError) in
      throw HTTPError(.unreachable, url: request.url)
    })
    let wire = ScriptedClient(answer(200))
    let client = wire.client.authorized(by: source).stating(.registry)
    let code = await client.code(of: Request(.get, "https://a.dev/"))
    #expect(code == .unreachable)
    #expect(wire.requests.isEmpty)
  }

  @Test func `No description shows a credential`() {
    let request = Request(.get, "https://a.dev/", credential: Secret("hidden"))
    #expect(!"\(request)".contains("hidden"))
    #expect(!String(reflecting: request).contains("hidden"))
  }
}

extension Response {
  fileprivate static func redirect(to location: String, from request: Request) -> Response {
    Response(status: 302, headers: ["Location": location], url: request.url)
  }
}
