import Store
import TestSupport
import Testing
import Updates

private func reading(_ body: String) -> CommentCommand.ParseResult? {
  CommentCommand.parse(body, to: ["martlet", "acme-bot[bot]", "acme-bot"])
}

@Suite struct `A comment` {
  @Test(arguments: [
    ("@martlet rebase", CommentCommand.rebase), ("@Martlet: Rebase please.", .rebase),
    ("\n  @acme-bot recreate\nbecause CI is stuck", .recreate),
    ("@acme-bot[bot] rebase!", .rebase),
    ("@martlet ignore this dependency", .ignore(nil, .all)),
    ("@martlet ignore this Major version", .ignore(nil, .major)),
    ("@martlet ignore this minor version", .ignore(nil, .minor)),
    ("@martlet please ignore this patch version", .ignore(nil, .patch)),
    ("@martlet ignore @scope/name", .ignore("@scope/name", .all)),
    ("@martlet ignore `Aster` minor version", .ignore("Aster", .minor)),
    ("@martlet unignore", .unignore(nil, nil)),
    ("@martlet unignore this dependency", .unignore(nil, nil)),
    ("@martlet unignore aster", .unignore("aster", nil)),
    ("@martlet unignore aster major version", .unignore("aster", .major)),
    ("@martlet unignore *", .unignoreEverything), ("@martlet show ignored", .showIgnored),
    ("@martlet show aster ignore conditions", .showConditions("aster")),
    ("@martlet help", .help), ("@martlet rebase all", .rebaseAll),
    ("@martlet merge", .merge(.configured)), ("@martlet squash and merge", .merge(.squash)),
    ("@martlet cancel merge", .cancelMerge), ("@martlet close", .close),
    ("@martlet reopen", .reopen),
  ])
  func `that begins with our name is a command`(body: String, command: CommentCommand) {
    #expect(reading(body) == .command(command))
  }

  @Test(arguments: [
    "", "@", "rebase", "Should I say @martlet rebase?", "> @martlet rebase", "`@martlet rebase`",
    "```\n@martlet rebase\n```", "    @martlet rebase", "\t@martlet rebase", "@martlets rebase",
    "<!-- @martlet rebase -->", "@dependabot rebase", "@martletrebase",
  ])
  func `that quotes, mentions or addresses others is ignored`(body: String) {
    #expect(reading(body) == nil)
  }

  @Test(arguments: [
    "@martlet", "@martlet thanks!", "@martlet rebase and merge", "@martlet ignore",
    "@martlet ignore this", "@martlet ignore *", "@martlet ignore this all version",
    "@martlet ignore this huge version", "@martlet show", "@martlet unignore a b",
    "@martlet ignore x major", "@martlet please",
  ])
  func `in unknown words is answered with the list of commands`(body: String) {
    #expect(reading(body) == .unknown)
  }

  @Test func `is parsed without a crash, whatever it contains`() {
    var generator = SeededGenerator(seed: 6)
    let alphabet = Array("@martlet ignorebs*`>\n\t .é")
    for _ in 0..<2000 {
      let body = String(
        (0..<Int.random(in: 0..<40, using: &generator)).map { _ in
          alphabet.randomElement(using: &generator) ?? "@"
        })
      if reading(body) != nil { #expect(body.contains("@")) }
    }
  }
}

private func ignoring(_ condition: Ignore.Condition, _ version: String) -> Ignore {
  Ignore(
    repository: "hub/acme/app", ecosystem: "swift", directory: "/", dependency: "aster",
    condition: condition, version: version, author: "alice", number: 12, createdAt: 0)
}

@Suite struct `What a comment ignores` {
  @Test(arguments: [
    (Ignore.Condition.all, "2.0.0", "9.9.9", true), (.major, "2.0.0", "2.9.1", true),
    (.major, "2.0.0", "3.0.0", false), (.major, "2.0.0", "1.9.0", false),
    (.major, "v2.0.0", "2.1.0-beta.1", true), (.minor, "2.1.0", "2.1.9", true),
    (.minor, "2.1.0", "2.2.0", false), (.minor, "2", "2.0.5", true),
    (.patch, "2.1.3", "2.1.3", true), (.patch, "2.1.3", "2.1.4", false),
    (.patch, "2.0.0-beta.1", "2.0.0", false), (.major, "main", "main", true),
    (.major, "main", "2.0.0", false),
  ])
  func `is counted from the version proposed then`(
    condition: Ignore.Condition, version: String, candidate: String, isCovered: Bool
  ) {
    #expect(ignoring(condition, version).covers(candidate, current: "1.0.0") == isCovered)
  }

  @Test func `no longer applies after a manual update`() {
    #expect(!ignoring(.major, "2.0.0").covers("2.0.1", current: "2.0.0"))
    #expect(!ignoring(.all, "2.0.0").covers("4.0.0", current: "3.0.0"))
    // The command ignored the major version of that time.
    #expect(ignoring(.major, "1.5.0").covers("1.6.0", current: "1.0.0"))
  }

  @Test func `has a readable name`() {
    #expect(ignoring(.major, "2.0.0").extent == "2.x")
    #expect(ignoring(.minor, "2.1.0").extent == "2.1.x")
    #expect(ignoring(.patch, "2.1.3").extent == "2.1.3")
    #expect(ignoring(.all, "2.1.3").extent == "every version")
    #expect(ignoring(.all, "2.1.3").source == "a comment of @alice on #12")
  }
}
