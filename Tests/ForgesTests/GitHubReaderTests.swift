import FoundationEssentials
import HTTP
import JSON
import Logging
import Synchronization
import TestSupport
import Testing

@testable import Forges
import Time

/// A host that gives tokens to an App, `ghs_1`, `ghs_2` and so on, each for an hour.
private final class Tokens: Sendable {
  private let clock = ManualClock()
  private let refusals: Mutex<Int>
  private let asked = Mutex<[Request]>([])
  private let redirect: String?
  private let revoked = Mutex<Set<String>>([])
  private let complaints = Mutex<[ForgeError.Code]>([])

  /// Refuses the first questions for a token, and sends files elsewhere.
  init(refusing count: Int = 0, redirecting redirect: String? = nil) {
    refusals = Mutex(count)
    self.redirect = redirect
  }

  var wire: ScriptedClient { ScriptedClient { self.answer($0) } }

  /// All that went out, in order.
  var requests: [Request] { asked.withLock(\.self) }
  var grants: [Request] { requests.filter { $0.url.hasSuffix("/access_tokens") } }
  var complained: [ForgeError.Code] { complaints.withLock(\.self) }

  /// What went out besides the questions for tokens: where, and by which credential.
  var files: [String] {
    requests.filter { !$0.url.contains("installation") }
      .map { "\($0.url) \($0.credential?.reveal() ?? "-")" }
  }

  func advance(by duration: Duration) { clock.advance(by: duration) }
  func revoke(_ token: String) { revoked.withLock { _ = $0.insert("Bearer \(token)") } }

  private func answer(_ request: Request) -> Response {
    asked.withLock { $0.append(request) }
    if request.url.hasSuffix("/installation") { return json(200, #"{"id": 5}"#) }
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
    guard let redirect, !request.url.contains("elsewhere") else { return json(200, "{}") }
    return json(302, "", ["Location": redirect])
  }

  private func json(_ status: Int, _ text: String, _ headers: Headers = [:]) -> Response {
    Response(status: status, headers: headers, body: Array(text.utf8))
  }

  /// The client that reads on behalf of a repository.
  func client(
    for name: String = "acme/web",
    _ source: (GitHubReader, RepositoryName) -> CredentialSource = { $0.files(for: $1) }
  ) throws -> HTTP.Client {
    let pacing = HostPacing(
      pace: .zero, longestWait: .zero, attempts: 1,
      now: { self.clock.now }, sleep: { _ in })
    let made = GitHubReader(
      url: "https://github.com", as: .app(id: "42", sign: { _ in [1] }), by: wire.client,
      pacing: pacing, complain: { error in self.complaints.withLock { $0.append(error.code) } })
    let reader = try #require(made)
    let repository = try #require(RepositoryName(name))
    let source = source(reader, repository)
    // A redirect has the rest of the first request's time, by the same stopped clock.
    return wire.client.layered(
      Layers(credentials: source, retries: RetryPolicy(attempts: 1), clock: clock.clock))
  }
}

private let notes = "https://api.github.com/repos/birds/aster/releases"

@Suite struct GitHubReaderTests {
  @Test func `a token is limited to reading, and asked for once`() async throws {
    let host = Tokens()
    let client = try host.client()
    for _ in 0..<3 { _ = try await client.send(Request(.get, notes)) }
    #expect(host.files == Array(repeating: "\(notes) Bearer ghs_1", count: 3))
    #expect(
      host.grants.map { String(decoding: $0.body ?? [], as: UTF8.self) } == [
        #"{"permissions":{"contents":"read","metadata":"read"}}"#
      ])
  }

  @Test(arguments: [
    "https://github.com/birds/aster", "http://api.github.com/repos/birds/aster",
    "https://api.github.com:444/", "https://api.github.com.evil.dev/", "https://evil.dev/",
    "https://api.acme.ghe.com/repos/x/y", "https://ghe.acme.dev/api/v3/repos/x/y",
    "https://uploads.github.com/", "https://codeload.github.com/birds/aster",
  ])
  func `no other origin ever gets it`(url: String) async throws {
    let host = Tokens()
    _ = try await host.client().send(Request(.get, url))
    #expect(host.files == ["\(url) -"])
    #expect(host.grants.isEmpty)
  }

  @Test(arguments: [
    "https://evil.dev/elsewhere", "https://api.github.com:8443/elsewhere",
    "https://raw.githubusercontent.com/elsewhere",
  ])
  func `a redirect leaves it behind`(place: String) async throws {
    let host = Tokens(redirecting: place)
    _ = try await host.client().send(Request(.get, notes))
    #expect(host.files == ["\(notes) Bearer ghs_1", "\(place) -"])
  }

  @Test func `a redirect of the same host takes it along, as for a renamed repository`()
    async throws
  {
    let place = "https://api.github.com/repositories/7/elsewhere"
    let host = Tokens(redirecting: place)
    _ = try await host.client().send(Request(.get, notes))
    #expect(host.files == ["\(notes) Bearer ghs_1", "\(place) Bearer ghs_1"])
  }

  @Test func `it is renewed before it ends`() async throws {
    let host = Tokens()
    let client = try host.client()
    for minutes in [0, 54, 2] {
      host.advance(by: .seconds(minutes * 60))
      _ = try await client.send(Request(.get, notes))
    }
    #expect(host.files.map { $0.suffix(5) } == ["ghs_1", "ghs_1", "ghs_2"])
  }

  @Test func `after a failure nobody asks for five minutes`() async throws {
    let host = Tokens(refusing: 2)
    let client = try host.client()
    for seconds in [0, 299, 2, 299, 2] {
      host.advance(by: .seconds(seconds))
      #expect(try await client.send(Request(.get, notes)).status == 200)
    }
    #expect(host.files.map { $0.split(separator: " ").last } == ["-", "-", "-", "-", "ghs_3"])
    #expect(host.grants.count == 3)
    #expect(host.complained == [.forbidden, .forbidden])
  }

  @Test func `one that was revoked is replaced once, and then there is a rest`() async throws {
    let host = Tokens()
    let client = try host.client()
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

  @Test(arguments: [
    ("https://github.com/acme/lib.git/info/refs", true),
    ("https://github.com/Acme/lib/git-upload-pack", true),
    ("https://github.com/acme2/lib/info/refs", false),
    ("https://github.com/birds/lib/info/refs", false),
    ("https://github.com/acme/../birds/lib", false), ("https://api.github.com/acme/lib", false),
    ("http://github.com/acme/lib", false), ("https://github.com:444/acme/lib", false),
  ])
  func `git gets it for the installation's own repositories alone`(
    url: String, isOurs: Bool
  ) async throws {
    let host = Tokens()
    _ = try await host.client { $0.git(for: $1) }.send(Request(.get, url))
    let basic = "Basic \(Data("x-access-token:ghs_1".utf8).base64EncodedString())"
    #expect(host.files.first?.hasSuffix(isOurs ? basic : " -") == true, "\(host.files)")
  }

  @Test func `a personal token needs no reader`() {
    let client = ScriptedClient().client
    #expect(GitHubReader(url: "https://github.com", as: .token(Secret("t")), by: client) == nil)
  }
}
