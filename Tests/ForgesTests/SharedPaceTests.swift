import Synchronization
import TestSupport
import Testing
import Time

@testable import Forges

/// A rate limiter whose slots among processes are given one after the other, and what it did.
private final class Scene: Sendable {
  struct Lost: Error {}

  private let slots: Mutex<[Result<SharedPace.Slot, Lost>]>
  let asked = Mutex<[SharedPace.Write]>([])
  let closed = Mutex<[Duration]>([])
  let slept = Mutex<[Duration]>([])

  /// Takes the slots to give; the last one is repeated.
  init(_ slots: [Result<SharedPace.Slot, Lost>]) { self.slots = Mutex(slots) }

  private func next(_ write: SharedPace.Write) throws -> SharedPace.Slot {
    asked.withLock { $0.append(write) }
    return try slots.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }.get()
  }

  func limiter(contentPerMinute: Int = 80) -> ForgeRateLimiter {
    let pacing = HostPacing(
      pace: .zero, contentPerMinute: contentPerMinute, now: { 1_000 },
      sleep: { rest in self.slept.withLock { $0.append(rest) } })
    let shared = SharedPace(
      reserve: { try self.next($0) }, close: { rest in self.closed.withLock { $0.append(rest) } })
    return ForgeRateLimiter(HostRateLimiter(pacing: pacing.sharing(shared)))
  }
}

private func slot(isWrite: Bool = true, isContent: Bool = false) -> RequestSlot {
  RequestSlot(owner: nil, isWrite: isWrite, isContent: isContent, summary: "POST /x")
}

@Suite struct `A write beside other processes` {
  @Test func `waits for its slot`() async throws {
    let scene = Scene([.success(.wait(.seconds(5))), .success(.send(after: .seconds(2)))])
    let call = slot(isContent: true)
    #expect(try await scene.limiter().pass(call) { () async throws(ForgeError) in true })
    #expect(scene.slept.withLock(\.self) == [.seconds(5), .seconds(2)])
    let asked = scene.asked.withLock(\.self)
    #expect(asked.map(\.contentPerMinute) == [80, 80])
  }

  @Test func `is not asked for by a read`() async throws {
    let scene = Scene([.failure(Scene.Lost())])
    _ = try await scene.limiter().pass(slot(isWrite: false)) { () async throws(ForgeError) in true }
    #expect(scene.asked.withLock(\.count) == 0)
  }

  @Test func `is sent when the state is reached again`() async throws {
    let scene = Scene([.failure(Scene.Lost()), .success(.send(after: .zero))])
    _ = try await scene.limiter().pass(slot()) { () async throws(ForgeError) in true }
    #expect(scene.slept.withLock(\.self) == [.seconds(1)])
  }

  @Test func `fails when the state is not reached for long`() async throws {
    let scene = Scene([.failure(Scene.Lost())])
    let limiter = scene.limiter()
    let error = await #expect(throws: ForgeError.self) {
      try await limiter.pass(slot()) { () async throws(ForgeError) in true }
    }
    #expect(error?.code == .unavailable)
    #expect(error?.detail.contains("state") == true)
    #expect(scene.asked.withLock(\.count) == 25)
  }

  @Test func `that cannot have a slot soon is refused until then`() async throws {
    let scene = Scene([.success(.wait(.seconds(600)))])
    let limiter = scene.limiter()
    let error = await #expect(throws: ForgeError.self) {
      try await limiter.pass(slot()) { () async throws(ForgeError) in true }
    }
    #expect(error?.code == .rateLimited(until: 1_600))
    // The slot was returned.
    _ = try await limiter.pass(slot(isWrite: false)) { () async throws(ForgeError) in true }
  }

  @Test func `is refused to all by a limit of the credential, not by one of an owner`() async throws
  {
    let scene = Scene([.success(.send(after: .zero))])
    let limiter = scene.limiter()
    await limiter.close(1_060, nil)
    await limiter.close(1_090, "acme")
    #expect(scene.closed.withLock(\.self) == [.seconds(60)])
  }
}
