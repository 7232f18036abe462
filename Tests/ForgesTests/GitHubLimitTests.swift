import FoundationEssentials
import HTTP
import JSON
import Logging
import Synchronization
import Testing

@testable import Forges
import TestSupport
import Time

/// Limits, and the tokens of an App's installations.
@Suite struct `A rate limit of GitHub` {
  let web: RepositoryName

  init() throws {
    web = try #require(RepositoryName("acme/web"))
  }

  @Test func `a limit that ends soon is waited for, and the call continues`() async throws {
    let script = GitHubScript { _, number in
      number == 1
        ? scripted(
          403, #"{"message": "You have exceeded a secondary rate limit."}"#, ["Retry-After": "0"])
        : scripted(200, #"{"login": "me"}"#)
    }
    #expect(try await script.forge().identity().login == "me")
    #expect(script.requests.count == 2)
  }

  @Test func `a reset is counted by the host's own clock`() async throws {
    let script = GitHubScript { _, _ in
      scripted(
        403, "{}",
        [
          "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1000000600",
          "Date": "Sun, 09 Sep 2001 01:46:40 GMT",
        ])
    }
    let before = Timestamp.now()
    let error = await #expect(throws: ForgeError.self) { try await script.forge().identity() }
    guard case .rateLimited(let until) = error?.code else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect((before ... .now()).contains(until - 601))
  }

  @Test func `a spent hour of one installation leaves the others alone`() async throws {
    let reset = Timestamp.now().seconds + 3_000
    let script = GitHubScript { request, _ in
      let isAcme = request.url.contains("/acme/") || request.url.contains("/1/")
      if request.url.hasSuffix("/installation") {
        return scripted(200, #"{"id": \#(isAcme ? 1 : 2)}"#)
      }
      if request.url.hasSuffix("/access_tokens") {
        return scripted(201, #"{"token": "ghs_\#(isAcme ? 1 : 2)"}"#)
      }
      guard request.credential?.reveal() == "Bearer ghs_2" else {
        return scripted(
          403, #"{"message": "API rate limit exceeded"}"#,
          ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "\(reset)"])
      }
      return scripted(200, #"{"ref": "r", "object": {"sha": "s"}}"#)
    }
    let forge = try script.forge(.app(GitHubApp(id: "42") { _ in [1, 2, 3] }))
    let other = try #require(RepositoryName("umbra/web"))
    for _ in 1...2 {
      let error = await #expect(throws: ForgeError.self) {
        try await forge.head(of: "main", in: web)
      }
      #expect(error?.owner == "acme")
      #expect(try await forge.head(of: "main", in: other) == "s")
    }
    #expect(script.lines.count { $0.contains("/repos/acme/web/git/") } == 1)
    #expect(script.lines.count { $0.contains("/repos/umbra/web/git/") } == 2)
  }

  @Test func `the last answer of an installation's hour leaves the others alone`() async throws {
    let script = GitHubScript { request, _ throws(HTTPError) in
      let isAcme = request.url.contains("/acme/") || request.url.contains("/1/")
      if request.url.hasSuffix("/installation") {
        return scripted(200, #"{"id": \#(isAcme ? 1 : 2)}"#)
      }
      if request.url.hasSuffix("/access_tokens") {
        return scripted(201, #"{"token": "ghs_\#(isAcme ? 1 : 2)"}"#)
      }
      if isAcme { throw HTTPError(.rateLimited(seconds: 3_000), url: request.url) }
      return scripted(200, #"{"ref": "r", "object": {"sha": "s"}}"#)
    }
    let forge = try script.forge(.app(GitHubApp(id: "42") { _ in [1, 2, 3] }))
    let error = await #expect(throws: ForgeError.self) {
      try await forge.head(of: "main", in: web)
    }
    #expect(error?.owner == "acme")
    let other = try #require(RepositoryName("umbra/web"))
    #expect(try await forge.head(of: "main", in: other) == "s")
  }

  @Test func `an installation that cannot be listed leaves others alone`() async throws {
    let reset = Timestamp.now().seconds + 3_000
    let script = GitHubScript { request, _ in
      if request.url.contains("/app/installations?") {
        return scripted(
          200,
          #"[{"id": 1, "account": {"login": "Acme"}}, {"id": 2, "account": {"login": "umbra"}}]"#)
      }
      if request.url.hasSuffix("/access_tokens") {
        return scripted(201, #"{"token": "ghs_\#(request.url.contains("/1/") ? 1 : 2)"}"#)
      }
      guard request.credential?.reveal() == "Bearer ghs_2" else {
        return scripted(
          403, #"{"message": "API rate limit exceeded"}"#,
          ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "\(reset)"])
      }
      return scripted(
        200, #"{"repositories": [{"full_name": "umbra/web", "default_branch": "main"}]}"#)
    }
    let forge = try script.forge(.app(GitHubApp(id: "42") { _ in [1, 2, 3] }))
    let listing = try await forge.listing()
    #expect(listing.repositories.map(\.name.description) == ["umbra/web"])
    #expect(listing.resting.map(\.owner) == ["acme"])
    // The limit found by the list also applies to the owner's repositories.
    let error = await #expect(throws: ForgeError.self) {
      try await forge.head(of: "main", in: web)
    }
    #expect(error?.owner == "acme")
    #expect(!script.lines.contains { $0.contains("/repos/acme/") })
    let whole = await #expect(throws: ForgeError.self) { try await forge.repositories() }
    #expect(whole?.owner == "acme")
  }

  @Test func `concurrent callers of an App share one renewal`() async throws {
    let script = GitHubScript { request, _ in
      if request.url.hasSuffix("/installation") { return scripted(200, #"{"id": 5}"#) }
      guard request.url.hasSuffix("/access_tokens") else {
        let isGood = request.credential?.reveal() == "Bearer ghs_1"
        return isGood
          ? scripted(200, #"{"ref": "r", "object": {"sha": "s"}}"#) : scripted(401, "{}")
      }
      return scripted(201, #"{"token": "ghs_1", "expires_at": "2999-01-01T00:00:00Z"}"#)
    }
    let forge = try script.forge(.app(GitHubApp(id: "42") { _ in [1, 2, 3] }))
    try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<10 { group.addTask { [web] in try await forge.head(of: "main", in: web) } }
      for try await head in group { #expect(head == "s") }
    }
    #expect(script.lines.filter { $0.hasSuffix("access_tokens") }.count == 1)
  }

  @Test func `an App's proof is short-lived, dated back, and signed`() throws {
    var signed: [UInt8] = []
    let proof = try AppProof.make(id: "42", at: 1_000_000) { message in
      signed = message
      return [0xfb, 0xff]
    }
    let text = proof.reveal()
    #expect(text == String(decoding: signed, as: UTF8.self) + ".-_8")
    let parts = text.split(separator: ".").map(String.init)
    let padded = parts[1] + String(repeating: "=", count: (4 - parts[1].count % 4) % 4)
    let claims = try #require(Data(base64Encoded: padded))
    #expect(
      String(decoding: claims, as: UTF8.self) == #"{"iat":999940,"exp":1000480,"iss":"42"}"#)
  }
}
