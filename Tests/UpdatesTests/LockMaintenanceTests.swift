import Configuration
import Ecosystem
import Forges
import Store
import Testing
import Updates

private func scene(_ rules: String, _ names: String...) async throws -> Scene {
  let scene = try await Scene(
    "open-pull-requests-limit: 9\n" + rules,
    ["deps.txt": names.map { "\($0) 1.0.0\n" }.joined()])
  for name in names { scene.npm.publish(name, "1.0.0", "1.0.1", "2.0.0") }
  return scene
}

private let noMinor = "ignore: [{update-types: [\"version-update:semver-major\"]}]"

@Suite struct `The key lock-file-maintenance` {
  @Test func `updates the whole lock in a pull request beside the others`() async throws {
    let scene = try await scene("lock-file-maintenance: {}", "a", "sub-b")
    try await scene.run()
    #expect(
      try await scene.open() == ["#1 Bump a from 1.0.0 to 2.0.0", "#2 Update the lock file"])
    #expect(try await scene.text("deps.txt", of: 2) == "a 1.0.1\nsub-b 1.0.1\n")
    #expect(try await scene.branches().contains("martlet/npm/lock-file-maintenance"))
    let body = try await scene.pullRequests().last?.body ?? ""
    #expect(body.contains("Requirements of the project allow newer versions:"), "\(body)")
    #expect(body.contains("Other packages require these, or allow them:"), "\(body)")
  }

  @Test func `is due by its own schedule`() async throws {
    let scene = try await scene(
      "lock-file-maintenance: {schedule: {interval: monthly}}", "a", "b")
    try await scene.run(for: .everything, byRule: [.nothing])
    #expect(
      try await scene.open() == ["#1 Bump a from 1.0.0 to 2.0.0", "#2 Bump b from 1.0.0 to 2.0.0"])
    try await scene.run(for: .nothing, byRule: [.everything])
    #expect(try await scene.open().last == "#3 Update the lock file")
  }

  @Test func `updates its pull request, and closes it when the lock is up to date`() async throws {
    let scene = try await scene("lock-file-maintenance: {}\n" + noMinor, "a", "b")
    try await scene.run()
    let number = try await scene.pullRequests().count
    #expect(try await scene.open().last == "#\(number) Update the lock file")
    try await scene.push(["deps.txt": "a 1.0.1\nb 1.0.1\n"])
    let lines = try await scene.run()
    #expect(
      lines.contains("lock-file-maintenance: closed #\(number): the dependency is up to date"),
      "\(lines)")
    #expect(try await scene.open() == [])
  }

  @Test(arguments: [
    ("1.0.1", "merged"), ("2.0.0", "open"),
  ])
  func `merges by itself only if the steps of all packages are allowed`(
    indirect: String, expected: String
  ) async throws {
    let scene = try await Scene(
      """
      lock-file-maintenance: {}
      automerge: {update-types: [patch]}
      """, ["deps.txt": "a 1.0.0\nsub-b 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.0.1")
    scene.npm.publish("sub-b", "1.0.0", indirect)
    scene.npm.refresh("sub-b", to: indirect)
    try await scene.run()
    let request = try #require(
      try await scene.pullRequests().first { $0.title == "Update the lock file" })
    try await scene.forge().report(
      Check(name: "build", state: .success), of: request.headSHA, in: scene.repository)
    scene.wait(hours: 1)
    try await scene.run()
    let after = try await scene.pullRequests().first { $0.number == request.number }
    #expect(after.map { "\($0.state)" } == expected)
    let notes = try await scene.verdicts().map(\.mergingNote)
    #expect(!notes.contains { $0.contains("isn't known") }, "\(notes)")
  }

  @Test func `takes no version that is held back`() async throws {
    let scene = try await scene(
      "lock-file-maintenance: {}\nignore: [{dependency-name: a}]", "a", "b", "sub-c")
    scene.npm.allowPatches()
    try await scene.run()
    #expect(try await scene.open().last == "#2 Update the lock file")
    #expect(try await scene.text("deps.txt", of: 2)?.hasPrefix("a 1.0.0\nb 1.0.1\n") == true)
  }

  @Test func `is closed when the key is gone`() async throws {
    let scene = try await scene("lock-file-maintenance: {}", "a")
    try await scene.run()
    #expect(try await scene.open().count == 2)
    try await scene.configure("open-pull-requests-limit: 9")
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 2.0.0"])
  }
}
