import Logging
import Store
import Synchronization
import TestSupport
import Testing
import Time

@testable import Service

/// A clock that can be set, and one that can't.
private final class Clocks: Sendable {
  private struct State {
    var wall: Timestamp
    var steady = Duration.zero
    /// The changes of the wall clock at the next sleeps; after the last one, sleeping is cancelled.
    var jumps: [Duration]
    var jumped = 0
    var lines: [String] = []
  }

  private let state: Mutex<State>

  init(at now: Timestamp, jumps: [Duration]) {
    state = Mutex(State(wall: now, jumps: jumps))
  }

  var wall: WallClock {
    WallClock(
      now: { self.state.withLock { $0.wall } },
      sleep: { duration throws(CancellationError) in
        let isOver = self.state.withLock { state in
          guard !state.jumps.isEmpty else { return true }
          state.wall += duration + state.jumps.removeFirst()
          state.steady += duration
          return false
        }
        if isOver { throw CancellationError() }
      })
  }

  func steady() -> Duration { state.withLock { $0.steady } }
  func jump() { state.withLock { $0.jumped += 1 } }
  var jumpCount: Int { state.withLock { $0.jumped } }
}

@Suite struct `The watch over the clock` {
  private let timing = Timing()

  private func run(_ store: StateStore, _ clocks: Clocks) async -> ClockWatch {
    let watch = ClockWatch(elapsed: clocks.steady)
    await watch.run(
      store: store, clock: clocks.wall, timing: timing, log: .silent, jumped: { clocks.jump() })
    return watch
  }

  private func dueTimes(_ store: StateStore) async throws -> [Int64] {
    try await store.jobs().map(\.dueAt.seconds)
  }

  private func store(due: Timestamp) async throws -> StateStore {
    let store = try await StateStore.inMemory()
    try await store.enqueue(
      Job(
        repository: "hub/acme/app", cause: .schedule, dueAt: due, enqueuedAt: due))
    return store
  }

  @Test func `a start with the clock a year ahead keeps no repository waiting`() async throws {
    let store = try await store(due: 1_000 + 400 * 86_400)
    let watch = await run(store, Clocks(at: 1_000, jumps: []))
    #expect(try await dueTimes(store) == [1_000])
    #expect(watch.jumps == 0)
  }

  @Test func `a clock that is set back makes visits due, and is counted`() async throws {
    let year = Duration.days(365)
    let store = try await store(due: Timestamp(seconds: 40_000_000) + .seconds(3_000))
    let clocks = Clocks(at: 40_000_000, jumps: [.zero, .zero - year, .zero])
    let watch = await run(store, clocks)
    #expect(try await dueTimes(store) == [40_000_020 - 365 * 86_400])
    #expect(watch.jumps == 1)
    #expect(clocks.jumpCount == 1)
  }

  @Test func `small corrections are not jumps`() async throws {
    let store = try await store(due: 2_000)
    let clocks = Clocks(at: 1_000, jumps: [.seconds(50), .seconds(-50), .milliseconds(3)])
    let watch = await run(store, clocks)
    #expect(watch.jumps == 0)
    #expect(try await dueTimes(store) == [2_000])
  }

  @Test func `times are checked with each sweep`() async throws {
    let store = try await StateStore.inMemory()
    let far = Job(
      repository: "hub/acme/app", cause: .schedule, dueAt: 99_999_999, enqueuedAt: 0)
    let rounds = Int(timing.sweep / ClockWatch.interval) + 1
    let clocks = Clocks(at: 1_000, jumps: Array(repeating: .zero, count: rounds))
    let watch = ClockWatch {
      // Another instance with a wrong clock writes it after the first check.
      clocks.steady()
    }
    await watch.run(
      store: store,
      clock: WallClock(
        now: clocks.wall.now,
        sleep: { duration throws(CancellationError) in
          do { try await store.enqueue(far) } catch { throw CancellationError() }
          try await clocks.wall.sleep(duration)
        }), timing: timing, log: .silent, jumped: {})
    #expect(try await dueTimes(store).allSatisfy { $0 < 99_999_999 })
  }
}
