import Ecosystem
import HTTP
import Testing

@testable import JavaScript
@testable import NPM

@Suite struct `A lock's new addresses` {
  private func foreign(
    _ before: String?, _ after: String, npmrc: String = "", scopes: [String: String] = [:]
  ) async throws -> [String] {
    let npm = NPMEcosystem(
      http: Client { request throws(HTTPError) in
        throw HTTPError(.unreachable, url: request.url)
      }, scopes: scopes)
    let tree = SourceTree(name: "app", files: ["package.json": "{}", ".npmrc": npmrc])
    let project = Project(
      ecosystem: .npm, directory: "/", manifest: "package.json", lock: nil)
    let change = Change(
      files: [
        FileChange(
          path: "package-lock.json", before: before.map { Array(lock($0).utf8) },
          after: Array(lock(after).utf8))
      ], moves: [])
    return try await npm.open(project, in: tree).foreignSources(in: change)
      .map { "\($0.package) \($0.origin)" }
  }

  @Test func `lead to no foreign origin if it is that of the repository's default registry`()
    async throws
  {
    let address = "https://npm.acme.dev/x/-/x-1.0.0.tgz"
    #expect(try await foreign(nil, address, scopes: ["": "https://npm.acme.dev/"]) == [])
    #expect(try await foreign(nil, address) == ["@a/x https://npm.acme.dev"])
  }

  private func lock(_ resolved: String) -> String {
    """
    {"lockfileVersion": 3, "packages": {"": {}, "node_modules/@a/x": {"resolved": "\(resolved)"},
      "node_modules/y": {"resolved": "https://registry.npmjs.org/y/-/y-1.0.0.tgz"}}}
    """
  }

  private let own = "https://registry.npmjs.org/@a/x/-/x-1.0.0.tgz"

  @Test(arguments: [
    ("https://evil.example/x.tgz", "", ["@a/x https://evil.example"]),
    ("https://registry.npmjs.org/@a/x/-/x-2.0.0.tgz", "", []),
    ("HTTPS://Registry.NPMJS.org:443/x.tgz", "", []),
    ("http://registry.npmjs.org/x.tgz", "", ["@a/x http://registry.npmjs.org"]),
    ("https://registry.npmjs.org:8443/x.tgz", "", ["@a/x https://registry.npmjs.org:8443"]),
    ("http://registry.npmjs.org:443/x.tgz", "", ["@a/x http://registry.npmjs.org:443"]),
    ("https://registry.npmjs.org./x.tgz", "", ["@a/x https://registry.npmjs.org."]),
    (
      "https://registry.npmjs.org.evil.example/x.tgz", "",
      ["@a/x https://registry.npmjs.org.evil.example"]
    ),
    (
      "https://registry.npmjs.org@evil.example/x.tgz", "",
      ["@a/x https://registry.npmjs.org@evil.example/x.tgz"]
    ),
    ("http://u@EVIL.example:8/x.tgz", "", ["@a/x http://u@EVIL.example:8/x.tgz"]),
    ("https:/evil.example/x.tgz", "", ["@a/x https:/evil.example/x.tgz"]),
    ("//evil.example/x.tgz", "", ["@a/x //evil.example/x.tgz"]),
    ("https://registry.npmjs.\u{3bf}rg/x.tgz", "", ["@a/x https://registry.npmjs.%CE%BFrg"]),
    ("https://npm.acme.dev/x.tgz", "registry=https://npm.acme.dev/\n", []),
    ("https://npm.acme.dev/x.tgz", "@a:registry=https://npm.acme.dev:443/\n", []),
    (
      "http://npm.acme.dev/x.tgz", "registry=https://npm.acme.dev/\n",
      ["@a/x http://npm.acme.dev"]
    ),
    ("http://npm.acme.dev:4873/x.tgz", "registry=http://npm.acme.dev:4873/\n", []),
    ("git+ssh://git@github.com/a/x.git#0123", "", ["@a/x ssh://github.com"]),
    ("../x", "", []), ("file:x.tgz", "", []),
  ])
  func `are named if no registry has their origin`(
    after: String, npmrc: String, expected: [String]
  ) async throws {
    #expect(try await foreign(own, after, npmrc: npmrc) == expected)
    #expect(try await foreign(nil, after, npmrc: npmrc) == expected)
  }

  @Test func `are not named if they were there before, or the operator names them`() async throws {
    let other = "https://cdn.acme.dev/x.tgz"
    #expect(try await foreign(other, other) == [])
    #expect(try await foreign(own, other, scopes: ["@a": "https://cdn.acme.dev/"]) == [])
    let git = "git+ssh://git@github.com/a/x.git"
    #expect(try await foreign("\(git)#0123", "\(git)#4567") == [])
  }
}
