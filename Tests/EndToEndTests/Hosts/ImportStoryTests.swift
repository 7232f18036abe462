import JSON
import TestSupport
import Testing

/// `martlet config import --pull-request` on fakes of the hosts.
@Suite struct `A pull request with an imported configuration` {
  @Test(arguments: IssueScene.Host.allCases)
  func `has the presets of the organisation and the report`(host: IssueScene.Host) async throws {
    let options = #"{"extends": ["local>acme/renovate-config"], "frob": 1}"#
    let scene = try await IssueScene(host, entry: nil, adding: ["renovate.json": options])
    try await scene.fake.found(
      "acme/renovate-config", ["default.json": #"{"prConcurrentLimit": 3}"#])
    let words = ["config", "import", "--pull-request", "--repository", "acme/app"]
    let dry = try await scene.run(words + ["--dry-run"])
    #expect(dry.code == 0, "\(dry.error)")
    #expect(dry.out.contains("renovate.json becomes \(scene.file), with 1 remark"), "\(dry.out)")
    #expect(try await scene.pulls().isEmpty)
    let done = try await scene.run(words)
    #expect(done.code == 0, "\(done.error)")
    let pull = try #require(try await scene.pulls().first, "\(done.out)")
    #expect(pull["title"] == .string("Add \(scene.file)"))
    let body = try #require(pull["body"]?.string)
    #expect(body.contains("'frob' is unknown"), "\(body)")
    #expect(!body.contains("acme/renovate-config"), "\(body)")
    _ = try await scene.run(words)
    #expect(try await scene.pulls().count == 1)
    #expect(try await scene.fake.violations() == [])
  }

  @Test func `is for a fleet or for a file`() async throws {
    let folder = try Folder(["renovate.json": "{}"])
    for words in [["renovate.json", "--pull-request"], ["renovate.json", "--dry-run"], []] {
      let found = try await Program.run(["config", "import"] + words, in: folder.path)
      #expect(found.code == 2, "\(words)")
    }
  }
}
