import Configuration
import Forges
import FoundationEssentials
import Store
import Synchronization
import Testing
import TestSupport

/// A repository whose only pull request is closed, by a person or by martlet.
private final class Closing: Sendable {
  /// Who closes it, and how.
  enum Story: String, CaseIterable, Sendable {
    case byPerson, byCommand, byDeletedBranch, asUpToDate
  }

  let story: Story
  let scene: Scene
  private let folder =
    FileManager.default.temporaryDirectory.path + "/martlet-closing-\(uniqueName())"

  init(_ story: Story) async throws {
    self.story = story
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    scene = try await Scene("", ["deps.txt": "a 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.1.0")
    scene.change { $0.replies = .on }
    try await scene.openState(at: "\(folder)/state.db")
    try await scene.run()
    scene.wait(hours: 1)
    switch story {
    case .byPerson: try await scene.close(1)
    case .byCommand:
      try scene.settings(#"{"permissions": {"ann": "write"}}"#)
      _ = try await scene.forge(as: "ann").comment(
        "@martlet close", on: 1, in: scene.repository)
    case .byDeletedBranch:
      let pull = try await scene.forge().pullRequest(1, in: scene.repository)
      _ = try await scene.forge(as: "ann").deleteBranch(
        pull.head, at: pull.headSHA, in: scene.repository)
    case .asUpToDate: try await scene.push(["deps.txt": "a 1.1.0\n"])
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Makes a pass that is killed at a write, and two more with the state of that moment.
  ///
  /// - Returns: the writes of the first pass.
  func run(killingAt target: Int?, _ moment: Kill.Moment) async throws -> Kill {
    let path = folder
    let kill = Kill(at: target, moment) {
      for end in ["", "-wal"] {
        try? FileManager.default.copyItem(
          atPath: "\(path)/state.db\(end)", toPath: "\(path)/kept.db\(end)")
      }
    }
    scene.forgeOfPasses.withLock {
      $0 = { FaultyForge(inner: $0, kill: kill, missesBranches: true) }
    }
    try await scene.run()
    scene.forgeOfPasses.withLock {
      $0 = { FaultyForge(inner: $0, kill: Kill(at: nil), missesBranches: true) }
    }
    if kill.isDead { try await scene.openState(at: "\(path)/kept.db") }
    for _ in 1...2 {
      scene.wait(hours: 1)
      try await scene.run()
    }
    return kill
  }

  /// Expects one closed pull request with one comment, and that its version is declined if a person
  /// wanted that.
  func expectEnd(_ step: String) async throws {
    let comments = try await scene.comments(on: 1)
    let own = comments.filter { $0.contains("<!-- martlet-") || story == .asUpToDate }
    #expect(own.count == 1, "\(step): \(comments)")
    #expect(try await scene.branches() == [], "\(step)")
    #expect(
      try await scene.records().map(\.state) == [story == .asUpToDate ? .closed : .declined],
      "\(step)")
    if story == .asUpToDate {
      try await scene.push(["deps.txt": "a 1.0.0\n"])
      try await scene.run()
    }
    let open = story == .asUpToDate ? ["#2 Bump a from 1.0.0 to 1.1.0"] : []
    #expect(try await scene.open() == open, "\(step)")
  }
}

/// The process is killed at a write while a pull request is closed; the next pass ends as one without
/// a kill.
@Suite struct `A pull request that is closed by a killed process` {
  @Test(arguments: Closing.Story.allCases)
  fileprivate func `has one comment and the same record`(story: Closing.Story) async throws {
    let writes = try await Closing(story).run(killingAt: nil, .beforeWrite).writes
    #expect(!writes.isEmpty)
    for moment in Kill.Moment.allCases {
      for index in writes.indices {
        let closing = try await Closing(story)
        #expect(try await closing.run(killingAt: index, moment).isDead)
        try await closing.expectEnd("\(moment) \(index) of \(writes)")
      }
    }
  }
}
