import FoundationEssentials
import HTTP
import Synchronization
import Testing

@testable import Forges
import TestSupport
import Time

@Suite struct `A response of a host` {
  @Test(arguments: [
    ("https://github.com", "https://api.github.com", "https://api.github.com/graphql"),
    ("https://github.com/", "https://api.github.com", "https://api.github.com/graphql"),
    ("https://acme.ghe.com", "https://api.acme.ghe.com", "https://api.acme.ghe.com/graphql"),
    ("https://git.acme.dev", "https://git.acme.dev/api/v3", "https://git.acme.dev/api/graphql"),
    ("http://127.0.0.1:8377", "http://127.0.0.1:8377/api/v3", "http://127.0.0.1:8377/api/graphql"),
    ("https://h/api/v3", "https://h/api/v3", "https://h/api/graphql"),
  ])
  func `the API addresses are derived from the web address`(
    web: String, rest: String, graphQL: String
  ) {
    let addresses = GitHubAddresses(web: web)
    #expect(addresses?.rest == rest)
    #expect(addresses?.graphQL == graphQL)
  }

  @Test(arguments: [
    "", "github.com", "ftp://github.com", "https://me:pw@github.com", "https://h?x",
  ])
  func `other addresses are refused`(web: String) {
    #expect(GitHubAddresses(web: web) == nil)
  }

