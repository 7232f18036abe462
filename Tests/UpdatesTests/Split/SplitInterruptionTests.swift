import Configuration
import Forges
import FoundationEssentials
import Store
import Synchronization
import Testing
import TestSupport

/// How the parts of a group are judged.
enum TrialKind: String, CaseIterable, Sendable {
  case branches, drafts

  var settings: SplitSettings {
    var settings = SplitSettings()
    settings.candidates = self == .drafts ? .drafts : nil
    return settings
  }
}

extension CI {
  /// Puts the state into a file, and kills the next pass that does a write.
  fileprivate func arm(_ target: Int?, _ moment: Kill.Moment, in folder: String) async throws
    -> Kill
  {
    let kill = Kill(at: target, moment) {
      for end in ["", "-wal"] {
        let from = "\(folder)/state.db\(end)"
        guard FileManager.default.fileExists(atPath: from) else { continue }
        try? FileManager.default.copyItem(atPath: from, toPath: "\(folder)/kept.db\(end)")
      }
    }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try await scene.openState(at: "\(folder)/state.db")
    scene.forgeOfPasses.withLock { $0 = { FaultyForge(inner: $0, kill: kill) } }
    return kill
  }

  /// Searches as `settle`, and starts a new process with the state of the killed one.
  fileprivate func settle(_ kill: Kill, in folder: String) async throws {
    var isRestarted = false
    for _ in 0..<60 {
      for _ in 1...3 {
        try await scene.run()
        guard kill.isDead, !isRestarted else { continue }
        isRestarted = true
        try await scene.openState(at: "\(folder)/kept.db")
        scene.forgeOfPasses.withLock { $0 = { $0 } }
        try await scene.run()
      }
      scene.wait(hours: 1)
      guard try await judge() else {
        return scene.forgeOfPasses.withLock { $0 = { $0 } }
      }
    }
    Issue.record("the search doesn't end")
  }

  fileprivate func expectEnd(_ step: String) async throws {
    #expect(
      try await open() == ["Bump the all group with 2 updates", "Bump c from 1.0.0 to 2.0.0"],
      "\(step)")
    #expect(try await scene.branches() == ["martlet/npm/all", "martlet/npm/c"], "\(step)")
    #expect(trials <= 5, "\(step): \(trials) runs")
    scene.wait(hours: 30)
    for pull in try await scene.pullRequests() where pull.state == .open {
      try await scene.close(pull.number)
    }
    scene.wait(hours: 1)
    try await scene.run()
    #expect(
      try await scene.state.splits(of: "here/acme/app").allSatisfy {
        !$0.isSearching && $0.trials.isEmpty && $0.starts.isEmpty
      }, "\(step)")
  }
}

/// The process is killed at a write of a search; the next pass continues it.
@Suite(.serialized) struct `A search in a group whose process is killed` {
  /// Makes a search; returns the writes.
  @discardableResult
  private func search(
    _ kind: TrialKind, killing target: Int?, _ moment: Kill.Moment = .beforeWrite
  ) async throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.path + "/martlet-split-\(uniqueName())"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let ci = try await CI("a b c", failing: "c")
    ci.scene.split.withLock { $0 = kind.settings }
    ci.runsOnPullRequests = kind == .drafts
    let kill = try await ci.arm(target, moment, in: folder)
    try await ci.settle(kill, in: folder)
    try await ci.expectEnd("\(moment) \(target.map { "\($0)" } ?? "-"): \(kill.writes)")
    return kill.writes
  }

  @Test(arguments: TrialKind.allCases)
  func `ends as if it hadn't been`(kind: TrialKind) async throws {
    let writes = try await search(kind, killing: nil)
    let trial = try #require(writes.firstIndex { $0.hasPrefix("write martlet/npm/all-try") })
    try await search(kind, killing: trial, .afterWrite)
    guard kind == .drafts else { return }
    let draft = try #require(writes.firstIndex { $0.hasPrefix("open martlet/npm/all-try") })
    try await search(kind, killing: draft, .afterWrite)
  }

  /// Drafts have all writes that branches have.
  ///
  /// Every second write, unless `MARTLET_FAULTS` is `all`.
  @Test(.slow, arguments: Kill.Moment.allCases)
  func `ends as if it hadn't been, whichever write that is`(moment: Kill.Moment) async throws {
    let writes = try await search(.drafts, killing: nil)
    #expect(writes.count >= 10, "\(writes)")
    let isWhole = ProcessInfo.processInfo.environment["MARTLET_FAULTS"] == "all"
    let start = isWhole || moment == .beforeWrite ? 0 : 1
    for index in stride(from: start, to: writes.count, by: isWhole ? 1 : 2) {
      try await search(.drafts, killing: index, moment)
    }
  }
}
