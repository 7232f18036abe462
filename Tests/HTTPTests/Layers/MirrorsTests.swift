import HTTP
import Logging
import TestSupport
import Testing

@Suite struct `The mirror layer` {
  private func client(_ wire: ScriptedClient) throws -> Client {
    wire.client.mirrored(by: [
      try Mirror(from: "https://registry.npmjs.org/", to: "http://127.0.0.1:4801/"),
      try Mirror(from: "https://api.osv.dev/", to: "http://127.0.0.1:4802/osv"),
      try Mirror(from: "https://a.dev/x", to: "https://a.dev/y/"),
      try Mirror(from: "https://a.dev/x/deep", to: "https://b.dev/"),
    ])
  }

  @Test(arguments: [
    ("https://registry.npmjs.org/left-pad?a=b", "http://127.0.0.1:4801/left-pad?a=b"),
    ("https://registry.npmjs.org", "http://127.0.0.1:4801/"),
    ("https://registry.npmjs.org/@a%2fb", "http://127.0.0.1:4801/@a%2fb"),
    ("https://api.osv.dev/v1/query", "http://127.0.0.1:4802/osv/v1/query"),
    ("https://a.dev/x", "https://a.dev/y/"), ("https://a.dev/x/z", "https://a.dev/y/z"),
    ("https://a.dev/x/deep/er", "https://b.dev/er"), ("https://a.dev/xy", "https://a.dev/xy"),
    ("http://registry.npmjs.org/", "http://registry.npmjs.org/"),
    ("https://other.dev/left-pad", "https://other.dev/left-pad"),
  ])
  func `A prefix is replaced and the caller does not see it`(
    asked: String, sent: String
  ) async throws {
    let wire = ScriptedClient(answer(200))
    let response = try await client(wire).send(Request(.get, asked))
    #expect(wire.requests.map(\.url) == [sent])
    #expect(try AbsoluteURL(response.url) == AbsoluteURL(asked))
  }

  @Test(arguments: [
    ("http://127.0.0.1:4801/b?c=d", "https://registry.npmjs.org/b?c=d"),
    ("/b", "https://registry.npmjs.org/b"), ("b", "https://registry.npmjs.org/a/b"),
    ("https://elsewhere.dev/b", "https://elsewhere.dev/b"),
  ])
  func `A redirect by the mirror is one by the server`(
    location: String, shown: String
  ) async throws {
    let wire = ScriptedClient(answer(302, ["Location": location]))
    let response = try await client(wire).send(Request(.get, "https://registry.npmjs.org/a/a"))
    #expect(response.headers["Location"] == shown)
  }

  @Test func `A link to the next page is one by the server`() async throws {
    let link = "<http://127.0.0.1:4802/osv/v1?page=2>; rel=\"next\", </osv/v1>; rel=first"
    let wire = ScriptedClient(answer(200, ["Link": link]))
    let response = try await client(wire).send(Request(.get, "https://api.osv.dev/v1"))
    #expect(
      response.headers["Link"] == """
        <https://api.osv.dev/v1?page=2>; rel="next", <https://api.osv.dev/v1>; rel="first"
        """)
  }

  @Test func `A mirror on another origin gets no secret of the server`() async throws {
    let wire = ScriptedClient(answer(200))
    for url in ["https://registry.npmjs.org/a", "https://a.dev/x"] {
      let headers: Headers = ["Cookie": "c", "Accept": "a"]
      _ = try await client(wire)
        .send(Request(.get, url, headers: headers, credential: Secret("secret")))
    }
    #expect(wire.requests.map(\.credential) == [nil, Secret("secret")])
    #expect(wire.requests.map { $0.headers["Cookie"] } == [nil, "c"])
    #expect(wire.requests.map { $0.headers["Accept"] } == ["a", "a"])
  }

  @Test func `A mirror gets the token that it asked for`() async throws {
    let wire = ScriptedClient(answer(200))
    var request = Request(.get, "https://registry.npmjs.org/a", credential: Secret("token"))
    request.answersChallenge = true
    _ = try await client(wire).send(request)
    #expect(wire.requests.map(\.credential) == [Secret("token")])
  }

  @Test func `A mirror replaces the server whose credential a request uses`() async throws {
    let wire = ScriptedClient(answer(200))
    var request = Request(.get, "https://tokens.dev/")
    request.purpose = .realm(
      Challenge(
        registries: ["https://registry.npmjs.org/a", "https://other.dev/"],
        challenger: "https://registry.npmjs.org/a"))
    _ = try await client(wire).send(request)
    guard case .realm(let challenge)? = wire.requests.first?.purpose else {
      Issue.record("another purpose")
      return
    }
    #expect(challenge.registries.first?.hasPrefix("https://registry.npmjs.org/") == false)
    #expect(challenge.registries.last == "https://other.dev/")
    #expect(challenge.challenger == challenge.registries.first)
  }
}
