import Advisories
import Bundler
import Configuration
import Ecosystem
import Forges
import NPM
import References
import Store
import SwiftPM
import Synchronization
import TestSupport
import Testing
import Updates
import Versioning

extension Scene {
  /// Sets the advisories: `a: T-1 introduced 0, fixed 1.1.0`.
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

  /// Makes the advisory database unreachable.
  func silence() {
    advisories.withLock {
      $0 = AdvisoryAnswer(
        failure: .unreachable(url: "https://api.osv.dev", detail: "no route"))
    }
  }
}

@Suite struct `A security update` {
  /// `a` at 1.0.0, affected below 1.0.2, with newer versions 1.1.0 and 2.0.0.
  private func scene(_ rules: String = "", _ files: [String: String] = ["deps.txt": "a 1.0.0\n"])
    async throws -> Scene
  {
    let scene = try await Scene(rules, files)
    scene.npm.publish("a", "1.0.0", "1.0.1", "1.0.2", "1.1.0", "2.0.0")
    scene.warn("a:T-1 introduced 0, fixed 1.0.2")
    return scene
  }

  @Test func `a version update that includes the fix says so`() async throws {
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
        "- **Security**: `a` is no longer affected by "
          + "[T-1](https://osv.dev/vulnerability/T-1) (`CVE-2026-1`, `high`): Birds escape"
          + " — affected versions: `< 1.0.2`"))
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

  @Test func `ignored versions are ignored for security updates too`() async throws {
    let scene = try await scene(
      #"""
      open-pull-requests-limit: 0
      ignore: [{dependency-name: a, versions: ["1.0.2"]}]
      """#)
    try await scene.run()
    #expect(try await scene.open() == ["#1 [Security] Bump a from 1.0.0 to 1.1.0"])
  }

  @Test(arguments: [
    ("ignore: [{dependency-name: a}]", "the ignore rule 'a'"),
    ("allow: [{dependency-name: b}]", "'allow' (no rule matches this dependency)"),
  ])
  func `an excluded dependency is reported but not fixed`(
    rules: String, reason: String
  ) async throws {
    let scene = try await scene(rules)
    #expect(
      try await scene.run()
        == ["a: affected by T-1; 1.0.2 would fix it but is excluded by \(reason)"])
    #expect(try await scene.open() == [])
  }

  @Test func `a version that another advisory affects is not a fix`() async throws {
    let scene = try await scene("open-pull-requests-limit: 0")
    scene.warn("a:T-1 introduced 0, fixed 1.0.2", "a:T-2 introduced 1.0.2, fixed 2.0.0")
    try await scene.run()
    #expect(try await scene.open() == ["#1 [Security] Bump a from 1.0.0 to 2.0.0"])
  }

  @Test func `without a fixed version no pull request is opened`() async throws {
    let scene = try await scene("open-pull-requests-limit: 0")
    scene.warn("a:T-1 introduced 0")
    #expect(
      try await scene.run() == ["a: affected by T-1; no newer version fixes it"])
  }

  @Test func `a fix that the toolchain holds back is reported as such`() async throws {
    let scene = try await scene("open-pull-requests-limit: 0")
    let reason = "needs Node >=22, but .nvmrc names 20.11.0"
    for version in ["1.0.2", "1.1.0", "2.0.0"] { scene.npm.holdBack("a", version, reason) }
    let state = "affected by T-1; 1.0.2 would fix it but is held back: it \(reason)"
    #expect(try await scene.run() == ["a: \(state)"])
    #expect(try await scene.open() == [])
  }

  @Test func `if a fix cannot be resolved, the next higher one is used`() async throws {
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
        "a: affected by T-1; 1.0.2 would fix it but cannot be installed: a@1.0.2 excludes b@1.0.0"
      ])
  }

  @Test func `indirect dependencies are updated only for fixes`() async throws {
    let scene = try await Scene("", ["deps.txt": "sub-a 1.0.0\nsub-b 1.0.0\n"])
    for name in ["sub-a", "sub-b"] { scene.npm.publish(name, "1.0.0", "1.0.1", "2.0.0") }
    scene.warn("sub-a:T-1 introduced 0, fixed 1.0.1")
    try await scene.run()
    #expect(try await scene.open() == ["#1 [Security] Bump sub-a from 1.0.0 to 1.0.1"])
    #expect(try await scene.message(of: 1).contains("dependency-type: indirect"))
  }

  @Test func `releases of an excluded indirect dependency are requested only for a fix`()
    async throws
  {
    let scene = try await Scene("", ["deps.txt": "a 1.0.0\nsub-a 1.0.0\nsub-b 1.0.0\n"])
    for name in ["a", "sub-a", "sub-b"] { scene.npm.publish(name, "1.0.0", "1.0.1") }
    scene.warn("sub-a:T-1 introduced 0, fixed 1.0.1")
    let lines = try await scene.run()
    #expect(
      lines.sorted() == [
        "a: opened #1 for 1.0.1", "sub-a: opened #2 for 1.0.1",
        "sub-b: excluded by the default of 'allow' (direct dependencies only)",
      ], "\(lines)")
    #expect(scene.npm.requested == ["a", "sub-a"])
    let seen = try await scene.observations().first { $0.name == "sub-b" }
    #expect(seen?.state == .leftOut)
    #expect(seen?.latest == nil)
  }

  @Test func `a fix that a person has merged closes its pull request without a request`()
    async throws
  {
    let scene = try await Scene("", ["deps.txt": "sub-a 1.0.0\n"])
    scene.npm.publish("sub-a", "1.0.0", "1.0.1", "2.0.0")
    scene.warn("sub-a:T-1 introduced 0, fixed 1.0.1")
    try await scene.run()
    #expect(try await scene.open() == ["#1 [Security] Bump sub-a from 1.0.0 to 1.0.1"])
    try await scene.push(["deps.txt": "sub-a 1.0.1\n"])
    scene.npm.goDown()
    let lines = try await scene.run()
    #expect(lines.last == "sub-a: closed #1: the base branch already has 1.0.1", "\(lines)")
    #expect(try await scene.open() == [])
  }

  @Test func `a held indirect dependency is updated with its dependent`() async throws {
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
        "sub-c: affected by T-1; 1.0.1 would fix it but cannot be installed: a@2.0.0 excludes sub-c@1.0.1"
      ])
  }

  @Test func `a direct dependency that another one holds back is updated with it`() async throws {
    let scene = try await Scene(
      "open-pull-requests-limit: 0", ["deps.txt": "a 1.0.0\nb 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.1.0")
    scene.npm.publish("b", "1.0.0", "1.0.1")
    scene.npm.carry("b", by: "a")
    scene.npm.clash("a@1.0.0", "b@1.0.1")
    scene.warn("b:T-1 introduced 0, fixed 1.0.1")
    let report = try await scene.run()
    #expect(try await scene.open() == ["#1 [Security] Bump b and a"], "\(report)")
    #expect(try await scene.text("deps.txt", of: 1) == "a 1.1.0\nb 1.0.1\n")
  }

  @Test func `an affected copy counts beside a newer top-level version`() async throws {
    let scene = try await scene("", ["deps.txt": "a 2.0.0 1.0.0\n"])
    try await scene.run()
    #expect(try await scene.open() == ["#1 [Security] Bump a from 1.0.0 to 1.0.2"])
    #expect(try await scene.text("deps.txt", of: 1) == "a 2.0.0 1.0.2\n")
    let seen = try await scene.observations()[0]
    #expect(seen.current == "2.0.0")
    #expect(seen.latest == nil)
    #expect(seen.fix == "1.0.2")
  }

  @Test func `a change that leaves an affected copy is not a fix`() async throws {
    let scene = try await scene("", ["deps.txt": "a 2.0.0 1.0.0\n"])
    scene.npm.holdCopies()
    scene.npm.publish("a", "2.1.0")
    #expect(try await scene.run() == ["a: opened #1 for 2.1.0"])
    #expect(try await scene.open() == ["#1 Bump a from 2.0.0 to 2.1.0"])
    let newest = try await self.scene("", ["deps.txt": "a 2.0.0 1.0.0\n"])
    newest.npm.holdCopies()
    #expect(
      try await newest.run() == [
        "a: affected by T-1; 1.0.2 would fix it but cannot be installed: a has no newer version that changes the lock"
      ])
  }

  @Test func `a fix has the security label besides the configured ones`() async throws {
    let scene = try await scene("labels: []")
    try await scene.run()
    #expect(try await scene.pullRequests()[0].labels == ["security"])
  }

  @Test func `a repository's own security label is used`() async throws {
    let scene = try await scene("labels: []")
    _ = try await scene.forge(as: "ann").createLabel(
      Label(name: "area: security"), in: scene.repository)
    try await scene.run()
    #expect(try await scene.pullRequests()[0].labels == ["area: security"])
  }

  @Test func `known advisories are kept while the database does not answer`() async throws {
    let scene = try await scene("ignore: [{dependency-name: a}]")
    try await scene.run()
    scene.silence()
    try await scene.run()
    #expect(try await scene.observations()[0].advisories.map(\.id) == ["T-1"])
  }

  @Test func `a group accepts fixes if it applies to security updates`() async throws {
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

  @Test func `up to ten fixes are open at a time, besides version updates`() async throws {
    let names = (10..<22).map { "a\($0)" }
    let scene = try await Scene(
      "open-pull-requests-limit: 0",
      ["deps.txt": names.map { "\($0) 1.0.0\n" }.joined()])
    for name in names { scene.npm.publish(name, "1.0.0", "1.0.1") }
    scene.warn(names.map { "\($0):T-\($0) introduced 0, fixed 1.0.1" })
    let lines = try await scene.run()
    #expect(try await scene.open().count == 10)
    #expect(lines.last == "a21: 1.0.1 waits: the limit of 10 open pull requests is reached")
  }

  @Test func `an entry with a target branch makes no security updates`() async throws {
    let scene = try await scene("open-pull-requests-limit: 0\ntarget-branch: main")
    try await scene.run()
    #expect(try await scene.open() == [])
    #expect(
      scene.lastFindings.withLock(\.self).map(\.description).contains {
        $0.contains("an entry with a 'target-branch' makes no security updates; add an entry")
      })
  }

  @Test func `a database that does not answer closes no pull request and fails no pass`()
    async throws
  {
    let scene = try await Scene("", ["deps.txt": "sub-a 1.0.0\n"])
    scene.npm.publish("sub-a", "1.0.0", "1.0.1")
    scene.warn("sub-a:T-1 introduced 0, fixed 1.0.1")
    try await scene.run()
    scene.silence()
    let lines = try await scene.run()
    #expect(
      lines.first == "the advisories could not be read; there are no security updates: "
        + "https://api.osv.dev does not answer (no route)")
    #expect(try await scene.open() == ["#1 [Security] Bump sub-a from 1.0.0 to 1.0.1"])
  }

  @Test func `a withdrawn advisory closes its pull request`() async throws {
    let scene = try await Scene("", ["deps.txt": "sub-a 1.0.0\n"])
    scene.npm.publish("sub-a", "1.0.0", "1.0.1")
    scene.warn("sub-a:T-1 introduced 0, fixed 1.0.1")
    try await scene.run()
    scene.warn()
    try await scene.run()
    #expect(try await scene.open() == [])
  }

  @Test func `text of advisories is shown without markup`() async throws {
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

  @Test func `an ignore command applies to the fix`() async throws {
    let scene = try await scene("open-pull-requests-limit: 0")
    try await scene.run()
    try await scene.close(1)
    #expect(try await scene.run() == ["a: 1.0.2 was declined when #1 was closed"])
  }
}

@Suite struct `The advisory scan of a fleet` {
  @Test func `a changed advisory is reported until a pass has seen it`() async throws {
    let scene = try await Scene("", ["deps.txt": "a 1.0.0\nb 1.0.0\n"])
    scene.npm.publish("a", "1.0.0")
    scene.npm.publish("b", "1.0.0")
    try await scene.run()
    for lines in [["a:T-1 introduced 0, fixed 1.0.2"], ["a:T-1 introduced 0, fixed 1.0.3"], []] {
      #expect(try await scene.news() == .init())
      scene.warn(lines)
      #expect(
        try await scene.news()
          == .init(repositories: ["here/acme/app"]))
      try await scene.run()
    }
    #expect(try await scene.news() == .init())
  }

  @Test func `a failed request reports no changes`() async throws {
    let scene = try await Scene("", ["deps.txt": "a 1.0.0\n"])
    scene.npm.publish("a", "1.0.0")
    scene.warn("a:T-1 introduced 0, fixed 1.0.2")
    try await scene.run()
    scene.silence()
    let news = try await scene.news()
    #expect(news.repositories.isEmpty)
    #expect(news.failure == "https://api.osv.dev does not answer (no route)")
  }

  @Test func `an entry without security updates requests no advisories`() async throws {
    let scene = try await Scene("target-branch: main", ["deps.txt": "a 1.0.0\n"])
    scene.npm.publish("a", "1.0.0")
    try await scene.run()
    scene.warn("a:T-1 introduced 0, fixed 1.0.2")
    #expect(try await scene.news() == .init())
  }
}

@Suite struct `The name that advisories are requested for` {
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
    let seen = dependency.markedPrivate(in: ecosystem, ["git.acme.dev"], []) { _ in false }
    #expect(seen.isPrivate == isPrivate)
    #expect((seen.advisedPackage(in: ecosystem) == nil) == isPrivate)
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
    let seen = dependency.markedPrivate(in: ecosystem, [], [NamePattern("acme-*")]) { _ in false }
    #expect(seen.isPrivate == isPrivate)
    #expect((seen.advisedPackage(in: ecosystem) == nil) == isPrivate)
  }

  @Test func `a repository that is private on its forge is private on any host`() {
    let hidden = ["kit", "Other"].map { name in
      Dependency(name: name, kind: .direct, source: "git@github.com:Acme/\(name).git")
        .markedPrivate(in: .swift, [], []) { $0 == "github.com/acme/kit" }.isPrivate
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
    #expect(dependency.advisedPackage(in: .swift)?.name == name)
  }

  @Test func `an image that a workflow names has no advisory of an action`() {
    let actions = ReferenceKind.actions.description
    var action = Dependency(name: "acme/app", kind: .direct, source: "https://github.com/acme/app")
    #expect(action.advisedPackage(in: actions)?.name == "acme/app")
    action.isImage = true
    #expect(action.advisedPackage(in: actions) == nil)
  }

  @Test func `advisories are requested for the registry name of an alias`() {
    var alias = Dependency(name: "x", kind: .indirect, current: "1.0.0")
    alias.registryName = "@acme/real"
    #expect(alias.advisedPackage(in: .npm) == AdvisedPackage(.npm, "@acme/real"))
    #expect(Dependency(name: "x", kind: .direct).advisedPackage(in: .bundler)?.name == "x")
  }
}
