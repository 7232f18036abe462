import Configuration
import TestSupport
import Testing
import Text

private func imported(_ text: String) -> ImportedFile {
  importedSteward(SourceText(file: ".scala-steward.conf", text), ecosystems: ecosystems)
}

@Suite struct `Scala Steward's configuration` {
  @Test func `becomes a file that martlet reads`() throws {
    let file = imported(
      #"""
      # ours
      pullRequests.frequency = "0 0 ? * 3" // every Thursday
      pullRequests {
        customLabels = [ "deps", "bot" ],
        grouping = [
          { name = "small", title = "x", "filter" = [{version = "minor"}, {version = "patch"}] }
          { name = "spring", filter = [{group = "org.spring"}] }
        ]
      }
      updates.limit = 3
      updates.ignore = [ { groupId = "org.acme" } ]
      commits.message = "chore(deps): ${default}"
      updatePullRequests = never
      assignees = ["@ann"]
      reviewers : [bob]
      """#)
    let text = try #require(file.text, "\(file.findings)")
    let source = SourceText(file: "martlet.yml", text)
    #expect(
      RepositoryFile.read(source, ecosystems: ecosystems).findings.filter {
        $0.severity != .note
      }.isEmpty)
    for line in [
      "schedule: {interval: cron, cronjob: \"0 0 * * 4\"}", "labels: [deps, bot]",
      "small: {patterns: [\"*\"], update-types: [minor, patch]}", "open-pull-requests-limit: 3",
      "commit-message: {prefix: chore, include: scope}", "rebase-strategy: disabled",
      "assignees: [ann]", "reviewers: [bob]",
    ] {
      #expect(text.contains(line), "\(line): \(text)")
    }
    #expect(file.carried.count == 9)
    #expect(file.findings.contains { $0.message.contains("'updates.ignore' names packages") })
    #expect(file.findings.contains { $0.message.contains("grouping[1]' has filters") })
  }

  @Test(arguments: [
    ("@asap", "daily"), ("1 day", "daily"), ("36 hours", "weekly"), ("7 days", "weekly"),
    ("14 days", "monthly"), ("@monthly", "monthly"),
  ])
  func `has a schedule`(frequency: String, interval: String) {
    let file = imported("pullRequests.frequency = \"\(frequency)\"\n")
    #expect(file.text?.contains("schedule: {interval: \(interval)}") == true)
  }

  @Test(arguments: [
    "postUpdateHooks = [{command = [\"x\"]}]", "buildRoots = [\".\"]", "frob = 1",
    "scalafmt.runAfterUpgrading = true", "commits.message = \"Update ${artifactName}\"",
    "pullRequests.frequency = often", "updates.limit = many",
  ])
  func `is reported if it has no counterpart`(line: String) {
    let file = imported("\n\(line)\n")
    let name = line.prefix { $0 != " " }
    #expect(file.findings.map(\.location.line) == [2], "\(file.findings)")
    #expect(file.findings.first?.message.hasPrefix("'\(name)' ") == true)
    #expect(file.carried.isEmpty)
  }

  @Test(arguments: [
    ("a = ${b}", "1:5"), ("include \"x\"", "1:8"), ("a = [1", "1:7"), ("a {", "1:4"),
    ("a = \"b", "1:7"), ("= 1", "1:1"), ("a = b }", "1:7"), ("a", "1:2"),
  ])
  func `is an error with its place if it isn't understood`(text: String, location: String) {
    let file = imported(text)
    #expect(file.text == nil)
    #expect(file.findings.map { "\($0.location)" } == [".scala-steward.conf:\(location)"])
  }

  @Test(arguments: [
    ("always", "behind-base-branch"), ("on-conflicts", "auto"), ("never", "disabled"),
  ])
  func `rebases as the old one`(word: String, strategy: String) {
    let file = imported("updatePullRequests = \(word)\n")
    #expect(file.text?.contains("rebase-strategy: \(strategy)\n") == true)
    #expect(file.findings.isEmpty)
  }

  @Test func `ends with any text`() {
    var generator = SeededGenerator(seed: 13)
    let letters = Array("a.={}[]\"#/\n, $:\\é1")
    for _ in 0..<500 {
      let text = (0..<40).map { _ in String(letters.randomElement(using: &generator) ?? "a") }
      let file = imported(text.joined())
      #expect(file.text != nil || file.findings.haveErrors)
    }
  }
}
