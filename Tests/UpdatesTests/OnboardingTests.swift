import Configuration
import Forges
import Store
import Testing
import Updates

/// The question for a configuration in a repository without one.
@Suite struct `Onboarding` {
  private func scene(_ files: [String: String] = ["deps.txt": "a 1.0.0\n"]) async throws -> Scene {
    let scene = try await Scene("", files)
    try await scene.push([".github/dependabot.yml": nil])
    scene.npm.publish("a", "1.0.0", "1.1.0")
    scene.change { $0.onboarding.form = .pullRequest }
    return scene
  }

  @Test func `opens one pull request with an entry for every project`() async throws {
    let scene = try await scene([
      "deps.txt": "a 1.0.0\n", "web/deps.txt": "a 1.0.0\n", "gems.txt": "b 1.0.0\n",
    ])
    try await scene.run()
    #expect(try await scene.open() == ["#1 Add .github/martlet.yml"])
    #expect(
      try await scene.text(".github/martlet.yml", of: 1) == """
        # What martlet keeps up to date in this repository, and when.
        # All keys are optional but those that are written here.
        updates:
          # Found: gems.txt
          - package-ecosystem: bundler
            directory: "/"
            # Releases are looked for on Mondays; daily, monthly and cron are possible, too.
            schedule:
              interval: weekly
            # Not more than these are open at once; security updates don't count.
            open-pull-requests-limit: 5
            groups:
              # One pull request for all small steps; a major step gets its own.
              minor-and-patch:
                update-types: [minor, patch]
          # Found: deps.txt, web/deps.txt
          - package-ecosystem: npm
            directories:
              - "/"
              - "/web"
            # Releases are looked for on Mondays; daily, monthly and cron are possible, too.
            schedule:
              interval: weekly
            # Not more than these are open at once; security updates don't count.
            open-pull-requests-limit: 5
            groups:
              # One pull request for all small steps; a major step gets its own.
              minor-and-patch:
                update-types: [minor, patch]

        """)
    try await scene.run()
    #expect(try await scene.pullRequests().count == 1)
  }

  @Test func `previews what would be opened, what is refused, and how to decline`() async throws {
    let scene = try await scene(["deps.txt": "a 1.0.0\n", "gems.txt": "b! 1.0.0\n"])
    try await scene.run()
    let body = try #require(try await scene.pullRequests().first).body
    #expect(body.contains("### What would be opened in the first week"))
    #expect(body.contains("- the group `minor-and-patch`: `a` `1.0.0` → `1.1.0`"))
    #expect(body.contains("### What martlet refuses or cannot read"))
    #expect(body.contains("contains an exclamation mark"))
    #expect(body.contains("To decline, close this pull request: you will not be asked again."))
    // No pull request is opened before it is merged.
    #expect(try await scene.branches() == ["martlet/onboarding"])
  }

  @Test func `is reported when it is opened, later, and after it was declined`()
    async throws
  {
    let scene = try await scene(["deps.txt": "a 1.0.0\n", "renovate.json": "{}\n"])
    let nothing = "has no configuration file"
    #expect(try await scene.run() == ["\(nothing): opened #1 to ask for one"])
    #expect(try await scene.run() == ["\(nothing): #1 asks for one"])
    let body = try #require(try await scene.pullRequests().first).body
    #expect(body.contains("Switch Renovate off afterwards, or both propose the same updates."))
    try await scene.close(1)
    try await scene.run()
    #expect(
      try await scene.run() == ["\(nothing), and none is asked for: #1 was declined"])
  }

  @Test func `never asks again after it was declined, even if the state is lost`() async throws {
    let scene = try await scene()
    try await scene.run()
    try await scene.close(1)
    try await scene.run()
    #expect(try await scene.branches() == [])
    try await scene.run()
    try await scene.loseState()
    try await scene.run()
    #expect(try await scene.pullRequests().count == 1)
  }

  @Test func `ends when it is merged, and updates begin`() async throws {
    let scene = try await scene()
    try await scene.run()
    try await scene.merge(1)
    #expect(try await scene.run().contains { $0.hasPrefix("a: opened #2") })
    #expect(try await !scene.branches().contains("martlet/onboarding"))
  }

  @Test func `is closed when the repository gets a file in another way`() async throws {
    let scene = try await scene()
    try await scene.run()
    try await scene.configure("")
    try await scene.run()
    #expect(try await scene.pullRequests().first?.state == .closed)
    #expect(
      try await scene.comments(on: 1) == ["Closed: the repository has a configuration now."])
    #expect(try await !scene.branches().contains("martlet/onboarding"))
  }

  @Test func `follows new projects, unless a person changed the branch`() async throws {
    let scene = try await scene()
    try await scene.run()
    try await scene.push(["gems.txt": "b 1.0.0\n"])
    try await scene.run()
    #expect(try await scene.text(".github/martlet.yml", of: 1)?.contains("bundler") == true)
    try await scene.push([".github/martlet.yml": "mine\n"], to: "martlet/onboarding")
    try await scene.push(["web/deps.txt": "a 1.0.0\n"])
    try await scene.run()
    #expect(try await scene.text(".github/martlet.yml", of: 1) == "mine\n")
  }

  @Test func `continues a branch that a killed visit left, and no other`() async throws {
    let scene = try await scene()
    try await scene.run()
    // As if the process had died before it opened the pull request.
    try await scene.forget(1)
    try await scene.run()
    #expect(try await scene.open() == ["#1 Add .github/martlet.yml"])
    let other = try await self.scene()
    try await other.branch("martlet/onboarding")
    try await other.push(["mine.txt": "mine\n"], to: "martlet/onboarding")
    let lines = try await other.run()
    #expect(lines.contains { $0.contains("the branch has commits that are not martlet's") })
    #expect(try await other.open() == [])
  }

  @Test func `can be an issue, which is closed with an answer`() async throws {
    let scene = try await scene()
    scene.change { $0.onboarding.form = .issue }
    try await scene.run()
    let issue = try #require(try await scene.issue(.onboarding))
    #expect(issue.body.contains("```yaml\n# What martlet keeps up to date"))
    try await scene.run()
    #expect(try await scene.issues().count == 1)
    try await scene.close(issue)
    try await scene.run()
    try await scene.loseState()
    try await scene.run()
    #expect(try await scene.issue(.onboarding) == nil)
    #expect(try await scene.issues().count == 1)
  }

  @Test func `asks as many repositories a day as the operator allows`() async throws {
    let scene = try await scene()
    scene.change { $0.onboarding.perDay = 1 }
    try await scene.run()
    try await scene.begin("acme/other", ["deps.txt": "a 1.0.0\n"])
    try await scene.push([".github/dependabot.yml": nil])
    try await scene.run()
    #expect(try await scene.open() == [])
    scene.wait(hours: 25)
    try await scene.run()
    #expect(try await scene.open() == ["#1 Add .github/martlet.yml"])
  }

  @Test func `opens nothing by default, in forks, without projects and in dry passes`() async throws
  {
    let scene = try await scene()
    try await scene.run(dry: true)
    scene.change { $0.onboarding.form = .off }
    try await scene.run()
    #expect(try await scene.branches() == [])
    scene.change { $0.onboarding.form = .pullRequest }
    try scene.settings(#"{"fork": true}"#)
    try await scene.run()
    #expect(try await scene.branches() == [])
    let empty = try await self.scene(["README.md": "hi\n"])
    try await empty.run()
    #expect(try await empty.branches() == [])
  }
}
