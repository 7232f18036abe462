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
      "mise.toml", "[tools]\n\"npm:pnpm\" = \"9.1\"\n\"core:node\" = \"20\"\n",
      "[tools]\n\"npm:pnpm\" = \"9.2\"\n\"core:node\" = \"24\"\n"
    ),
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
    (
      "Dockerfile", "ARG NODE=20\nARG X=1\nFROM node:${NODE}-alpine AS a\nFROM a\n",
      "ARG NODE=24\nARG X=1\nFROM node:${NODE}-alpine AS a\nFROM a\n"
    ),
    (
      "Dockerfile", "arg NODE=\"20-alpine\"\nFROM --platform=x node:$NODE\n",
      "arg NODE=\"24-alpine\"\nFROM --platform=x node:$NODE\n"
    ),
    ("Gemfile", "ruby \"3.3.0\"\n", "ruby \"3.3.6\"\n"),
    ("gems.rb", "ruby '~> 3.3.0'\n", "ruby '~> 3.3.6'\n"),
    (
      "x.gemspec",
      "Gem::Specification.new do |s|\n  s.required_ruby_version = '~> 3.3.0' # why\nend\n",
      "Gem::Specification.new do |s|\n  s.required_ruby_version = '~> 3.3.6' # why\nend\n"
    ),
    ("Package.swift", "// swift-tools-version: 5.9\n", "// swift-tools-version: 6.1\n"),
    ("Package.swift", "\n//swift-tools-version:6.0;x\n", "\n//swift-tools-version:6.1;x\n"),
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

  @Test func `are held back if something else would have to change`() async throws {
    let slim = try await outside.open(.runtimes, ["Dockerfile": "FROM node:20-slim\n"])
    let releases = try await slim.releases(of: slim.dependencies()[0])
    #expect(
      releases.compactMap(\.heldBack) == [
        "has no image node:24-slim", "has no long-term support yet",
      ])
    let lock = "GEM\n\nRUBY VERSION\n   ruby 3.3.0p0\n\nBUNDLED WITH\n   2.5.0\n"
    let gemfile = try await outside.open(
      .runtimes,
      [".ruby-version": "3.3.0", "Gemfile": "ruby \"3.3.0\"\n", "Gemfile.lock": lock])
    #expect(try await gemfile.steps().isEmpty)
    #expect(
      try await gemfile.releases(of: gemfile.dependencies()[0]).compactMap(\.heldBack).last
        == "needs another version in Gemfile.lock, with a patch level that no list has")
    await #expect(throws: Problem.self) {
      let target = Goal.Target(name: "node", version: "24.2.0")
      _ = try await slim.change(toward: .update([target], UpdateOptions()))
    }
  }

  @Test func `of Ruby move in the lock, too`() async throws {
    let lock = { (version: String) in "GEM\n\nRUBY VERSION\n   ruby \(version)\n" }
    let project = try await outside.open(
      .runtimes, ["Gemfile": "ruby \"3.3.0\"\n", "Gemfile.lock": lock("3.3.0")])
    #expect(
      try await project.updated() == [
        "Gemfile": "ruby \"3.3.6\"\n", "Gemfile.lock": lock("3.3.6"),
      ])
  }

  @Test func `of Swift's tools need a decision, and stay at or below Swift's`() async throws {
    let manifest = "// swift-tools-version: 6.0\n"
    let alone = try await outside.open(.runtimes, ["Package.swift": manifest])
    #expect(try await alone.steps() == ["swift-tools-version: 6.0 -> 6.1 major"])
    let pinned = try await outside.open(
      .runtimes, ["Package.swift": manifest, ".swift-version": "6.0.1"])
    #expect(try await pinned.steps() == ["swift: 6.0.1 -> 6.1 minor"])
    let dependency = try #require(try await pinned.dependencies().last)
    #expect(
      try await pinned.releases(of: dependency).compactMap(\.heldBack) == [
        "exceeds swift 6.0.1, which .swift-version names"
      ])
    let locked = try await outside.open(
      .runtimes, ["Package.swift": manifest, "Package.resolved": #"{"originHash" : "ab"}"#])
    #expect(try await locked.steps().isEmpty)
    #expect(
      try await locked.releases(of: locked.dependencies()[0]).compactMap(\.heldBack) == [
        "would change the manifest, and Package.resolved has its digest (originHash)"
      ])
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
    (
      ".github/workflows/a.yml",
      "jobs:\n  a:\n    strategy: {matrix: {node: [18, 20]}}\n"
        + "    steps: [{uses: x@v1, with: {node-version: '${{ matrix.node }}'}}]\n",
      "node ${{ matrix.node }}: has the versions of a matrix, which stay at 3:31"
    ),
    (
      ".github/workflows/a.yml",
      "jobs: {a: {steps: [{uses: x@v1, with: {ruby-version: '${{ inputs.ruby }}'}}]}}\n",
      "ruby ${{ inputs.ruby }}: is an expression, which stays at 1:54"
    ),
    (
      "Dockerfile", "ARG V=20\nFROM node:$V\nRUN echo $V\n",
      "node:$V: has the variable V, which something else uses, too at 2:6"
    ),
    (
      "Dockerfile", "ARG V\nFROM node:$V\n",
      "node:$V: has the variable V, which no ARG gives a literal default once at 2:6"
    ),
    (
      "Dockerfile", "FROM node:${A}.${B}\n",
      "node:${A}.${B}: has a tag of several parts, which stays at 1:6"
    ),
    (
      "x.gemspec", "s.required_ruby_version = [\">= 2.7\", \"< 4\"]\n",
      "required_ruby_version [\">= 2.7\", \"< 4\"]: isn't one version or '~>', and stays at 1:27"
    ),
    (
      "x.gemspec", "s.required_ruby_version = \"< 4\"\n",
      "required_ruby_version 4: isn't one version or '~>', and stays at 1:30"
    ),
    (
      "Gemfile.lock", "RUBY VERSION\n   ruby 3.1.4p0 (jruby 9.4.0)\n",
      "ruby 3.1.4 (jruby 9.4.0): isn't Ruby's own implementation at 2:9"
    ),
  ])
  func `that can't be compared are refused`(
    path: String, text: String, refusal: String
  ) async throws {
    #expect(try await outside.open(.runtimes, [path: text]).found() == [refusal])
  }
}
