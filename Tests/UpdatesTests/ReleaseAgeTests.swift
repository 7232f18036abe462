import Ecosystem
import Git
import HTTP
import SwiftPM
import Testing
import Time
import Updates

/// A repository with `a` at 1.0.0, whose versions 1.0.1 and 1.1.0 state their times on request only.
private func scene(
  _ rules: String, age days: [String: Int] = [:], failing problem: Problem? = nil
) async throws -> Scene {
  let scene = try await Scene(configuration(rules), ["deps.txt": "a 1.0.0\n"])
  scene.npm.publish("a", "1.0.0", "1.0.1", "1.1.0")
  scene.npm.dateOnRequest("a", days.mapValues { scene.now - .days($0) }, failing: problem)
  return scene
}

/// A file with one entry, by default with the default cooldown.
private func configuration(_ rules: String, for ecosystem: String = "npm") -> String {
  """
  updates:
    - package-ecosystem: \(ecosystem)
      directory: /
      schedule: {interval: weekly}
  """ + rules.split(separator: "\n").map { "\n    \($0)" }.joined() + "\n"
}

private let down = Problem(.failed, "does not answer", subject: "tags.acme.dev")

@Suite struct `A release whose time is stated on request` {
  @Test func `waits, and the newest that is old enough is proposed, in the first pass`()
    async throws
  {
    let scene = try await scene("", age: ["1.0.1": 9, "1.1.0": 1])
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 1.0.1"])
    #expect(scene.npm.askedTimes == ["a 1.0.1 1.1.0"])
    scene.wait(hours: 49)
    try await scene.run()
    let open = try await scene.open()
    #expect(open == ["#1 Bump a from 1.0.0 to 1.1.0"])
  }

  @Test func `counts from first sight if nothing states it, and then as old at the first look`()
    async throws
  {
    let scene = try await scene("", age: ["1.0.1": 9])
    #expect(try await scene.run() == ["a: opened #1 for 1.1.0"])
    #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 1.1.0"])
  }

  @Test func `counts from first sight if a server doesn't answer, also at the first look`()
    async throws
  {
    let scene = try await scene("", age: ["1.0.1": 9], failing: down)
    let notice =
      "deps.txt: a: the age of newer versions counts from first sight: tags.acme.dev does not answer"
    #expect(try await scene.run().first == notice)
    #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 1.0.1"])
    scene.npm.dateOnRequest("a", ["1.1.0": scene.now - .days(4)])
    #expect(try await scene.run().contains(notice) == false)
    let open = try await scene.open()
    #expect(open == ["#1 Bump a from 1.0.0 to 1.1.0"])
  }

  @Test(arguments: [-365, 20_000]) func `counts from first sight if the time says nothing`(
    age: Int
  ) async throws {
    let scene = try await scene("", age: ["1.0.1": 9, "1.1.0": age])
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 1.0.1"])
    scene.wait(hours: 73)
    try await scene.run()
    let open = try await scene.open()
    #expect(open == ["#1 Bump a from 1.0.0 to 1.1.0"])
  }

  @Test(arguments: [
    "cooldown: {default-days: 0}", "cooldown: {default-days: 9, exclude: [a]}",
    "ignore: [{dependency-name: a}]", "allow: [{dependency-name: b}]",
    "open-pull-requests-limit: 0",
  ])
  func `isn't asked for if no cooldown applies`(rules: String) async throws {
    let scene = try await scene(rules, age: ["1.0.1": 9, "1.1.0": 1])
    try await scene.run()
    #expect(scene.npm.askedTimes == [])
  }

  @Test func `is asked for only of newer versions that no rule ignores`() async throws {
    let scene = try await scene(
      "ignore: [{dependency-name: a, update-types: [\"version-update:semver-minor\"]}]")
    try await scene.run()
    #expect(scene.npm.askedTimes == ["a 1.0.1"])
  }
}

/// Two packages at 1.0.0, each with a tag of 1.1.0 and 1.2.0.
private let manifest = """
  // swift-tools-version:5.9
  import PackageDescription
  let package = Package(name: "app", dependencies: [
    .package(url: "https://example.com/acme/old", from: "1.0.0"),
    .package(url: "https://example.com/acme/new", from: "1.0.0"),
  ])
  """

private func commit(_ name: String, _ minor: Int) -> String {
  let start = (name == "new" ? "a" : "b") + "\(minor)"
  return start + String(repeating: "0", count: 38)
}

@Suite struct `A tag of a Swift package` {
  @Test func `is held back in the first pass if it is young, by the time of its commit`()
    async throws
  {
    let now = Timestamp(seconds: 1_800_000_000)
    let git = Git.Client(
      references: { remote throws(GitError) in
        let name = remote.contains("/new") ? "new" : "old"
        return (0...2).map {
          Reference(name: "refs/tags/1.\($0).0", commit: commit(name, $0))
        }
      },
      files: { _, _, _ throws(GitError) in
        let text = "// swift-tools-version:5.9\nimport PackageDescription\n"
        return ["Package.swift": Array((text + "let package = Package(name: \"x\")").utf8)]
      },
      times: { _, commits throws(GitError) in
        let young = commit("new", 2)
        let times = commits.map { ($0, (now - .days($0 == young ? 1 : 5)).seconds) }
        return Dictionary(uniqueKeysWithValues: times)
      })
    let http = HTTP.Client { request throws(HTTPError) in
      throw HTTPError(.unreachable, url: request.url)
    }
    let pins = ["new", "old"].map { name in
      """
      {"identity": "\(name)", "kind": "remoteSourceControl",
       "location": "https://example.com/acme/\(name)",
       "state": {"revision": "\(commit(name, 0))", "version": "1.0.0"}}
      """
    }
    let lock = "{\"pins\": [\(pins.joined(separator: ","))], \"version\": 2}"
    let scene = try await Scene(
      configuration("", for: "swift"), ["Package.swift": manifest, "Package.resolved": lock],
      others: [SwiftPMEcosystem(http: http, git: git)])
    try await scene.run()
    #expect(
      try await scene.open().sorted() == [
        "#1 Bump new from 1.0.0 to 1.1.0", "#2 Bump old from 1.0.0 to 1.2.0",
      ])
  }
}
