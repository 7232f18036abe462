import Configuration
import Forges
import Synchronization
import Testing
import Updates

/// The configuration of another bot, proposed as martlet's by a pull request.
@Suite struct `An imported configuration` {
  private func scene(_ files: [String: String]) async throws -> Scene {
    let scene = try await Scene("", files.merging(["deps.txt": "a 1.0.0\n"]) { $1 })
    try await scene.push([".github/dependabot.yml": nil])
    scene.npm.publish("a", "1.0.0", "1.1.0")
    return scene
  }

  private func proposal(_ scene: Scene) async throws -> (text: String, body: String) {
    let pull = try #require(try await scene.pullRequests().first)
    let text = try #require(try await scene.text(".github/martlet.yml", of: pull.number))
    return (text, pull.body)
  }

  @Test func `is proposed with its report`() async throws {
    let scene = try await scene(["renovate.json": #"{"labels": ["bot"], "frob": 1}"#])
    let lines = try await scene.run(importing: true)
    #expect(lines == ["renovate.json becomes .github/martlet.yml, with 2 remarks: #1"])
    #expect(try await scene.open() == ["#1 Add .github/martlet.yml"])
    let (text, body) = try await proposal(scene)
    #expect(text.contains("package-ecosystem: npm"))
    // The repository has projects of one ecosystem only.
    #expect(!text.contains("bundler"))
    #expect(text.contains("    labels: [bot]\n"))
    #expect(body.contains("`renovate.json` of Renovate says"))
    #expect(body.contains("### What isn't the same as in renovate.json"))
    #expect(body.contains("renovate.json:1:21: warning: 'frob' is unknown"))
    #expect(body.contains("### What would be opened in the first week"))
    // The next run changes nothing.
    _ = try await scene.run(importing: true)
    #expect(try await scene.pullRequests().count == 1)
  }

  @Test func `is what onboarding proposes`() async throws {
    let scene = try await scene([".github/renovate.json5": "{labels: ['bot']}"])
    scene.change { $0.onboarding.form = .pullRequest }
    _ = try await scene.run()
    #expect(try await proposal(scene).text.contains("labels: [bot]"))
    _ = try await scene.run()
    #expect(try await scene.pullRequests().count == 1)
  }

  @Test func `has the presets of the same owner`() async throws {
    let scene = try await scene([
      "renovate.json": #"{"extends": ["local>acme/config", "local>other/config:x"]}"#
    ])
    scene.presets.withLock {
      $0["acme/config//default.json"] = #"{"extends": ["local>acme/config:more(deps)"]}"#
      $0["acme/config//more.json5"] = "{labels: ['{{arg0}}']}"
      $0["other/config//x.json"] = "{labels: ['wrong']}"
    }
    _ = try await scene.run(importing: true)
    let (text, body) = try await proposal(scene)
    #expect(text.contains("labels: [deps]"), "\(text)")
    #expect(body.contains("local>other/config:x"))
    #expect(!body.contains("'local>acme/config'"))
  }

  @Test(arguments: [
    ([String: String](), "has no configuration of another bot"),
    (["package.json": "{}"], "has no configuration of another bot"),
    (
      ["renovate.json": "{}", ".martlet.yml": "version: 2\n"],
      "has .martlet.yml: nothing is imported"
    ),
  ])
  func `needs a file of another bot, and none of martlet's`(
    files: [String: String], notice: String
  ) async throws {
    let scene = try await scene(files)
    #expect(try await scene.run(importing: true) == [notice])
    #expect(try await scene.pullRequests().isEmpty)
  }

  @Test func `is only described in a dry run`() async throws {
    let scene = try await scene([".mergify.yml": "pull_request_rules: []\n"])
    let lines = try await scene.run(dry: true, importing: true)
    #expect(lines == [".mergify.yml becomes .github/martlet.yml, with 0 remarks"])
    #expect(try await scene.branches().isEmpty)
  }
}
