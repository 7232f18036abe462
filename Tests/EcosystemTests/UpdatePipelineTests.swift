import Ecosystem
import Synchronization
import Testing
import Text

// A tool of one file each: `list` has a line `NAME VERSION` for each package, `list.lock` the same
// lines. A fault changes what one stage does.

@Suite struct `One pipeline for updates with a lock` {
  @Test func `runs its stages in order, with the edited files`() async throws {
    let tool = Tool("a 1\nb 1\n", lock: "a 1\nb 1\n")
    let change = try await tool.change(toward: update("a", "2"))
    #expect(tool.log.stages == ["plan", "read", "prove", "resolve", "keep", "writable", "moves"])
    #expect(change.files.map(\.path) == ["list", "list.lock"])
    #expect(change.files.map { text($0.after) } == ["a 2\nb 1\n", "a 2\nb 1\n"])
    #expect(change.files.map { text($0.before) } == ["a 1\nb 1\n", "a 1\nb 1\n"])
    #expect(change.moves.map { "\($0.name) \($0.from ?? "") \($0.to ?? "")" } == ["a 1 2"])
    #expect(change.heldBack.map(\.version) == ["3"])
  }

  @Test func `reads nothing again without an edit`() async throws {
    let tool = Tool("a 1\n", lock: nil)
    let change = try await tool.change(toward: .lock(LockOptions()))
    #expect(!tool.log.stages.contains("read"))
    #expect(
      change.files == [FileChange(path: "list.lock", before: nil, after: Array("a 1\n".utf8))])
  }

  @Test func `returns no change if a tool has nothing to do`() async throws {
    let change = try await Tool("a 1\n", lock: "a 1\n").change(toward: .updateAll(.init()))
    #expect(change == Change(files: [], moves: []))
  }

  @Test func `keeps a lock and makes the edit`() async throws {
    let tool = Tool("a 1\n", lock: "a 1\n", .keeps)
    let change = try await tool.change(toward: update("a", "2"))
    #expect(change.files.map(\.path) == ["list"])
    #expect(change.moves.isEmpty)
  }

  @Test func `leaves out a file that its edits don't change`() async throws {
    let tool = Tool("a 2\n", lock: "a 1\n")
    let change = try await tool.change(toward: update("a", "2"))
    #expect(change.files.map(\.path) == ["list.lock"])
  }

  @Test func `counts equal edits of one text once`() async throws {
    let tool = Tool("a 1\n", lock: "a 1\n", .editsTwice)
    let change = try await tool.change(toward: update("a", "2"))
    #expect(change.files.map { text($0.after) } == ["a 2\n", "a 2\n"])
  }

  @Test func `removes a lock that the tool removes`() async throws {
    let tool = Tool("", lock: "a 1\n")
    let change = try await tool.change(toward: .lock(LockOptions()))
    #expect(
      change.files == [FileChange(path: "list.lock", before: Array("a 1\n".utf8), after: nil)])
  }

  @Test func `writes no lock for a library, and lists what its requirements say`() async throws {
    let tool = Tool("a 1\nb 1\n", lock: nil, .library)
    let change = try await tool.change(toward: update("a", "2"))
    #expect(change.files.map(\.path) == ["list"])
    #expect(change.moves.map(\.name) == ["a"])
    #expect(!tool.log.stages.contains("writable"))
  }

  @Test(arguments: [
    (Tool.Fault.editsOther, "list would change more"),
    (.overlaps, "list can't be edited in place"),
    (.unknownVersion, "tool 9 is not supported"),
    (.losesLine, "list.lock would be parsed differently than it was written"),
    (.missesGoal, "list.lock would be parsed differently than it was written"),
    (.unreadable, "list.lock isn't a lock"),
  ])
  func `stops at the first stage that finds a fault`(
    fault: Tool.Fault, message: String
  ) async throws {
    let tool = Tool("a 1\nb 1\n", lock: "a 1\nb 1\n", fault)
    let problem = await #expect(throws: Problem.self) {
      try await tool.change(toward: update("a", "2"))
    }
    #expect(problem.map { "\($0.subject ?? "") \($0.message)" } == message)
  }

  @Test func `verifies a library's solution, too`() async throws {
    let tool = Tool("a 1\n", lock: nil, .libraryThatMisses)
    await #expect(throws: Problem.self) { try await tool.change(toward: update("a", "2")) }
  }
}

private func update(_ name: String, _ version: String) -> Goal {
  .update([Goal.Target(name: name, version: version)], UpdateOptions())
}

private func text(_ bytes: [UInt8]?) -> String? {
  bytes.map { String(decoding: $0, as: UTF8.self) }
}

/// The project of a tool that counts its stages.
struct Tool: LockedProject {
  enum Fault: Sendable {
    case none, keeps, editsTwice, library, libraryThatMisses
    case editsOther, overlaps, unknownVersion, losesLine, missesGoal, unreadable
  }

  final class Log: Sendable {
    private let names = Mutex<[String]>([])
    var stages: [String] { names.withLock { $0 } }
    func add(_ name: String) { names.withLock { $0.append(name) } }
  }

