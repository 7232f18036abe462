import Forges
import Testing
import Updates

/// What `bump x` would be called after commits, newest first; `bot:` before a subject is
/// Dependabot's, `ci:` one of another bot.
private func title(after subjects: [String], isDevelopment: Bool = false) -> String {
  let commits = subjects.map { subject -> Commit in
    let isDependabot = subject.hasPrefix("bot:")
    let isOther = subject.hasPrefix("robot:")
    let text = subject.replacing("robot:", with: "").replacing("bot:", with: "")
    let author =
      isDependabot
      ? Author(name: "dependabot[bot]", email: "support@github.com", login: "dependabot[bot]")
      : isOther
        ? Author(name: "release[bot]", email: "r@x.dev", login: "release[bot]")
        : Author(name: "Ann", email: "ann@acme.dev", login: "ann")
    return Commit(sha: "", tree: "", parents: [], message: text, author: author)
  }
  return HouseStyle(commits).title.title("bump x", isDevelopment: isDevelopment)
}

@Suite struct `The house style` {
  @Test(
    arguments: [
      ([], "Bump x"),
      (["Fix the door", "Paint the wall"], "Bump x"),
      (["fix the door", "paint the wall"], "Bump x"),
      (["feat: fly", "fix: flap", "Sleep"], "build(deps): bump x"),
      (["feat: Fly", "fix(wing): Flap"], "build(deps): Bump x"),
      (["feat: fly", "fix: Flap"], "build(deps): bump x"),
      (["feat!: fly", "fix(wing)!: flap"], "build(deps): bump x"),
      (["chore: sweep", "feat: fly"], "chore(deps): bump x"),
      (["chore: sweep", "build: make", "feat: fly"], "build(deps): bump x"),
      (["Feat: fly", "Fix: flap", "Ci: run"], "Build(deps): bump x"),
      (["feat: fly", "a", "b"], "build(deps): bump x"),
      (["feat: fly", "a", "b", "c"], "Bump x"),
      (["Update: the door", "Fix: the wall", "Sleep"], "Upgrade: bump x"),
      (["Update: The door", "New: A wall"], "Upgrade: Bump x"),
      ([":bug: mend", ":sparkles: shine", "Sleep"], "⬆️ Bump x"),
      (["🐛 mend", "✨ shine"], "⬆️ Bump x"),
      (["docs/api: write", "server: mend", "Sleep"], "build(deps): bump x"),
      (["bot:chore: bump y from 1 to 2", "Fix the door"], "chore: bump x"),
      (["bot:Build(deps): Bump y from 1 to 2", "Fix the door"], "Build(deps): Bump x"),
      (["bot:⬆️ Bump y", "feat: fly"], "⬆️ Bump x"),
      (["bot:Bump y from 1 to 2", "feat: fly", "fix: flap"], "build(deps): bump x"),
      (["Merge pull request #1", "robot:feat: count", "Fix the door"], "Bump x"),
      (
        [
          "chore: bump y\n\nBumps y.\n\n---\nupdated-dependencies:\n- dependency-name: y\n...\n",
          "Fix the door",
        ], "chore: bump x"
      ),
    ] as [([String], String)])
  func `is that of the people, or of the bot before`(subjects: [String], expected: String) {
    #expect(title(after: subjects) == expected)
  }

  @Test func `marks development dependencies if there is a scope`() {
    let subjects = ["feat: fly", "fix: flap"]
    #expect(title(after: subjects, isDevelopment: true) == "build(deps-dev): bump x")
  }
}
