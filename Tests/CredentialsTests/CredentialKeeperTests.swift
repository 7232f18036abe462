import Configuration
import Forges
import Foundation
import HTTP
import Logging
import Synchronization
import TestSupport
import Testing
import Time

@testable import Credentials

/// A GitHub that gives tokens to an App, `ghs_1`, `ghs_2` and so on, each for an hour.
private final class FakeGitHub: Sendable {
  private let clock = ManualClock()
  private let refusals: Mutex<Int>
  private let asked = Mutex<[Request]>([])
  private let redirect: String?
  private let hidden: Set<String>
  private let revoked = Mutex<Set<String>>([])
  private let complaints = Mutex<[ForgeError.Code]>([])

  /// Refuses the first questions for a token, and sends files elsewhere.
  init(
    refusing count: Int = 0, redirecting redirect: String? = nil, hiding hidden: Set<String> = []
  ) {
    refusals = Mutex(count)
    self.redirect = redirect
    self.hidden = hidden
  }

  var wire: ScriptedClient { ScriptedClient { self.answer($0) } }

  /// All that went out, in order.
  var requests: [Request] { asked.withLock(\.self) }
  var grants: [String] {
    requests.filter { $0.url.hasSuffix("/access_tokens") }
      .map { String(decoding: $0.body ?? [], as: UTF8.self) }
  }
  var complained: [ForgeError.Code] { complaints.withLock(\.self) }

  /// What went out besides the questions for tokens and visibility: where, and by which credential.
  var files: [String] {
    requests.filter { !$0.url.contains("installation") && !Self.isDocument($0.url) }
      .map { "\($0.url) \($0.credential?.reveal() ?? "-")" }
  }
  var documents: [String] { requests.map(\.url).filter(Self.isDocument) }

  private static func isDocument(_ url: String) -> Bool {
    url.hasPrefix("https://api.github.com/repos/") && url.split(separator: "/").count == 5
      || url.hasPrefix("https://api.github.com/repositories/")
        && url.split(separator: "/").count == 4
  }

  func advance(by duration: Duration) { clock.advance(by: duration) }
  func revoke(_ token: String) { revoked.withLock { _ = $0.insert("Bearer \(token)") } }