  let project = Project(
    ecosystem: EcosystemID("tool"), directory: "/", manifest: "list", lock: "list.lock")
  var tree: SourceTree
  var packages: [Package]
  let lockBytes: [UInt8]?
  let fault: Fault
  let log = Log()

  init(_ list: String, lock: String?, _ fault: Fault = .none) {
    tree = SourceTree(name: "tool", files: ["list": list])
    packages = ListLock(list).packages
    lockBytes = lock.map { Array($0.utf8) }
    self.fault = fault
  }

  var lockPath: String { "list.lock" }
  var writesLock: Bool { fault != .library && fault != .libraryThatMisses }

  func plan(for goal: Goal) throws(Problem) -> ListPlan? {
    log.add("plan")
    guard case .update(let targets, _) = goal else {
      if case .updateAll = goal { return nil }
      return ListPlan()
    }
    var plan = ListPlan(targets: targets)
    for target in targets {
      guard let line = packages.firstIndex(where: { $0.name == target.name }) else { continue }
      let start = packages[..<line].reduce(0) { $0 + "\($1.name) \($1.version)\n".utf8.count }
      let range = start + 2..<start + 3
      plan.replacements.append(
        Replacement(file: "list", range: range, text: target.version ?? ""))
    }
    switch fault {
    case .editsOther: plan.replacements.append(Replacement(file: "list", range: 6..<7, text: "5"))
    case .overlaps: plan.replacements.append(Replacement(file: "list", range: 2..<3, text: "7"))
    case .editsTwice: plan.replacements += plan.replacements
    default: break
    }
    return plan
  }

  func reading(_ tree: SourceTree) async throws(Problem) -> Tool {
    log.add("read")
    var result = self
    result.tree = tree
    result.packages = ListLock(try await tree.read("list").string).packages
    return result
  }

  func prove(_ plan: ListPlan, since before: Tool) throws(Problem) {
    log.add("prove")
    let names = Set(plan.targets.map(\.name))
    guard
      packages.filter({ !names.contains($0.name) })
        == before.packages.filter({ !names.contains($0.name) })
    else { throw Problem(.failed, "would change more", subject: "list") }
  }

  func resolve(_ plan: inout ListPlan, since before: Tool) throws(Problem) -> ListLock {
    log.add("resolve")
    plan.heldBack = [HeldBackRelease(name: "a", version: "3", reason: "is broken")]
    var lock = ListLock("")
    lock.packages = packages
    lock.fault = fault
    if fault == .missesGoal || fault == .libraryThatMisses { lock.packages[0].version = "1" }
    return lock
  }

  func keepsLock(_ lock: ListLock, _ plan: ListPlan, since before: Tool) -> Bool {
    log.add("keep")
    return fault == .keeps
  }

  func requireWritable() throws(Problem) {
    log.add("writable")
    guard fault != .unknownVersion else {
      throw Problem(.refused, "is not supported", subject: "tool 9")
    }
  }

  func moves(to lock: ListLock, _ plan: ListPlan, since before: Tool) -> [Move] {
    log.add("moves")
    return zip(before.packages, lock.packages).filter { $0 != $1 || !writesLock }.map { old, new in
      Move(
        name: new.name, from: old.version, to: new.version, kind: .direct,
        requirement: old == new ? nil : Move.Edit(before: old.version, after: new.version))
    }
  }

  func dependencies() -> [Dependency] { [] }
  func declares(_ name: String) -> Bool { packages.contains { $0.name == name } }
  func releases(of dependency: Dependency) -> [Release] { [] }
  func explain(_ name: String, version: String?) -> [String] { [] }
}

struct Package: Hashable, Sendable {
  var name: String
  var version: String
}

struct ListPlan: LockPlan {
  var targets: [Goal.Target] = []
  var replacements: [Replacement] = []
  var heldBack: [HeldBackRelease] = []

  func isReached(by lock: ListLock) -> Bool {
    targets.allSatisfy { target in
      lock.packages.contains { $0.name == target.name && $0.version == target.version }
    }
  }
}

struct ListLock: ProjectLock {
  var packages: [Package]
  var fault = Tool.Fault.none

  init(_ text: String) {
    packages = text.split(separator: "\n").map { line in
      let words = line.split(separator: " ").map(String.init)
      return Package(name: words[0], version: words.count > 1 ? words[1] : "")
    }
  }

  init(_ text: SourceText) throws(Problem) {
    guard !text.string.contains("!") else {
      throw Problem(.failed, "isn't a lock", subject: text.file)
    }
    self.init(text.string)
    // A reader that loses the last line.
    if text.string.contains("#") { packages.removeLast() }
  }

  var fileBytes: [UInt8]? {
    if packages.isEmpty { return nil }
    let end = fault == .losesLine ? "#" : fault == .unreadable ? "!" : ""
    return Array(packages.map { "\($0.name) \($0.version)\(end)\n" }.joined().utf8)
  }
}
