import Ecosystem
import HTTP
import JavaScript
import Testing

@testable import NPM

@Suite struct `The contents of versions in a new lock` {
  private func lock(_ integrity: String) -> [UInt8] {
    Array(
      """
      {"lockfileVersion": 2, "packages": {"": {}, "node_modules/@a/x": {"version": "1.0.0",
        "integrity": "\(integrity)"}, "node_modules/y": {"version": "2.0.0", "integrity": "sha512-y"}},
        "dependencies": {"@a/x": {"version": "1.0.0", "integrity": "\(integrity)"}}}
      """.utf8)
  }

  @Test func `are the digests that weren't there before`() async throws {
    let npm = NPMEcosystem(
      http: Client { request throws(HTTPError) in
        throw HTTPError(.unreachable, url: request.url)
      }, scopes: [:])
    let project = Project(ecosystem: .npm, directory: "/", manifest: "package.json", lock: nil)
    let tree = SourceTree(name: "app", files: ["package.json": "{}"])
    let file = FileChange(
      path: "package-lock.json", before: lock("sha512-old"), after: lock("sha512-new"))
    let found = try await npm.open(project, in: tree).contentIdentities(
      in: Change(files: [file], moves: []))
    #expect(found == [ContentIdentity(package: "@a/x", version: "1.0.0", value: "sha512-new")])
  }
}
