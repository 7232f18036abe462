import Configuration
import Forges
import Testing
import TestSupport
import Time
import Updates

/// Seconds.
private let day: Int64 = 86_400

@Suite struct `A base that moved` {
  @Test(
    arguments: [
      (Rebase(), true, 0, 0, Rebase.Decision.keep),
      (Rebase(), false, 0, 0, .rebuild),
      (Rebase(), nil, 0, 0, .wait),
      (Rebase(), false, 29 * day, 0, .rebuild),
      (Rebase(), false, 30 * day, 0, .keep),
      (Rebase(strategy: .disabled), false, 0, 0, .keep),
      (Rebase(isStrict: true), true, 2 * day, day, .rebuild),
      (Rebase(isStrict: true), true, 2 * day, day - 1, .wait),
      (Rebase(isStrict: true), false, 2 * day, 1, .rebuild),
      (Rebase(strategy: .disabled, isStrict: true), true, 2 * day, day, .keep),
      (Rebase(strategy: .behindBase), true, 0, 0, .rebuild),
      (Rebase(strategy: .behindBase), nil, 0, 0, .rebuild),
      (Rebase(strategy: .behindBase), true, 30 * day, 0, .keep),
    ] as [(Rebase, Bool?, Int64, Int64, Rebase.Decision)])
  func `is followed if it is required`(
    rebase: Rebase, isMergeable: Bool?, age: Int64, still: Int64, expected: Rebase.Decision
  ) {
    let now = Timestamp.epoch + .days(1_000)
    #expect(
      rebase.decision(
        isMergeable: isMergeable, openedAt: now - .seconds(age), movedAt: now - .seconds(still),
        now: now) == expected)
  }

  /// Counts how often the branches of three pull requests move on a day of fifty pushes, each
  /// followed by a pass.
  ///
  /// Every move costs a CI run.
  @Test(arguments: [
    ("", "{}", 0),
    ("rebase-strategy: disabled", "{\"strict\": [\"main\"]}", 0),
    ("", "{\"strict\": [\"main\"]}", 3),
  ]) func `costs few runs of CI on a busy day`(
    rules: String, settings: String, moves: Int
  ) async throws {
    let scene = try await Scene(
      rules, ["a/deps.txt": "", "deps.txt": "x 1.0.0\ny 1.0.0\nz 1.0.0\n"])
    for name in ["x", "y", "z"] { scene.npm.publish(name, "1.0.0", "1.1.0") }
    try scene.settings(settings)
    try await scene.run()
    var heads = try await scene.pullRequests().map(\.headSHA)
    var count = 0
    for push in 0..<50 {
      scene.wait(hours: push.isMultiple(of: 2) ? 1 : 0)
      try await scene.push(["README": "\(push)\n"])
      try await scene.run()
      let after = try await scene.pullRequests().map(\.headSHA)
      count += zip(heads, after).count { $0 != $1 }
      heads = after
    }
    #expect(count == moves)
  }

  @Test func `is followed at each visit if the file says so`() async throws {
    let scene = try await Scene("rebase-strategy: behind-base-branch", ["deps.txt": "x 1.0.0\n"])
    scene.npm.publish("x", "1.0.0", "1.1.0")
    try await scene.run()
    let first = try await scene.pullRequests().map(\.headSHA)
    try await scene.push(["README": "new\n"])
    try await scene.run()
    let second = try await scene.pullRequests().map(\.headSHA)
    #expect(second != first)
    #expect(try await scene.text("README", of: 1) == "new\n")
    try await scene.run()
    #expect(try await scene.pullRequests().map(\.headSHA) == second)
  }

  @Test func `causes a rebuild of a conflicting pull request`() async throws {
    let scene = try await Scene("", ["deps.txt": "x 1.0.0\ny 1.0.0\n"])
    for name in ["x", "y"] { scene.npm.publish(name, "1.0.0", "1.1.0") }
    try await scene.run()
    try await scene.merge(1)
    try await scene.run()
    #expect(try await scene.text("deps.txt", of: 2) == "x 1.1.0\ny 1.1.0\n")
    #expect(try await scene.open() == ["#2 Bump y from 1.0.0 to 1.1.0"])
  }

  /// The branch has the right contents and still conflicts.
  @Test func `causes a rebuild if it contains a part of the update`() async throws {
    let scene = try await Scene("", ["deps.txt": "x 1.0.0\n"])
    scene.npm.publish("x", "1.0.0", "1.1.0", "1.2.0")
    try await scene.run()
    try await scene.push(["deps.txt": "x 1.1.0\n"])
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump x from 1.1.0 to 1.2.0"])
    try await scene.merge(1)
    #expect(try await scene.text("deps.txt", of: 1) == "x 1.2.0\n")
  }
}
