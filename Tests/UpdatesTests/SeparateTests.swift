import Configuration
import Ecosystem
import Forges
import Store
import Testing
import TestSupport
import Updates

private func scene(
  _ rules: String, _ files: [String: String] = ["deps.txt": "a 1.0.0\n"],
  _ versions: [String] = ["1.0.0", "1.0.1", "1.1.0", "2.0.0"]
) async throws -> Scene {
  let scene = try await Scene(rules, files)
  for version in versions { scene.npm.publish("a", version) }
  return scene
}

@Suite struct `The key separate` {
  @Test func `proposes the next minor and the next major side by side`() async throws {
    let scene = try await scene("separate: [major]")
    try await scene.run()
    #expect(
      try await scene.open() == ["#1 Bump a from 1.0.0 to 1.1.0", "#2 Bump a from 1.0.0 to 2.0.0"])
    let branches = try await scene.branches()
    #expect(branches.first == "martlet/npm/a")
    #expect(branches.last?.hasPrefix("martlet/npm/a-major-") == true)
    let observed = try await scene.observations()
    #expect(observed.map(\.latest) == ["2.0.0"])
    #expect(observed.first?.reason == "opened #1 for 1.1.0; opened #2 for 2.0.0")
    // Nothing changes in the next pass.
    #expect(
      try await scene.run() == ["a: #1 proposes 1.1.0", "a: #2 proposes 2.0.0"])
  }

  @Test func `divides patches, minors and majors`() async throws {
    let scene = try await scene("separate: [major, minor]")
    try await scene.run()
    #expect(
      try await scene.open() == [
        "#1 Bump a from 1.0.0 to 1.0.1", "#2 Bump a from 1.0.0 to 1.1.0",
        "#3 Bump a from 1.0.0 to 2.0.0",
      ])
  }

  @Test func `updates the major after the minor was merged, and closes the minor after the major`()
    async throws
  {
    let scene = try await scene("separate: [major]")
    try await scene.run()
    try await scene.merge(1)
    try await scene.run()
    #expect(try await scene.open() == ["#2 Bump a from 1.1.0 to 2.0.0"])
    scene.npm.publish("a", "2.1.0", "3.0.0")
    try await scene.run()
    #expect(try await scene.open() == ["#2 Bump a from 1.1.0 to 3.0.0"])

    let other = try await self.other()
    try await other.run()
    try await other.merge(2)
    let lines = try await other.run()
    #expect(try await other.open() == [])
    #expect(lines.contains("a: closed #1: the dependency is up to date"), "\(lines)")
  }

  private func other() async throws -> Scene { try await scene("separate: [major]") }

  @Test func `keeps the pull request of the smaller steps when it is removed`() async throws {
    let scene = try await scene("separate: [major]")
    try await scene.run()
    try await scene.configure("")
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 2.0.0"])
    #expect(try await scene.comments(on: 2) == ["Superseded by #1."])
    try await scene.configure("separate: [major]")
    try await scene.run()
    #expect(
      try await scene.open() == ["#1 Bump a from 1.0.0 to 1.1.0", "#3 Bump a from 1.0.0 to 2.0.0"])
  }

  @Test func `counts each pull request towards the limits`() async throws {
    let scene = try await scene("separate: [major]\nopen-pull-requests-limit: 1")
    #expect(
      try await scene.run() == [
        "a: opened #1 for 1.1.0", "a: 2.0.0 waits: the limit of 1 open pull request is reached",
      ])
  }

  @Test func `says why the pull request of a step is closed`() async throws {
    let scene = try await scene("separate: [major]")
    try await scene.run()
    try await scene.configure(
      "separate: [major]\nignore: [{dependency-name: a, versions: [\"2.0.0\"]}]")
    let lines = try await scene.run()
    #expect(
      lines.contains(
        "a: closed #2: the update is excluded by the ignore rule 'a' for versions 2.0.0"),
      "\(lines)")
    #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 1.1.0"])
  }

  @Test func `lets a person decline one step only, also after the state was lost`() async throws {
    let scene = try await scene("separate: [major]")
    try await scene.run()
    try await scene.close(2)
    #expect(try await scene.run() == ["a: #1 proposes 1.1.0"])
    let reason = try await scene.observations().first?.reason
    #expect(reason?.contains("2.0.0 was declined when #2 was closed") == true)
    try await scene.loseState()
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 1.1.0"])
  }

  @Test func `divides groups, too`() async throws {
    let scene = try await scene(
      "separate: [major]\ngroups: {all: {patterns: [\"*\"]}}", ["deps.txt": "a 1.0.0\nb 1.0.0\n"])
    scene.npm.publish("b", "1.0.0", "1.0.1", "2.0.0")
    try await scene.run()
    #expect(
      try await scene.open() == [
        "#1 Bump the all group with 2 updates", "#2 Bump the all group with 2 major updates",
      ])
    #expect(try await scene.text("deps.txt", of: 1) == "a 1.1.0\nb 1.0.1\n")
    #expect(try await scene.text("deps.txt", of: 2) == "a 2.0.0\nb 2.0.0\n")
  }

  @Test func `can be a rule's`() async throws {
    let scene = try await scene(
      "rules: [{match: {name: a}, separate: [major]}]", ["deps.txt": "a 1.0.0\nb 1.0.0\n"])
    scene.npm.publish("b", "1.0.0", "1.0.1", "2.0.0")
    try await scene.run()
    #expect(
      try await scene.open() == [
        "#1 Bump a from 1.0.0 to 1.1.0", "#2 Bump a from 1.0.0 to 2.0.0",
        "#3 Bump b from 1.0.0 to 2.0.0",
      ])
  }

  /// After each pass every step with a newer release has exactly one pull request, for its newest
  /// release, and no other one is open.
  @Test(arguments: 0..<12)
  func `stays exact over releases and merges`(seed: Int) async throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var known = ["1.0.0"]
    let scene = try await scene("separate: [major, minor]", ["deps.txt": "a 1.0.0\n"], known)
    for _ in 0..<10 {
      if Bool.random(using: &generator) {
        let next = known.last.map { following($0, Int.random(in: 0...2, using: &generator)) } ?? ""
        known.append(next)
        scene.npm.publish("a", next)
      } else if let chosen = try await scene.pullRequests().filter({ $0.state == .open })
        .randomElement(using: &generator)
      {
        try await scene.merge(chosen.number)
      }
      try await scene.run()
      let current = try await scene.current()
      let wanted = [0, 1, 2].compactMap { part in
        known.last { parts($0).isLater(than: parts(current), at: part) }
      }
      let open = try await scene.open().map { String($0.split(separator: " ").last ?? "") }
      #expect(open.sorted() == wanted.sorted(), "\(known) at \(current)")
      #expect(Set(try await scene.branches()).count == open.count)
    }
  }
}

