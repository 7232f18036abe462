import JSON
import TestSupport
import Testing

/// Requests of the daemon after webhooks about checks.
@Suite(.needsFakeHost, .serialized)
struct `A webhook about checks` {
  private let libraries = ["borage", "clover", "dill"]
  /// The base branch with its rules, and the pull request with its checks.
  private let reads: Set = [
    "git/get-ref", "repos/get-branch", "repos/get-branch-rules", "pulls/get",
    "repos/get-combined-status-for-ref", "checks/list-for-ref", "checks/list-suites-for-ref",
  ]

  /// Three open pull requests with a green check each.
  private func opened() async throws -> (ServeScene, ServedDaemon) {
    let scene = try await ServeScene([], suite: "CheckEventTests")
    var commits: [String: String] = [:]
    for name in libraries { commits[name] = try await scene.fake.publish(name, ["1.0.0"]) }
    for name in libraries { try await scene.fake.publish(name, ["1.1.0"]) }
    try await scene.fake.found(
      "acme/app",
      GitHubFiles.application(commits, dependabot: GitHubFiles.dependabot(interval: "yearly")))
    let daemon = try await scene.serve()
    try await eventually { try await scene.open().count == 3 }
    for number in 1...3 { try await check("build", of: number, in: scene, daemon) }
    return (scene, daemon)
  }

  /// Sets a check to green, and waits for the end of the visits that its events lead to.
  private func check(
    _ name: String, of number: Int, in scene: ServeScene, _ daemon: ServedDaemon
  ) async throws {
    let visits = daemon.visits
    try await scene.fake.control(
      "check",
      ["repo": "acme/app", "pr": .int(number), "name": .string(name), "conclusion": "success"])
    try await eventually {
      guard daemon.visits > visits, daemon.isIdle else { return false }
      // An event that came during a visit leads to another one.
      let now = daemon.visits
      try await Task.sleep(for: .seconds(2))
      return daemon.visits == now && daemon.isIdle
    }
  }

  @Test func `leads to requests about one pull request alone`() async throws {
    let (scene, daemon) = try await opened()
    let earlier = try await scene.fake.control("requests").array ?? []
    let before = earlier.compactMap { $0["n"]?.int }.max() ?? 0
    try await check("lint", of: 2, in: scene, daemon)
    let all = try await scene.fake.control("requests?since=\(before)").array ?? []
    let operations = Set(all.compactMap { $0["op"]?.string })
    #expect(operations.contains("checks/list-for-ref"))
    #expect(operations.subtracting(reads) == [])
    let pulls = all.compactMap { $0["path"]?.string }.filter { $0.contains("/pulls/") }
    #expect(Set(pulls) == ["/repos/acme/app/pulls/2"])
    #expect(await daemon.terminate() == 0)
  }
}

extension ServedDaemon {
  /// The number of visits that ended.
  fileprivate var visits: Int { log.split(separator: "visited repository=").count - 1 }

  /// Whether no webhook has asked for a visit since the last one ended.
  fileprivate var isIdle: Bool {
    let lines = log.split(separator: "\n")
    let asked = lines.lastIndex { $0.contains("a webhook requests a visit") } ?? 0
    return asked < lines.lastIndex { $0.contains("visited repository=") } ?? 0
  }
}
