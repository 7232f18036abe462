import Logging
import Store
import TestSupport
import Testing
import Time
import Updates

@testable import Service

@Suite struct `The watch over advisories` {
  private let clock = HandClock()

  private func watch(_ store: StateStore, _ scan: AdvisoryWatch.Scan?) -> AdvisoryWatch {
    AdvisoryWatch(
      store: store, clock: clock.clock, interval: .seconds(600), log: .silent, scan: { scan })
  }

  @Test func `repositories with new advisories are visited, regardless of the schedule`()
    async throws
  {
    let store = try await StateStore.inMemory()
    try await store.enqueue(
      Job(repository: "hub/acme/web", cause: .schedule, dueAt: 9_000, enqueuedAt: 9_000))
    try await watch(store) {
      .init(repositories: ["hub/acme/web"], failure: "later more")
    }.scanOnce()
    let jobs = try await store.jobs()
    #expect(jobs.map(\.cause) == [.advisory])
    #expect(jobs.map(\.dueAt) == [clock.now])
  }

  @Test func `advisories are not queried if disabled`() async throws {
    let store = try await StateStore.inMemory()
    try await watch(store, nil).scanOnce()
    #expect(try await store.jobs().isEmpty)
  }

  @Test func `queries again after its interval, and continues after a failure`() async throws {
    let store = try await StateStore.inMemory()
    let looks = Watched(0)
    let spread = Jitter.number(for: "advisories \(clock.now.seconds)", below: 60)
    let pause = Duration.seconds(600 + spread)
    let work = Task {
      await watch(store) {
        looks.update { $0 += 1 }
        if looks.value == 1 { throw Failure() }
        return .init()
      }.run()
    }
    for expected in 1...2 {
      await clock.waitForSleep(pause)
      clock.advance(by: pause)
      await looks.wait { $0 == expected }
    }
    await clock.waitForSleep(pause)
    work.cancel()
    clock.advance(by: pause)
    await work.value
    #expect(looks.value == 2)
  }

  private struct Failure: Error {}
}
