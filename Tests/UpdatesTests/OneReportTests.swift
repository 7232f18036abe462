import Ecosystem
import Forges
import TestSupport
import Synchronization
import Testing
import Updates
import Versioning

/// The report of a pass: every dependency has one state.
@Suite struct `The report of a pass` {
  @Test func `has one line for a dependency that comes along and isn't proposed itself`()
    async throws
  {
    let scene = try await Scene(
      "open-pull-requests-limit: 0", ["deps.txt": "parent 1.0.0\nsub-mini 1.0.0\n"])
    scene.npm.publish("parent", "1.0.0", "1.1.0")
    scene.npm.publish("sub-mini", "1.0.0", "1.0.1")
    scene.npm.clash("parent@1.0.0", "sub-mini@1.0.1")
    scene.npm.carry("sub-mini", by: "parent")
    scene.warn("sub-mini:T-1 introduced 0, fixed 1.0.1")
    #expect(
      try await scene.run() == [
        "parent: opened #1 for sub-mini 1.0.1, parent 1.1.0",
        "sub-mini: opened #1 for sub-mini 1.0.1, parent 1.1.0",
      ])
  }

  @Test func `has one line for a look-up that fails`() async throws {
    for rules in [
      "", "groups: {all: {patterns: [\"*\"]}}", "lock-file-maintenance: {}",
      "groups: {all: {patterns: [\"*\"]}}\nlock-file-maintenance: {}",
    ] {
      let scene = try await Scene(rules, ["deps.txt": "a 1.0.0\nb 1.0.0\n"])
      scene.npm.publish("a", "1.0.0", "1.1.0")
      scene.npm.forget("b")
      let lines = try await scene.run()
      #expect(lines.count { $0.contains("not in the registry") } == 1, "\(rules): \(lines)")
    }
  }

  @Test func `joins updates that are one change`() async throws {
    let scene = try await Scene("", ["deps.txt": "a 1.0.0\nb 1.0.0\nc 1.0.0\n"])
    for name in ["a", "b", "c"] { scene.npm.publish(name, "1.0.0", "2.0.0") }
    scene.npm.drag("a@2.0.0", "b@2.0.0")
    scene.npm.drag("b@2.0.0", "a@2.0.0")
    for _ in 0..<2 {
      try await scene.run()
      #expect(
        try await scene.open() == ["#1 Bump a and b", "#2 Bump c from 1.0.0 to 2.0.0"])
    }
    #expect(try await scene.branches() == ["martlet/npm/a", "martlet/npm/c"])
  }

  @Test func `doesn't join an update that can be made alone`() async throws {
    let scene = try await Scene("", ["deps.txt": "a 1.0.0\nb 1.0.0\n"])
    for name in ["a", "b"] { scene.npm.publish(name, "1.0.0", "2.0.0") }
    scene.npm.drag("a@2.0.0", "b@2.0.0")
    try await scene.run()
    #expect(
      try await scene.open() == ["#1 Bump a from 1.0.0 to 2.0.0", "#2 Bump b from 1.0.0 to 2.0.0"])
  }

  @Test(arguments: 0..<60)
  func `has exactly one state for each dependency, and no tree twice`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let scene = try await Scene.random(&random)
    for pass in 0..<3 {
      let lines = try await scene.run()
      let reports = scene.lastReports.withLock(\.self).filter { report in
        if case .closed = report.state { false } else { true }
      }
      let subjects = reports.map { report in
        "\(report.dependency.id) \(report.key?.step?.rawValue ?? "") "
          + "\(report.key?.isMaintenance ?? false)"
      }
      #expect(Set(subjects).count == subjects.count, "seed \(seed), pass \(pass): \(lines)")
      let names = Set(reports.map(\.dependency.name))
      #expect(names.isSuperset(of: Scene.names), "seed \(seed), pass \(pass): \(lines)")
      let texts = try await scene.trees()
      #expect(Set(texts).count == texts.count, "seed \(seed), pass \(pass): \(lines)")
      if pass == 0 { try await scene.configure(Scene.rules(&random)) }
      scene.wait(hours: 1)
    }
  }
}

extension Scene {
  fileprivate static let names = ["a", "b", "c", "d", "sub-x"]

  /// The dependencies of all open pull requests' branches.
  fileprivate func trees() async throws -> [String] {
    var texts: [String] = []
    for found in try await pullRequests() where found.state == .open {
      texts.append(try await text("deps.txt", of: found.number) ?? "")
    }
    return texts
  }

  /// Some rules that decide which pull requests there are.
  fileprivate static func rules(_ random: inout SeededGenerator) -> String {
    let choices = [
      "groups: {all: {patterns: [\"*\"]}}", "groups: {ab: {patterns: [a, b]}}",
      "groups: {sec: {applies-to: security-updates, patterns: [\"*\"]}}", "separate: [major]",
      "open-pull-requests-limit: 1", "open-pull-requests-limit: 0",
      "ignore: [{dependency-name: b, versions: [\"2.0.0\"]}]", "major: one-at-a-time",
      "allow: [{dependency-type: all}]",
    ]
    var keys: Set<String> = []
    var lines: [String] = []
    for _ in 0..<3 {
      guard let line = choices.randomElement(using: &random) else { continue }
      if keys.insert(String(line.prefix { $0 != ":" })).inserted { lines.append(line) }
    }
    return lines.joined(separator: "\n")
  }

  /// A project whose updates exclude and need each other.
  fileprivate static func random(_ random: inout SeededGenerator) async throws -> Scene {
    let scene = try await Scene(
      rules(&random), ["deps.txt": names.map { "\($0) 1.0.0\n" }.joined()])
    let versions = ["1.0.1", "1.1.0", "2.0.0"]
    for name in names { scene.npm.publish(name, "1.0.0", "1.0.1", "1.1.0", "2.0.0") }
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      guard let left = names.randomElement(using: &random),
        let right = names.randomElement(using: &random), left != right,
        let first = versions.randomElement(using: &random),
        let second = (["1.0.0"] + versions).randomElement(using: &random)
      else { continue }
      if Bool.random(using: &random) {
        scene.npm.clash("\(left)@\(first)", "\(right)@\(second)")
      } else if second != "1.0.0" {
        scene.npm.drag("\(left)@\(first)", "\(right)@\(second)")
        if Bool.random(using: &random) { scene.npm.drag("\(right)@\(second)", "\(left)@\(first)") }
      }
    }
    if Bool.random(using: &random) {
      scene.warn("b:T-1 introduced 0, fixed 1.0.1", "sub-x:T-2 introduced 0, fixed 1.1.0")
      scene.npm.carry("sub-x", by: "a", "b")
    }
    if Bool.random(using: &random) { scene.npm.forget("d") }
    return scene
  }
}
