import Ecosystem
import Git
import HTTP
import Synchronization
import TestSupport
import Testing
import Text
import Time

@testable import Bundler

/// The time of a day of March 2026.
private func march(_ day: Int) -> Timestamp {
  Timestamp(rfc3339: "2026-03-0\(day)T10:00:00Z") ?? .epoch
}

private func created(_ day: Int) -> String { "created_at:2026-03-0\(day)T10:00:00Z" }

private func listed(_ number: String, _ day: Int, _ platform: String = "ruby") -> String {
  """
  {"number": "\(number)", "platform": "\(platform)", "created_at": "2026-03-0\(day)T10:00:00.000Z"}
  """
}

/// A gem server with a page and a list of the older API.
private final class Server: Sendable {
  let asked = Mutex<[String]>([])
  private let page: [String]
  private let list: (status: Int, body: String)

  init(_ page: [String], list: (status: Int, body: String) = (404, "")) {
    self.page = page
    self.list = list
  }

  /// Finds the times of versions of the gem `a`.
  func times(of versions: [String]) async throws -> PublicationTimes {
    let client = HTTP.Client { [self] request in
      asked.withLock { $0.append(String(request.url.dropFirst("https://rubygems.org/".count))) }
      if request.url.hasSuffix("/info/a") {
        let text = "---\n" + page.joined(separator: "\n") + "\n"
        return Response(status: 200, body: Array(text.utf8), url: request.url)
      }
      return Response(status: list.status, body: Array(list.body.utf8), url: request.url)
    }
    let bundler = BundlerEcosystem(http: client, git: .refusing, toolchain: Toolchain())
    let opened = try await bundler.open([
      "Gemfile": "source 'https://rubygems.org'\ngem 'a'\n"
    ])
    let dependency = try #require(try await opened.dependencies().first)
    _ = try await opened.releases(of: dependency)
    return await opened.publicationTimes(of: versions, dependency)
  }
}

@Suite struct `The times of a gem's versions` {
  @Test func `are in its page, without a request`() async throws {
    let server = Server([
      "1.0 |rubygems:>= 2", "1.1 b:>= 1,c:~> 2|ruby:>= 3,\(created(1))",
      // A version is as old as its newest file.
      "1.2 |\(created(2))", "1.2-java |\(created(4))", "1.2-x86_64-linux |\(created(3))",
    ])
    let times = try await server.times(of: ["1.1", "1.2"])
    #expect(times == PublicationTimes(["1.1": march(1), "1.2": march(4)]))
    #expect(server.asked.withLock(\.self) == ["info/a"])
  }

  @Test func `are in the list of a server whose page has none`() async throws {
    let list = [listed("1.1", 1), listed("1.2", 2), listed("1.2", 5, "java"), listed("9", 9)]
    let server = Server(
      ["1.0", "1.1", "1.2"], list: (200, "[\(list.joined(separator: ", "))]"))
    let times = try await server.times(of: ["1.1", "1.2"])
    #expect(times == PublicationTimes(["1.1": march(1), "1.2": march(5)]))
    #expect(server.asked.withLock(\.self) == ["info/a", "api/v1/versions/a.json"])
  }

  @Test func `are unknown if a file of the version has none`() async throws {
    let server = Server(["1.0", "1.1 |\(created(1))", "1.1-java |ruby:>= 3"])
    #expect(try await server.times(of: ["1.1"]) == PublicationTimes())
  }

  @Test(arguments: [404, 405, 410, 501])
  func `are unknown without a failure if the server has no list`(status: Int) async throws {
    let server = Server(["1.0", "1.1"], list: (status, "no"))
    #expect(try await server.times(of: ["1.1"]) == PublicationTimes())
  }

  @Test(
    arguments: [
      (500, "", "answered 500"), (401, "", "requires authentication: status 401"),
      (200, "<html>", "has a list that isn't JSON"), (200, "{}", "has a list that isn't an array"),
    ] as [(Int, String, String)])
  func `are unknown, with the reason, if the list can't be read`(
    status: Int, body: String, reason: String
  ) async throws {
    let server = Server(["1.0", "1.1"], list: (status, body))
    let times = try await server.times(of: ["1.1"])
    #expect(times.known == [:])
    #expect(times.failure?.subject == "https://rubygems.org/api/v1/versions/a.json")
    #expect(times.failure?.message == reason)
  }

  @Test func `of a repository are those of its tags`() async throws {
    let git = Git.Client(
      references: { _ throws(GitError) in
        ["v1.0", "v1.1"].map { Reference(name: "refs/tags/\($0)", commit: "of \($0)") }
      },
      files: { _, _, _ throws(GitError) in [:] },
      times: { _, objects throws(GitError) in
        Dictionary(uniqueKeysWithValues: objects.map { ($0, 1_900_000_000) })
      })
    let none = HTTP.Client { request in Response(status: 404, url: request.url) }
    let bundler = BundlerEcosystem(http: none, git: git, toolchain: Toolchain())
    let opened = try await bundler.open([
      "Gemfile": "gem 'tool', git: 'https://git.example/tool', tag: 'v1.0'\n"
    ])
    let dependency = try #require(try await opened.dependencies().first)
    let times = await opened.publicationTimes(of: ["1.1"], dependency)
    #expect(times == PublicationTimes(["1.1": 1_900_000_000]))
  }
}
