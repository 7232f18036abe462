import Foundation
import JSON
import TestSupport
import Testing

/// A fleet whose forge reaches its rate limit before all repositories are visited.
@Suite(.needsFakeHost, .serialized) struct `An exhausted rate limit` {
  private let title = "Bump aster from 1.0.0 to 1.1.0"

  private func run(_ scene: ServeScene) async throws -> Program.Outcome {
    try await Program.run(
      ["run", "--config", "martlet.yml", "--log-level", "error", "--json"],
      in: scene.folder.path, environment: ["TOKEN": "github_pat_fixed"])
  }

  /// The repositories in the order of their first requests, after a number of requests.
  private func asked(_ scene: ServeScene, since first: Int) async throws -> [String] {
    let all = try await scene.fake.control("requests?since=\(first)").array ?? []
    let names = all.filter { $0["op"] == "git/get-ref" }.compactMap { request in
      request["path"]?.string?.split(separator: "/").dropFirst().prefix(2).joined(separator: "/")
    }
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  @Test func `is reported once with the remaining repositories, which the next run visits first`()
    async throws
  {
    let names = (10..<30).map { "acme/app\($0)" }
    let scene = try await ServeScene(names, suite: "SpentHour")
    try await scene.publish("1.1.0")
    try scene.configure()
    try await scene.fake.control("limits", ["primary": 110])
    let outcome = try await run(scene)
    #expect(outcome.code == 1)
    let document = try outcome.document()
    let rest = try #require(document["left"]?.array?.first)
    let left = rest["repositories"]?.array?.compactMap(\.string) ?? []
    let visited = try #require(rest["visited"]?.int)
    #expect(rest["forge"] == "hub")
    #expect(left.count + visited == names.count)
    #expect(!left.isEmpty && visited > 0, "\(left.count) are left")
    #expect(
      rest["problem"]?["message"]?.string?.hasSuffix(
        "\(visited) of 20 repositories were visited, \(left.count) remain") == true)
    #expect(outcome.error.split(separator: "\n").count == 1, "\(outcome.error)")
    for name in Set(names).subtracting(left) { #expect(try await scene.open(name) == [title]) }

    try await scene.fake.control("limits", ["primary": 5000])
    let before = try await scene.fake.control("requests").array?.count ?? 0
    let second = try await run(scene)
    #expect(second.code == 0, "\(second.out)")
    #expect(try second.document()["left"] == [])
    // Concurrent visits send their requests in any order.
    let first = try await asked(scene, since: before).prefix(left.count)
    #expect(first.count { left.contains($0) } >= left.count - 7)
    for name in names { #expect(try await scene.open(name) == [title]) }
    // The list of repositories names their default branches.
    let all = try await scene.fake.control("requests").array ?? []
    #expect(!all.contains { $0["op"] == "repos/get" })
    #expect(try await scene.fake.violations().isEmpty)
  }
}
