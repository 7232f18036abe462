import CocoaPods
import Ecosystem
import Git
import HTTP
import Logging
import Store
import SwiftPM
import Synchronization
import Testing
import TestSupport
import Time
@testable import Updates

/// Looks up an app's pods on a day, and counts the requests to their repositories.
private func lookUp(
  _ app: AppScene, at now: Timestamp = 1_800_000_000, ticking tick: Duration = .zero
) async throws -> (state: ProjectState, repositories: [String]) {
  let asked = Mutex<[String]>([])
  let clock = Mutex(now)
  let git = app.git
  let counting = Git.Client(
    references: { (remote) throws(GitError) in
      asked.withLock { $0.append(remote) }
      return try await git.references(remote)
    }, files: git.files)
  let tools = Toolchain()
  let world = World(
    ecosystems: [
      CocoaPodsEcosystem(http: app.http, git: counting, toolchain: tools),
      SwiftPMEcosystem(http: app.http, git: counting, toolchain: tools),
    ], store: try await StateStore.inMemory(),
    now: {
      clock.withLock { time in
        defer { time += tick }
        return time
      }
    }, log: .silent)
  let tree = app.tree
  let projects = world.discover(in: tree.paths, for: [Entry()])
  let pods = try #require(projects.first { $0.project.manifest == "Podfile" })
  let read = try #require(await world.read([pods], in: tree).first)
  return (await world.lookUp(read), asked.withLock { $0 })
}

@Suite struct `A look-up of pods` {
  private func app(_ tags: [String: String]) -> AppScene {
    var app = AppScene("  pod 'Kit'\n", locked: ["Kit (1.2.0)"])
    app.repositories["Kit"] = tags
    return app
  }

  @Test(
    arguments: [
      (["1.2.0": library("Kit"), "1.4.0": library("Kit")], "1.4.0"),
      (["1.2.0": library("Kit"), "1.4.0": ""], nil),
      (["1.2.0": library("Kit"), "1.4.0-beta.1": library("Kit")], nil),
      (["1.2.0": library("Kit")], nil),
    ] as [([String: String], String?)])
  func `names a release that only the repository has`(
    tags: [String: String], newest: String?
  ) async throws {
    let (state, _) = try await lookUp(app(tags))
    #expect(state.candidateSets[0].migrationHint?.version == newest)
  }

  @Test func `looks at no repository if trunk has something newer`() async throws {
    var app = app(["1.2.0": library("Kit"), "1.4.0": library("Kit")])
    app.pods["Kit 1.3.0"] = ""
    let (state, repositories) = try await lookUp(app)
    #expect(state.candidateSets[0].latest == "1.3.0")
    #expect(state.candidateSets[0].migrationHint == nil && repositories.isEmpty)
  }

  @Test func `says that a failed look-up is unknown`() async throws {
    var app = app(["1.2.0": library("Kit")])
    app.silent = ["Kit"]
    let found = try #require(try await lookUp(app).state.candidateSets[0].migrationHint)
    #expect(found.version == nil && found.sentence.hasPrefix("it is unknown whether"))
  }

  @Test func `looks at no further repository after 20 seconds`() async throws {
    let (state, repositories) = try await lookUp(
      app(["1.2.0": library("Kit"), "1.4.0": library("Kit")]), ticking: 30)
    #expect(repositories.isEmpty)
    #expect(state.candidateSets[0].migrationHint?.sentence.hasSuffix("took too long") == true)
  }

  @Test(arguments: [(1_796_169_599, false), (1_796_169_600, true)] as [(Timestamp, Bool)])
  func `says that trunk is read-only from that day on`(now: Timestamp, isFrozen: Bool) async throws
  {
    let (state, _) = try await lookUp(app(["1.2.0": library("Kit")]), at: now)
    #expect(
      state.freezeNotice
        == (isFrozen
          ? "Podfile: CocoaPods trunk is read-only since 2026-12-02: "
            + "1 dependency gets no new releases there" : nil))
  }

  @Test(
    arguments: [
      (
        1_796_169_599,
        "up to date; its newest release, 1.4.0, is only on SwiftPM; "
          + "CocoaPods trunk has 1.2.0"
      ),
      (
        1_796_169_600,
        "up to date; its newest release, 1.4.0, is only on SwiftPM; "
          + "CocoaPods trunk has 1.2.0; CocoaPods trunk is read-only since 2026-12-02"
      ),
    ] as [(Timestamp, String)])
  func `says both on the status pages`(now: Timestamp, words: String) async throws {
    let (state, _) = try await lookUp(
      app(["1.2.0": library("Kit"), "1.4.0": library("Kit")]), at: now)
    let report = DependencyReport(
      project: state.project, dependency: state.candidateSets[0].dependency,
      state: .upToDate)
    let seen = Observation(
      report, ProjectStateIndex([state])[report], on: "main", known: ObservationIndex([]),
      sign: "#",
      now: now)
    #expect(seen.reason == words)
    #expect(seen.state == .heldBack && seen.latest == "1.4.0")
  }
}