@Suite struct `The key major` {
  @Test func `climbs one major at a time`() async throws {
    let scene = try await scene(
      "major: one-at-a-time", ["deps.txt": "a 1.0.0\n"],
      ["1.0.0", "2.0.0", "2.3.0", "3.0.0", "4.0.0"])
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 2.3.0"])
    let reason = try await scene.observations().first?.reason
    #expect(reason == "opened #1 for 2.3.0; 4.0.0 waits: 'major: one-at-a-time' proposes 2.x first")
    try await scene.merge(1)
    try await scene.run()
    #expect(try await scene.open() == ["#2 Bump a from 2.3.0 to 3.0.0"])
  }

  @Test func `climbs beside the minors, with separate`() async throws {
    let scene = try await scene(
      "major: one-at-a-time\nseparate: [major]", ["deps.txt": "a 1.0.0\n"],
      ["1.0.0", "1.1.0", "2.0.0", "3.0.0"])
    try await scene.run()
    #expect(
      try await scene.open() == ["#1 Bump a from 1.0.0 to 1.1.0", "#2 Bump a from 1.0.0 to 2.0.0"])
  }
}

extension Scene {
  /// The version of a in the base branch.
  fileprivate func current() async throws -> String {
    let forge = try forge()
    let head = try #require(try await forge.head(of: "main", in: repository))
    let bytes = try await forge.file("deps.txt", at: head, limit: 1_000, in: repository)
    let text = String(decoding: try #require(bytes), as: UTF8.self)
    return text.split(whereSeparator: \.isWhitespace).last.map(String.init) ?? ""
  }
}

private func parts(_ version: String) -> [Int] {
  version.split(separator: ".").compactMap { Int($0) }
}

/// The next version at a position: 0 for the major number.
private func following(_ version: String, _ position: Int) -> String {
  var numbers = parts(version)
  numbers[position] += 1
  for index in numbers.indices where index > position { numbers[index] = 0 }
  return numbers.map(String.init).joined(separator: ".")
}

extension [Int] {
  /// Whether the first number that differs is the one at a position, and is higher.
  fileprivate func isLater(than other: [Int], at position: Int) -> Bool {
    guard let index = indices.first(where: { self[$0] != other[$0] }) else { return false }
    return index == position && self[index] > other[index]
  }
}
