import Ecosystem
import Git
import HTTP
import Gems
import Testing
import Text

@testable import Bundler

/// What updating `web` comes to, with a lock and an index that may not fit together.
private func update(
  _ name: String = "web", lock: String, index: [String: String], gemfile: String = gemfile
) async throws -> String {
  let client = HTTP.Client { request in
    let name = request.url.split(separator: "/").last.map(String.init) ?? ""
    guard let lines = index[name] else { return Response(status: 404, url: request.url) }
    return Response(status: 200, body: Array("---\n\(lines)\n".utf8), url: request.url)
  }
  let bundler = BundlerEcosystem(http: client, git: .refusing, toolchain: Toolchain())
  let tree = SourceTree(name: "app", files: ["Gemfile": gemfile, "Gemfile.lock": lock])
  let project = try #require(bundler.discover(in: tree.paths).first)
  let goal = Goal.update([Goal.Target(name: name)], UpdateOptions())
  let change = try await bundler.open(project, in: tree).change(toward: goal)
  return change.files.last?.after.map { String(decoding: $0, as: UTF8.self) } ?? lock
}

private let gemfile = "source \"https://rubygems.org\"\n\ngem \"web\"\n"
private let digest = String(repeating: "a", count: 64)

private func lock(rack: String = "1.0.0", checksums: String = "") -> String {
  """
  GEM
    remote: https://rubygems.org/
    specs:
      rack (\(rack))
      web (1.0.0)
        rack (~> 1.0)

  PLATFORMS
    x86_64-linux

  DEPENDENCIES
    web
  \(checksums)
  BUNDLED WITH
     2.7.2

  """
}

@Suite struct `Gems that are not as they should be` {
  @Test func `a gem that its server lacks is named with its place`() async {
    let problem = await #expect(throws: Problem.self) {
      try await update(
        lock: lock(), index: ["web": "1.0.0 rack:~> 1.0", "rack": "1.0.0 "],
        gemfile: gemfile + "gem \"ghost\"\n")
    }
    #expect(problem?.kind == .failed)
    #expect(problem?.subject == "ghost")
    #expect(problem?.location?.line == 4)
  }

  @Test func `a gem without a version that fits leaves no solution`() async {
    let problem = await #expect(throws: Problem.self) {
      try await update(
        lock: lock(), index: ["web": "1.0.0 rack:~> 1.0", "rack": "1.0.0 ", "ghost": "1.0.0 "],
        gemfile: gemfile + "gem \"ghost\", \"> 2\"\n")
    }
    #expect(problem?.kind == .unsolvable)
    #expect(problem?.location?.line == 4)
  }

  @Test func `a gem that its server lacks is not up to date`() async throws {
    let client = HTTP.Client { Response(status: 404, url: $0.url) }
    let bundler = BundlerEcosystem(http: client, git: .refusing, toolchain: Toolchain())
    let tree = SourceTree(name: "app", files: ["Gemfile": gemfile, "Gemfile.lock": lock()])
    let project = try #require(bundler.discover(in: tree.paths).first)
    for dependency in try await bundler.open(project, in: tree).dependencies() {
      let problem = await #expect(throws: Problem.self) {
        try await bundler.open(project, in: tree).releases(of: dependency)
      }
      #expect(problem?.subject == dependency.name)
    }
  }

  @Test(arguments: [
    (HTTPError.Code.unreachable, "cannot be reached: the connection failed (lost)"),
    (.tooLarge(limit: 64 << 20), "responds with more than 64 MiB: lost"),
    (.tooManyRedirects, "redirects too often: lost"),
    (.tls, "has a certificate that is not trusted: lost"),
  ])
  func `a server that doesn't respond is described in words`(code: HTTPError.Code, message: String)
  {
    let problem = Problem(failedRequest: HTTPError(code, url: "https://gems.dev/", detail: "lost"))
    #expect(problem.message == message)
  }

  @Test func `a held version that was withdrawn stays held`() async throws {
    let after = try await update(
      lock: lock(rack: "1.0.5"),
      index: ["web": "1.0.0 rack:~> 1.0\n1.1.0 rack:~> 1.0", "rack": "1.0.0 \n1.0.4 "])
    #expect(after == lock(rack: "1.0.5").replacing("web (1.0.0)", with: "web (1.1.0)"))
  }

  @Test func `a digest that is not the lock's stops everything`() async {
    let checksums = "\nCHECKSUMS\n  rack (1.0.0) sha256=\(digest)\n  web (1.0.0)\n"
    let problem = await #expect(throws: Problem.self) {
      try await update(
        lock: lock(checksums: checksums),
        index: [
          "web": "1.0.0 rack:~> 1.0\n1.1.0 rack:~> 1.0",
          "rack": "1.0.0 |checksum:\(digest.replacing("a", with: "b"))",
        ])
    }
    #expect(problem?.kind == .failed)
    #expect(problem?.subject == "rack (1.0.0)")
  }

  @Test func `an index with a line that does not parse is named with the line`() async {
    let problem = await #expect(throws: Problem.self) {
      try await update(
        lock: lock(), index: ["web": "1.0.0 rack:~> 1.0\nweb 1.1.0", "rack": "1.0.0 "])
    }
    #expect(problem?.kind == .failed)
    #expect(problem?.message.contains("(line 3)") == true)
  }
}

@Suite struct `A clause of a requirement` {
  @Test(arguments: [
    ("~> 1.2", "2.0.5", VersioningStrategy.increase, ["~> 2.0"] as [String]?),
    ("~> 1.2.3", "2.0.5", .increase, ["~> 2.0.5"]),
    ("~> 1", "2.0.5", .increase, ["~> 2"]),
    ("~> 1.2", "1.4.0", .increase, ["~> 1.4"]),
    ("~> 1.2", "1.4.0", .increaseIfNecessary, nil),
    ("~> 1.2", "2.0.5", .widen, [">= 1.2", "< 3"]),
    ("= 1.2.3", "2.0.5", .increase, ["= 2.0.5"]),
    ("1.2.3", "2.0.5", .increase, ["2.0.5"]),
    ("< 2", "2.0.5", .increase, ["< 3"]),
    ("<2.0", "2.0.5", .increase, ["<3.0"]),
    ("<= 1.9", "2.0.5", .increase, ["<= 2.0.5"]),
    (">= 1.2", "2.0.5", .increase, nil),
  ])
  func `lets a version in, in the style of its author`(
    before: String, version: String, strategy: VersioningStrategy, after: [String]?
  ) throws {
    let edit = ClauseEdit(version: try #require(GemVersion(version)), strategy: strategy)
    #expect(edit.rewrite(before) == after)
  }
}
