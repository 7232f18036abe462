import Forges
import Store
import Synchronization
import Testing

/// Several passes, with changes by people and registries in between.
@Suite struct `A pull request` {
  private func outdated(_ names: String..., rules: String = "") async throws -> Scene {
    let scene = try await Scene(rules, ["deps.txt": names.map { "\($0) 1.0.0\n" }.joined()])
    for name in names { scene.npm.publish(name, "1.0.0", "1.1.0") }
    return scene
  }

  @Test func `is opened for a valid entry beside invalid ones`() async throws {
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
    // The mistakes are findings, which the report has once.
    #expect(try await scene.run() == ["a: opened #1 for 1.1.0"])
    #expect(
      try await scene.problems().count {
        $0.contains("the registry 'acme' cannot be used (see line 3): neither can this entry")
      } == 1)
  }

  @Test func `for a tag that moves between two digests isn't closed and opened repeatedly`()
    async throws
  {
    let scene = try await Scene("", ["deps.txt": "a 1.0.0\n"])
    let digest = "1.0.0@sha256:bbb"
    scene.npm.publish("a", "1.0.0", digest)
    #expect(try await scene.run() == ["a: opened #1 for \(digest)"])
    for _ in 0..<2 {
      scene.npm.withdraw("a", digest)
      try await scene.run()
      #expect(try await scene.open().count == 1)
      scene.npm.publish("a", digest)
      #expect(try await scene.run() == ["a: #1 proposes \(digest)"])
      scene.wait(hours: 6)
    }
    scene.npm.withdraw("a", digest)
    scene.wait(hours: 24)
    try await scene.run()
    #expect(try await scene.open() == [])
  }

  @Test func `is closed when a group's pull request contains its dependency`() async throws {
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

  @Test func `of a group is replaced by single ones when the group is removed`() async throws {
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
    #expect(try await scene.run() == ["a: closed #1: the base branch already has 1.1.0"])
    #expect(try await scene.comments(on: 1) == ["Closed: the base branch already has 1.1.0."])
    #expect(try await scene.branches() == [])
  }

  @Test func `is closed when its dependency or its manifest is removed`() async throws {
    let scene = try await outdated("a", "b")
    try await scene.run()
    try await scene.push(["deps.txt": "b 1.0.0\n"])
    try await scene.run()
    #expect(
      try await scene.comments(on: 1) == ["Closed: the manifest no longer contains the dependency."]
    )
    try await scene.push(["deps.txt": nil, "other/deps.txt": "c 1.0.0\n"])
    try await scene.run()
    #expect(
      try await scene.comments(on: 2) == ["Closed: the manifest in / no longer exists."])
  }

  @Test func `with a commit by others stays open when its dependency and the state are gone`()
    async throws
  {
    let scene = try await outdated("a")
    try await scene.run()
    try await scene.push(["hand": "made\n"], to: "martlet/npm/a")
    try await scene.push(["deps.txt": ""])
    try await scene.loseState()
    #expect(try await scene.run() == ["a: #1 has commits by others and is left unchanged"])
    #expect(try await scene.branches() == ["martlet/npm/a"])
  }

  @Test(arguments: [
    (["hand": "made\n"], "a: opened #1 for 1.1.0"),
    (["deps.txt": "a 1.0.9\n"], "a: martlet/npm/a has commits by others and is left unchanged"),
  ])
  func `is opened for a branch to which a person pushed before there was one`(
    files: [String: String], report: String
  ) async throws {
    let scene = try await outdated("a")
    try await scene.run()
    try await scene.forget(1)
    try await scene.push(files, to: "martlet/npm/a")
    let head = try await scene.forge().head(of: "martlet/npm/a", in: scene.repository)
    #expect(try await scene.run() == [report])
    #expect(try await scene.forge().head(of: "martlet/npm/a", in: scene.repository) == head)
    let isOpened = files["hand"] != nil
    #expect(try await scene.open() == (isOpened ? ["#1 Bump a from 1.0.0 to 1.1.0"] : []))
    scene.npm.publish("a", "1.0.0", "1.1.0", "1.2.0")
    let subject = isOpened ? "#1" : "martlet/npm/a"
    #expect(try await scene.run() == ["a: \(subject) has commits by others and is left unchanged"])
  }

  /// The list at the start of a first pass does not contain it yet.
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

  @Test func `is not reported as updated when only the state was lost`() async throws {
    let scene = try await outdated("a")
    try await scene.run()
    try await scene.loseState()
    #expect(try await scene.run() == ["a: #1 proposes 1.1.0"])
  }

  @Test(arguments: [
    ("ignore: [{dependency-name: a}]", "Closed: the update is excluded by the ignore rule 'a'."),
    (
      "allow: [{dependency-name: b}]",
      "Closed: the update is excluded by 'allow' (no rule matches this dependency)."
    ),
    (
      "exclude-paths: [deps.txt]",
      "Closed: these updates are no longer configured."
    ),
  ]) func `is closed when a rule excludes it`(rules: String, comment: String) async throws {
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
        "Closed: the update is no longer possible: a@1.1.0 excludes b@1.0.0."
      ])
  }

  @Test func `of a group is closed when no update is left`() async throws {
    let scene = try await outdated("a", "b", rules: "groups: {all: {patterns: [\"*\"]}}")
    try await scene.run()
    try await scene.push(["deps.txt": "a 1.1.0\n"])
    try await scene.run()
    #expect(
      try await scene.comments(on: 1) == [
        "Closed: the group all has no updates left."
      ])
  }

  @Test func `is one of five if a hundred are outdated, and no other is resolved`()
    async throws
  {
    let names = (100..<200).map { "p\($0)" }
    let scene = try await Scene(
      "", ["deps.txt": names.map { "\($0) 1.0.0\n" }.joined()])
    for name in names { scene.npm.publish(name, "1.0.0", "1.1.0") }
    let first = try await scene.run()
    #expect(first.count { $0.contains("opened") } == 5)
    #expect(
      first.last == "p199: 1.1.0 waits: the limit of 5 open pull requests is reached")
    #expect(scene.npm.resolutions == 5)
    let second = try await scene.run()
    #expect(second.count { $0.contains("proposes") } == 5)
    try await scene.merge(1)
    try await scene.run()
    #expect(try await scene.open().count == 5)
    #expect(try await scene.open().last == "#6 Bump p105 from 1.0.0 to 1.1.0")
  }

  @Test func `does not count towards the limit if it cannot be opened`() async throws {
    let scene = try await outdated("a", "b", "c", rules: "open-pull-requests-limit: 2")
    scene.npm.clash("a@1.1.0", "b@1.0.0")
    try await scene.run()
    #expect(
      try await scene.open() == [
        "#1 Bump b from 1.0.0 to 1.1.0", "#2 Bump c from 1.0.0 to 1.1.0",
      ])
  }

  @Test func `has a branch that does not conflict with others`() async throws {
    let scene = try await outdated("@eslint/js", "eslint", "@eslint/x")
    try await scene.run()
    #expect(try await scene.open().count == 3)
    let branches = try await scene.branches()
    #expect(branches.contains("martlet/npm/eslint/js"))
    #expect(branches.contains { $0.hasPrefix("martlet/npm/eslint-") })
    #expect(try await scene.run().allSatisfy { $0.contains("proposes") })
  }

  @Test func `names the branch that git allows none below`() async throws {
    let scene = try await outdated("a")
    try await scene.branch("martlet")
    let line = try #require(try await scene.run().first)
    #expect(line.contains("git allows no branch below the branch 'martlet'"), "\(line)")
    #expect(try await scene.pullRequests().isEmpty)
  }

  @Test func `of one entry is opened although the branch of another does not exist`() async throws {
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
        "nowhere: the target-branch does not exist", "a: opened #1 for 1.1.0",
      ])
  }

  @Test func `has the title style of the repository's people`() async throws {
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

  @Test func `is opened although an ignore range is unreadable`() async throws {
    let scene = try await Scene(
      "ignore: [{dependency-name: a, versions: [\"bad range\"]}]",
      ["deps.txt": "a 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.1.0")
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 1.1.0"])
  }
}