  private func answer(_ request: Request) -> Response {
    asked.withLock { $0.append(request) }
    if request.url.hasSuffix("/installation") {
      return json(200, #"{"id": 5, "permissions": {"contents": "write", "metadata": "read"}}"#)
    }
    if request.url.hasSuffix("/access_tokens") {
      let isRefused = refusals.withLock { left in
        left -= 1
        return left >= 0
      }
      if isRefused { return json(403, #"{"message": "suspended"}"#) }
      let end = (clock.now + 3_600).rfc3339Seconds
      return json(201, #"{"token": "ghs_\#(grants.count)", "expires_at": "\#(end)"}"#)
    }
    if let credential = request.credential?.reveal(),
      revoked.withLock({ $0.contains(credential) })
    {
      return json(401, "{}")
    }
    if Self.isDocument(request.url) {
      return json(200, #"{"private": \#(hidden.contains { request.url.hasSuffix($0) })}"#)
    }
    guard let redirect, !request.url.contains("elsewhere") else { return json(200, "{}") }
    return json(302, "", ["Location": redirect])
  }

  private func json(_ status: Int, _ text: String, _ headers: Headers = [:]) -> Response {
    Response(status: status, headers: headers, body: Array(text.utf8))
  }

  /// The client that reads on behalf of a repository.
  func client(
    _ purpose: Purpose, for name: String = "acme/web", isPublic: Bool = false,
    packages: [String] = []
  ) throws -> HTTP.Client {
    let pacing = HostPacing(
      pace: .zero, longestWait: .zero, attempts: 1, now: { self.clock.now }, sleep: { _ in })
    var file = OperatorFile()
    file.forges = [
      forge(
        "hub", .gitHub, "https://github.com", packages: packages,
        .app(id: 42, privateKey: Secret(SigningKey.pem)))
    ]
    let keeper = try CredentialKeeper(
      file, kinds: [], client: wire.client, pacing: pacing, clock: clock.clock
    ) { _, error in self.complaints.withLock { $0.append(error.code) } }
    let repository = try #require(RepositoryName(name))
    let visited = VisitedRepository("hub/\(repository)", isPublic: isPublic)
    // A redirect has the rest of the first request's time, by the same stopped clock.
    return wire.client.layered(
      Layers(
        purpose: purpose, credentials: keeper.source(for: .repository(visited)),
        retries: RetryPolicy(attempts: 1), clock: clock.clock))
  }
}

private let notes = "https://api.github.com/repos/birds/aster/releases"

@Suite struct `The credential keeper` {
  @Test func `A token is limited to reading, and asked for once`() async throws {
    let host = FakeGitHub()
    let client = try host.client(.notes)
    for _ in 0..<3 { _ = try await client.send(Request(.get, notes)) }
    #expect(host.files == Array(repeating: "\(notes) Bearer ghs_1", count: 3))
    #expect(host.grants == [#"{"permissions":{"contents":"read","metadata":"read"}}"#])
    #expect(host.documents.count == 1)
  }

  @Test func `A token for a package is limited to its repository`() async throws {
    let host = FakeGitHub()
    let client = try host.client(.package, packages: ["acme/*"])
    _ = try await client.send(Request(.get, "https://github.com/acme/kit.git/info/refs"))
    #expect(
      host.grants == [
        #"{"permissions":{"contents":"read","metadata":"read"},"repositories":["kit"]}"#
      ])
  }

  @Test(arguments: [
    "https://github.com/birds/aster", "http://api.github.com/repos/birds/aster/tags",
    "https://api.github.com:444/", "https://api.github.com.evil.dev/", "https://evil.dev/",
    "https://api.acme.ghe.com/repos/x/y", "https://ghe.acme.dev/api/v3/repos/x/y",
    "https://uploads.github.com/", "https://codeload.github.com/birds/aster",
  ])
  func `No other origin ever gets it`(url: String) async throws {
    let host = FakeGitHub()
    _ = try await host.client(.notes).send(Request(.get, url))
    #expect(host.files == ["\(url) -"])
    #expect(host.grants.isEmpty)
  }

  @Test(arguments: [
    "https://evil.dev/elsewhere", "https://api.github.com:8443/elsewhere",
    "https://raw.githubusercontent.com/elsewhere",
  ])
  func `A redirect leaves it behind`(url: String) async throws {
    let host = FakeGitHub(redirecting: url)
    _ = try await host.client(.notes).send(Request(.get, notes))
    #expect(host.files == ["\(notes) Bearer ghs_1", "\(url) -"])
  }

  @Test func `A redirect of the same host takes it along, as for a renamed repository`()
    async throws
  {
    let url = "https://api.github.com/repositories/7/elsewhere"
    let host = FakeGitHub(redirecting: url)
    _ = try await host.client(.notes).send(Request(.get, notes))
    #expect(host.files == ["\(notes) Bearer ghs_1", "\(url) Bearer ghs_1"])
  }

  @Test(arguments: [
    ("acme/payroll", false, [], "-"), ("acme/payroll", true, ["acme/*"], "-"),
    ("acme/payroll", false, ["acme/*"], "Bearer ghs_1"), ("birds/aster", true, [], "Bearer ghs_1"),
  ])
  func `Notes of a private source are for private repositories that may read it`(
    source: String, isPublic: Bool, packages: [String], credential: String
  ) async throws {
    let host = FakeGitHub(hiding: ["acme/payroll"])
    let client = try host.client(.notes, isPublic: isPublic, packages: packages)
    let url = "https://api.github.com/repos/\(source)/releases"
    _ = try await client.send(Request(.get, url))
    #expect(host.files == ["\(url) \(credential)"])
  }

  @Test func `A token is renewed before it ends`() async throws {
    let host = FakeGitHub()
    let client = try host.client(.notes)
    for minutes in [0, 54, 2] {
      host.advance(by: .seconds(minutes * 60))
      _ = try await client.send(Request(.get, notes))
    }
    #expect(host.files.map { $0.suffix(5) } == ["ghs_1", "ghs_1", "ghs_2"])
  }

  @Test func `A failure is not retried for five minutes`() async throws {
    let host = FakeGitHub(refusing: 2)
    let client = try host.client(.notes)
    for seconds in [0, 299, 2, 299, 2] {
      host.advance(by: .seconds(seconds))
      #expect(try await client.send(Request(.get, notes)).status == 200)
    }
    #expect(host.files.map { $0.split(separator: " ").last } == ["-", "-", "-", "-", "ghs_3"])
    #expect(host.grants.count == 3)
    #expect(host.complained == [.forbidden, .forbidden])
  }

  @Test func `A token that was revoked is replaced once, and then there is a rest`() async throws {
    let host = FakeGitHub()
    let client = try host.client(.notes)
    _ = try await client.send(Request(.get, notes))
    host.revoke("ghs_1")
    #expect(try await client.send(Request(.get, notes)).status == 200)
    host.revoke("ghs_2")
    #expect(try await client.send(Request(.get, notes)).status == 401)
    #expect(try await client.send(Request(.get, notes)).status == 200)
    #expect(
      host.files.map { $0.split(separator: " ").last } == [
        "ghs_1", "ghs_1", "ghs_2", "ghs_2", "-",
      ])
    #expect(host.complained == [.unauthorized])
  }

  /// The content of a secret's file.
  private final class File: Sendable {
    private let text = Mutex("old")
    var content: String {
      get { text.withLock(\.self) }
      set { text.withLock { $0 = newValue } }
    }
  }

  @Test(arguments: [Purpose.registry, .package, .forge(ForgeUse(name: "lab", scope: .account))])
  func `A token whose file is replaced is used without a restart`(purpose: Purpose) async throws {
    let token = File()
    let secret = Secret(reading: { token.content })
    var file = OperatorFile()
    file.forges = [forge("lab", .gitLab, "https://lab.dev", .token(secret))]
    var entry = RegistryCredential()
    (entry.url, entry.credential) = ("https://npm.dev/", .token(secret))
    file.registries = [entry]
    let wire = ScriptedClient { request in
      // The host accepts only the new token, which the operator writes after the first refusal.
      let isNew = [Secret("Bearer new"), Secret("Basic eC1hY2Nlc3MtdG9rZW46bmV3")]
        .contains(request.credential)
      if !isNew { token.content = "new" }
      return Response(status: isNew ? 200 : 401, url: request.url)
    }
    let keeper = try CredentialKeeper(file, kinds: [], client: wire.client)
    let client = wire.client.authorized(by: keeper.source(for: .everyone)).stating(purpose)
    let url =
      purpose == .registry || purpose == .package
      ? "https://npm.dev/a" : "https://lab.dev/api/v4/user"
    #expect(try await client.send(Request(.get, url)).status == 200)
    #expect(wire.requests.count == 2)
    #expect(try await client.send(Request(.get, url)).status == 200)
    #expect(wire.requests.count == 3)
  }
}
