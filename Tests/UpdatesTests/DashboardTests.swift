import Forges
import Store
import Synchronization
import Testing
import Time
import Updates

/// The issue that lists all updates, with boxes that people tick.
@Suite struct `The dashboard` {
  private static let writers = #"{"permissions": {"ann": "write", "eve": "read"}}"#

  /// A repository with a dashboard, and dependencies that each have a newer version.
  private func scene(
    _ names: [String] = ["a", "b"], _ rules: String = "", to version: String = "1.1.0"
  ) async throws -> Scene {
    let lines = rules.split(separator: "\n").map { "    \($0)\n" }.joined()
    let scene = try await Scene(
      """
      dashboard: true
      updates:
        - package-ecosystem: npm
          directory: /
          schedule: {interval: weekly}
          cooldown: {default-days: 0}
      \(lines)
      """, ["deps.txt": names.map { "\($0) 1.0.0\n" }.joined()])
    for name in names { scene.npm.publish(name, "1.0.0", version) }
    try scene.settings(Self.writers)
    return scene
  }

  @Test func `lists open pull requests, and what the limit holds back`() async throws {
    let scene = try await scene(["a", "b"], "open-pull-requests-limit: 1")
    try await scene.run()
    #expect(
      try await scene.dashboard() == """
        ## Open

        - [ ] <!-- martlet-box: rebuild 1 --> rebuild #1: `a` `1.0.0` → `1.1.0`

        ## Held back

        - [ ] <!-- martlet-box: open npm / b 1.1.0 --> open now: `b` `1.0.0` → `1.1.0`, waits for \
        a place below the limit of open pull requests
        """)
    #expect(try await scene.issue(.dashboard)?.title == "martlet dashboard")
  }

  @Test func `is not written again without a change, and once if the state is lost`() async throws {
    let scene = try await scene()
    try await scene.run()
    let first = try #require(try await scene.issue(.dashboard))
    scene.wait(hours: 1)
    try await scene.run()
    #expect(try await scene.issue(.dashboard) == first)
    try await scene.loseState()
    try await scene.run()
    #expect(try await scene.issues().count == 1)
    #expect(try await scene.issue(.dashboard)?.body == first.body)
  }

  @Test func `opens a pull request beyond the repository's limit`() async throws {
    let scene = try await scene(["a", "b"], "open-pull-requests-limit: 1")
    try await scene.run()
    try await scene.tick("open npm / b")
    #expect(try await scene.run().contains("b: opened #2 for 1.1.0"))
    #expect(try await !scene.dashboard().contains("open now"))
    #expect(try await scene.run().filter { $0.contains("opened") } == [])
  }

  @Test func `opens a release in its cooldown, and has no box for it afterwards`() async throws {
    let scene = try await Scene(
      """
      dashboard: true
      updates:
        - package-ecosystem: npm
          directory: /
          schedule: {interval: weekly}
          cooldown: {default-days: 3}
      """, ["deps.txt": "a 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.1.0")
    scene.npm.date("a", "1.1.0", scene.now)
    try scene.settings(Self.writers)
    let first = try await scene.run()
    #expect(first.map { $0.contains("cooling down") } == [true], "\(first)")
    #expect(try await scene.dashboard().contains("open now: `a` `1.0.0` → `1.1.0`, cools down"))
    scene.wait(hours: 1)
    try await scene.tick("open npm / a")
    #expect(try await scene.run() == ["a: opened #1 for 1.1.0"])
    #expect(try await !scene.dashboard().contains("open now"))
    #expect(try await scene.run() == ["a: #1 proposes 1.1.0"])
    #expect(try await !scene.dashboard().contains("open now"))
  }

  @Test func `opens what is not due by its schedule`() async throws {
    let scene = try await scene(["a"])
    try await scene.run(for: .nothing)
    try await scene.run(for: .fixes)
    #expect(try await scene.dashboard().contains("`a` `1.0.0` → `1.1.0`, waits for its schedule"))
    try await scene.tick("open npm / a")
    #expect(try await scene.run(for: .nothing) == ["a: opened #1 for 1.1.0"])
  }

  @Test func `counts ticks of people with write access only`() async throws {
    let scene = try await scene(["a", "b"], "open-pull-requests-limit: 1")
    try await scene.run()
    scene.wait(hours: 1)
    try await scene.tick("open npm / b", by: "eve")
    scene.wait(hours: 1)
    #expect(try await scene.run().contains { $0.contains("opened") } == false)
    let text = try await scene.dashboard()
    #expect(text.contains("The last ticks were taken back."))
    #expect(text.contains("write access, which `@eve` has not"))
    #expect(text.contains("- [ ] <!-- martlet-box: open npm / b 1.1.0 -->"))
    // The remark stays until somebody's tick counts.
    scene.wait(hours: 1)
    try await scene.tick("open npm / b")
    #expect(try await scene.run().contains("b: opened #2 for 1.1.0"))
    #expect(try await !scene.dashboard().contains("taken back"))
  }

  @Test func `undoes other changes of its text with a remark`() async throws {
    let scene = try await scene()
    try await scene.run()
    let before = try #require(try await scene.issue(.dashboard)).body
    scene.wait(hours: 1)
    try await scene.edit { $0.replacing("## Open", with: "## Shut") + "\n\nHello" }
    try await scene.run()
    let after = try #require(try await scene.issue(.dashboard)).body
    #expect(after.contains("> The last changes of this text were undone"))
    let rest = after.split(separator: "\n\n").filter { !$0.hasPrefix(">") }.joined(
      separator: "\n\n")
    #expect(rest == before)
  }

  @Test func `is restored if a person removes its marker or closes it`() async throws {
    let scene = try await scene()
    try await scene.run()
    let first = try #require(try await scene.issue(.dashboard))
    try await scene.edit { _ in "gone" }
    try await scene.run()
    #expect(try await scene.issue(.dashboard)?.body.contains("## Open") == true)
    try await scene.close(first)
    try await scene.run()
    #expect(try await scene.issue(.dashboard)?.number == first.number)
    #expect(try await scene.issues().count == 1)
  }

  @Test func `is one after two instances opened it`() async throws {
    let scene = try await scene()
    try await scene.openTwin(.dashboard, "martlet dashboard")
    try await scene.openTwin(.dashboard, "martlet dashboard")
    try await scene.run()
    #expect(try await scene.issue(.dashboard)?.number == 1)
    #expect(try await scene.issue(.dashboard)?.body.contains("## Open") == true)
  }

  @Test func `is closed when the file no longer asks for it`() async throws {
    let scene = try await scene()
    try await scene.run()
    try await scene.configure("")
    try await scene.run()
    #expect(try await scene.issue(.dashboard) == nil)
    #expect(try await scene.issues().count == 1)
  }

  @Test func `is left out, with the reason, if issues are switched off`() async throws {
    let scene = try await scene(["a"])
    try scene.settings(#"{"issues": false}"#)
    #expect(
      try await scene.run().contains(
        "there is no place for the dashboard: the repository's issues are switched off"))
    #expect(try await scene.issues().isEmpty)
  }

  @Test func `costs no issue in a repository that does not ask for it`() async throws {
    let scene = try await Scene("", ["deps.txt": "a 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.1.0")
    try await scene.run()
    #expect(try await scene.issues().isEmpty)
  }

  @Test func `takes an ignore back, also after the state is lost`() async throws {
    let scene = try await scene(["a"])
    try await scene.run()
    scene.wait(hours: 1)
    let forge = try scene.forge(as: "ann")
    _ = try await forge.comment("@martlet ignore this dependency", on: 1, in: scene.repository)
    try await scene.run()
    #expect(try await scene.open() == [])
    #expect(try await scene.dashboard().contains("propose again: every version of `a`"))
    scene.wait(hours: 1)
    try await scene.tick("unignore")
    #expect(try await scene.run().contains { $0.hasPrefix("a: opened") })
    #expect(try await !scene.dashboard().contains("## Ignored"))
    try await scene.loseState()
    try await scene.run()
    #expect(try await scene.open().count == 1)
  }

  @Test func `rebuilds a branch`() async throws {
    let scene = try await scene(["a"])
    try await scene.run()
    let head = try await scene.pullRequests().first?.headSHA
    try await scene.push(["README.md": "new\n"])
    scene.wait(hours: 1)
    try await scene.tick("rebuild 1")
    try await scene.run()
    let moved = try await scene.pullRequests().first?.headSHA
    #expect(moved != head)
    #expect(try await scene.comments(on: 1).isEmpty)
    #expect(try await scene.dashboard().contains("- [ ] <!-- martlet-box: rebuild 1 -->"))
    try await scene.run()
    #expect(try await scene.pullRequests().first?.headSHA == moved)
  }

  @Test func `keeps a tick that came while a pass was on its way`() async throws {
    let scene = try await scene(["a", "b"], "open-pull-requests-limit: 1")
    try await scene.run()
    scene.wait(hours: 1)
    scene.npm.publish("c", "1.0.0", "1.1.0")
    try await scene.push(["deps.txt": "a 1.0.0\nb 1.0.0\nc 1.0.0\n"])
    scene.meanwhile.withLock { $0 = [{ try? await scene.tick("open npm / b") }] }
    try await scene.run()
    #expect(try await scene.open().count == 1)
    #expect(try await scene.run().contains("b: opened #2 for 1.1.0"))
    #expect(try await scene.dashboard().contains("`c` `1.0.0` → `1.1.0`"))
  }
}

/// Steps that a person has to approve.
@Suite struct `An update that needs an approval` {
  private func scene(
    _ versions: [String], approving steps: String = "major"
  ) async throws -> Scene {
    let scene = try await Scene(
      """
      dashboard: true
      updates:
        - package-ecosystem: npm
          directory: /
          schedule: {interval: weekly}
          cooldown: {default-days: 0}
          approval: [\(steps)]
      """, ["deps.txt": "a 1.0.0\n"])
    for version in ["1.0.0"] + versions { scene.npm.publish("a", version) }
    try scene.settings(#"{"permissions": {"ann": "write", "eve": "read"}}"#)
    return scene
  }

  @Test func `is opened after its box is ticked, and not before`() async throws {
    let scene = try await scene(["2.0.0"])
    #expect(try await scene.run() == ["a: 2.0.0 waits for an approval in the dashboard"])
    #expect(
      try await scene.dashboard() == """
        ## Waiting for approval

        - [ ] <!-- martlet-box: approve npm / a 2.0.0 --> approve: `a` `1.0.0` → `2.0.0`
        """)
    scene.wait(hours: 1)
    try await scene.tick("approve", by: "eve")
    scene.wait(hours: 1)
    #expect(try await scene.run() == ["a: 2.0.0 waits for an approval in the dashboard"])
    scene.wait(hours: 1)
    try await scene.tick("approve")
    #expect(try await scene.run() == ["a: opened #1 for 2.0.0"])
  }

  @Test func `does not hold smaller steps back`() async throws {
    let scene = try await scene(["1.1.0", "2.0.0"])
    #expect(try await scene.run() == ["a: opened #1 for 1.1.0"])
    #expect(try await scene.dashboard().contains("approve: `a` `1.0.0` → `2.0.0`"))
    scene.wait(hours: 1)
    try await scene.tick("approve")
    #expect(try await scene.run() == ["a: updated #1 to 2.0.0"])
  }

  @Test func `isn't approved by the open pull request of a smaller step`() async throws {
    let scene = try await scene(["1.0.1", "1.1.0", "2.0.0"], approving: "major, minor")
    #expect(try await scene.run() == ["a: opened #1 for 1.0.1"])
    scene.wait(hours: 1)
    #expect(try await scene.run() == ["a: #1 proposes 1.0.1"])
    scene.wait(hours: 1)
    scene.npm.publish("a", "1.1.1", "1.2.0")
    #expect(try await scene.run() == ["a: #1 proposes 1.0.1"])
  }

  @Test func `is approved up to the number that changes`() async throws {
    let scene = try await scene(["1.1.0"], approving: "minor")
    #expect(try await scene.run() == ["a: 1.1.0 waits for an approval in the dashboard"])
    scene.wait(hours: 1)
    try await scene.tick("approve")
    #expect(try await scene.run() == ["a: opened #1 for 1.1.0"])
    scene.npm.publish("a", "1.1.1", "1.2.0")
    scene.wait(hours: 1)
    #expect(try await scene.run() == ["a: updated #1 to 1.1.1"])
    #expect(try await scene.dashboard().contains("approve: `a` `1.0.0` → `1.2.0`"))
  }

  @Test func `stays open when the state is lost, and takes later versions of its major`()
    async throws
  {
    let scene = try await scene(["2.0.0"])
    try await scene.run()
    scene.wait(hours: 1)
    try await scene.tick("approve")
    try await scene.run()
    try await scene.loseState()
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 2.0.0"])
    scene.npm.publish("a", "2.1.0", "3.0.0")
    #expect(try await scene.run() == ["a: updated #1 to 2.1.0"])
    #expect(try await scene.dashboard().contains("approve: `a` `1.0.0` → `3.0.0`"))
  }

  @Test func `can be withdrawn, and is kept while it cannot be opened`() async throws {
    let scene = try await scene(["2.0.0"])
    try await scene.run()
    scene.npm.lack("a@2.0.0", "ghost")
    scene.wait(hours: 1)
    try await scene.tick("approve")
    try await scene.run()
    #expect(try await scene.open() == [])
    scene.wait(hours: 1)
    try await scene.loseState()
    try await scene.run()
    #expect(try await scene.open() == [])
  }

  /// A repository whose two places for pull requests are taken, with an approval for a third.
  private func full(_ rules: String) async throws -> Scene {
    let scene = try await Scene(
      """
      dashboard: true
      updates:
        - package-ecosystem: npm
          directory: /
          schedule: {interval: weekly}
          cooldown: {default-days: 0}
          approval: [major]
          \(rules)
      """, ["deps.txt": "a 1.0.0\nb 1.0.0\n"])
    for name in ["a", "b"] { scene.npm.publish(name, "1.0.0", "1.1.0", "3.0.0") }
    try scene.settings(#"{"permissions": {"ann": "write"}}"#)
    try await scene.run()
    scene.wait(hours: 1)
    return scene
  }

  @Test func `is kept while the limit holds the pull request back`() async throws {
    let scene = try await full("separate: [major]\n    open-pull-requests-limit: 2")
    try await scene.tick("approve npm / a")
    for _ in 1...3 {
      #expect(
        try await scene.run().contains(
          "a: 3.0.0 waits: the limit of 2 open pull requests is reached"))
      #expect(
        try await scene.dashboard().contains(
          "open now: `a` `1.0.0` → `3.0.0`, waits for a place below the limit"))
    }
    try await scene.merge(2)
    #expect(try await scene.run().contains("a: opened #3 for 3.0.0"))
  }

  @Test func `does not hide a smaller step that the limit holds back`() async throws {
    let scene = try await full("open-pull-requests-limit: 1")
    let text = try await scene.dashboard()
    #expect(text.contains("approve: `b` `1.0.0` → `3.0.0`"))
    #expect(text.contains("open now: `b` `1.0.0` → `1.1.0`, waits for a place below the limit"))
    try await scene.tick("open npm / b 1.1.0")
    #expect(try await scene.run().contains("b: opened #2 for 1.1.0"))
  }

  @Test func `is not needed to fix a vulnerability`() async throws {
    let scene = try await scene(["2.0.0"])
    #expect(try await scene.run(dry: true) == ["a: 2.0.0 waits for an approval in the dashboard"])
    #expect(try await scene.issues().isEmpty)
  }
}
