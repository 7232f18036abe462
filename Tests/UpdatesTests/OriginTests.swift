import Ecosystem
import Forges
import Store
import Synchronization
import Testing
import Updates

private let merging = "automerge: {update-types: [minor]}"

extension Scene {
  /// Says what is unusual about every new version of `a`.
  fileprivate func originWarning(_ warnings: Warning...) {
    notes.withLock { notes in
      notes = { _ in Annotation(warnings: warnings) }
    }
  }

  /// Makes the registry not say where versions come from.
  fileprivate func hideOrigins() {
    notes.withLock { notes in
      notes = { _ in
        var annotation = Annotation()
        annotation.unreadOrigins = ["a"]
        return annotation
      }
    }
  }

  fileprivate func passChecks(on number: Int) async throws {
    wait(hours: 1)
    let forge = try forge()
    let head = try await forge.pullRequest(number, in: repository).headSHA
    try await forge.report(
      Check(name: "build", state: Check.State(word: "success")), of: head, in: repository)
  }

  fileprivate var isMerged: Bool {
    get async throws { try await pullRequests().first?.state == .merged }
  }
}

/// An update whose new version comes from somewhere else than the present one.
@Suite struct `A version of another origin` {
  private func scene(_ rules: String = merging) async throws -> Scene {
    let scene = try await Scene(rules, ["deps.txt": "a 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.1.0")
    return scene
  }

  @Test(arguments: [
    (
      Warning.newPublisher(package: "a", publisher: "eve"),
      "it was published by eve, who published no version up to the current one"
    ),
    (
      .publisherLost(package: "a", version: "1.1.0", from: "ann"),
      "the registry doesn't say who published 1.1.0; ann published the current one"
    ),
    (
      .provenanceLost(package: "a", version: "1.1.0"),
      "1.1.0 has no provenance attestation, which the current version has"
    ),
    (
      .repositoryMoved(package: "a", from: "x.dev/a", to: "y.dev/a"),
      "its repository changed from x.dev/a to y.dev/a"
    ),
    (
      .repositoryLost(package: "a", version: "1.1.0", from: "x.dev/a"),
      "1.1.0 names no repository; the current version names x.dev/a"
    ),
    (
      .installScript(package: "a", version: "1.1.0"),
      "1.1.0 runs an install script, which the current version doesn't"
    ),
  ])
  func `is shown first, told once, and not merged by itself`(
    warning: Warning, reason: String
  ) async throws {
    let scene = try await scene()
    scene.originWarning(warning)
    try await scene.run()
    try await scene.passChecks(on: 1)
    for _ in 0..<2 { try await scene.run() }
    #expect(try await !scene.isMerged)
    #expect(try await scene.verdicts().first?.mergingNote == "npm a 1.1.0 needs a look: \(reason)")
    let told = try await scene.facts().filter { $0.hasPrefix("origin") }
    #expect(told == ["origin: npm a 1.1.0: \(reason)"])
    let body = try await scene.pullRequests()[0].body
    let points = body.split(separator: "\n").filter { $0.hasPrefix("- ") }
    #expect(
      points.prefix(2).last
        == "- martlet does not merge this update automatically, because its origin changed.")
    let fleet = try await scene.originWarnings()
    #expect(fleet.map(\.originWarning) == [OriginWarning(subject: "npm a 1.1.0", reason: reason)])
    #expect(fleet.first?.uses.map(\.number) == [1])
  }

  @Test func `is merged when a person asks for it`() async throws {
    let scene = try await scene()
    scene.originWarning(.newPublisher(package: "a", publisher: "eve"))
    try await scene.run()
    try await scene.passChecks(on: 1)
    try scene.settings(#"{"permissions": {"ann": "write"}}"#)
    _ = try await scene.forge(as: "ann").comment(
      "@martlet merge", on: 1, in: scene.repository)
    for _ in 0..<2 { try await scene.run() }
    #expect(try await scene.isMerged)
    #expect(try await scene.originWarnings() == [])
  }

  @Test func `holds nothing back if only a deprecation is told`() async throws {
    let scene = try await scene()
    scene.originWarning(.deprecated(package: "a", version: "1.1.0", message: "use b"))
    try await scene.run()
    try await scene.passChecks(on: 1)
    for _ in 0..<2 { try await scene.run() }
    #expect(try await scene.isMerged)
  }

  @Test func `that the registry doesn't tell is asked for again before the merge`() async throws {
    let scene = try await scene()
    scene.hideOrigins()
    try await scene.run()
    try await scene.passChecks(on: 1)
    try await scene.run()
    #expect(try await !scene.isMerged)
    #expect(
      try await scene.verdicts().first?.mergingNote
        == "the registry didn't say where a comes from, which the next pass asks again")
    scene.originWarning()
    for _ in 0..<2 { try await scene.run() }
    #expect(try await scene.isMerged)
  }

  @Test func `gets a pull request instead of a merge of its branch`() async throws {
    let scene = try await scene("automerge: {update-types: [minor], type: branch}")
    scene.originWarning(.provenanceLost(package: "a", version: "1.1.0"))
    try await scene.run()
    let forge = try scene.forge()
    let head = try #require(try await forge.head(of: "martlet/npm/a", in: scene.repository))
    scene.wait(hours: 1)
    try await forge.report(
      Check(name: "build", state: Check.State(word: "success")), of: head, in: scene.repository)
    for _ in 0..<3 { try await scene.run() }
    #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 1.1.0"])
  }
}
