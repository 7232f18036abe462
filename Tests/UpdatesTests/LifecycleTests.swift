import Store
import Synchronization
import Testing

/// Whole passes, one after the other, while people and registries go on.
@Suite struct `A pull request` {
  private func outdated(_ names: String..., rules: String = "") async throws -> Scene {
    let scene = try await Scene(rules, ["deps.txt": names.map { "\($0) 1.0.0\n" }.joined()])
    for name in names { scene.npm.publish(name, "1.0.0", "1.1.0") }
    return scene
  }

  @Test func `comes of an entry beside others that are wrong`() async throws {
    let scene = try await outdated(
      "a",
      rules: """
        registries:
          acme: {type: npm-registri, url: "https://npm.acme.dev"}
        updates:
          - package-ecosystem: nmp
            directory: /
            schedule: {interval: weekly}
          - package-ecosystem: npm
            directory: /
            schedule: {interval: weekly}
            cooldown: {default-days: 0}
          - package-ecosystem: bundler
            directory: /
            schedule: {interval: weekly}
            registries: [acme]
        """)
    try await scene.push(["gems.txt": "b 1.0.0\n"])
    scene.gems.publish("b", "1.0.0", "1.1.0")
    #expect(
      try await scene.run() == [
        ": the registry 'acme' cannot be used (see line 3): neither can this entry",
        "a: opened #1 for 1.1.0",
      ])
  }

  @Test func `gives way to the group's that takes its dependency along`() async throws {
    let scene = try await outdated("a", "b", rules: "open-pull-requests-limit: 2")
    try await scene.run()
    #expect(try await scene.open().count == 2)
    try await scene.configure("open-pull-requests-limit: 2\ngroups: {all: {patterns: [\"*\"]}}")
    try await scene.run()
    #expect(try await scene.open() == ["#3 Bump the all group with 2 updates"])
    for number in [1, 2] {
      #expect(try await scene.comments(on: number) == ["Superseded by #3."])
    }
    #expect(try await scene.branches() == ["martlet/npm/all"])
  }

  @Test func `of a group gives way to single ones when the group is taken out`() async throws {
    let scene = try await outdated("a", "b", rules: "groups: {all: {patterns: [\"*\"]}}")
    try await scene.run()
    try await scene.configure("")
    try await scene.run()
    #expect(
      try await scene.open() == [
        "#2 Bump a from 1.0.0 to 1.1.0", "#3 Bump b from 1.0.0 to 1.1.0",
      ])
    #expect(try await scene.comments(on: 1) == ["Superseded by #2."])
  }

  @Test func `is closed when it was merged elsewhere`() async throws {
    let scene = try await outdated("a")
    try await scene.run()
    try await scene.push(["deps.txt": "a 1.1.0\n"])
    #expect(try await scene.run() == ["a: closed #1: the base branch has 1.1.0 already"])
    #expect(try await scene.comments(on: 1) == ["Closed, since the base branch has 1.1.0 already."])
    #expect(try await scene.branches() == [])
  }

  @Test func `is closed when its dependency is gone, or the manifest`() async throws {
    let scene = try await outdated("a", "b")
    try await scene.run()
    try await scene.push(["deps.txt": "b 1.0.0\n"])
    try await scene.run()
    #expect(
      try await scene.comments(on: 1) == ["Closed, since the dependency is no longer there."])
    try await scene.push(["deps.txt": nil, "other/deps.txt": "c 1.0.0\n"])
    try await scene.run()
    #expect(
      try await scene.comments(on: 2) == ["Closed, since the manifest in / is no longer there."])
  }

  @Test func `with somebody else's commit stays when its dependency is gone and the state, too`()
    async throws
  {
    let scene = try await outdated("a")
    try await scene.run()
    try await scene.push(["hand": "made\n"], to: "martlet/npm/a")
    try await scene.push(["deps.txt": ""])
    try await scene.loseState()
    #expect(try await scene.run() == ["a: #1 holds other people's commits and is left alone"])
    #expect(try await scene.branches() == ["martlet/npm/a"])
  }

  /// The list at the beginning of a first pass does not have it yet.
  @Test func `that another worker opens and a person closes during a pass is not opened again`()
    async throws
  {
    let scene = try await outdated("a")
    scene.meanwhile.withLock { deeds in
      deeds.append {
        await #expect(throws: Never.self) {
          try await scene.run(by: StateStore.inMemory())
          try await scene.close(1)
        }
      }
    }
    #expect(try await scene.run() == ["a: 1.1.0 was declined when #1 was closed"])
    #expect(try await scene.pullRequests().count == 1)
  }

  @Test func `is not said to have moved when the state alone was lost`() async throws {
    let scene = try await outdated("a")
    try await scene.run()
    try await scene.loseState()
    #expect(try await scene.run() == ["a: #1 proposes 1.1.0"])
  }

  @Test(arguments: [
    ("ignore: [{dependency-name: a}]", "Closed, since ignore of a keeps it away."),
    (
      "allow: [{dependency-name: b}]",
      "Closed, since 'allow', none of whose rules means it keeps it away."
    ),
    (
      "exclude-paths: [deps.txt]",
      "Closed, since the configuration asks for these updates no more."
    ),
  ]) func `is closed when a rule keeps it away`(rules: String, comment: String) async throws {
    let scene = try await outdated("a")
    try await scene.run()
    try await scene.configure(rules)
    try await scene.run()
    #expect(try await scene.comments(on: 1) == [comment])
    #expect(try await scene.open() == [])
  }

  @Test func `is closed when the update is no longer possible`() async throws {
    let scene = try await outdated("a", "b")
    scene.npm.publish("b", "1.0.0")
    try await scene.run()
    scene.npm.clash("a@1.1.0", "b@1.0.0")
    try await scene.push(["README": "moved\n"])
    try await scene.run()
    #expect(
      try await scene.comments(on: 1) == [
        "Closed, since the update is no longer possible: a@1.1.0 excludes b@1.0.0."
      ])
  }

  @Test func `of a group is closed when nothing is left to do`() async throws {
    let scene = try await outdated("a", "b", rules: "groups: {all: {patterns: [\"*\"]}}")
    try await scene.run()
    try await scene.push(["deps.txt": "a 1.1.0\n"])
    try await scene.run()
    #expect(
      try await scene.comments(on: 1) == [
        "Closed, since nothing is left to update in the group all."
      ])
  }

  @Test func `is one of five where a hundred are outdated, and nothing else is worked out`()
    async throws
  {
    let names = (100..<200).map { "p\($0)" }
    let scene = try await Scene(
      "", ["deps.txt": names.map { "\($0) 1.0.0\n" }.joined()])
    for name in names { scene.npm.publish(name, "1.0.0", "1.1.0") }
    let first = try await scene.run()
    #expect(first.count { $0.contains("opened") } == 5)
    #expect(
      first.last == "p199: 1.1.0 waits: 5 pull requests are open, which is the limit")
    #expect(scene.npm.resolutions == 5)
    let second = try await scene.run()
    #expect(second.count { $0.contains("proposes") } == 5)
    try await scene.merge(1)
    try await scene.run()
    #expect(try await scene.open().count == 5)
    #expect(try await scene.open().last == "#6 Bump p105 from 1.0.0 to 1.1.0")
  }

  @Test func `does not take the room of one that cannot be`() async throws {
    let scene = try await outdated("a", "b", "c", rules: "open-pull-requests-limit: 2")
    scene.npm.clash("a@1.1.0", "b@1.0.0")
    try await scene.run()
    #expect(
      try await scene.open() == [
        "#1 Bump b from 1.0.0 to 1.1.0", "#2 Bump c from 1.0.0 to 1.1.0",
      ])
  }

  @Test func `has a branch that no other is in the way of`() async throws {
    let scene = try await outdated("@eslint/js", "eslint", "@eslint/x")
    try await scene.run()
    #expect(try await scene.open().count == 3)
    let branches = try await scene.branches()
    #expect(branches.contains("martlet/npm/eslint/js"))
    #expect(branches.contains { $0.hasPrefix("martlet/npm/eslint-") })
    #expect(try await scene.run().allSatisfy { $0.contains("proposes") })
  }

  @Test func `of one entry does not wait for a branch that another names in vain`() async throws {
    let scene = try await Scene(
      """
      updates:
        - package-ecosystem: npm
          directory: /
          schedule: {interval: weekly}
          target-branch: nowhere
        - package-ecosystem: npm
          directory: /
          schedule: {interval: weekly}
          cooldown: {default-days: 0}
      """, ["deps.txt": "a 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.1.0")
    #expect(
      try await scene.run() == [
        "nowhere: target-branch names no branch", "a: opened #1 for 1.1.0",
      ])
  }

  @Test func `begins as the people of the repository do`() async throws {
    let scene = try await outdated("a", "dev-b")
    for subject in ["feat: fly", "fix(wing): flap", "chore: sweep"] {
      try await scene.push(["log": subject], message: subject)
    }
    try await scene.run()
    #expect(
      try await scene.open() == [
        "#1 chore(deps): bump a from 1.0.0 to 1.1.0",
        "#2 chore(deps-dev): bump dev-b from 1.0.0 to 1.1.0",
      ])
  }

  @Test func `is opened although a range of ignore can't be read`() async throws {
    let scene = try await Scene(
      "ignore: [{dependency-name: a, versions: [\"bad range\"]}]",
      ["deps.txt": "a 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.1.0")
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 1.1.0"])
  }
}
