import Foundation
import Libc
import JSON
import TestSupport
import Testing

/// Kills at random moments of `serve` and `run`, while releases appear and people push and merge.
///
/// `MARTLET_KILLS=500` sets the number of kills for each database.
@Suite(.needsFakeHost, .slow, .serialized) struct `A loop of kills` {
  private static let kills =
    ProcessInfo.processInfo.environment["MARTLET_KILLS"].flatMap { Int($0) } ?? 12

  @Test(arguments: DatabaseKind.present)
  func `neither loses nor duplicates a pull request`(kind: DatabaseKind) async throws {
    var loop = try await KillLoop(kind, instances: kind == .postgres ? 3 : 1)
    let begin = ContinuousClock.now
    while loop.kills < Self.kills {
      try await loop.kill()
      #expect(try await loop.duplicates() == [], "after \(loop.kills) kills")
      if loop.kills.isMultiple(of: 20) { try await loop.expectRepaired() }
    }
    try await loop.expectRepaired()
    print("\(kind): \(loop.kills) kills, \(loop.actions) in \(ContinuousClock.now - begin)")
  }
}

/// A fake GitHub with six repositories, and the processes that are killed.
private struct KillLoop {
  /// What people did.
  struct Actions: CustomStringConvertible {
    var releases = 0
    var pushes = 0
    var merges = 0

    var description: String { "\(releases) releases, \(pushes) pushes, \(merges) merges" }
  }

  private(set) var kills = 0
  private(set) var actions = Actions()
  private let scene: ServeScene
  private let repositories = (0..<6).map { "acme/app\($0)" }
  private let instances: Int
  private var random = SeededGenerator(seed: 15)
  private var latest: String { "1.\(actions.releases).0" }

  init(_ kind: DatabaseKind, instances: Int) async throws {
    self.instances = instances
    let state =
      switch kind {
      case .sqlite: "sqlite:martlet.db"
      case .postgres: try await PostgresServer.shared.value.fresh()
      }
    scene = try await ServeScene(repositories, state: state, suite: "KillLoopTests")
    // 500 kills need more than the requests of an hour.
    try await scene.fake.control("limits", ["primary": 1_000_000])
    try scene.configure()
    try await release()
  }

  /// Starts all instances, lets people act, and kills the instances after a random time.
  mutating func kill() async throws {
    if isChosen(oneIn: 3) { try await release() }
    let processes = Bool.random(using: &random) ? try await serve() : try run()
    try await push()
    if isChosen(oneIn: 4) { try await merge() }
    try await Task.sleep(for: .milliseconds(Int.random(in: 10...1_500, using: &random)))
    for process in processes { process.signal(SIGKILL) }
    for process in processes { await process.end() }
    kills += processes.count
  }

  /// The repositories that have two open pull requests, although they have one dependency.
  func duplicates() async throws -> [String] {
    var result: [String] = []
    for name in repositories where try await scene.open(name).count > 1 { result.append(name) }
    return result
  }

  /// Makes a pass, after which each repository must have the only right pull request.
  func expectRepaired() async throws {
    let pass = try await Program.run(
      ["run", "--config", "martlet.yml", "--log-level", "error"], in: scene.folder.path,
      environment: ["TOKEN": "github_pat_fixed"])
    #expect(pass.code == 0, "\(pass.out) \(pass.error)")
    for name in repositories {
      let current = try await version(in: name)
      let expected = current == latest ? [] : ["Bump aster from \(current) to \(latest)"]
      let outcome = "\(name) after \(kills) kills: \(try await pulls(of: name)), \(pass.out)"
      #expect(try await scene.open(name) == expected, "\(outcome)")
      #expect(try await scene.orphans(name) == [], "\(outcome)")
    }
    #expect(try await scene.fake.violations().isEmpty)
  }
}

/// What processes and people do.
extension KillLoop {
  private mutating func isChosen(oneIn count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }

  private mutating func repository() -> String {
    repositories[Int.random(in: repositories.indices, using: &random)]
  }

  private mutating func serve() async throws -> [ChildProcess] {
    var daemons = [try await scene.serve(as: "daemon-\(kills)")]
    for index in 0..<(instances - 1) {
      daemons.append(try ServedDaemon(scene, "daemon-\(kills)-\(index)"))
    }
    return daemons.map(\.process)
  }

  private func run() throws -> [ChildProcess] {
    try (0..<instances).map { _ in
      try Program.start(
        ["run", "--config", "martlet.yml", "--log-level", "error"], in: scene.folder.path,
        environment: ["TOKEN": "github_pat_fixed"])
    }
  }

  private mutating func release() async throws {
    actions.releases += 1
    try await scene.publish(latest)
  }

  private mutating func push() async throws {
    actions.pushes += 1
    try await scene.push(repository())
  }

  /// Merges the open pull request of a repository, if it has one without conflicts.
  private mutating func merge() async throws {
    let name = repository()
    let all = try await scene.fake.state(name)["prs"]?.array ?? []
    let ready = all.first { $0["state"] == "open" && $0["mergeable"] == true }
    guard let number = ready?["number"]?.int else { return }
    actions.merges += 1
    try await scene.fake.control(
      "pr", ["repo": .string(name), "pr": .int(number), "by": "ann", "merge": "squash"])
  }

  /// The last pull requests and the branches, for messages.
  private func pulls(of name: String) async throws -> String {
    let state = try await scene.fake.state(name)
    let last = (state["prs"]?.array ?? []).suffix(3).map { pull in
      ["number", "state", "merged", "title", "head_sha"].map { "\(pull[$0] ?? .null)" }
        .joined(separator: " ")
    }
    return "\(last) \(state["branches"] ?? .null)"
  }

  /// The locked version of the library.
  private func version(in name: String) async throws -> String {
    let file = try await scene.fake.control("file?repo=\(name)&path=Package.resolved")["text"]
    let match = try #require(file?.string?.firstMatch(of: #/"version" : "([0-9.]+)"/#))
    return String(match.1)
  }
}
