import Ecosystem
import Synchronization
import Testing

/// A resolution that needs documents by name; each document lists what it hints at.
private struct Walk: ResumableResolution {
  /// The documents that are needed one after the other.
  var needs: [String]
  var hints: [String] = []
  var known: [String: [String]] = [:]
  var resumptions = 0

  mutating func resume() throws(Problem) -> ResolutionStep<Set<String>, String> {
    resumptions += 1
    guard let next = needs.first(where: { known[$0] == nil }) else {
      return .finished(Set(known.keys))
    }
    return .needs([next], hints: hints)
  }

  mutating func add(_ document: [String], for need: String) -> [String] {
    known[need] = document
    return document
  }
}

/// A resolution where each document needs another one.
private struct Chain: ResumableResolution {
  var length = 0

  mutating func resume() -> ResolutionStep<Int, String> { .needs(["p\(length)"]) }

  mutating func add(_ document: [String], for need: String) -> [String] {
    length += 1
    return []
  }
}

/// A registry in memory.
private final class Registry: Sendable {
  private let documents: [String: [String]]
  private let running = Mutex((now: 0, most: 0))
  private let requests = Mutex<[String]>([])

  var asked: [String] { requests.withLock { $0 } }
  var most: Int { running.withLock { $0.most } }

  init(_ documents: [String: [String]]) { self.documents = documents }

  func driver() -> ResolutionDriver<String, [String]> {
    ResolutionDriver(subject: "the project") { (name: String) async throws(Problem) in
      try await self.fetch(name)
    }
  }

  private func fetch(_ name: String) async throws(Problem) -> [String] {
    requests.withLock { $0.append(name) }
    running.withLock {
      $0.now += 1
      $0.most = max($0.most, $0.now)
    }
    for _ in 0..<10 { await Task.yield() }
    running.withLock { $0.now -= 1 }
    guard let document = documents[name] else {
      throw Problem(.failed, "is not available", subject: name)
    }
    return document
  }
}

@Suite struct `A driver of resolutions` {
  @Test func `fetches what is needed until the resolution ends`() async throws {
    let registry = Registry(["a": [], "b": []])
    var walk = Walk(needs: ["a", "b"])
    var driver = registry.driver()
    #expect(try await driver.run(&walk) == ["a", "b"])
    #expect(registry.asked == ["a", "b"])
    #expect(walk.resumptions == 3)
  }

  @Test func `follows hints before it resumes, each once`() async throws {
    let registry = Registry(["a": ["b"], "b": ["c", "a"], "c": []])
    var walk = Walk(needs: ["a", "b", "c"])
    var driver = registry.driver()
    #expect(try await driver.run(&walk) == ["a", "b", "c"])
    #expect(registry.asked == ["a", "b", "c"])
    #expect(walk.resumptions == 2)
  }

  @Test func `ignores the failure of a hint until the document is needed`() async throws {
    let registry = Registry(["a": ["gone"]])
    var walk = Walk(needs: ["a"], hints: ["lost"])
    var driver = registry.driver()
    #expect(try await driver.run(&walk) == ["a"])
    #expect(registry.asked.sorted() == ["a", "gone", "lost"])
    walk.needs.append("gone")
    let problem = await #expect(throws: Problem.self) { try await driver.run(&walk) }
    #expect(problem?.subject == "gone")
  }

  @Test func `makes a limited number of requests at a time`() async throws {
    let names = (0..<200).map { "p\($0)" }
    let registry = Registry(Dictionary(uniqueKeysWithValues: names.map { ($0, []) }))
    var walk = Walk(needs: ["p0"], hints: names)
    var driver = registry.driver()
    #expect(try await driver.run(&walk).count == 200)
    #expect(registry.most <= ResolutionLimits.width)
  }

  @Test func `refuses an endless chain with the name of a package`() async throws {
    var limits = ResolutionLimits()
    limits.rounds = 20
    var driver = ResolutionDriver<String, [String]>(subject: "the project", limits: limits) { _ in
      []
    }
    var chain = Chain()
    let problem = await #expect(throws: Problem.self) { try await driver.run(&chain) }
    #expect(problem?.kind == .refused)
    #expect(problem?.subject == "p19")
    #expect(chain.length == 20)
  }

  @Test func `refuses too many documents`() async throws {
    var limits = ResolutionLimits()
    limits.documents = 40
    var driver = ResolutionDriver<String, [String]>(subject: "the project", limits: limits) { _ in
      []
    }
    var walk = Walk(needs: ["p0"], hints: (0..<50).map { "p\($0)" })
    let problem = await #expect(throws: Problem.self) { try await driver.run(&walk) }
    #expect(problem?.message.contains("more than 40 documents") == true)
    #expect(walk.known.isEmpty)
  }
}
