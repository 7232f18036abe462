import Crypto
import Ecosystem
import HTTP
import Gems
import Synchronization
import TestSupport
import Testing

@testable import Bundler

/// A server of one file that grows, with ETag, digest and ranges.
private final class GrowingServer: Sendable {
  struct State {
    var body = Array("---\n1.0 \n".utf8)
    var etag = "W/\"one\""
    var digest: String?
    var asked: [String] = []
  }

  let state = Mutex(State())

  var client: Client {
    Client { [self] request in
      state.withLock { state in
        let range = request.headers["Range"]
        let known = request.headers["If-None-Match"]
        state.asked.append("\(range ?? "whole") \(known ?? "-")")
        let digest = state.digest ?? Digest(.sha256, of: state.body).base64
        let headers: Headers = ["ETag": state.etag, "Repr-Digest": "sha-256=:\(digest):"]
        if known == "\"one\"", state.etag.contains("one") {
          return Response(status: 304, headers: headers)
        }
        guard let range, let from = Int(range.dropFirst(6).dropLast()) else {
          return Response(status: 200, headers: headers, body: state.body)
        }
        return Response(status: 206, headers: headers, body: Array(state.body[from...]))
      }
    }
  }
}

@Suite struct `The compact index` {
  @Test func `renews a file by its tag and by what was appended`() async throws {
    let server = GrowingServer()
    let index = CompactIndex(http: server.client, freshness: .zero)
    let first = try await index.info("a", at: "https://x.example/")
    #expect(first == Array("---\n1.0 \n".utf8))
    #expect(try await index.info("a", at: "https://x.example/") == first)
    server.state.withLock {
      $0.body += Array("1.1 b:>= 1\n".utf8)
      $0.etag = "\"two\""
    }
    let grown = try await index.info("a", at: "https://x.example/")
    #expect(grown == Array("---\n1.0 \n1.1 b:>= 1\n".utf8))
    #expect(
      server.state.withLock { $0.asked } == ["whole -", "bytes=8- \"one\"", "bytes=8- \"one\""])
  }

  @Test func `parses a page again after it has grown`() async throws {
    let server = GrowingServer()
    let index = CompactIndex(http: server.client, freshness: .zero)
    let need = GemNeed(name: "a", servers: RubygemsSource(remotes: ["https://x.example/"]))
    let rules = PlatformRules(rubygems: .zero)
    for _ in 1...3 {
      let specs = try await index.specs(of: need, rules)
      #expect(specs.map(\.fullName) == ["a-1.0"])
    }
    server.state.withLock {
      $0.body += Array("1.1 b:>= 1\n".utf8)
      $0.etag = "\"two\""
    }
    for _ in 1...3 {
      let specs = try await index.specs(of: need, rules)
      #expect(specs.map(\.fullName) == ["a-1.0", "a-1.1"])
    }
  }

  @Test func `keeps a parsed page only for the same files and rules`() {
    let pages = ParsedPages()
    let servers = RubygemsSource(remotes: ["https://x.example/"])
    let page = ParsedPages.Page(name: "a", servers: servers, rules: PlatformRules(rubygems: .zero))
    let (one, two) = ([Array("1.0 \n".utf8)], [Array("1.1 \n".utf8)])
    pages.remember([], of: page, in: one)
    #expect(pages.specs(of: page, in: one) == nil)
    pages.remember([], of: page, in: one)
    #expect(pages.specs(of: page, in: one)?.isEmpty == true)
    #expect(pages.specs(of: page, in: two) == nil)
    var other = page
    other.rules.joinsMingw.toggle()
    #expect(pages.specs(of: other, in: one) == nil)
  }

  @Test func `refuses a file that its digest denies`() async {
    let server = GrowingServer()
    server.state.withLock { $0.digest = "AAAA" }
    let index = CompactIndex(http: server.client)
    let problem = await #expect(throws: Problem.self) {
      try await index.info("a", at: "https://x.example/")
    }
    #expect(problem?.message == "does not match the digest of its server")
  }

  @Test func `reads lines with platforms, needs and demands`() throws {
    let source = GemSource.rubygems(RubygemsSource(remotes: ["https://x.example/"]))
    let rules = PlatformRules(rubygems: try #require(GemVersion("3.6.0")))
    var parser = InfoParser(name: "a", source: source, rules: rules)
    let specs = try parser.parse(
      Array("created_at: x\n---\n1.0-x86_64-linux-musl b:~> 1&!= 1.5,c:>= 0|ruby:>= 3.1\n2.0 ".utf8)
    )
    #expect(specs.map(\.fullName) == ["a-1.0-x86_64-linux-musl", "a-2.0"])
    #expect(specs[0].dependencies.map(\.locked) == ["b (~> 1, != 1.5)", "c"])
    #expect(specs[0].requiredRuby == GemRequirement([">= 3.1"]))
  }

  @Test(arguments: ["1..0 b:>= 1", "x", "1.0 b:=> 1", "1.0 :1", "1.0 |checksum:zz", "1.0 |ruby:x"])
  func `names a line that does not parse`(line: String) throws {
    let source = GemSource.rubygems(RubygemsSource(remotes: []))
    let rules = PlatformRules(rubygems: .zero)
    var parser = InfoParser(name: "a", source: source, rules: rules)
    #expect(throws: InfoParser.Defect.invalid(line: 3)) {
      try parser.parse(Array("---\n1.0 \n\(line)\n".utf8))
    }
  }

  @Test func `refuses versions with more platforms than any gem has`() throws {
    let source = GemSource.rubygems(RubygemsSource(remotes: []))
    func lines(_ count: Int) -> [UInt8] {
      Array(("---\n" + (0..<count).map { "1.0-x86-linux-\($0) \n" }.joined()).utf8)
    }
    var parser = InfoParser(name: "a", source: source, rules: PlatformRules(rubygems: .zero))
    #expect(try parser.parse(lines(500) + Array("1.1-java \n".utf8)).count == 501)
    #expect(throws: InfoParser.Defect.platforms(version: "1.0")) { try parser.parse(lines(501)) }
  }
}
