import Bundler
import Ecosystem
import NPM
import Testing
import Updates

private func branch(
  _ name: String, _ ecosystem: EcosystemID = .npm, in directory: String = "/",
  on base: String = "main", style: BranchStyle = BranchStyle()
) throws -> String {
  let key = try key(name, ecosystem: ecosystem, directory: directory, base: base)
  return style.name(for: key, defaultBranch: "main") { _ in "0123456789abcdef" }
}

@Suite struct `A branch` {
  @Test(arguments: [
    ("left-pad", "/", "martlet/npm/left-pad"),
    ("left-pad", "/web/app", "martlet/npm/web/app/left-pad"),
    ("@babel/core", "/", "martlet/npm/babel/core"),
    ("a b", "/", "martlet/npm/a-b-0123456789"),
    ("..", "/", "martlet/npm/dot--0123456789"),
    ("x.lock", "/", "martlet/npm/x-lock-0123456789"),
    (".hidden", "/", "martlet/npm/dot-hidden-0123456789"),
    ("$(rm)", "/", "martlet/npm/-(rm)-0123456789"),
  ]) func `is named after the key`(name: String, directory: String, expected: String) throws {
    #expect(try branch(name, in: directory) == expected)
  }

  @Test func `names a base other than the default branch`() throws {
    #expect(try branch("rails", .bundler, on: "next") == "martlet/bundler/next/rails")
  }

  @Test func `uses the configured separator`() throws {
    let style = BranchStyle(separator: "-")
    #expect(try branch("rails", .bundler, in: "/api", style: style) == "martlet-bundler-api-rails")
    #expect(try branch("@babel/core", style: style) == "martlet-npm-babel-core")
    #expect(try branch("x", on: "release/1", style: style) == "martlet-npm-release-1-x")
  }

  @Test(arguments: [
    (UpdateKey.Scope.directory(.npm, "/"), "martlet/npm/web"),
    (.directory(.npm, "/app"), "martlet/npm/app/web"),
    (.directories(.npm, entry: 1), "martlet/npm/multi/web"),
    (.directories(.npm, entry: 2), "martlet/npm/multi-2/web"),
    (.ecosystems, "martlet/multi/web"),
    (.directory(.npm, "/multi"), "martlet/npm/multi/web-0123456789"),
  ]) func `of a group is named after its directories`(
    scope: UpdateKey.Scope, expected: String
  ) throws {
    var key = try key("x")
    key.scope = scope
    key.subject = .group("web")
    #expect(
      BranchStyle().name(for: key, defaultBranch: "main") { _ in "0123456789abcdef" } == expected)
    #expect(UpdateKey(key.recordKey, of: key.repository) == key)
  }

  @Test(arguments: [
    ("eslint", "martlet/npm/eslint/js", "martlet/npm/eslint-0123456789"),
    ("@eslint/js", "martlet/npm/eslint", "martlet/npm/eslint-js-0123456789"),
    ("eslint", "martlet/npm/eslint", "martlet/npm/eslint-0123456789"),
    ("eslint", "martlet/npm/eslint-js", "martlet/npm/eslint"),
  ]) func `gets out of the way of another`(name: String, other: String, expected: String) throws {
    let key = try key(name, ecosystem: .npm)
    #expect(
      BranchStyle().name(for: key, defaultBranch: "main", taken: [other]) { _ in
        "0123456789abcdef"
      } == expected)
  }

  @Test func `respects the maximum length and stays unique`() throws {
    let name = try branch(String(repeating: "x", count: 300))
    #expect(name.utf8.count == 100)
    #expect(name.hasSuffix("x-0123456789"))
  }
}
