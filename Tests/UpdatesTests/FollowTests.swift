import Ecosystem
import NPM
import Testing
import TestSupport
import Updates

/// The forge's identifier of the first repository is `7`, of another `12`.
@Suite struct `A renamed repository` {
  /// The branch of this group contains a digest of the repository's name.
  private func scene() async throws -> Scene {
    let scene = try await Scene(
      "groups: {my group: {patterns: [\"*\"]}}", ["deps.txt": "a 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.1.0")
    return scene
  }

  @Test func `keeps its pull request and its branch`() async throws {
    let scene = try await scene()
    #expect(try await scene.run(listed: ["7": "acme/app"]) == ["a: opened #1 for 1.1.0"])
    let branches = try await scene.branches()
    try scene.rename(to: "acme/site")
    #expect(try await scene.run(listed: ["7": "acme/site"]) == ["a: #1 proposes 1.1.0"])
    #expect(try await scene.pullRequests().count == 1)
    #expect(try await scene.branches() == branches)
  }

  @Test func `gets no pull request that a person has closed`() async throws {
    let scene = try await scene()
    try await scene.run(listed: ["7": "acme/app"])
    try await scene.close(1)
    let declined = ["a: 1.1.0 was declined when #1 was closed"]
    #expect(try await scene.run(listed: ["7": "acme/app"]) == declined)
    try scene.rename(to: "other/site")
    #expect(try await scene.run(listed: ["7": "other/site"]) == declined)
    // Nor without state: the marker in the body identifies it.
    try await scene.loseState()
    #expect(try await scene.run(listed: ["7": "other/site"]) == declined)
    #expect(try await scene.pullRequests().count == 1)
  }

  @Test func `leaves no state to another repository with its old name`() async throws {
    let scene = try await scene()
    try await scene.run(listed: ["7": "acme/app"])
    try await scene.close(1)
    try await scene.run(listed: ["7": "acme/app"])
    try scene.rename(to: "acme/site")
    try await scene.begin("acme/app", ["deps.txt": "a 1.0.0\n"])
    let both = ["7": "acme/site", "12": "acme/app"]
    #expect(try await scene.run(listed: both) == ["a: opened #1 for 1.1.0"])
    try scene.turn(to: "acme/site")
    #expect(
      try await scene.run(listed: both) == ["a: 1.1.0 was declined when #1 was closed"])
  }

  @Test func `that is no longer listed leaves no state either`() async throws {
    let scene = try await scene()
    try await scene.run(listed: ["7": "acme/app"])
    try await scene.close(1)
    try await scene.run(listed: ["7": "acme/app"])
    try scene.rename(to: "elsewhere/app")
    try await scene.begin("acme/app", ["deps.txt": "a 1.0.0\n"])
    #expect(try await scene.run(listed: ["12": "acme/app"]) == ["a: opened #1 for 1.1.0"])
  }

  @Test func `can swap names with another repository`() async throws {
    let scene = try await scene()
    try await scene.run(listed: ["7": "acme/app"])
    try await scene.begin("acme/site", ["deps.txt": "a 1.0.0\nb 1.0.0\n"])
    scene.npm.publish("b", "1.0.0")
    let before = ["7": "acme/app", "12": "acme/site"]
    try await scene.run(listed: before)
    try await scene.close(1)
    let declined = ["a: 1.1.0 was declined when #1 was closed"]
    #expect(try await scene.run(listed: before) == declined)
    try scene.rename(to: "acme/aside")
    try scene.turn(to: "acme/app")
    try scene.rename(to: "acme/site")
    try scene.turn(to: "acme/aside")
    try scene.rename(to: "acme/app")
    let after = ["7": "acme/site", "12": "acme/app"]
    #expect(try await scene.run(listed: after) == declined)
    try scene.turn(to: "acme/site")
    #expect(try await scene.run(listed: after) == ["a: #1 proposes 1.1.0"])
  }
}

@Suite struct `A report of several passes` {
  private func report(_ states: UpdateState...) -> RepositoryReport {
    let project = Project(
      ecosystem: .npm, directory: "/", manifest: "package.json", lock: nil)
    let dependencies = states.enumerated().map { index, state in
      DependencyReport(
        project: project,
        dependency: Dependency(name: "d\(index)", kind: .direct, current: "1.0.0"),
        state: state)
    }
    return RepositoryReport(repository: "hub/acme/app", dependencies: dependencies)
  }

  @Test func `keeps what the first one opened and merged`() {
    let merged = UpdateState.merged(version: "1.1.0", base: "main")
    var whole = report(
      merged, .opened(number: 1, version: "1.1.0"), .opened(number: 2, version: "1.1.0"))
    whole.follow(with: report(.upToDate, .upToDate, .current(number: 2, version: "1.1.0")))
    #expect(
      whole.dependencies.map(\.state).filter { $0 != .upToDate } == [
        merged, .opened(number: 1, version: "1.1.0"), .opened(number: 2, version: "1.1.0"),
      ])
  }
}
