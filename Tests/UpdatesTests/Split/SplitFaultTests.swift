import Configuration
import Forges
import Store
import Synchronization
import Testing
import TestSupport
import Time

extension CI {
  /// Opens the pull request of the group, judges it, and begins the search.
  fileprivate func begin() async throws {
    try await scene.run()
    scene.wait(hours: 1)
    _ = try await judge()
    for _ in 1...2 { try await scene.run() }
  }

  fileprivate var candidates: [String] {
    get async throws { try await scene.branches().filter { $0.contains("-try-") } }
  }

  fileprivate func main() async throws -> String {
    try await scene.forge().head(of: "main", in: scene.repository) ?? ""
  }

  fileprivate func commit(of branch: String) async throws -> String {
    try await scene.forge().head(of: branch, in: scene.repository) ?? ""
  }
}

@Suite(.serialized) struct `A search in a group` {
  @Test func `starts failed checks again before they count`() async throws {
    let ci = try await CI("a b c d e f", failing: "e")
    let restarts = Restarts()
    (ci.restarts, ci.chances) = (restarts, 2)
    ci.scene.forgeOfPasses.withLock {
      $0 = { FaultyForge(inner: $0, kill: Kill(at: nil), restarts: restarts) }
    }
    try await ci.settle()
    #expect(
      try await ci.open() == ["Bump the all group with 5 updates", "Bump e from 1.0.0 to 2.0.0"])
    #expect(ci.chances == 0)
    #expect(try await ci.candidates.isEmpty)
  }

  @Test func `blames nothing for a base that became red`() async throws {
    let ci = try await CI("a b c d", failing: "c d")
    try await ci.begin()
    try await ci.scene.push(["NOTES.md": "broken\n"])
    ci.isBaseRed = true
    try await ci.report(true, of: try await ci.main())
    try await ci.settle()
    #expect(try await ci.open() == ["Bump the all group with 4 updates"])
    #expect(try await ci.candidates.isEmpty)
    let record = try #require(try await ci.scene.state.splits(of: "here/acme/app").first)
    #expect(record.obstacle == "the checks of main fail, too")
    #expect(record.findings.isEmpty)
    // The base is repaired, and the search begins again.
    ci.isBaseRed = false
    try await ci.scene.push(["NOTES.md": "repaired\n"])
    try await ci.report(false, of: try await ci.main())
    try await ci.settle()
    let open = try await ci.scene.records().filter { $0.state == .open }
    #expect(Set(open.map { Set($0.versions.keys) }) == [["a", "b"], ["c", "d"]])
  }

  @Test func `waits for the checks of its base`() async throws {
    let ci = try await CI("a b c", failing: "a")
    let forge = try ci.scene.forge(as: "ci")
    try await forge.report(
      Check(name: "build", state: .pending), of: try await ci.main(), in: ci.scene.repository)
    try await ci.begin()
    #expect(try await ci.candidates.isEmpty)
    try await ci.report(true, of: try await ci.main())
    try await ci.scene.run()
    #expect(try await ci.candidates.isEmpty)
    try await ci.report(false, of: try await ci.main())
    try await ci.settle()
    #expect(try await ci.open().contains("Bump a from 1.0.0 to 2.0.0"))
  }

  @Test func `is tried again once the base is green, on a newer commit of it`() async throws {
    let ci = try await CI("a b c", failing: "x")
    ci.isBaseRed = true
    try await ci.report(true, of: try await ci.main())
    try await ci.settle()
    #expect(ci.trials == 0)
    let head = try await ci.commit(of: "martlet/npm/all")
    ci.isBaseRed = false
    try await ci.scene.push(["NOTES.md": "repaired\n"])
    try await ci.report(false, of: try await ci.main())
    try await ci.settle()
    // The branch was only red because of the old commit.
    #expect(ci.trials == 0)
    #expect(try await ci.open() == ["Bump the all group with 3 updates"])
    #expect(try await ci.commit(of: "martlet/npm/all") != head)
    #expect(try await ci.scene.verdicts().map(\.verdict) == [.passed])
  }

  @Test func `doesn't wait for a person to start a job`() async throws {
    let ci = try await CI("a b c d", failing: "a")
    try await ci.begin()
    let forge = try ci.scene.forge(as: "ci")
    for branch in try await ci.candidates {
      try await forge.report(
        Check(name: "build", state: .waiting), of: try await ci.commit(of: branch),
        in: ci.scene.repository)
    }
    ci.scene.wait(hours: 1)
    for _ in 1...2 { try await ci.scene.run() }
    #expect(try await ci.candidates.isEmpty)
    let record = try #require(try await ci.scene.state.splits(of: "here/acme/app").first)
    #expect(record.obstacle == "a person has to start `build`")
  }

  @Test func `takes a check that didn't run for no answer`() async throws {
    let ci = try await CI("a b", failing: "a")
    try await ci.begin()
    let forge = try ci.scene.forge(as: "ci")
    for branch in try await ci.candidates {
      try await forge.report(
        Check(name: "build", state: .skipped), of: try await ci.commit(of: branch),
        in: ci.scene.repository)
    }
    ci.scene.wait(hours: 1)
    try await ci.scene.run()
    let record = try #require(try await ci.scene.state.splits(of: "here/acme/app").first)
    #expect(record.trials.map(\.outcome) == [.unresolved, .unresolved])
  }

  @Test func `counts the parts of ended searches for the limit of a day`() async throws {
    let ci = try await CI("a b c d", failing: "a")
    ci.scene.split.withLock { $0.perDay = 3 }
    try await ci.begin()
    #expect(try await ci.candidates.count == 2)
    // The group gets another version, so that the search ends and begins again.
    ci.scene.npm.publish("d", "3.0.0")
    for _ in 1...2 {
      try await ci.scene.run()
      ci.scene.wait(hours: 1)
      _ = try await ci.judge()
    }
    for _ in 1...2 { try await ci.scene.run() }
    #expect(try await ci.candidates.count == 1)
    // Closing the pull request doesn't give them back either.
    try await ci.scene.close(1)
    ci.scene.wait(hours: 1)
    try await ci.scene.run()
    #expect(try await ci.scene.state.splits(of: "here/acme/app").flatMap(\.starts).count == 3)
    ci.scene.wait(hours: 25)
    try await ci.scene.run()
    #expect(try await ci.scene.state.splits(of: "here/acme/app").isEmpty)
  }

  @Test func `leaves a branch with commits of others`() async throws {
    let ci = try await CI("a b c d", failing: "a")
    try await ci.begin()
    let branch = try #require(try await ci.candidates.first)
    try await ci.scene.push(["mine.txt": "mine\n"], to: branch)
    try await ci.settle()
    #expect(
      try await ci.open() == ["Bump the all group with 3 updates", "Bump a from 1.0.0 to 2.0.0"])
    #expect(try await ci.candidates == [branch])
  }

  @Test func `leaves a branch of its name that somebody else has created`() async throws {
    let ci = try await CI("a b", failing: "a")
    try await ci.begin()
    let branch = try #require(try await ci.candidates.first)
    let other = try await CI("a b", failing: "a")
    try await other.scene.run()
    try await other.scene.branch(branch)
    try await other.scene.push(["mine.txt": "mine\n"], to: branch)
    try await other.settle()
    #expect(try await other.candidates == [branch])
  }

  @Test func `survives that a person merges or closes a draft`() async throws {
    for isMerged in [true, false] {
      let ci = try await CI("a b c d", failing: "c")
      ci.runsOnPullRequests = true
      ci.scene.split.withLock { $0.candidates = .drafts }
      try await ci.begin()
      let draft = try #require(
        try await ci.scene.pullRequests().first { $0.state == .open && $0.isDraft })
      if isMerged {
        try await ci.scene.merge(draft.number)
      } else {
        try await ci.scene.close(draft.number)
      }
      try await ci.settle()
      #expect(try await ci.candidates.isEmpty, "\(isMerged)")
      #expect(
        try await ci.scene.pullRequests().allSatisfy { $0.state != .open || !$0.isDraft },
        "\(isMerged)")
    }
  }

  @Test func `names the group's pull request as the forge does`() async throws {
    let ci = try await CI("a b", failing: "a")
    ci.scene.split.withLock { $0.candidates = .drafts }
    ci.runsOnPullRequests = true
    try await ci.begin()
    let drafts = try await ci.scene.pullRequests().filter(\.isDraft)
    #expect(drafts.count == 2)
    #expect(drafts.allSatisfy { $0.body.hasPrefix("A part of #1, whose checks fail") })
  }
}
