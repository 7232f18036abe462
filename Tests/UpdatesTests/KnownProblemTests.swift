import Configuration
import Store
import Synchronization
import TestSupport
import Testing
import Updates

/// Entries for two folders and the root, with the interval of the first one.
private func configuration(first interval: String = "weekly") -> String {
  let entries = [("npm", "/a", interval), ("npm", "/b", "weekly"), ("bundler", "/", "weekly")]
  return "updates:\n"
    + entries.map { ecosystem, directory, interval in
      "  - {package-ecosystem: \(ecosystem), directory: \(directory), "
        + "schedule: {interval: \(interval)}}\n"
    }.joined()
}

private let files = ["a/deps.txt": "x 1.0.0\n", "b/deps.txt": "x 1.0.0\n", "gems.txt": "y 1.0.0\n"]
private let refused = "contains an exclamation mark"

@Suite struct `A problem` {
  fileprivate func scene() async throws -> Scene {
    let scene = try await Scene(configuration(), files)
    scene.npm.publish("x", "1.0.0")
    scene.gems.publish("y", "1.0.0")
    return scene
  }

  @Test func `of a project lasts while its entry isn't due`() async throws {
    let scene = try await scene()
    try await scene.push(["a/deps.txt": "!"])
    try await scene.run()
    #expect(try await scene.problems() == ["a/deps.txt: \(refused)"])
    try await scene.run(for: .nothing)
    try await scene.run(only: [1, 2])
    #expect(try await scene.problems() == ["a/deps.txt: \(refused)"])
  }

  @Test func `ends when its project is read without it`() async throws {
    let scene = try await scene()
    try await scene.push(["a/deps.txt": "!", "b/deps.txt": "!"])
    try await scene.run()
    try await scene.push(["a/deps.txt": "x 1.0.0\n"])
    try await scene.run(only: [0])
    #expect(try await scene.problems() == ["b/deps.txt: \(refused)"])
  }

  @Test func `ends when its project is gone`() async throws {
    let scene = try await scene()
    try await scene.push(["a/deps.txt": "!"])
    try await scene.run()
    try await scene.push(["a/deps.txt": nil])
    try await scene.run(for: .nothing)
    #expect(try await scene.problems() == [])
  }

  @Test func `of one entry of the configuration lasts beside valid ones`() async throws {
    let scene = try await scene()
    try await scene.push([".github/dependabot.yml": "version: 2\n" + configuration(first: "dayly")])
    for _ in 1...2 {
      try await scene.run(for: .nothing)
      let problems = try await scene.problems()
      #expect(problems.count == 1 && problems[0].contains("dayly"), "\(problems)")
    }
    try await scene.push([".github/dependabot.yml": "version: 2\n" + configuration()])
    try await scene.run(for: .nothing)
    #expect(try await scene.problems() == [])
  }

  @Test func `of the repository ends with a whole pass, and not when checks are read`()
    async throws
  {
    let scene = try await scene()
    try await scene.run()
    try await scene.fail("used too much memory")
    try await scene.run(watching: true)
    #expect(try await scene.problems() == ["used too much memory"])
    try await scene.run()
    #expect(try await scene.problems() == [])
  }

  @Test func `of a mistyped repository is not saved`() async throws {
    let scene = try await scene()
    try scene.turn(to: "acme/none")
    #expect(try await scene.run().count == 1)
    #expect(try await scene.condition() == nil)
  }

  /// After any visits, the saved problems are those that a pass over everything finds with no state.
  @Test(arguments: 1...12) func `is known after any visits as after the first one`(
    seed: UInt64
  ) async throws {
    var random = SeededGenerator(seed: seed)
    let scene = try await scene()
    for _ in 1...6 {
      let path = ["a/deps.txt", "b/deps.txt", "gems.txt"].randomElement(using: &random) ?? ""
      let text: String? = [files[path], "!", nil].randomElement(using: &random) ?? nil
      let interval = Bool.random(using: &random) ? "weekly" : "dayly"
      try await scene.push([
        path: text, ".github/dependabot.yml": "version: 2\n" + configuration(first: interval),
      ])
      try await scene.run()
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        try await scene.run(only: Set((0...2).filter { _ in Bool.random(using: &random) }))
      }
      let known = try await scene.problems()
      let condition = try await scene.condition()
      let fresh = try await scene.problemsOfFreshState()
      #expect(known == fresh.problems)
      #expect(condition == fresh.condition)
    }
  }
}

extension Scene {
  /// Lets the forge fail when the content of a file is requested, or not any more.
  fileprivate func losesFiles(_ losesFiles: Bool) {
    forgeOfPasses.withLock {
      $0 = { FaultyForge(inner: $0, kill: Kill(at: nil), losesFiles: losesFiles) }
    }
  }

  /// Makes one host fail, or none.
  fileprivate func fail(_ host: Int) {
    npm.goDown(host == 1)
    gems.goDown(host == 2)
    losesFiles(host == 3)
  }
}

