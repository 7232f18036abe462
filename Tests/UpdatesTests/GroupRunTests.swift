import Forges
import Store
import Testing

private let everything = "groups: {all: {patterns: [\"*\"]}}"

/// Passes over a repository with groups.
@Suite struct `A group's pull request` {
  @Test func `brings all updates in one commit with a trailer that tools read`() async throws {
    let scene = try await Scene(everything, ["deps.txt": "a 1.0.0\nb 1.0.0\ndev-c 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.1.0")
    scene.npm.publish("b", "1.0.0", "2.0.0")
    scene.npm.publish("dev-c", "1.0.0", "1.0.1")
    #expect(
      try await scene.run() == [
        "a: opened #1 for a 1.1.0, b 2.0.0, dev-c 1.0.1",
        "b: opened #1 for a 1.1.0, b 2.0.0, dev-c 1.0.1",
        "dev-c: opened #1 for a 1.1.0, b 2.0.0, dev-c 1.0.1",
      ])
    #expect(try await scene.open() == ["#1 Bump the all group with 3 updates"])
    #expect(try await scene.branches() == ["martlet/npm/all"])
    #expect(try await scene.text("deps.txt", of: 1) == "a 1.1.0\nb 2.0.0\ndev-c 1.0.1\n")
    #expect(
      try await scene.message(of: 1) == """
        Bump the all group with 3 updates

        Bumps the all group with 3 updates: a, b and dev-c.

        Updates `a` from 1.0.0 to 1.1.0

        Updates `b` from 1.0.0 to 2.0.0

        Updates `dev-c` from 1.0.0 to 1.0.1

        ---
        updated-dependencies:
        - dependency-name: a
          dependency-version: 1.1.0
          dependency-type: direct:production
          update-type: version-update:semver-minor
          dependency-group: all
        - dependency-name: b
          dependency-version: 2.0.0
          dependency-type: direct:production
          update-type: version-update:semver-major
          dependency-group: all
        - dependency-name: dev-c
          dependency-version: 1.0.1
          dependency-type: direct:development
          update-type: version-update:semver-patch
          dependency-group: all
        ...

        """)
  }

  @Test func `adds and removes members in the same pull request`() async throws {
    let scene = try await Scene(everything, ["deps.txt": "a 1.0.0\nb 1.0.0\nc 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.1.0")
    scene.npm.publish("b", "1.0.0", "1.1.0")
    scene.npm.publish("c", "1.0.0")
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump the all group with 2 updates"])
    scene.npm.publish("c", "1.2.0")
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump the all group with 3 updates"])
    try await scene.push(["deps.txt": "a 1.0.0\nb 1.1.0\n"])
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 1.1.0 in the all group"])
    #expect(try await scene.text("deps.txt", of: 1) == "a 1.1.0\nb 1.1.0\n")
  }

  @Test func `removes only packages from the lock that the updated ones needed`() async throws {
    let files = ["deps.txt": "a 1.0.0\nsub-x 1.0.0\n"]
    let explained = try await Scene(everything, files)
    explained.npm.publish("a", "1.0.0", "1.1.0")
    explained.npm.drop("sub-x", neededBy: "a")
    #expect(try await explained.run().contains("a: opened #1 for 1.1.0"))
    #expect(try await explained.text("deps.txt", of: 1) == "a 1.1.0\n")
    let lost = try await Scene(everything, files)
    lost.npm.publish("a", "1.0.0", "1.1.0")
    lost.npm.drop("sub-x")
    let lines = try await lost.run()
    #expect(
      lines.contains { line in
        line.hasPrefix("a:")
          && line.contains(
            "would remove sub-x from deps.txt, though nothing that is updated needs it")
      }, "\(lines)")
    #expect(try await lost.open() == [])
  }

  @Test func `leaves out as few members as possible, and says why`() async throws {
    let scene = try await Scene(everything, ["deps.txt": "a 1.0.0\nb 1.0.0\nc 1.0.0\n"])
    for name in ["a", "b", "c"] { scene.npm.publish(name, "1.0.0", "2.0.0") }
    scene.npm.clash("a@2.0.0", "b@2.0.0")
    scene.npm.clash("a@2.0.0", "c@2.0.0")
    #expect(
      try await scene.run() == [
        "b: opened #1 for 2.0.0", "c: opened #1 for 2.0.0",
        "a: 2.0.0 cannot be updated together with the rest of the group all: "
          + "a@2.0.0 excludes b@2.0.0",
      ])
    #expect(try await scene.text("deps.txt", of: 1) == "a 1.0.0\nb 2.0.0\nc 2.0.0\n")
  }

  @Test func `uses a lower version of a member if its best one conflicts`() async throws {
    let scene = try await Scene(everything, ["deps.txt": "a 1.0.0\nb 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "2.0.0")
    scene.npm.publish("b", "1.0.0", "1.5.0", "2.0.0")
    scene.npm.clash("a@2.0.0", "b@2.0.0")
    try await scene.run()
    #expect(try await scene.text("deps.txt", of: 1) == "a 2.0.0\nb 1.5.0\n")
    let body = try await scene.pullRequests().first?.body
    #expect(body?.contains("`b` `2.0.0` is newer, but cannot be chosen: ") == true, "\(body ?? "")")
    let reasons = try await scene.observations().map(\.reason)
    #expect(
      reasons.contains { $0.contains("; 2.0.0 is held back: it cannot be chosen: ") }, "\(reasons)")
  }

  @Test func `gives a member a lower version if its newest needs a missing package`() async throws {
    let scene = try await Scene(everything, ["deps.txt": "a 1.0.0\nb 1.0.0\nc 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.1.0")
    scene.npm.publish("b", "1.0.0", "1.1.0")
    scene.npm.publish("c", "1.0.0", "1.1.0", "1.2.0")
    scene.npm.lack("c@1.2.0", "@private/x")
    let lines = try await scene.run()
    #expect(
      lines == [
        "c@1.2.0: needs @private/x, which is not in the registry; a lower version is proposed",
        "a: opened #1 for 1.1.0", "b: opened #1 for 1.1.0", "c: opened #1 for 1.1.0",
      ])
    #expect(try await scene.text("deps.txt", of: 1) == "a 1.1.0\nb 1.1.0\nc 1.1.0\n")
  }

  @Test func `leaves out a member all of whose versions need a missing package`() async throws {
    let scene = try await Scene(everything, ["deps.txt": "a 1.0.0\nb 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.1.0")
    scene.npm.publish("b", "1.0.0", "1.1.0", "1.2.0")
    scene.npm.lack("b@1.1.0", "@private/x")
    scene.npm.lack("b@1.2.0", "@private/x")
    #expect(
      try await scene.run() == [
        "a: opened #1 for 1.1.0",
        "b: 1.2.0 cannot be updated together with the rest of the group all: "
          + "@private/x at https://npm.test/@private/x is not in the registry",
      ])
    #expect(try await scene.text("deps.txt", of: 1) == "a 1.1.0\nb 1.0.0\n")
  }

  @Test func `contains the largest set of many conflicting members, always the same`() async throws
  {
    let names = (0..<24).map { "p\($0)" }
    var texts: Set<String> = []
    for _ in 0..<2 {
      let scene = try await Scene(
        everything, ["deps.txt": names.map { "\($0) 1.0.0\n" }.joined()])
      for name in names { scene.npm.publish(name, "1.0.0", "2.0.0") }
      for pair in 0..<6 { scene.npm.clash("p\(pair * 2)@2.0.0", "p\(pair * 2 + 1)@2.0.0") }
      try await scene.run()
      #expect(try await scene.open() == ["#1 Bump the all group with 18 updates"])
      #expect(scene.npm.resolutions < 100)
      texts.insert(try await scene.text("deps.txt", of: 1) ?? "")
    }
    #expect(texts.count == 1)
  }

  @Test func `covers the directories of an entry`() async throws {
    let scene = try await Scene(
      """
      updates:
        - package-ecosystem: npm
          directories: [/a, /b]
          schedule: {interval: weekly}
          cooldown: {default-days: 0}
          groups: {all: {patterns: ["*"]}}
      """, ["a/deps.txt": "x 1.0.0\ny 1.0.0\n", "b/deps.txt": "x 1.0.0\n"])
    scene.npm.publish("x", "1.0.0", "1.1.0")
    scene.npm.publish("y", "1.0.0", "1.1.0")
    try await scene.run()
    #expect(
      try await scene.open() == ["#1 Bump the all group across 2 directories with 2 updates"])
    #expect(try await scene.branches() == ["martlet/npm/multi/all"])
    #expect(try await scene.text("a/deps.txt", of: 1) == "x 1.1.0\ny 1.1.0\n")
    #expect(try await scene.text("b/deps.txt", of: 1) == "x 1.1.0\n")
    try await scene.loseState()
    #expect(try await scene.run().allSatisfy { $0.contains("#1") })
    #expect(try await scene.open().count == 1)
  }

  @Test func `with group-by name covers several directories`() async throws {
    let scene = try await Scene(
      """
      updates:
        - package-ecosystem: npm
          directories: [/a, /b]
          schedule: {interval: weekly}
          cooldown: {default-days: 0}
          groups: {all: {patterns: ["*"], group-by: dependency-name}}
      """, ["a/deps.txt": "x 1.0.0\ny 1.0.0\n", "b/deps.txt": "x 1.0.0\n"])
    scene.npm.publish("x", "1.0.0", "1.1.0")
    scene.npm.publish("y", "1.0.0", "1.1.0")
    try await scene.run()
    #expect(
      try await scene.open() == [
        "#1 Bump x across 2 directories",
        "#2 Bump y from 1.0.0 to 1.1.0 in /a in the all group",
      ])
    #expect(try await scene.branches() == ["martlet/npm/multi/x", "martlet/npm/multi/y"])
  }

  @Test func `covers several ecosystems, with all of their labels`() async throws {
    let scene = try await Scene(
      """
      multi-ecosystem-groups:
        web: {schedule: {interval: weekly}, labels: [together], assignees: [bob]}
      updates:
        - package-ecosystem: npm
          directory: /
          schedule: {interval: weekly}
          cooldown: {default-days: 0}
          multi-ecosystem-group: web
          patterns: ["*"]
          assignees: [ann]
        - package-ecosystem: bundler
          directory: /api
          schedule: {interval: weekly}
          cooldown: {default-days: 0}
          multi-ecosystem-group: web
          patterns: ["*"]
      """, ["deps.txt": "x 1.0.0\n", "api/gems.txt": "y 1.0.0\n"])
    scene.npm.publish("x", "1.0.0", "1.1.0")
    scene.gems.publish("y", "1.0.0", "1.1.0")
    try await scene.run()
    #expect(
      try await scene.open() == [
        "#1 Bump the \"web\" group with 2 updates across multiple ecosystems"
      ])
    #expect(try await scene.branches() == ["martlet/multi/web"])
    #expect(try await scene.pullRequests().first?.assignees == ["ann", "bob"])
    #expect(try await scene.text("api/gems.txt", of: 1) == "y 1.1.0\n")
    #expect(try await scene.text("deps.txt", of: 1) == "x 1.1.0\n")
  }

  @Test func `that a person closed is opened again only for newer versions`() async throws {
    let scene = try await Scene(everything, ["deps.txt": "a 1.0.0\nb 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.1.0")
    scene.npm.publish("b", "1.0.0", "1.1.0")
    try await scene.run()
    try await scene.close(1)
    try await scene.push(["README": "moved\n"])
    for _ in 0..<2 {
      #expect(try await scene.run().allSatisfy { $0.contains("was declined when #1 was closed") })
    }
    #expect(try await scene.open() == [])
    scene.npm.publish("b", "1.2.0")
    try await scene.run()
    #expect(try await scene.open() == ["#2 Bump b from 1.0.0 to 1.2.0 in the all group"])
  }

  @Test func `contains only the dependencies that its entry claims`() async throws {
    let scene = try await Scene(
      """
      multi-ecosystem-groups:
        web: {schedule: {interval: weekly}, cooldown: {default-days: 0}}
        tools: {schedule: {interval: weekly}, cooldown: {default-days: 0}}
      updates:
        - package-ecosystem: npm
          directory: /
          multi-ecosystem-group: web
          patterns: ["x*"]
        - package-ecosystem: npm
          directory: /
          multi-ecosystem-group: tools
          patterns: ["y*"]
        - package-ecosystem: npm
          directory: /
          schedule: {interval: weekly}
          cooldown: {default-days: 0}
          labels: [alone]
      """, ["deps.txt": "x 1.0.0\nx2 1.0.0\ny 1.0.0\nz 1.0.0\n"])
    for name in ["x", "x2", "y", "z"] { scene.npm.publish(name, "1.0.0", "1.1.0") }
    for _ in 0..<2 {
      try await scene.run()
      #expect(
        try await scene.open() == [
          "#1 Bump the \"web\" group with 2 updates across multiple ecosystems",
          "#2 Bump the \"tools\" group with 1 update across multiple ecosystems",
          "#3 Bump z from 1.0.0 to 1.1.0",
        ])
    }
    #expect(try await scene.text("deps.txt", of: 1) == "x 1.1.0\nx2 1.1.0\ny 1.0.0\nz 1.0.0\n")
    #expect(try await scene.text("deps.txt", of: 2) == "x 1.0.0\nx2 1.0.0\ny 1.1.0\nz 1.0.0\n")
    #expect(try await scene.observations().map(\.name).sorted() == ["x", "x2", "y", "z"])
  }
}
