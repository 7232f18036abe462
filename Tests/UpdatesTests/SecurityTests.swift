import Advisories
import Bundler
import Configuration
import Ecosystem
import Forges
import NPM
import Store
import SwiftPM
import Synchronization
import Testing
import Updates
import Versioning

extension Scene {
  /// Lets the source say what hits packages: `a: T-1 introduced 0, fixed 1.1.0`.
  func warn(_ lines: String..., summary: String = "Birds escape") {
    warn(lines, summary: summary)
  }

  func warn(_ lines: [String], summary: String = "Birds escape") {
    var known: [AdvisedPackage: [Advisory]] = [:]
    for line in lines {
      let halves = line.split(separator: ":", maxSplits: 1).map(String.init)
      let words = halves[1].split(separator: " ", maxSplits: 1).map(String.init)
      let package = AdvisedPackage(.npm, halves[0])
      let events = words[1].split(separator: ",").compactMap { part -> Advisory.Event? in
        let pair = part.split(separator: " ").map(String.init)
        return Advisory.Event.Kind(rawValue: pair[0]).map { Advisory.Event($0, pair[1]) }
      }
      known[package, default: []].append(
        Advisory(
          id: words[0], aliases: ["CVE-2026-1"], summary: summary, severity: "high",
          affected: [.init(package, ranges: [.init(events)])]))
    }
    advisories.withLock { $0 = AdvisoryAnswer(advisories: known) }
  }

  /// The source does not answer any more.
  func silence() {
    advisories.withLock {
      $0 = AdvisoryAnswer(
        failure: .unreachable(url: "https://api.osv.dev", detail: "no route"))
    }
  }
}

@Suite struct SecurityTests {
  /// `a` at 1.0.0, hit below 1.0.2, with the newest 2.0.0 and 1.1.0 between.
  private func scene(_ rules: String = "", _ files: [String: String] = ["deps.txt": "a 1.0.0\n"])
    async throws -> Scene
  {
    let scene = try await Scene(rules, files)
    scene.npm.publish("a", "1.0.0", "1.0.1", "1.0.2", "1.1.0", "2.0.0")
    scene.warn("a:T-1 introduced 0, fixed 1.0.2")
    return scene
  }