extension `A problem` {
  /// Visits during which a host fails keep what is known, and the first complete one ends with what a
  /// pass with no state finds.
  @Test(arguments: 1...12) func `stays known while a registry or the forge fails`(
    seed: UInt64
  ) async throws {
    var random = SeededGenerator(seed: seed)
    let scene = try await scene()
    scene.gems.forget("z")
    scene.npm.forget("w")
    let texts = ["x 1.0.0\nw 1.0.0\n", "x 1.0.0\n", "y 1.0.0\nz 1.0.0\n", "!"]
    for _ in 1...5 {
      let path = ["a/deps.txt", "b/deps.txt", "gems.txt"].randomElement(using: &random) ?? ""
      try await scene.push([path: texts.randomElement(using: &random)])
      try await scene.run()
      let known = try await scene.problems().filter { !$0.isFailure }
      for _ in 0...2 {
        scene.fail(Int.random(in: 1...3, using: &random))
        try await scene.run(only: Set((0...2).filter { _ in Bool.random(using: &random) }))
        let still = try await scene.problems()
        #expect(Set(still.filter { !$0.isFailure }).isSuperset(of: known), "\(still)")
      }
      scene.fail(Int.random(in: 0...3, using: &random))
      try await scene.push([path: texts.randomElement(using: &random)])
      try await scene.run()
      scene.fail(0)
      try await scene.run()
      let (now, fresh) = try await (scene.problems(), scene.problemsOfFreshState())
      #expect(now == fresh.problems)
    }
  }
}

extension `A problem` {
  @Test func `of a project stays known beside the failure to read its new content`() async throws {
    let scene = try await scene()
    try await scene.push(["a/deps.txt": "!"])
    try await scene.run()
    try await scene.push(["a/deps.txt": "x 1.1.0\n"])
    scene.losesFiles(true)
    for _ in 1...2 { try await scene.run() }
    let problems = try await scene.problems()
    #expect(problems.first == "a/deps.txt: \(refused)" && problems.count == 2, "\(problems)")
    scene.losesFiles(false)
    try await scene.run()
    #expect(try await scene.problems() == [])
  }
}

extension String {
  /// Whether a problem is the failure of a host.
  fileprivate var isFailure: Bool {
    contains("does not answer") || contains("could not be fetched")
  }
}

@Suite struct `A repository` {
  @Test func `that may only be read is skipped without a try to write, except by a dry run`()
    async throws
  {
    let scene = try await Scene("", ["deps.txt": "x 1.0.0\n"])
    scene.npm.publish("x", "1.0.0", "1.1.0")
    let lines = try await scene.run(listed: ["7": "acme/app"], canPush: false)
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("skipped: the credential may only read it") == true)
    #expect(try await scene.condition() == .noRights)
    #expect(try await scene.branches().isEmpty)
    let dry = try await scene.run(dry: true, listed: ["7": "acme/app"], canPush: false)
    #expect(dry.count == 1 && dry.first?.hasPrefix("x: ") == true)
  }

  @Test func `reports the mistake of its only entry once`() async throws {
    let scene = try await Scene("", ["deps.txt": "x 1.0.0\n"])
    try await scene.configure(
      "updates: [{package-ecosystem: npm, directory: /, schedule: {interval: dayly}}]")
    #expect(try await scene.run().filter { $0.contains("dayly") } == [])
    #expect(try await scene.problems().count { $0.contains("dayly") } == 1)
  }

  @Test(arguments: [("y", true), ("@private/z", false)])
  func `is to blame for a missing package only if it names it itself`(
    missing: String, isMistake: Bool
  ) async throws {
    let scene = try await Scene("", ["deps.txt": "x 1.0.0\ny 1.0.0\n"])
    scene.npm.publish("x", "1.0.0", "1.1.0")
    scene.npm.publish("y", "1.0.0")
    scene.npm.lack("x@1.1.0", missing)
    try await scene.run()
    let problems = scene.lastProblems.withLock(\.self)
    #expect(problems.map(\.isOfRepository) == [isMistake], "\(problems)")
  }

  @Test func `with a package that the registry does not have has a problem that says so`()
    async throws
  {
    let scene = try await Scene("", ["deps.txt": "x 1.0.0\ny 1.0.0\n"])
    scene.npm.publish("x", "1.0.0")
    scene.npm.forget("y")
    try await scene.run()
    #expect(try await scene.problems() == ["y: is not in the registry"])
    scene.npm.goDown()
    for _ in 1...2 { try await scene.run() }
    #expect(try await scene.problems() == ["y: is not in the registry"])
    scene.npm.goDown(false)
    try await scene.push(["deps.txt": "x 1.0.0\n"])
    try await scene.run()
    #expect(try await scene.problems() == [])
  }

  @Test func `whose file the forge fails to serve keeps its condition, and gets no issue about it`()
    async throws
  {
    let scene = try await Scene("", ["deps.txt": "x 1.0.0\n"])
    scene.npm.publish("x", "1.0.0")
    scene.change { $0.notices = .issue }
    try await scene.run()
    try await scene.configure("open-pull-requests-limit: 2")
    scene.losesFiles(true)
    try await scene.run()
    #expect(try await scene.condition() == .active)
    #expect(try await scene.issues().isEmpty)
    #expect(try await scene.problems().count == 1)
    scene.losesFiles(false)
    try await scene.run()
    #expect(try await scene.problems() == [])
  }

  @Test func `without updates has a condition that says why`() async throws {
    let scene = try await Scene("", ["deps.txt": "x 1.0.0\n"])
    scene.npm.publish("x", "1.0.0")
    try await scene.run()
    #expect(try await scene.condition() == .active)
    try await scene.push(["deps.txt": nil])
    try await scene.run()
    #expect(try await scene.condition() == .nothingFound)
    try await scene.push([".github/dependabot.yml": nil])
    try await scene.run()
    #expect(try await scene.condition() == .noFile)
    for mistaken in ["[{package-ecosystem: npm, schedule: {interval: dayly}}]", "["] {
      try await scene.configure("updates: \(mistaken)")
      try await scene.run()
      #expect(try await scene.condition() == .mistaken)
    }
  }
}
