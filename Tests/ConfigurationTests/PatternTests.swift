import Configuration
import Ecosystem
import NPM
import SwiftPM
import Testing
import Versioning

struct `A pattern of the configuration` {
  @Test(arguments: [
    ("left-pad", "left-pad", true), ("left-pad", "Left-Pad", true), ("left", "left-pad", false),
    ("*", "anything/at.all", true), ("@types/*", "@types/node", true), ("@types/*", "types", false),
    ("*-plugin-*", "babel-plugin-x", true), ("*a*b", "xaybzb", true), ("*a*b", "xayc", false),
    ("a**b", "ab", true), ("re?ct", "react", false), ("", "", true), ("", "a", false),
  ])
  func `names match whole, by stars, without regard to case`(
    pattern: String, name: String, matches: Bool
  ) {
    #expect(NamePattern(pattern).matches(name) == matches)
  }

  @Test(arguments: [
    ("/", "/", true), ("/", "/a", false), ("ios/", "/ios", true), ("/a/./b", "/a/b", true),
    ("/packages/*", "/packages/a", true), ("/packages/*", "/packages/a/b", false),
    ("/packages/*", "/packages", true), ("/*", "/", true), ("**/*", "/", true),
    ("**/*", "/a/b/c", true), ("/a/**/z", "/a/z", true), ("/a/**/z", "/a/b/c/z", true),
    ("/a/**/z", "/a/b", false), ("/a/**", "/a/b/c", true), ("/lib-*", "/lib-x", true),
    ("/lib-*", "/lib-x/y", false), ("/lib-*", "/", false), ("**", "/", true), ("/?", "/a", true),
  ])
  func `directories match part by part`(pattern: String, directory: String, matches: Bool) throws {
    #expect(try #require(DirectoryPattern(pattern, glob: true)).matches(directory) == matches)
  }

  @Test func `a single directory is not a pattern, and none leaves the repository`() throws {
    #expect(try #require(DirectoryPattern("/a*", glob: false)).matches("/a*"))
    #expect(try !#require(DirectoryPattern("/a*", glob: false)).matches("/ab"))
    #expect(DirectoryPattern("/a/../..", glob: true) == nil)
  }

  @Test(arguments: [
    ("vendor", "vendor/a/package.json", true), ("vendor", "vendored/x", false),
    ("vendor/", "vendor", true), ("vendor/**", "vendor/x/y", true), ("a/*.json", "a/b.json", true),
    ("a/*.json", "a/b/c.json", true), ("**/test/**", "test/x", true),
    ("**/test/**", "src/test/deep/x", true), ("**/test/**", "src/tests/x", false),
    ("/a", "a/x", true), ("{a,b/c}/x", "a/x", true), ("{a,b/c}/x", "b/c/x", true),
    ("{a,b/c}/x", "b/x", false), ("a{,{1,2}}", "a2", true), ("a{,{1,2}}", "a", true),
    ("v[0-9]*", "v2/x", true), ("v[!0-9]", "v2", false), ("v[!0-9]", "vé", true),
    ("[]-]x", "]x", true), ("[!]]x", "]x", false), ("{a,b}", "b/x", true),
    ("app/[slug]", "app/[slug]/package.json", true),
    (#"app/\[a\]*"#, "app/[a]b", true), (#"app/\[a\]*"#, "app/ab", false),
    (#"a\{b"#, "a{b", true), ("?x", "éx", true),
  ])
  func `excluded paths match as Dependabot has it`(
    pattern: String, path: String, matches: Bool
  ) throws {
    #expect(try #require(PathPattern(pattern)).matches(path) == matches)
  }

  @Test(arguments: [
    "[", "a/[b", "a/[]", "a/[!]", "{", "a{b,c", "a/../..", "../x",
    String(repeating: "{a,b}", count: 7),
  ])
  func `excluded paths that can't match what they say are rejected`(pattern: String) {
    #expect(PathPattern(pattern) == nil)
  }

  @Test(arguments: [
    (["acme/*"], "acme/app", true), (["acme/*"], "Acme/App", true), (["acme/*"], "acme/a/b", false),
    (["acme/*", "!acme/attic"], "acme/attic", false),
    (["!acme/attic", "acme/*"], "acme/attic", true),
    (["g/sub/*"], "g/sub/x", true), ([], "a/b", false),
    (["acme/**"], "acme/app", true), (["acme/**"], "Acme/a/b/c", true),
    (["acme/**"], "other/a", false), (["acme/**", "!acme/old/**"], "acme/old/x/y", false),
    (["acme/**/web"], "acme/web", true), (["acme/**/web"], "acme/a/b/web", true),
    (["acme/**/web"], "acme/a/b", false),
    (["acme/app-*", "other/x"], "other/x", true),
  ])
  func `the last pattern that matches a repository decides`(
    patterns: [String], repository: String, included: Bool
  ) {
    #expect(patterns.compactMap { RepositoryPattern($0) }.include(repository) == included)
  }

  @Test func `the most exact group takes a dependency`() throws {
    let text: (String) -> String? = { name in
      var entry = UpdateEntry()
      entry.groups = [
        group("all", ["*"]), group("types", ["@types/*"]), group("node", ["@types/node"]),
        group("without", ["x"], excluding: ["@types/react"]),
      ]
      return entry.group(for: Dependency(name: name, kind: .direct))?.name
    }
    #expect(text("left-pad") == "all")
    #expect(text("@types/react") == "types")
    #expect(text("@types/node") == "node")
  }

  private func group(_ name: String, _ patterns: [String], excluding: [String] = []) -> GroupRule {
    var group = GroupRule()
    group.name = name
    group.patterns = patterns.map { NamePattern($0) }
    group.excludePatterns = excluding.map { NamePattern($0) }
    return group
  }

  @Test func `excluded manifests are not covered`() throws {
    var entry = UpdateEntry()
    entry.ecosystem = ecosystems["npm"]
    entry.directories = [try #require(DirectoryPattern("/**", glob: true))]
    entry.excludePaths = [try #require(PathPattern("old"))]
    let project = { (name: EcosystemID, directory: String) in
      Project(
        ecosystem: name, directory: directory, manifest: directory.dropFirst() + "/package.json",
        lock: nil)
    }
    #expect(entry.covers(project(.npm, "/web")))
    #expect(!entry.covers(project(.npm, "/old")))
    #expect(!entry.covers(project(.swift, "/web")))
  }

  @Test func `without allow rules, direct dependencies are updated`() {
    var entry = UpdateEntry()
    let direct = Dependency(name: "a", kind: .direct)
    let indirect = Dependency(name: "b", kind: .indirect)
    #expect(entry.allows(direct) && !entry.allows(indirect))
    var rule = AllowRule()
    rule.name = NamePattern("b")
    entry.allow = [rule]
    #expect(!entry.allows(direct) && entry.allows(indirect))
    entry.allow[0].updateTypes = [.patch]
    #expect(entry.allows(indirect, step: .patch) && !entry.allows(indirect, step: .minor))
  }
}
