import Configuration
import Ecosystem
import Forges
import Store
import Testing
import Updates

/// A repository with some dependencies at 1.0.0, each with a patch, a minor and a major release.
private func scene(_ rules: String, _ names: String...) async throws -> Scene {
  let scene = try await Scene(rules, ["deps.txt": names.map { "\($0) 1.0.0\n" }.joined()])
  for name in names { scene.npm.publish(name, "1.0.0", "1.0.1", "1.1.0", "2.0.0") }
  return scene
}

@Suite struct `A rule with conditions` {
  @Test func `ignores the updates that fulfill all of them, and says which rule it is`()
    async throws
  {
    let scene = try await scene(
      "rules: [{match: {name: a, update-type: major}, ignore: true}]", "a", "b")
    try await scene.run()
    #expect(
      try await scene.open() == ["#1 Bump a from 1.0.0 to 1.1.0", "#2 Bump b from 1.0.0 to 2.0.0"])
    let held = try await scene.observations().first { $0.name == "a" }?.reason
    #expect(held?.contains("2.0.0 is ignored by the rule at .github/dependabot.yml:7") == true)
  }

  @Test func `is undone by a later one`() async throws {
    let scene = try await scene(
      """
      rules:
        - {match: {update-type: major}, ignore: true}
        - {match: {name: b}, ignore: false}
      """, "a", "b")
    try await scene.run()
    #expect(
      try await scene.open() == ["#1 Bump a from 1.0.0 to 1.1.0", "#2 Bump b from 1.0.0 to 2.0.0"])
  }

  @Test func `holds a release back if it can't be decided, and reports that`() async throws {
    let scene = try await scene("rules: [{match: {licence: \"GPL-*\"}, ignore: true}]", "a")
    let lines = try await scene.run()
    #expect(
      lines == [
        "a: 2.0.0 is held back: it may be ignored: the rule at .github/dependabot.yml:7 can't be "
          + "decided: the licence of 2.0.0 isn't known"
      ])
    #expect(try await scene.open() == [])
  }

  @Test func `of another kind isn't applied if it can't be decided, and is reported`() async throws
  {
    let scene = try await scene("rules: [{match: {licence: MIT}, labels: [free]}]", "a")
    let lines = try await scene.run()
    #expect(
      lines == [
        "deps.txt: a: the rule at .github/dependabot.yml:7 can't be decided: the licence of 2.0.0 "
          + "isn't known; it isn't applied", "a: opened #1 for 2.0.0",
      ])
    #expect(try await scene.pullRequests().map(\.labels) == [["dependencies"]])
  }

  @Test func `makes an update wait for an approval`() async throws {
    let scene = try await scene("rules: [{match: {name: a}, approval: [major, minor]}]", "a", "b")
    #expect(
      try await scene.run() == [
        "a: opened #1 for 1.0.1", "b: opened #2 for 2.0.0",
      ])
    let held = try await scene.observations().first { $0.name == "a" }
    #expect(held?.held == .awaitingApproval && held?.heldVersion == "2.0.0")
    // A later rule takes it back.
    try await scene.configure(
      """
      approval: [major, minor, patch]
      rules: [{match: {name: a}, approval: [patch]}, {match: {name: [a, b]}, approval: []}]
      """)
    try await scene.run()
    #expect(
      try await scene.open() == ["#1 Bump a from 1.0.0 to 2.0.0", "#2 Bump b from 1.0.0 to 2.0.0"])
  }

  @Test func `makes CI judge a branch before its pull request is opened`() async throws {
    let rule = "rules: [{match: {name: a}, open: when-green}]"
    let scene = try await scene("ci: {timeout: 3h}\n" + rule, "a", "b")
    #expect(
      try await scene.run() == ["a: 2.0.0 waits: CI judges its branch", "b: opened #1 for 2.0.0"])
    #expect(try await scene.branches() == ["martlet/npm/a", "martlet/npm/b"])
    // It takes the entry's value back, too.
    try await scene.configure(
      "open: when-green\nci: {timeout: 3h}\n" + rule.replacing("when-green", with: "always"))
    try await scene.run()
    #expect(
      try await scene.open() == ["#1 Bump b from 1.0.0 to 2.0.0", "#2 Bump a from 1.0.0 to 2.0.0"])
  }

  @Test func `opens a draft until its checks are green`() async throws {
    let scene = try await scene("rules: [{match: {name: a}, draft: until-green}]", "a", "b")
    try await scene.run()
    #expect(try await scene.pullRequests().map(\.isDraft) == [true, false])
    scene.wait(hours: 1)
    let forge = try scene.forge()
    let head = try #require(try await scene.pullRequests().first).headSHA
    try await forge.report(
      Check(name: "build", state: .success), of: head, in: scene.repository)
    try await scene.run()
    #expect(try await scene.pullRequests().map(\.isDraft) == [false, false])
  }

  @Test func `puts updates into a group, and takes them out of one`() async throws {
    let scene = try await scene(
      """
      groups: {all: {patterns: ["*"]}}
      rules:
        - {match: {name: [b, c]}, group: web}
        - {match: {name: d}, group: none}
      """, "a", "b", "c", "d", "e")
    try await scene.run()
    #expect(
      try await scene.open() == [
        "#1 Bump the all group with 2 updates", "#2 Bump the web group with 2 updates",
        "#3 Bump d from 1.0.0 to 2.0.0",
      ])
    #expect(try await scene.branches().contains("martlet/npm/web"))
    // The group is gone with its rule.
    try await scene.configure("groups: {all: {patterns: [\"*\"]}}")
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump the all group with 5 updates"])
  }

  @Test func `gives updates assignees, a cooldown and another strategy`() async throws {
    let scene = try await scene(
      """
      rules:
        - {match: {name: a}, assignees: [ann]}
        - {match: {name: b}, versioning-strategy: lockfile-only}
      """, "a", "b")
    let lines = try await scene.run()
    #expect(try await scene.pullRequests().map(\.assignees) == [["ann"]])
    #expect(!lines.contains { $0.hasPrefix("b: opened") }, "\(lines)")
  }

  @Test func `resolves a group once for each strategy, in one pull request`() async throws {
    let scene = try await scene(
      """
      groups: {all: {patterns: ["*"]}}
      rules: [{match: {name: b}, versioning-strategy: increase}]
      """, "a", "b", "c")
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump the all group with 3 updates"])
    #expect(try await scene.text("deps.txt", of: 1) == "a 2.0.0\nb 2.0.0\nc 2.0.0\n")
  }

  @Test(arguments: [
    ("{name: a, update-type: patch}", "patch", true), ("{update-type: minor}", "patch", false),
    ("{to: \"1.0.1\"}", "patch", true), ("{licence: MIT}", "patch", false),
    ("{current: \"1.0.0\"}", "patch", true),
  ])
  func `decides about merges by the facts of the update`(
    match: String, step: String, expected: Bool
  ) async throws {
    let scene = try await Scene(
      "rules: [{match: \(match), automerge: {update-types: [patch]}}]\nci: {required: [build]}",
      ["deps.txt": "a 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.0.1")
    try await scene.run()
    let merging = try await scene.verdicts().map(\.merging)
    #expect(merging == [expected ? .waiting : .unwanted])
  }
}

