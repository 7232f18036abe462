import Foundation
import HTTP
import JSON
import TestSupport
import Testing

/// Faults and kills at every write of what martlet says; one more run, and nothing is doubled or lost.
@Suite(.needsFakeHost, .serialized) struct `An issue or reply of martlet's` {
  /// What is disturbed.
  enum Story: String, CaseIterable {
    case dashboard, tick, notice, onboarding, issue, reply

    /// The number of writes that are tried at most; the last ones of a reply open the next update.
    fileprivate var limit: Int { self == .reply ? 3 : 12 }

    fileprivate var settings: String {
      switch self {
      case .dashboard, .tick, .reply: ""
      case .notice: "notices: issue"
      case .onboarding: "onboarding: pull-request"
      case .issue: "onboarding: issue"
      }
    }
  }

  private func scene(_ story: Story, on host: IssueScene.Host) async throws -> IssueScene {
    let isAsked = story == .onboarding || story == .issue
    let isShown = story == .dashboard || story == .tick
    let scene = try await IssueScene(
      host, isShown ? "dashboard: true" : "",
      entry: isAsked ? nil : "open-pull-requests-limit: 1", settings: story.settings)
    if story == .notice { try await scene.push("updates: 1\n", to: scene.file) }
    if story == .tick {
      try await scene.run()
      try await scene.tick("open swift / borage")
    }
    if story == .reply {
      try await scene.run()
      try await scene.fake.control(
        "pr", ["repo": "acme/app", "pr": 1, "by": "ann", "state": "closed"])
    }
    return scene
  }

  /// What is doubled or missing; empty if nothing is.
  private func loss(_ story: Story, in scene: IssueScene) async throws -> String {
    let state = try await scene.state()
    let violations = try await scene.fake.violations()
    let pulls = try await scene.pulls().compactMap { $0["title"]?.string }.sorted()
    let issues = try await ["dashboard", "notice", "onboarding"].asyncMap {
      try await scene.issues($0)
    }.flatMap(\.self)
    let aster = "Bump aster from 1.0.0 to 1.1.0"
    let expected: (pulls: [String], issues: Int) =
      switch story {
      case .dashboard: ([aster], 1)
      case .tick: ([aster, "Bump borage from 1.0.0 to 1.1.0"], 1)
      case .notice, .issue: ([], 1)
      case .onboarding: (["Add \(scene.file)"], 0)
      case .reply: (["Bump borage from 1.0.0 to 1.1.0"], 0)
      }
    if pulls != expected.pulls { return "pull requests: \(pulls)" }
    if issues.count != expected.issues { return "issues: \(issues.count)" }
    if story == .tick, issues.first?["body"]?.string?.contains("[x]") != false { return "a tick" }
    if story == .reply, let loss = try await lossOfReply(in: scene) { return loss }
    if state["orphan_branches"] != [] { return "orphans: \(state["orphan_branches"] ?? .null)" }
    return violations.isEmpty ? "" : "violations: \(violations)"
  }

  /// Returns the defect if a closed pull request doesn't have exactly one reply.
  private func lossOfReply(in scene: IssueScene) async throws -> String? {
    let closed = try await scene.pulls("closed")
    let texts = closed.first?["comments"]?.array?.compactMap { $0["body"]?.string } ?? []
    let replies = texts.filter { $0.contains("<!-- martlet-closed -->") }
    return closed.count == 1 && replies.count == 1 && texts.count == 1
      ? nil : "closed: \(closed.count), comments: \(texts)"
  }

  /// Runs with a fault at one write, then twice without.
  ///
  /// - Returns: the loss; nil if there are fewer writes.
  private func inject(
    _ action: String, at number: Int, _ story: Story, on host: IssueScene.Host
  ) async throws -> String? {
    let scene = try await scene(story, on: host)
    let isBefore = action == "kill before"
    let isKill = isBefore || action == "kill after"
    var fault = Object([
      ("mutating", true), ("skip", .int(number)), ("status", 500),
      ("action", .string(isKill ? isBefore ? "delay" : "delay_after" : action)),
      ("seconds", isBefore ? 1 : 600),
    ])
    // The other writes are in the fault matrix.
    if story != .onboarding, story != .reply { fault["path"] = "/issues(/[0-9]+)?$" }
    try await scene.fake.control("faults", .object(fault))
    let isHit: () async throws -> Bool = {
      try await scene.fake.control("faults").array?.first?["hits"]?.int ?? 0 > 0
    }
    if isKill {
      let process = try scene.start()
      while try await !isHit(), !process.hasEnded {
        try await Task.sleep(for: .milliseconds(20))
      }
      process.signal(SIGKILL)
      await process.end()
    } else {
      try await scene.run()
    }
    guard try await isHit() else { return nil }
    try await scene.fake.control("faults", method: .delete)
    if isBefore { try await scene.fake.settle() }
    for _ in 0..<2 { try await scene.run() }
    return try await loss(story, in: scene)
  }

  /// Some of the kills, for every day.
  @Test(arguments: [
    (IssueScene.Host.gitHub, Story.dashboard), (.gitea, .onboarding), (.gitLab, .reply),
  ])
  func `survives a kill after some writes`(host: IssueScene.Host, story: Story) async throws {
    #expect(try await inject("kill after", at: 0, story, on: host) == "")
  }

  @Test(.slow, arguments: [IssueScene.Host.gitHub, .gitLab, .gitea], Story.allCases)
  func `survives failing writes`(host: IssueScene.Host, story: Story) async throws {
    var hits = 0
    for number in 0..<story.limit {
      guard let loss = try await inject("status_after", at: number, story, on: host) else { break }
      hits += 1
      #expect(loss == "", "\(host), \(story), write \(number)")
    }
    #expect(hits > 0)
  }

  @Test(.slow, arguments: [IssueScene.Host.gitHub, .gitLab, .gitea], Story.allCases)
  func `survives a kill at each write`(host: IssueScene.Host, story: Story) async throws {
    for moment in ["kill before", "kill after"] {
      var hits = 0
      for number in 0..<story.limit {
        guard let loss = try await inject(moment, at: number, story, on: host) else { break }
        hits += 1
        #expect(loss == "", "\(host), \(story), \(moment) write \(number)")
      }
      #expect(hits > 0)
    }
  }
}

extension Sequence {
  fileprivate func asyncMap<Result>(
    _ transform: (Element) async throws -> Result
  ) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