  @Test(arguments: [
    (#"<https://h/a?page=2>; rel="next", <https://h/a?page=9>; rel="last""#, "https://h/a?page=2"),
    (#"<https://h/1>; rel="prev", <https://h/3>; rel="next""#, "https://h/3"),
    (#"<https://h/a,b;c>; rel=next"#, "https://h/a,b;c"),
    (#"<https://h/1>; rel="prev next""#, "https://h/1"),
    (#"<https://h/1>; rel="prev""#, nil), ("", nil), ("<", nil), ("<x", nil), (">;rel=next", nil),
    (#"<https://h/1>; title="next""#, nil),
  ])
  func `the next page is found in a Link header`(header: String, next: String?) {
    #expect(LinkHeader.next(in: header) == next)
  }

  @Test(arguments: [
    ("acme/web", "acme", "web"), ("a/b/c", "a/b", "c"), ("A-1/.github", "A-1", ".github"),
  ])
  func `a repository's name has an owner`(text: String, owner: String, name: String) {
    let found = RepositoryName(text)
    #expect(found?.owner == owner)
    #expect(found?.name == name)
    #expect(found?.description == text)
  }

  @Test(arguments: [
    "", "web", "/web", "acme/", "a//b", "a/..", "../a", "a/b c", "a/b%2f", "a/ü", "a/b?",
  ])
  func `a name with other characters is refused`(text: String) {
    #expect(RepositoryName(text) == nil)
  }

  @Test(arguments: [
    ("2026-11-21T04:00:00Z", 1_795_233_600_000), ("2026-11-21T04:00:00.500Z", 1_795_233_600_500),
    ("2026-11-21T05:00:00+01:00", 1_795_233_600_000),
  ])
  func `times are parsed`(text: String, milliseconds: Int64) {
    #expect(HostTime.date(text)?.milliseconds == milliseconds)
  }

  @Test(arguments: ["", "yesterday", "2026-13-41T99:00:00Z"])
  func `any other text is not a time`(text: String) {
    #expect(HostTime.date(text) == nil)
  }

  @Test func `the Date header is parsed`() {
    func date(_ text: String) -> Timestamp? {
      HostTime.date(of: Response(status: 200, headers: ["Date": text]))
    }
    #expect(date("Sun, 06 Nov 1994 08:49:37 GMT") == 784_111_777)
    #expect(date("06 Nov 1994") == nil)
    #expect(date("a b c d e f") == nil)
  }

  @Test func `a budget is blocked until the latest time and paces only writes`() {
    let now = Timestamp(seconds: 1000)
    let pacing = HostPacing(pace: .seconds(1))
    let (read, write) = (
      HostCall.get([], scope: .account), HostCall.write(.put, [], scope: .account)
    )
    var budget = HostBudget()
    #expect(budget.wait(for: write.slot, at: now, pacing) == 0)
    budget.wrote(write.slot, at: now, pacing)
    #expect(budget.wait(for: write.slot, at: now, pacing) == 1)
    #expect(budget.wait(for: read.slot, at: now, pacing) == 0)
    budget.close(until: now + 60)
    budget.close(until: now + 5)
    #expect(budget.wait(for: read.slot, at: now, pacing) == 60)
    #expect(budget.wait(for: write.slot, at: now + 61, pacing) == 0)
  }

  @Test func `a budget is blocked for one owner`() {
    func slot(_ scope: HostCall.Scope) -> RequestSlot { HostCall.get([], scope: scope).slot }
    let now = Timestamp(seconds: 1000)
    let (acme, umbra) = ("Acme", "umbra")
    var budget = HostBudget()
    budget.close(until: now + 60, for: "acme")
    #expect(budget.rest(for: slot(.owner(acme)), at: now) == 60)
    #expect(budget.rest(for: slot(.owner(umbra)), at: now) == 0)
    budget.close(until: now + 30, for: "#7")
    #expect(budget.rest(for: slot(.grant(7, of: nil)), at: now) == 30)
    #expect(budget.rest(for: slot(.grant(8, of: nil)), at: now) == 0)
    #expect(budget.rest(for: slot(.account), at: now) == 0)
  }

  @Test func `no minute has more pull requests and comments than the host allows`() {
    func at(_ seconds: Int64) -> Timestamp { Timestamp(seconds: seconds) }
    let pacing = HostPacing(pace: .zero, contentPerMinute: 3)
    let pull = HostCall.write(
      .post, ["repos", "acme", "app", "pulls"], scope: .account, isContent: true)
    let comment = HostCall.write(
      .post, ["repos", "acme", "app", "issues", "7", "comments"], scope: .account,
      isContent: true)
    let label = HostCall.write(.post, ["repos", "acme", "app", "labels"], scope: .account)
    let edit = HostCall.write(
      .patch, ["repos", "acme", "app", "issues", "comments", "9"], scope: .account)
    var budget = HostBudget()
    for (call, time) in [(pull, 0), (comment, 10), (label, 20), (edit, 25)] {
      budget.wrote(call.slot, at: at(Int64(time)), pacing)
    }
    #expect(budget.wait(for: pull.slot, at: at(30), pacing) == 0)
    budget.wrote(pull.slot, at: at(30), pacing)
    #expect(budget.wait(for: comment.slot, at: at(40), pacing) == 20)
    #expect(budget.wait(for: label.slot, at: at(40), pacing) == 0)
    budget.wrote(comment.slot, at: at(60), pacing)
    #expect(budget.wait(for: pull.slot, at: at(60), pacing) == 10)
  }

  @Test func `requests at a time are halved once for those that were refused together`() {
    var parallelism = HostParallelism(limit: 12)
    let era = parallelism.era
    for _ in 0..<9 { parallelism.recordRefusal(of: era) }
    #expect(parallelism.width == 6)
    for expected in [3, 1, 1] {
      parallelism.recordRefusal(of: parallelism.era)
      #expect(parallelism.width == expected)
    }
    for _ in 0..<20 { parallelism.recordSuccess() }
    #expect(parallelism.width == 2)
    for _ in 0..<2000 { parallelism.recordSuccess() }
    #expect(parallelism.width == 12)
  }

  @Test func `a host that accepts three requests at a time gets three at a time`() async throws {
    let pacing = HostPacing(pace: .zero, concurrency: 12, sleep: { _ in })
    let limiter = ForgeRateLimiter(HostRateLimiter(pacing: pacing))
    let load = Load()
    let ask: @Sendable () async -> Bool = {
      var tries = HostTries(pacing)
      while true {
        do throws(ForgeError) {
          try await limiter.pass(HostCall.get([], scope: .account).slot) {
            () async throws(ForgeError) in
            try await load.visit(limit: 3)
          }
          return true
        } catch {
          guard tries.allow(error) else { return false }
        }
      }
    }
    let answered = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<200 { group.addTask { await ask() } }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(answered == 200)
    // The first twelve, then a few whenever one more is tried.
    #expect(load.refused < 40)
  }

  @Test func `the limiter holds its bounds, and lets go of the cancelled`() async throws {
    let limiter = ForgeRateLimiter(HostRateLimiter(pacing: HostPacing(pace: .zero, concurrency: 3)))
    let load = Load()
    let pass: @Sendable (Bool) async -> Bool = { isWrite in
      var call = HostCall.get([], scope: .account)
      call.isWrite = isWrite
      let done: Void? = try? await limiter.pass(call.slot) { () async throws(ForgeError) in
        load.enter(isWrite)
        try? await Task.sleep(for: .milliseconds(2))
        load.leave(isWrite)
      }
      return done != nil
    }
    let passed = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<60 {
        group.addTask {
          let task = Task { await pass(number.isMultiple(of: 3)) }
          if number.isMultiple(of: 7) { task.cancel() }
          return await task.value
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(passed >= 51)
    #expect(load.most == 3)
    #expect(load.mostWrites == 1)
    #expect(await pass(true))
  }
}

/// How many are inside at the same time, and how many there ever were.
private final class Load: Sendable {
  private let counts = Mutex((now: 0, most: 0, writes: 0, mostWrites: 0))
  private let refusals = Mutex(0)

  var refused: Int { refusals.withLock(\.self) }
  var most: Int { counts.withLock { $0.most } }
  var mostWrites: Int { counts.withLock { $0.mostWrites } }

  func enter(_ isWrite: Bool) {
    counts.withLock { counts in
      counts.now += 1
      counts.writes += isWrite ? 1 : 0
      counts.most = max(counts.most, counts.now)
      counts.mostWrites = max(counts.mostWrites, counts.writes)
    }
  }

  func leave(_ isWrite: Bool) {
    counts.withLock { counts in
      counts.now -= 1
      counts.writes -= isWrite ? 1 : 0
    }
  }

  /// A request to a host that takes so many at a time.
  func visit(limit: Int) async throws(ForgeError) {
    enter(false)
    let isTooMany = counts.withLock { $0.now > limit }
    try? await Task.sleep(for: .milliseconds(2))
    leave(false)
    guard isTooMany else { return }
    refusals.withLock { $0 += 1 }
    var error = ForgeError(.rateLimited(until: .now()), subject: "")
    error.isSecondaryLimit = true
    throw error
  }
}