@Suite struct `Limits of pull requests` {
  @Test func `per hour hold the rest back until the hour is over`() async throws {
    let scene = try await scene("limits: {per-hour: 2}", "a", "b", "c")
    #expect(
      try await scene.run() == [
        "a: opened #1 for 2.0.0", "b: opened #2 for 2.0.0",
        "c: 2.0.0 waits: the limit of 2 pull requests per hour is reached",
      ])
    try await scene.run()
    #expect(try await scene.open().count == 2)
    scene.wait(hours: 1)
    #expect(try await scene.run().contains("c: opened #3 for 2.0.0"))
  }

  @Test func `of branches count all that are open`() async throws {
    let scene = try await scene("limits: {branches: 1}", "a", "b")
    #expect(
      try await scene.run() == [
        "a: opened #1 for 2.0.0", "b: 2.0.0 waits: the limit of 1 branch is reached",
      ])
    try await scene.merge(1)
    #expect(try await scene.run().contains("b: opened #2 for 2.0.0"))
  }

  @Test func `of open ones are another name of open-pull-requests-limit`() async throws {
    let scene = try await scene("limits: {open: 1}", "a", "b")
    #expect(
      try await scene.run() == [
        "a: opened #1 for 2.0.0", "b: 2.0.0 waits: the limit of 1 open pull request is reached",
      ])
  }

  @Test func `are used by priority first`() async throws {
    let scene = try await scene(
      "open-pull-requests-limit: 2\nrules: [{match: {name: c}, priority: 1}, {match: {name: a}, priority: -1}]",
      "a", "b", "c")
    try await scene.run()
    #expect(
      try await scene.open() == ["#1 Bump c from 1.0.0 to 2.0.0", "#2 Bump b from 1.0.0 to 2.0.0"])
  }

  @Test func `of a group's size postpone it until it has enough updates`() async throws {
    let scene = try await Scene(
      "groups: {all: {patterns: [\"*\"]}}\nminimum-group-size: 2",
      ["deps.txt": "a 1.0.0\nb 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "2.0.0")
    scene.npm.publish("b", "1.0.0")
    #expect(
      try await scene.run() == ["a: 2.0.0 waits: the group has 1 of at least 2 updates"])
    scene.npm.publish("b", "2.0.0")
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump the all group with 2 updates"])
    // An open pull request stays when a member is gone.
    try await scene.push(["deps.txt": "a 1.0.0\nb 2.0.0\n"])
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 2.0.0 in the all group"])
  }
}

@Suite struct `Labels of the configuration` {
  @Test func `that the repository lacks are named in the report`() async throws {
    let scene = try await scene("labels: [gone, dependencies]", "a")
    #expect(
      try await scene.run() == [
        "the label 'gone' isn't added, because the repository doesn't have it",
        "a: opened #1 for 2.0.0",
      ])
    #expect(try await scene.pullRequests().map(\.labels) == [["dependencies"]])
  }
}
