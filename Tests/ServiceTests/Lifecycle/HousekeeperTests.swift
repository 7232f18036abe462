import Forges
import Logging
import Store
import TestSupport
import Testing
import Time

@testable import Service

@Suite struct `The housekeeper` {
  @Test func `keeps the logs of visits for a week`() async throws {
    let store = try await StateStore.inMemory()
    let clock = HandClock()
    for day: Int64 in 0...9 {
      try await store.save(
        LoggedVisit(
          repository: "hub/acme/app", job: "day \(day)", at: clock.now, seconds: 1,
          outcome: "push, finished", lines: ["a"]))
      clock.advance(by: .days(1))
      await Housekeeper(store: store, clock: clock.clock, log: .silent).clean()
      let days = try await store.logs(of: "hub/acme/app").map(\.job)
      #expect(days == (max(0, day - 6)...day).reversed().map { "day \($0)" })
    }
  }
}
