import Ecosystem
import Synchronization
import Testing
import Text
import Versioning

/// Counts what the tool does.
private final class Log: Sendable {
  private let lines = Mutex<[String]>([])
  /// The release that the registry has.
  let newest = Mutex("1.1.0")
  /// Whether the registry answers.
  let answers = Mutex(true)

  func note(_ line: String) { lines.withLock { $0.append(line) } }

  /// What was done since the last call.
  func take() -> String {
    lines.withLock { lines in
      defer { lines = [] }
      return lines.joined(separator: " ")
    }
  }
}

/// A tool that reads `nest.json`, the lock, and `.nestrc` if it exists; a change reads `late.txt`.
private struct Nest: PackageEcosystem {
  let log: Log

  var description: EcosystemDescription {
    EcosystemDescription(
      id: EcosystemID("nest"), displayName: "nest", language: "Nest",
      label: EcosystemLabel("nest", color: "112233"), purlType: "nest", words: ["nest"],
      manifests: ["nest.json"], lockFile: "nest.lock", versions: VersionOrder(of: NestVersion.self),
      satisfies: { $0 == $1 }, create: { [self] _ in self })
  }

  func discover(in paths: [String]) -> [Project] {
    [
      Project(
        ecosystem: EcosystemID("nest"), directory: "/", manifest: "nest.json", lock: "nest.lock")
    ]
  }

  func open(_ project: Project, in tree: SourceTree) async throws(Problem) -> any OpenProject {
    log.note("open")
    var texts = [try await tree.read("nest.json").string, try await tree.read("nest.lock").string]
    if tree.listing.contains(".nestrc") { texts.append(try await tree.read(".nestrc").string) }
    if texts[0] == "unnamed" { texts.append(tree.name) }
    return NestProject(project: project, log: log, tree: tree, texts: texts)
  }

  func upstream(
    of dependency: Dependency, from old: String, to new: String
  ) async throws(Problem) -> Upstream { Upstream() }

  func warnings(about change: Change) -> [Warning] {
    log.note("warn")
    return [.installScript(package: "egg", version: change.moves.first?.to ?? "")]
  }

  func imports(of dependency: Dependency) -> ImportRule {
    ImportRule(endings: [], names: [], modules: { _ in [] })
  }
}

private struct NestVersion: Versioning.Version {
  var description: String
  var isPrerelease: Bool { false }

  init?(_ text: String) {
    description = text
  }

  static func < (left: NestVersion, right: NestVersion) -> Bool {
    left.description < right.description
  }
}

private struct NestProject: OpenProject {
  var project: Project
  var log: Log
  var tree: SourceTree
  var texts: [String]

  func dependencies() async throws(Problem) -> [Dependency] {
    log.note("list")
    return [Dependency(name: texts.joined(separator: "+"), kind: .direct)]
  }

  func declares(_ name: String) -> Bool { texts.contains(name) }

  func releases(of dependency: Dependency) async throws(Problem) -> [Release] {
    log.note("ask")
    guard log.answers.withLock(\.self) else { throw Problem(.failed, "does not answer") }
    return [Release(version: log.newest.withLock(\.self), satisfiesRequirement: true, step: .minor)]
  }

  func change(toward goal: Goal) async throws(Problem) -> Change {
    log.note("resolve")
    var text = texts.joined(separator: "+")
    if tree.listing.contains("late.txt") { text += try await tree.read("late.txt").string }
    let file = FileChange(path: "nest.lock", before: nil, after: Array(text.utf8))
    return Change(
      files: [file], moves: [Move(name: "egg", from: "1.0.0", to: "1.1.0", kind: .direct)])
  }

  func explain(_ name: String, version: String?) async throws(Problem) -> [String] { texts }
}

private let files = ["nest.json": "egg", "nest.lock": "egg 1.0.0", "src/main.nest": "hatch"]

/// A repository whose files are named by their contents, as those of a commit are.
private func repository(
  _ name: String, _ changes: [String: String?] = [:], unnamed: Set<String> = []
) -> SourceTree {
  var all = files
  for (path, text) in changes { all[path] = text }
  let texts = all
  var tree = SourceTree(name: name, files: texts)
  tree.contentName = { path in unnamed.contains(path) ? nil : texts[path].map { "sha \($0)" } }
  return tree
}

/// A worker with the repositories of one owner.
private struct Worker {
  let log = Log()
  let clock = Clock(ContinuousClock.now)
  let memory: ProjectMemory

  init(limit: Int = 1 << 20) {
    memory = ProjectMemory(limit: limit, now: { [clock] in clock.value })
  }

  /// Does what a visit does, and returns what the tool did for it.
  func visit(_ tree: SourceTree) async throws -> String {
    let nest = Nest(log: log)
    let project = nest.discover(in: tree.paths)[0]
    let opened = try await memory.open(project, of: nest, in: tree)
    let fresh = try await nest.open(project, in: tree)
    let (first, second) = (log.take(), try await results(of: opened))
    let done = log.take()
    #expect(try await results(of: fresh) == second)
    _ = log.take()
    // The open of the comparison is the last one.
    return [String(first.dropLast(4)), done].joined().trimmed
  }

