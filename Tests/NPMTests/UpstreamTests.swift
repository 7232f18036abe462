import Ecosystem
import JSON
import Testing

@testable import JavaScript
@testable import NPM

@Suite struct `Upstream data of an update` {
  private func upstream(_ versions: String, from: String, to: String) async throws -> Upstream {
    var world = World("", ["package.json": #"{"dependencies": {"a": "1"}}"#])
    let text = #"{"name": "a", "dist-tags": {"latest": "\#(to)"}, "versions": {\#(versions)}}"#
    world.registry["a"] = try Document(Array(text.utf8), named: "a").root.value
    let dependency = Dependency(
      name: "a", kind: .direct, current: from, source: "https://www.npmjs.com/package/a")
    return try await world.npm.upstream(of: dependency, from: from, to: to)
  }

  @Test func `the repository is that of the new version, or of the newest one that has one`()
    async throws
  {
    let one = try await upstream(
      #"""
      "1.0.0": {"repository": "old/a"},
      "2.0.0": {"repository": {"url": "git+https://github.com/o/a.git", "directory": "packages/a"},
                "homepage": "https://a.dev", "bugs": {"url": "https://a.dev/bugs"}}
      """#, from: "1.0.0", to: "2.0.0")
    #expect(
      one.addresses == ["git+https://github.com/o/a.git", "https://a.dev", "https://a.dev/bugs"])
    #expect(one.directory == "packages/a")
    let none = try await upstream(
      #""1.0.0": {"homepage": "https://github.com/o/a"}, "2.0.0": {}"#, from: "1.0.0", to: "2.0.0")
    #expect(none.addresses == ["https://github.com/o/a"])
  }

  @Test(arguments: [
    (
      #""1.0.0": {}, "2.0.0": {"scripts": {"postinstall": "node x"}}"#,
      [Warning.installScript(package: "a", version: "2.0.0")]
    ),
    (#""1.0.0": {"scripts": {"install": "x"}}, "2.0.0": {"hasInstallScript": true}"#, []),
    (
      #""1.0.0": {"_npmUser": {"name": "ann"}}, "2.0.0": {"_npmUser": {"name": "eve"}}"#,
      [.newPublisher(package: "a", publisher: "eve")]
    ),
    (
      #""1.0.0": {"_npmUser": {"name": "ann"}}, "2.0.0": {}"#,
      [.publisherLost(package: "a", version: "2.0.0", from: "ann")]
    ),
    (
      #"""
      "1.0.0": {"_npmUser": {"name": "ann"}},
      "2.0.0": {"_npmUser": {"name": "GitHub Actions"}, "dist": {"attestations": {"url": "x"}}}
      """#, []
    ),
    (
      #""1.0.0": {"repository": "o/a", "homepage": "https://a.dev"}, "2.0.0": {"homepage": "https://a.dev"}"#,
      [.repositoryLost(package: "a", version: "2.0.0", from: "o/a")]
    ),
    (
      #"""
      "0.9.0": {"_npmUser": {"name": "bob"}}, "1.0.0": {"_npmUser": {"name": "ann"}},
      "2.0.0": {"_npmUser": {"name": "bob"}}
      """#, []
    ),
    (
      #""1.0.0": {"repository": "o/a"}, "2.0.0": {"repository": "https://github.com/p/a"}"#,
      [.repositoryMoved(package: "a", from: "o/a", to: "https://github.com/p/a")]
    ),
    (
      #"""
      "1.0.0": {"repository": "git+https://github.com/O/a.git"},
      "2.0.0": {"repository": "git@github.com:o/a"}
      """#, []
    ),
    (
      #""1.0.0": {"dist": {"attestations": {"url": "x"}}}, "2.0.0": {"dist": {}}"#,
      [.provenanceLost(package: "a", version: "2.0.0")]
    ),
    (
      #""1.0.0": {}, "2.0.0": {"deprecated": "use b"}"#,
      [.deprecated(package: "a", version: "2.0.0", message: "use b")]
    ),
  ])
  func `warnings are reported`(versions: String, warnings: [Warning])
    async throws
  {
    #expect(try await upstream(versions, from: "1.0.0", to: "2.0.0").warnings == warnings)
  }

  @Test func `a locked package with a new install script is reported at any depth`() {
    func lock(_ packages: String) -> [UInt8] { Array(#"{"packages": {\#(packages)}}"#.utf8) }
    let before = lock(#""": {}, "node_modules/a": {"version": "1.0.0", "hasInstallScript": true}"#)
    let after = lock(
      #"""
      "": {"hasInstallScript": true},
      "node_modules/a": {"version": "2.0.0", "hasInstallScript": true},
      "node_modules/b/node_modules/@s/c": {"version": "3.0.0", "hasInstallScript": true}
      """#)
    let change = Change(
      files: [FileChange(path: "web/package-lock.json", before: before, after: after)], moves: [])
    let found = World("", [:]).npm.warnings(about: change)
    #expect(found == [.installScript(package: "@s/c", version: "3.0.0")])
  }
}

@Suite struct `Imports of packages` {
  @Test(arguments: [
    ("import a from 'a'", ["a"]), ("import 'a/b'", ["a"]), ("import('@s/p/x')", ["@s/p"]),
    ("const x = require(\"a\")", ["a"]), ("export * from \"./a\"", []), ("import 'node:fs'", []),
    ("import {\n  b\n} from\n  'b'", ["b"]), ("requires 'no'", []), ("from `t`", ["t"]),
  ])
  func `are found by the module's name`(source: String, modules: [String]) {
    let rule = ImportRule(javaScript: Dependency(name: "a", kind: .direct))
    #expect(rule.modules(source) == Set(modules))
  }

  @Test func `count for types too, by the package that they describe`() {
    let world = World("", ["package.json": "{}"])
    for (name, module) in [("@types/node", "node"), ("@types/s__p", "@s/p")] {
      let rule = world.npm.imports(of: Dependency(name: name, kind: .direct))
      #expect(rule.names == [name, module])
    }
  }
}
