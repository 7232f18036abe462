import Forges
import Store
import TestSupport
import Testing
import Time

/// A write that waits for at most `longest`.
private func write(
  pace: Duration, content: Int? = nil, longest: Duration = .seconds(120)
) -> SharedPace.Write {
  SharedPace.Write(pace: pace, contentPerMinute: content, longestWait: longest)
}

extension SharedPace.Slot {
  fileprivate var rest: Duration {
    switch self {
    case .send(let rest), .wait(let rest): rest
    }
  }

  fileprivate var isReserved: Bool {
    if case .send = self { true } else { false }
  }
}

@Suite struct `The slots of writes` {
  @Test(arguments: DatabaseKind.present)
  func `are a pace apart, whoever takes them`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    // Longer than the test takes, so that its speed does not matter.
    let slots = try await withThrowingTaskGroup(of: SharedPace.Slot.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try await store.reserveSlot(of: write(pace: .seconds(600), longest: .days(1)), at: "hub")
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(slots.allSatisfy { $0.isReserved })
    let minutes = slots.map { ($0.rest / .seconds(60)).rounded(.up) }.sorted()
    #expect(minutes == [0, 10, 20, 30, 40, 50, 60, 70])
    #expect(
      try await store.reserveSlot(of: write(pace: .seconds(1)), at: "lab") == .send(after: .zero))
  }

  @Test(arguments: DatabaseKind.present)
  func `are not reserved beyond the longest wait`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    let slow = write(pace: .seconds(600), longest: .seconds(900))
    var slots: [SharedPace.Slot] = []
    for _ in 0..<4 { slots.append(try await store.reserveSlot(of: slow, at: "hub")) }
    #expect(slots.map(\.isReserved) == [true, true, false, false])
    #expect(slots[3].rest > .seconds(1_100) && slots[3].rest <= .seconds(1_200))
  }

  @Test(arguments: DatabaseKind.present)
  func `respect the limit of a minute, which other writes pass`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    func take(_ content: Int?) async throws -> SharedPace.Slot {
      try await store.reserveSlot(of: write(pace: .zero, content: content), at: "hub")
    }
    for _ in 0..<3 { #expect(try await take(3).isReserved) }
    let fourth = try await take(3)
    #expect(!fourth.isReserved && fourth.rest > .seconds(30) && fourth.rest <= .seconds(60))
    #expect(try await take(nil) == .send(after: .zero))
    #expect(try await take(4).isReserved)
  }

  @Test(arguments: DatabaseKind.present)
  func `end for all when the host refuses one`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    try await store.closeSlots(at: "hub", for: .seconds(600))
    try await store.closeSlots(at: "hub", for: .seconds(60))
    let slot = try await store.reserveSlot(of: write(pace: .zero), at: "hub")
    #expect(!slot.isReserved && slot.rest > .seconds(500))
    #expect(try await store.reserveSlot(of: write(pace: .zero), at: "lab").isReserved)
  }
}
