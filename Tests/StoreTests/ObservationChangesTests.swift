import Database
import Forges
import Synchronization
import TestSupport
import Testing
import Time

@testable import Store

private let web: RepositoryID = "hub/acme/web"
private let today = Timestamp(seconds: 1_795_000_000)

/// `manifest/name state latest` of `main`, looked up at a time.
private func seen(_ lines: String..., at time: Timestamp = today) -> [Observation] {
  seen(lines, at: time)
}

private func seen(_ lines: [String], at time: Timestamp = today) -> [Observation] {
  lines.map { line in
    let words = line.split(separator: " ").map(String.init)
    let path = words[0].split(separator: "/").map(String.init)
    return Observation(
      branch: "main", manifest: path[0], name: path[1], ecosystem: "npm", directory: "/",
      kind: "direct", purpose: "production", requirement: "^1", current: "1.0.0",
      latest: words.count > 2 ? words[2] : nil,
      state: ObservationState(rawValue: words[1]) ?? .problem, reason: "as it is", number: nil,
      seenAt: time)
  }
}

extension Observation {
  /// `manifest/name state latest day`.
  fileprivate var line: String {
    "\(manifest)/\(name) \(state.rawValue) \(latest ?? "-") \(seenAt.date)"
  }
}

/// A store that counts what it runs.
private struct Counted {
  let store: StateStore
  private let statements = Verbs()

  init(_ kind: DatabaseKind = .sqlite) async throws { store = try await kind.store() }

  /// Stores observations, and returns the first words of the statements, sorted.
  func observe(
    _ observations: [Observation], manifests: Set<String> = ["a", "b"]
  ) async throws -> [String] {
    let before = try await store.observations(of: web)
    statements.empty()
    try await QueryTrace.$observer.withValue(
      { sql, _ in
        let word = sql.split { $0 == " " || $0 == "\n" }.first.map(String.init) ?? ""
        if word != "SELECT" { statements.add(word) }
      },
      operation: {
        try await store.observe(
          observations, manifests: manifests, on: "main", of: web, over: before)
      })
    return statements.all
  }

  /// The stored rows, one per line.
  func stored() async throws -> [String] {
    try await store.observations(of: web).map(\.line).sorted()
  }

  private final class Verbs: Sendable {
    private let found = Mutex<[String]>([])
    var all: [String] { found.withLock { $0.sorted() } }
    func add(_ verb: String) { found.withLock { $0.append(verb) } }
    func empty() { found.withLock { $0 = [] } }
  }
}