  private func results(of opened: any OpenProject) async throws -> [String] {
    let dependencies = try await opened.dependencies()
    let releases = try await opened.releases(of: dependencies[0])
    let change = try await opened.change(toward: .updateAll(UpdateOptions()))
    return dependencies.map(\.name) + releases.map(\.version)
      + change.files.map { String(decoding: $0.after ?? [], as: UTF8.self) }
      + [await opened.declares("egg") ? "declared" : "not declared"]
  }
}

private final class Clock: Sendable {
  private let now: Mutex<ContinuousClock.Instant>
  init(_ now: ContinuousClock.Instant) { self.now = Mutex(now) }
  var value: ContinuousClock.Instant { now.withLock(\.self) }
  func advance(by time: Duration) { now.withLock { $0 += time } }
}

extension String {
  fileprivate var trimmed: String {
    split(separator: " ").joined(separator: " ")
  }
}

@Suite struct `A repository with the files of another one` {
  private let everything = "open list ask resolve"

  @Test(arguments: [[:], ["src/main.nest": "fly"], ["src/other.nest": "fly"], ["README": ""]])
  func `has its results without any work`(changes: [String: String?]) async throws {
    let worker = Worker()
    #expect(try await worker.visit(repository("a")) == everything)
    #expect(try await worker.visit(repository("b", changes)) == "")
    #expect((worker.memory.counts.opened, worker.memory.counts.reused) == (1, 1))
  }

  @Test(
    arguments: [
      ["nest.json": "egg 2"], ["nest.lock": "egg 0.9.0"], [".nestrc": "quiet"],
      ["late.txt": "late"],
    ] as [[String: String?]])
  func `is worked out if any file counts that differs or appears`(
    changes: [String: String?]
  ) async throws {
    let worker = Worker()
    _ = try await worker.visit(repository("a"))
    let done = try await worker.visit(repository("b", changes))
    #expect(done.contains("resolve"))
    #expect(try await worker.visit(repository("c")) == "")
    #expect(
      try await worker.visit(repository("d", changes)).contains("resolve")
        == (changes["late.txt"] != nil))
  }

  @Test func `is worked out if a file is missing that counts`() async throws {
    let worker = Worker()
    _ = try await worker.visit(repository("a", [".nestrc": "quiet"]))
    #expect(try await worker.visit(repository("b")) == everything)
  }

  @Test func `is worked out under another name only if the name counts`() async throws {
    let worker = Worker()
    _ = try await worker.visit(repository("a", ["nest.json": "unnamed"]))
    #expect(try await worker.visit(repository("b", ["nest.json": "unnamed"])) == everything)
    #expect(try await worker.visit(repository("b", ["nest.json": "unnamed"])) == "")
  }

  @Test func `is worked out if a file has no name`() async throws {
    let worker = Worker()
    for name in ["a", "b"] {
      let tree = repository(name, unnamed: ["nest.lock"])
      #expect(try await worker.visit(tree) == everything)
    }
    #expect(worker.memory.size == 0)
  }

  @Test func `is worked out for another owner, and after a minute`() async throws {
    let (worker, other) = (Worker(), Worker())
    _ = try await worker.visit(repository("a"))
    #expect(try await other.visit(repository("b")) == everything)
    worker.log.newest.withLock { $0 = "1.2.0" }
    worker.clock.advance(by: .seconds(61))
    #expect(try await worker.visit(repository("b")) == everything)
  }

  @Test func `asks again after a failure`() async throws {
    let worker = Worker()
    worker.log.answers.withLock { $0 = false }
    await #expect(throws: Problem.self) { try await worker.visit(repository("a")) }
    worker.log.answers.withLock { $0 = true }
    _ = worker.log.take()
    #expect(try await worker.visit(repository("b")) == "open ask resolve")
  }

  @Test func `is forgotten when others need the memory`() async throws {
    let worker = Worker(limit: 40_000)
    for number in 0..<100 {
      _ = try await worker.visit(repository("a", ["nest.json": "\(number)"]))
      #expect(worker.memory.size <= 40_000)
    }
    #expect(try await worker.visit(repository("b", ["nest.json": "99"])) == "")
    #expect(try await worker.visit(repository("b", ["nest.json": "0"])) == everything)
  }

  @Test func `has its warnings`() async throws {
    let worker = Worker()
    let nest = Nest(log: worker.log)
    let change = Change(
      files: [], moves: [Move(name: "egg", from: "1.0.0", to: "1.1.0", kind: .direct)])
    let other = Change(
      files: [], moves: [Move(name: "egg", from: "1.0.0", to: "1.2.0", kind: .direct)])
    for _ in 0..<3 {
      #expect(worker.memory.warnings(of: nest, about: change) == nest.warnings(about: change))
    }
    #expect(worker.log.take() == "warn warn warn warn")
    #expect(worker.memory.warnings(of: nest, about: other) == nest.warnings(about: other))
  }
}
