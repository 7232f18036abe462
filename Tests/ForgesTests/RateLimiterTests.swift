import TestSupport
import Testing
import Time

@testable import Forges

/// A limiter without a pace, whose sleeps last until the time is set.
private struct Scene {
  let limiter: HostRateLimiter
  let now = Watched(Timestamp(seconds: 1_000))
  /// The sleeps that have begun.
  let sleeps = Watched<[Duration]>([])
  /// The requests that were admitted, in order.
  let admitted = Watched<[String]>([])

  init(contentPerMinute: Int = 80) {
    limiter = HostRateLimiter(
      pacing: HostPacing(
        pace: .zero, contentPerMinute: contentPerMinute, now: { [now] in now.value },
        sleep: { [now, sleeps] duration in
          let end = now.value + duration
          sleeps.update { $0.append(duration) }
          await now.wait { $0 >= end }
        }))
  }

  static func write(_ name: String, isContent: Bool = false, isPrompt: Bool = false)
    -> RequestSlot
  {
    var slot = RequestSlot(owner: nil, isWrite: true, isContent: isContent, summary: name)
    slot.isPrompt = isPrompt
    return slot
  }

  func enter(_ slot: RequestSlot) async throws {
    _ = try await limiter.enter(slot)
    admitted.update { $0.append(slot.summary) }
  }

  /// Enters in the background, and returns after the request waits.
  func queue(_ slot: RequestSlot) async {
    let before = await limiter.waiting.count
    Task { try await enter(slot) }
    while await limiter.waiting.count == before { await Task.yield() }
  }
}

@Suite(.timeLimit(.minutes(1))) struct `A rate limiter` {
  @Test func `lets other writes pass a comment that waits for the next minute`() async throws {
    let scene = Scene(contentPerMinute: 1)
    let first = Scene.write("first", isContent: true)
    try await scene.enter(first)
    await scene.limiter.leave(first)
    async let second: Void = scene.enter(Scene.write("second", isContent: true))
    await scene.sleeps.wait { $0 == [.seconds(60)] }
    let label = Scene.write("label")
    try await scene.enter(label)
    await scene.limiter.leave(label)
    scene.now.update { $0 = $0 + .seconds(60) }
    try await second
    #expect(scene.admitted.value == ["first", "label", "second"])
  }

  @Test func `does not count a comment that it refused`() async throws {
    let scene = Scene(contentPerMinute: 1)
    await scene.limiter.close(until: scene.now.value + .seconds(1_000), for: nil)
    await #expect(throws: ForgeError.self) {
      try await scene.enter(Scene.write("refused", isContent: true))
    }
    scene.now.update { $0 = $0 + .seconds(1_000) }
    try await scene.enter(Scene.write("next", isContent: true))
    #expect(scene.sleeps.value == [])
  }

  @Test func `admits what a person waits for before what waits already`() async throws {
    let scene = Scene()
    let first = Scene.write("first")
    try await scene.enter(first)
    await scene.queue(Scene.write("second"))
    await scene.queue(Scene.write("ann's", isPrompt: true))
    await scene.queue(Scene.write("bob's", isPrompt: true))
    await scene.limiter.leave(first)
    for count in 2...4 {
      await scene.admitted.wait { $0.count == count }
      await scene.limiter.leave(Scene.write(""))
    }
    #expect(scene.admitted.value == ["first", "ann's", "bob's", "second"])
  }
}