  @Test func `a version update that brings the fix says so`() async throws {
    let scene = try await scene()
    #expect(try await scene.run() == ["a: opened #1 for 2.0.0"])
    #expect(try await scene.open() == ["#1 [Security] Bump a from 1.0.0 to 2.0.0"])
    #expect(try await scene.pullRequests()[0].labels == ["dependencies", "security"])
    let seen = try await scene.observations()[0]
    #expect(seen.advisories.map(\.id) == ["T-1"])
    #expect(seen.advisories[0].versions == ["1.0.0"])
    #expect(seen.fix == "1.0.2")
    let body = try await scene.pullRequests()[0].body
    #expect(
      body.contains(
        "- **Security**: `a` is no longer hit by "
          + "[T-1](https://osv.dev/vulnerability/T-1) (`CVE-2026-1`, `high`): Birds escape"
          + " — hit are `< 1.0.2`"))
    #expect(try await scene.run() == ["a: #1 proposes 2.0.0"])
  }

  @Test(arguments: [
    "open-pull-requests-limit: 0",
    #"ignore: [{update-types: ["version-update:semver-major", "version-update:semver-minor", "version-update:semver-patch"]}]"#,
    #"allow: [{dependency-type: direct, update-types: ["version-update:semver-minor"]}, {dependency-name: b}]"#,
  ])
  func `what holds version updates back lets the lowest fix through`(rules: String) async throws {
    let scene = try await scene(rules)
    if rules.hasPrefix("allow") { scene.warn("a:T-1 introduced 0, fixed 1.1.1") }
    try await scene.run()
    let fix = rules.hasPrefix("allow") ? "2.0.0" : "1.0.2"
    #expect(try await scene.open() == ["#1 [Security] Bump a from 1.0.0 to \(fix)"])
    #expect(try await scene.branches() == ["martlet/npm/a"])
  }

  @Test func `versions that are ignored are ignored for fixes, too`() async throws {
    let scene = try await scene(
      #"""
      open-pull-requests-limit: 0
      ignore: [{dependency-name: a, versions: ["1.0.2"]}]
      """#)
    try await scene.run()
    #expect(try await scene.open() == ["#1 [Security] Bump a from 1.0.0 to 1.1.0"])
  }

  @Test(arguments: [
    ("ignore: [{dependency-name: a}]", "ignore of a"),
    ("allow: [{dependency-name: b}]", "'allow', none of whose rules means it"),
  ])
  func `what is left out altogether is not fixed, and told`(
    rules: String, reason: String
  ) async throws {
    let scene = try await scene(rules)
    #expect(
      try await scene.run()
        == ["a: hit by T-1; 1.0.2 would fix it and is kept away by \(reason)"])
    #expect(try await scene.open() == [])
  }

  @Test func `a fix that is hit by another advisory is none`() async throws {
    let scene = try await scene("open-pull-requests-limit: 0")
    scene.warn("a:T-1 introduced 0, fixed 1.0.2", "a:T-2 introduced 1.0.2, fixed 2.0.0")
    try await scene.run()
    #expect(try await scene.open() == ["#1 [Security] Bump a from 1.0.0 to 2.0.0"])
  }

  @Test func `without a version that is free of advisories there is nothing to open`() async throws
  {
    let scene = try await scene("open-pull-requests-limit: 0")
    scene.warn("a:T-1 introduced 0")
    #expect(
      try await scene.run() == ["a: hit by T-1, and no newer version is free of it"])
  }

  @Test func `a fix that the toolchain holds back is reported as such`() async throws {
    let scene = try await scene("open-pull-requests-limit: 0")
    let reason = "needs Node >=22, but .nvmrc names 20.11.0"
    for version in ["1.0.2", "1.1.0", "2.0.0"] { scene.npm.holdBack("a", version, reason) }
    #expect(
      try await scene.run() == ["a: hit by T-1; 1.0.2 would fix it and is held back: it \(reason)"])
    #expect(try await scene.open() == [])
  }

  @Test func `a fix that does not resolve gives way to the next higher one`() async throws {
    let scene = try await scene(
      "open-pull-requests-limit: 0", ["deps.txt": "a 1.0.0\nb 1.0.0\n"])
    scene.npm.clash("a@1.0.2", "b@1.0.0")
    try await scene.run()
    #expect(try await scene.open() == ["#1 [Security] Bump a from 1.0.0 to 1.1.0"])
    let other = try await self.scene(
      "open-pull-requests-limit: 0", ["deps.txt": "a 1.0.0\nb 1.0.0\n"])
    for version in ["1.0.2", "1.1.0", "2.0.0"] { other.npm.clash("a@\(version)", "b@1.0.0") }
    #expect(
      try await other.run() == [
        "a: hit by T-1; 1.0.2 would fix it and cannot be had: a@1.0.2 excludes b@1.0.0"
      ])
  }

  @Test func `indirect dependencies are fixed, and moved for nothing else`() async throws {
    let scene = try await Scene("", ["deps.txt": "sub-a 1.0.0\nsub-b 1.0.0\n"])
    for name in ["sub-a", "sub-b"] { scene.npm.publish(name, "1.0.0", "1.0.1", "2.0.0") }
    scene.warn("sub-a:T-1 introduced 0, fixed 1.0.1")
    try await scene.run()
    #expect(try await scene.open() == ["#1 [Security] Bump sub-a from 1.0.0 to 1.0.1"])
    #expect(try await scene.message(of: 1).contains("dependency-type: indirect"))
  }

  @Test func `an indirect dependency that is held moves with what brings it along`() async throws {
    let scene = try await Scene(
      "open-pull-requests-limit: 0", ["deps.txt": "a 1.0.0\nb 1.0.0\nsub-c 1.0.0\n"])
    for name in ["a", "b"] { scene.npm.publish(name, "1.0.0", "1.1.0", "2.0.0") }
    scene.npm.publish("sub-c", "1.0.0", "1.0.1")
    scene.npm.carry("sub-c", by: "a")
    scene.npm.clash("a@1.0.0", "sub-c@1.0.1")
    scene.warn("sub-c:T-1 introduced 0, fixed 1.0.1")
    try await scene.run()
    #expect(try await scene.open() == ["#1 [Security] Bump sub-c and a"])
    #expect(try await scene.text("deps.txt", of: 1) == "a 1.1.0\nb 1.0.0\nsub-c 1.0.1\n")
    let held = try await Scene("", ["deps.txt": "a 2.0.0\nsub-c 1.0.0\n"])
    held.npm.publish("a", "1.0.0", "2.0.0")
    held.npm.publish("sub-c", "1.0.0", "1.0.1")
    held.npm.carry("sub-c", by: "a")
    held.npm.clash("a@2.0.0", "sub-c@1.0.1")
    held.warn("sub-c:T-1 introduced 0, fixed 1.0.1")
    #expect(
      try await held.run() == [
        "sub-c: hit by T-1; 1.0.1 would fix it and cannot be had: a@2.0.0 excludes sub-c@1.0.1"
      ])
  }

  @Test func `a copy that is hit counts, however new the one that lies highest is`() async throws {
    let scene = try await scene("", ["deps.txt": "a 2.0.0 1.0.0\n"])
    try await scene.run()
    #expect(try await scene.open() == ["#1 [Security] Bump a from 1.0.0 to 1.0.2"])
    #expect(try await scene.text("deps.txt", of: 1) == "a 2.0.0 1.0.2\n")
    let seen = try await scene.observations()[0]
    #expect(seen.current == "2.0.0")
    #expect(seen.latest == nil)
    #expect(seen.fix == "1.0.2")
  }

  @Test func `what leaves a copy hit is no fix`() async throws {
    let scene = try await scene("", ["deps.txt": "a 2.0.0 1.0.0\n"])
    scene.npm.holdCopies()
    scene.npm.publish("a", "2.1.0")
    #expect(try await scene.run() == ["a: opened #1 for 2.1.0"])
    #expect(try await scene.open() == ["#1 Bump a from 2.0.0 to 2.1.0"])
    let newest = try await self.scene("", ["deps.txt": "a 2.0.0 1.0.0\n"])
    newest.npm.holdCopies()
    #expect(
      try await newest.run() == [
        "a: hit by T-1; 1.0.2 would fix it and cannot be had: a has no newer version that changes the lock"
      ])
  }

  @Test func `a fix has the label besides those that the file asks for`() async throws {
    let scene = try await scene("labels: []")
    try await scene.run()
    #expect(try await scene.pullRequests()[0].labels == ["security"])
  }

  @Test func `a repository's own label for security is taken`() async throws {
    let scene = try await scene("labels: []")
    _ = try await scene.forge(as: "ann").createLabel(
      Label(name: "area: security"), in: scene.repository)
    try await scene.run()
    #expect(try await scene.pullRequests()[0].labels == ["area: security"])
  }

  @Test func `what was known of a version counts on while the source is silent`() async throws {
    let scene = try await scene("ignore: [{dependency-name: a}]")
    try await scene.run()
    scene.silence()
    try await scene.run()
    #expect(try await scene.observations()[0].advisories.map(\.id) == ["T-1"])
  }

  @Test func `groups take fixes where they are for security updates`() async throws {
    let scene = try await Scene(
      """
      open-pull-requests-limit: 0
      groups:
        all: {patterns: ["*"]}
        urgent: {applies-to: security-updates, patterns: ["*"]}
      """, ["deps.txt": "a 1.0.0\nb 1.0.0\nc 1.0.0\n"])
    for name in ["a", "b", "c"] { scene.npm.publish(name, "1.0.0", "1.0.1") }
    scene.warn("a:T-1 introduced 0, fixed 1.0.1", "b:T-2 introduced 0, fixed 1.0.1")
    try await scene.run()
    #expect(
      try await scene.open() == ["#1 [Security] Bump the urgent group with 2 updates"])
  }

  @Test func `ten fixes are open at a time, beside version updates`() async throws {
    let names = (10..<22).map { "a\($0)" }
    let scene = try await Scene(
      "open-pull-requests-limit: 0",
      ["deps.txt": names.map { "\($0) 1.0.0\n" }.joined()])
    for name in names { scene.npm.publish(name, "1.0.0", "1.0.1") }
    scene.warn(names.map { "\($0):T-\($0) introduced 0, fixed 1.0.1" })
    let said = try await scene.run()
    #expect(try await scene.open().count == 10)
    #expect(said.last == "a21: 1.0.1 waits: 10 pull requests are open, which is the limit")
  }

  @Test func `an entry with a branch of its own makes no fixes`() async throws {
    let scene = try await scene("open-pull-requests-limit: 0\ntarget-branch: main")
    try await scene.run()
    #expect(try await scene.open() == [])
  }

  @Test func `a source that falls silent closes nothing and fails nothing`() async throws {
    let scene = try await Scene("", ["deps.txt": "sub-a 1.0.0\n"])
    scene.npm.publish("sub-a", "1.0.0", "1.0.1")
    scene.warn("sub-a:T-1 introduced 0, fixed 1.0.1")
    try await scene.run()
    scene.silence()
    let said = try await scene.run()
    #expect(
      said.first == "the advisories could not be read, security updates are not looked for: "
        + "https://api.osv.dev does not answer (no route)")
    #expect(try await scene.open() == ["#1 [Security] Bump sub-a from 1.0.0 to 1.0.1"])
  }

  @Test func `an advisory that was taken back closes what it asked for`() async throws {
    let scene = try await Scene("", ["deps.txt": "sub-a 1.0.0\n"])
    scene.npm.publish("sub-a", "1.0.0", "1.0.1")
    scene.warn("sub-a:T-1 introduced 0, fixed 1.0.1")
    try await scene.run()
    scene.warn()
    try await scene.run()
    #expect(try await scene.open() == [])
  }

  @Test func `what advisories say is shown dead`() async throws {
    let scene = try await scene()
    scene.warn(
      "a:T-1 introduced 0, fixed 1.0.2",
      summary: "@acme/all fixes #1 <script>alert(1)</script> ![x](http://e.dev/x.png)")
    try await scene.run()
    let body = try await scene.pullRequests()[0].body
    #expect(!body.contains("@acme/all"))
    #expect(!body.contains("<script"))
    #expect(!body.contains("![x]"))
    #expect(!body.contains("fixes #1"))
  }

  @Test func `a person's ignore of the fix is heeded`() async throws {
    let scene = try await scene("open-pull-requests-limit: 0")
    try await scene.run()
    try await scene.close(1)
    #expect(try await scene.run() == ["a: 1.0.2 was declined when #1 was closed"])
  }
}

@Suite struct FleetAdvisoryScanTests {
  @Test func `what is hit anew, by other ranges or no more is news until it is seen`() async throws
  {
    let scene = try await Scene("", ["deps.txt": "a 1.0.0\nb 1.0.0\n"])
    scene.npm.publish("a", "1.0.0")
    scene.npm.publish("b", "1.0.0")
    try await scene.run()
    for lines in [["a:T-1 introduced 0, fixed 1.0.2"], ["a:T-1 introduced 0, fixed 1.0.3"], []] {
      #expect(try await scene.news() == .init())
      scene.warn(lines)
      #expect(
        try await scene.news() == .init(sites: [UseSite(forge: "here", repository: "acme/app")]))
      try await scene.run()
    }
    #expect(try await scene.news() == .init())
  }

  @Test func `silence is no news`() async throws {
    let scene = try await Scene("", ["deps.txt": "a 1.0.0\n"])
    scene.npm.publish("a", "1.0.0")
    scene.warn("a:T-1 introduced 0, fixed 1.0.2")
    try await scene.run()
    scene.silence()
    let news = try await scene.news()
    #expect(news.sites.isEmpty)
    #expect(news.failure == "https://api.osv.dev does not answer (no route)")
  }

  @Test func `what takes no security updates is not asked about`() async throws {
    let scene = try await Scene("target-branch: main", ["deps.txt": "a 1.0.0\n"])
    scene.npm.publish("a", "1.0.0")
    try await scene.run()
    scene.warn("a:T-1 introduced 0, fixed 1.0.2")
    #expect(try await scene.news() == .init())
  }
}

@Suite struct AdvisedNameTests {
  @Test(
    arguments: [
      (.swift, "https://git.acme.dev/ios/kit.git", true),
      (.swift, "git@git.acme.dev:ios/kit", true),
      (.swift, "https://github.com/acme/kit", false),
      (.bundler, "ssh://git@git.acme.dev:22/kit", true),
      (.bundler, "https://git.acme.dev/gems/kit", false),
      (.npm, "https://git.acme.dev/kit", false),
    ] as [(EcosystemDescription, String, Bool)])
  func `a repository on a host of the operator's own is private, a registry may not be`(
    ecosystem: EcosystemDescription, source: String, isPrivate: Bool
  ) {
    let dependency = Dependency(name: "kit", kind: .direct, source: source)
    let seen = dependency.discreet(in: ecosystem, ["git.acme.dev"], []) { _ in false }
    #expect(seen.isPrivate == isPrivate)
    #expect((seen.advised(in: ecosystem) == nil) == isPrivate)
  }

  @Test(arguments: [
    (EcosystemDescription.npm, "acme-kit", nil, true), (.npm, "ACME-kit", nil, true),
    (.npm, "kit", "acme-kit", true), (.npm, "acme-kit", "kit", false),
    (.npm, "kit", nil, false), (.bundler, "acme-kit", nil, true), (.bundler, "acme", nil, false),
  ])
  func `a package that the operator calls private is`(
    ecosystem: EcosystemDescription, name: String, registryName: String?, isPrivate: Bool
  ) {
    var dependency = Dependency(name: name, kind: .direct)
    dependency.registryName = registryName
    let seen = dependency.discreet(in: ecosystem, [], [NamePattern("acme-*")]) { _ in false }
    #expect(seen.isPrivate == isPrivate)
    #expect((seen.advised(in: ecosystem) == nil) == isPrivate)
  }

  @Test func `a repository that its forge calls private is, wherever it lies`() {
    let hidden = ["kit", "Other"].map { name in
      Dependency(name: name, kind: .direct, source: "git@github.com:Acme/\(name).git")
        .discreet(in: .swift, [], []) { $0 == "github.com/acme/kit" }.isPrivate
    }
    #expect(hidden == [true, false])
  }

  @Test(arguments: [
    ("https://github.com/apple/swift-nio.git", "github.com/apple/swift-nio"),
    ("https://GitHub.com/apple/swift-nio/", "github.com/apple/swift-nio"),
    ("git@github.com:apple/swift-nio.git", "github.com/apple/swift-nio"),
    ("ssh://git@github.com/apple/swift-nio", "github.com/apple/swift-nio"),
    ("/srv/swift-nio", nil), ("mona.LinkedList", nil), ("file:///srv/swift-nio", nil),
  ])
  func `a Swift package is known by its address`(source: String, name: String?) {
    let dependency = Dependency(name: "swift-nio", kind: .direct, source: source)
    #expect(dependency.advised(in: .swift)?.name == name)
  }

  @Test func `advisories are asked about the registry's name of an alias`() {
    var alias = Dependency(name: "x", kind: .indirect, current: "1.0.0")
    alias.registryName = "@acme/real"
    #expect(alias.advised(in: .npm) == AdvisedPackage(.npm, "@acme/real"))
    #expect(Dependency(name: "x", kind: .direct).advised(in: .bundler)?.name == "x")
  }
}
