import Foundation
import JSON
import TestSupport
import Testing

/// Groups on a fake GitHub that checks every request.
@Suite(.needsFakeHost, .serialized) struct `Groups on GitHub` {
  private static let grouped = "groups: {birds: {patterns: [\"*\"]}}\n"

  @Test func `share a pull request, whose members change in place`() async throws {
    let scene = try await GroupScene(Self.grouped)
    #expect(try await scene.run().code == 0)
    #expect(try await scene.open() == ["#1 Bump the birds group with 2 updates"])
    try await scene.publish("clover", ["1.1.0"])
    #expect(try await scene.run().code == 0)
    #expect(try await scene.open() == ["#1 Bump the birds group with 3 updates"])
    let pins = try await scene.file("Package.resolved", on: "martlet/swift/birds")
    #expect(pins.matches(of: /"version" : "1.1.0"/).count == 3)
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `replace single pull requests, and are replaced by them`() async throws {
    let scene = try await GroupScene("")
    _ = try await scene.run()
    #expect(try await scene.open().count == 2)
    try await scene.configure(Self.grouped)
    _ = try await scene.run()
    #expect(try await scene.open() == ["#3 Bump the birds group with 2 updates"])
    #expect(try await scene.comments(on: 1) == ["Superseded by #3."])
    try await scene.configure("")
    _ = try await scene.run()
    #expect(
      try await scene.open() == [
        "#4 Bump aster from 1.0.0 to 1.1.0", "#5 Bump borage from 1.0.0 to 1.1.0",
      ])
    #expect(try await scene.branches() == ["martlet/swift/aster", "martlet/swift/borage"])
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `that a person closed are opened again only for newer versions`() async throws {
    let scene = try await GroupScene(Self.grouped)
    _ = try await scene.run()
    try await scene.fake.control(
      "pr", ["repo": "acme/app", "pr": 1, "by": "ann", "state": "closed"])
    try await scene.push(["README.md": "moved\n"])
    #expect(try await scene.run().out.contains("was declined when #1 was closed"))
    #expect(try await scene.open() == [])
    try await scene.publish("aster", ["1.2.0"])
    _ = try await scene.run()
    #expect(try await scene.open() == ["#2 Bump aster from 1.0.0 to 1.2.0 in the birds group"])
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `follow limits, allow and ignore`() async throws {
    let scene = try await GroupScene(
      "open-pull-requests-limit: 1\nignore: [{dependency-name: aster}]\n")
    try await scene.publish("clover", ["1.1.0"])
    let outcome = try await scene.run()
    #expect(outcome.out.contains("aster: 1.1.0 is ignored by the ignore rule 'aster'"))
    #expect(
      outcome.out.contains("clover: 1.1.0 waits: the limit of 1 open pull request is reached"))
    #expect(try await scene.open() == ["#1 Bump borage from 1.0.0 to 1.1.0"])
    try await scene.configure("allow: [{dependency-name: aster}]\n")
    _ = try await scene.run()
    #expect(try await scene.open() == ["#2 Bump aster from 1.0.0 to 1.1.0"])
    let comments = try await scene.comments(on: 1)
    #expect(comments.contains { $0.contains("'allow'") }, "\(comments)")
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `are not rebuilt while the base moves, and use its style of titles`() async throws {
    let scene = try await GroupScene(Self.grouped)
    for subject in ["feat: fly", "fix: flap", "feat: sing"] {
      try await scene.push(["log": .string(subject)], message: subject)
    }
    _ = try await scene.run()
    #expect(
      try await scene.open() == ["#1 build(deps): bump the birds group with 2 updates"])
    let head = try await scene.head(of: 1)
    for push in 0..<3 {
      try await scene.push(["README.md": .string("\(push)\n")])
      _ = try await scene.run()
    }
    #expect(try await scene.head(of: 1) == head)
    #expect(try await scene.fake.violations().isEmpty)
  }
}

/// A repository with three libraries, two of them outdated.
private struct GroupScene {
  let fake: FakeHost
  let folder: Folder

  init(_ rules: String) async throws {
    fake = try await FakeHost.fresh()
    var commits: [String: String] = [:]
    for (name, versions) in [
      ("aster", ["1.0.0", "1.1.0"]), ("borage", ["1.0.0", "1.1.0"]), ("clover", ["1.0.0"]),
    ] {
      commits[name] = try await fake.publish(name, versions)
    }
    try await fake.found(
      "acme/app", GitHubFiles.application(commits, dependabot: GitHubFiles.dependabot(rules)))
    folder = try Folder(["martlet.yml": GitHubFiles.configuration(fake.url)])
  }

  func run() async throws -> Program.Outcome {
    try await Program.run(
      ["run", "--config", "martlet.yml", "--log-level", "error"], in: folder.path,
      environment: ["TOKEN": "github_pat_fixed"])
  }

  func publish(_ name: String, _ versions: [String]) async throws {
    try await fake.publish(name, versions)
  }

  func push(_ files: Value, message: String = "Write by hand") async throws {
    try await fake.control(
      "commit", ["repo": "acme/app", "files": files, "message": .string(message)])
  }

  func configure(_ rules: String) async throws {
    try await push([".github/dependabot.yml": .string(GitHubFiles.dependabot(rules))])
  }

  private func pulls() async throws -> [Value] {
    try await fake.state("acme/app")["prs"]?.array ?? []
  }

  func open() async throws -> [String] {
    try await pulls().filter { $0["state"] == "open" }
      .map { "#\($0["number"]?.int ?? 0) \($0["title"]?.string ?? "")" }.sorted()
  }

  func head(of number: Int) async throws -> String? {
    try await pulls().first { $0["number"]?.int == number }?["head_sha"]?.string
  }

  func comments(on number: Int) async throws -> [String] {
    let pull = try await pulls().first { $0["number"]?.int == number }
    return (pull?["comments"]?.array ?? []).compactMap { $0["body"]?.string }
  }

  func file(_ path: String, on branch: String) async throws -> String {
    try await fake.state("acme/app")["files"]?[branch]?[path]?.string ?? ""
  }

  func branches() async throws -> [String] {
    let all = try await fake.state("acme/app")["branches"]?.object?.keys.sorted() ?? []
    return all.filter { $0.hasPrefix("martlet/") }.sorted()
  }
}
