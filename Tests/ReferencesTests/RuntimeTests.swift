import Ecosystem
import References
import Testing
import Text
import Versioning

private let hash = String(repeating: "ab", count: 64)
/// The bytes `ab…` in base 64.
private let integrity = "sha512-" + String(repeating: "q6ur", count: 21) + "qw=="

private let outside = Outside(
  [
    "https://nodejs.org/dist/index.json": """
    [{"version": "v25.1.0", "date": "2026-01-01", "lts": false},
     {"version": "v24.2.0", "date": "2025-11-01", "lts": "Krypton"},
     {"version": "v20.19.0", "date": "2025-02-01", "lts": "Iron"},
     {"version": "v20.11.0", "date": "2024-01-01", "lts": "Iron"}]
    """,
    "https://cache.ruby-lang.org/pub/ruby/index.txt":
      "name\turl\nruby-3.3.0\thttps://x\nruby-3.3.6\thttps://x\nruby-3.4.0-preview1\thttps://x\n",
    "https://www.swift.org/api/v1/install/releases.json":
      #"[{"name": "6.0.1"}, {"name": "6.1", "date": "2025-03-31"}]"#,
    "https://registry.npmjs.org/pnpm":
      #"{"versions": {"9.1.0": {}, "9.2.0": {"dist": {"integrity": "\#(integrity)"}}}}"#,
  ], images: ["node": "20-alpine 24-alpine 20"])

@Suite struct `Versions of runtimes` {
  @Test(arguments: [
    (".nvmrc", "v20.11.0\n", "v24.2.0\n"), (".nvmrc", "20", "24"),
    (".node-version", "20.x # why\n", "24.x # why\n"), (".ruby-version", "3.3.0\n", "3.3.6\n"),
    (".ruby-version", "ruby-3.3.0", "ruby-3.3.6"), (".swift-version", "6.0.1\n", "6.1\n"),
    (".tool-versions", "ruby 3.3.0\nnodejs  20.11.0 # x\n", "ruby 3.3.6\nnodejs  24.2.0 # x\n"),
    ("mise.toml", "[tools]\nnode = \"20\"\n", "[tools]\nnode = \"24\"\n"),
    (
      "package.json", #"{"engines": {"node": "^20.11.0"}, "packageManager": "pnpm@9.1.0"}"#,
      #"{"engines": {"node": "^24.2.0"}, "packageManager": "pnpm@9.2.0"}"#
    ),
    (
      "package.json",
      #"{"engines": {"node": "20.x"}, "volta": {"node": "20.11.0", "pnpm": "9.1.0"}}"#,
      #"{"engines": {"node": "24.x"}, "volta": {"node": "24.2.0", "pnpm": "9.2.0"}}"#
    ),
    (
      ".github/workflows/a.yml", "jobs: {a: {steps: [{uses: x@v1, with: {node-version: 20}}]}}\n",
      "jobs: {a: {steps: [{uses: x@v1, with: {node-version: 24}}]}}\n"
    ),
  ])
  func `move in their own form`(path: String, before: String, after: String) async throws {
    let project = try await outside.open(.runtimes, [path: before])
    #expect(try await project.updated() == [path: after])
  }

  @Test(arguments: [
    ("[tools\nnode=\"20\"\n", "isn't valid TOML: a '[' is never closed"),
    ("[tools]\nnode = \n", "has no version"),
  ])
  func `in broken TOML are refused in plain words`(text: String, message: String) async throws {
    let project = try await outside.open(.runtimes, ["mise.toml": text])
    #expect(
      try await project.dependencies().compactMap(\.problem?.message) == [message])
  }

  @Test func `that agree move together, and others by themselves`() async throws {
    let project = try await outside.open(
      .runtimes,
      [
        ".nvmrc": "20\n", "Dockerfile": "FROM node:20-alpine AS build\n", "old/.nvmrc": "18\n",
        "package.json": #"{"engines": {"node": "20.x"}}"#,
      ])
    #expect(try await project.found() == ["node 20", "node@18 18"])
    let release = try #require(
      try await project.releases(of: project.dependencies()[0]).last {
        $0.step != nil && $0.heldBack == nil
      })
    #expect(release.version == "24.2.0" && release.step == .major)
    let target = try await project.dependencies()[0].target("24.2.0")
    let change = try await project.change(toward: .update([target], UpdateOptions()))
    #expect(change.files.map(\.path) == [".nvmrc", "Dockerfile", "package.json"])
    #expect(change.moves.map(\.to) == ["24.2.0"])
  }

  @Test func `are held back where something else would have to change`() async throws {
    let slim = try await outside.open(.runtimes, ["Dockerfile": "FROM node:20-slim\n"])
    let releases = try await slim.releases(of: slim.dependencies()[0])
    #expect(
      releases.compactMap(\.heldBack) == [
        "has no image node:24-slim", "has no long-term support yet",
      ])
    let gemfile = try await outside.open(
      .runtimes, [".ruby-version": "3.3.0", "Gemfile": "ruby \"3.3.0\"\n"])
    #expect(try await gemfile.steps().isEmpty)
    await #expect(throws: Problem.self) {
      let target = Goal.Target(name: "node", version: "24.2.0")
      _ = try await slim.change(toward: .update([target], UpdateOptions()))
    }
  }

  @Test func `of package managers are edited with their hashes`() async throws {
    let old = String(repeating: "0", count: 128)
    let before = #"{"packageManager": "pnpm@9.1.0+sha512.\#(old)"}"#
    let project = try await outside.open(.runtimes, ["package.json": before])
    #expect(
      try await project.updated() == [
        "package.json": #"{"packageManager": "pnpm@9.2.0+sha512.\#(hash)"}"#
      ])
  }

  @Test(arguments: [
    (".nvmrc", "lts/iron\n", "node lts/iron: isn't a version that can be compared at 1:1"),
    (".ruby-version", "jruby-9.4\n", "ruby jruby-9.4: isn't a version that can be compared at 1:1"),
    (
      ".tool-versions", "python 3.12\n",
      "python 3.12: is a tool whose versions martlet doesn't list at 1:1"
    ),
    (
      ".xcode-version", "16.0\n",
      ".xcode-version: names Xcode, whose versions no public list has at 1:1"
    ),
    (
      "package.json", #"{"packageManager": "yarn@4.0.0+sha224.ab"}"#,
      "yarn@4.0.0+sha224.ab: has a hash that no registry states at 1:20"
    ),
    (
      "package.json", #"{"engines": {"node": "18 || 20"}}"#,
      "node 18 || 20: is a range of several parts, which stays at 1:22"
    ),
  ])
  func `that can't be compared are refused`(
    path: String, text: String, refusal: String
  ) async throws {
    #expect(try await outside.open(.runtimes, [path: text]).found() == [refusal])
  }
}