@Suite struct `The observations of a pass` {
  @Test(arguments: DatabaseKind.present)
  func `are written only as far as they differ`(kind: DatabaseKind) async throws {
    let counted = try await Counted(kind)
    let first = seen("a/x up-to-date", "a/y opened 2.0.0", "b/z limited 3.0.0")
    // Three rows, the repository, and its counts, which are written again after each difference.
    #expect(try await counted.observe(first).filter { $0 == "INSERT" }.count == 5)
    #expect(try await counted.observe(first) == [])
    let later = seen(
      "a/x up-to-date", "a/y opened 2.0.0", "b/z limited 3.0.0", at: today + .seconds(60))
    #expect(try await counted.observe(later) == [])
    let changed = seen("a/x up-to-date", "a/y current 2.0.0", "b/z limited 3.0.0")
    #expect(try await counted.observe(changed) == ["INSERT", "INSERT"])
    let fewer = seen("a/y current 2.0.0", "b/z limited 3.0.0")
    #expect(try await counted.observe(fewer) == ["DELETE", "INSERT"])
    #expect(
      try await counted.stored() == [
        "a/y current 2.0.0 \(today.date)", "b/z limited 3.0.0 \(today.date)",
      ])
  }

  @Test(arguments: DatabaseKind.present)
  func `have the day of the last look-up, by a statement for each manifest`(
    kind: DatabaseKind
  ) async throws {
    let counted = try await Counted(kind)
    let tomorrow = today + .days(1)
    let failed = seen("a/f problem 2.0.0")
    _ = try await counted.observe(seen("a/x up-to-date", "a/y opened 2.0.0") + failed)
    let next = seen("a/x up-to-date", "a/y opened 2.0.0", at: tomorrow) + failed
    #expect(try await counted.observe(next) == ["UPDATE"])
    #expect(
      try await counted.stored() == [
        "a/f problem 2.0.0 \(today.date)", "a/x up-to-date - \(tomorrow.date)",
        "a/y opened 2.0.0 \(tomorrow.date)",
      ])
  }

  @Test func `that are equal aren't sent by a worker`() async throws {
    let here = try await StateStore.inMemory()
    let calls = Watched(0)
    let remote = try await StateStore.remote { call, body in
      calls.update { $0 += 1 }
      return try await here.perform(call, body: body)
    }
    let found = seen("a/x up-to-date", "a/y opened 2.0.0")
    try await remote.observe(found, manifests: ["a"], on: "main", of: web, over: [])
    let before = try await remote.observations(of: web)
    #expect((before, calls.value) == (found, 2))
    try await remote.observe(found, manifests: ["a"], on: "main", of: web, over: before)
    #expect(calls.value == 2)
  }

  @Test func `are sent to a worker in two thirds of the bytes of JSON`() async throws {
    let store = try await StateStore.inMemory()
    let found = seen((0..<500).map { "a/package-\($0) left-out" })
    try await store.observe(found, manifests: ["a"], on: "main", of: web)
    let sent = try await store.perform(.observations(of: web), body: []).value.count
    let json = try StateAnswer(found).value.count
    let difference = ObservationChanges(from: found, to: found, manifests: ["a"])
    let call = StateCall.observe(difference, branch: "main", of: web, noting: [])
    let written = try StateAnswer(call).value.count
    #expect(sent * 3 < json * 2 && written < 200, "\(sent), \(json), \(written)")
  }

  /// Random observations with every property.
  @Test func `arrive in the message of a worker as they are`() async throws {
    var random = SeededGenerator(seed: 45)
    var found: [Observation] = []
    for index in 0..<300 {
      var one = seen("a/package-\(index) up-to-date")[0]
      let texts = ["", "1.0.0", "ä\u{0}\n", String(repeating: "x", count: 300)]
      one.requirement = texts.randomElement(using: &random) ?? ""
      one.reason = texts.randomElement(using: &random) ?? ""
      one.kind = ["direct", "indirect"].randomElement(using: &random) ?? ""
      one.current = Bool.random(using: &random) ? texts.randomElement(using: &random) : nil
      one.fix = Bool.random(using: &random) ? "2.0.0" : nil
      one.number = [nil, 0, -1, 7, .max, .min].randomElement(using: &random) ?? nil
      one.behind = [nil, 86_400].randomElement(using: &random) ?? nil
      one.state = ObservationState.allCases.randomElement(using: &random) ?? .problem
      one.held = [nil, .ignored, .coolingDown].randomElement(using: &random) ?? nil
      one.heldUntil = Bool.random(using: &random) ? today + .seconds(60) : nil
      one.versions = Array(repeating: "1.0.0", count: Int.random(in: 0...3, using: &random))
      if index % 50 == 0 {
        one.advisories = [
          ObservedAdvisory(
            id: "GHSA-1", aliases: ["CVE-1"], severity: nil, summary: "s", url: "https://x.dev",
            versions: ["1.0.0"])
        ]
      }
      found.append(one)
    }
    let packed = try found.packed
    #expect(try [Observation](packed: packed) == found)
    #expect(try [Observation](packed: []) == [])
    for count in 1..<200 {
      let part = try? [Observation](packed: Array(packed.prefix(count)))
      #expect(part.map { found.starts(with: $0) } ?? true)
    }
    #expect(throws: StateRefusal.self) { try [Observation](packed: packed + [1, 0xFF]) }
  }

  @Test func `that are malformed change nothing`() async throws {
    let store = try await StateStore.inMemory()
    let found = seen("a/x up-to-date", "a/y opened 2.0.0")
    try await store.observe(found, manifests: ["a"], on: "main", of: web)
    let changes = ObservationChanges(from: found, to: seen("a/x ignored"), manifests: ["a"])
    let call = StateCall.observe(changes, branch: "main", of: web, noting: [])
    for body in [[1], [0xFF, 0xFF], Array("{}".utf8)] as [[UInt8]] {
      await #expect(throws: StateRefusal.self) { try await store.perform(call, body: body) }
    }
    #expect(try await store.observations(of: web) == found)
  }

  /// Packages of a lock, as most are.
  @Test func `are sent by a worker in a third of the bytes of JSON`() throws {
    let found = seen((0..<500).map { "a/package-\($0) left-out" })
    let (sent, json) = (try found.packed.count, try StateAnswer(found).value.count)
    #expect(sent * 3 < json, "\(sent), \(json)")
  }

  /// Random passes, each of which reads some of three manifests.
  @Test(arguments: DatabaseKind.present)
  func `are stored as if all rows were replaced`(kind: DatabaseKind) async throws {
    var random = SeededGenerator(seed: 44)
    let counted = try await Counted(kind)
    var expected: [String: [Observation]] = [:]
    var now = today
    for _ in 0..<60 {
      now = now + .seconds(Int.random(in: 0...40_000, using: &random))
      let some = ["a", "b", "c"].filter { _ in Int.random(in: 0..<5, using: &random) > 0 }
      let manifests = Set(some)
      var found: [Observation] = []
      for manifest in manifests.sorted() where Bool.random(using: &random) {
        for name in ["x", "y", "z"] where Int.random(in: 0..<4, using: &random) > 0 {
          let state = ["up-to-date", "opened", "problem"].randomElement(using: &random) ?? ""
          let latest = ["", " 2.0.0"].randomElement(using: &random) ?? ""
          found += seen("\(manifest)/\(name) \(state)\(latest)", at: now)
        }
      }
      expected = expected.filter { manifests.contains($0.key) }
        .merging(Dictionary(grouping: found, by: \.manifest)) { $1 }
      _ = try await counted.observe(found, manifests: manifests)
      #expect(
        try await counted.stored() == expected.values.flatMap(\.self).map(\.line).sorted())
    }
  }
}
