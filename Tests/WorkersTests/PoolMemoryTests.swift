import Testing
import Workers

/// A pool with little memory: a visit reserves a quarter of it, and one worker gets at most half.
private struct Scene {
  var state: PoolState

  init(total: Int, memory: Int, shared: Int = 320 << 20) {
    var limits = PoolLimits()
    limits.sharedMemory = shared
    limits.totalMemory = total
    limits.memory = memory
    state = PoolState(limits)
  }

  mutating func handle(_ events: PoolState.Event...) -> [PoolState.Action] {
    events.flatMap { state.handle($0, at: 0) }
  }

  /// Starts visits 1 to `count` in workers of the same numbers.
  static func busy(_ count: Int, total: Int = 1_000, memory: Int = 800) -> Scene {
    var scene = Scene(total: total, memory: memory)
    for number in 1...count { _ = scene.handle(.requested(number), .ready(number)) }
    return scene
  }

  mutating func measure(_ worker: Int, _ memory: Int) -> [PoolState.Action] {
    handle(.measured(worker, Usage(memory: memory, cpu: 0)))
  }
}

@Suite struct `The memory of all workers` {
  @Test func `limits how many visits run at a time`() {
    var scene = Scene(total: 640, memory: 512)
    for visit in 1...6 { _ = scene.handle(.requested(visit)) }
    #expect(scene.state.counts.all == 4)
    for worker in 1...4 { _ = scene.handle(.ready(worker)) }
    #expect(scene.state.counts.busy == 4)
    #expect(scene.handle(.answered(2)) == [.finish(2), .assign(2, 5)])
  }

  @Test func `ends the visit that uses most, and starts it again alone`() {
    var scene = Scene.busy(3)
    _ = scene.measure(1, 300)
    _ = scene.measure(2, 200)
    #expect(scene.measure(3, 450) == [])
    #expect(scene.measure(2, 260) == [.kill(3)])
    // The killed worker's memory does not count twice.
    #expect(scene.measure(2, 270) == [])
    #expect(scene.handle(.ended(3, .signal(9, peak: 450))) == [.retry(3), .start(4)])
    // 500 are reserved for the largest worker, and 570 are in use.
    #expect(scene.handle(.ready(4)) == [])
    #expect(scene.handle(.answered(1)) == [.finish(1), .close(1)])
    #expect(scene.handle(.ended(1, .exited(0))) == [.assign(4, 3)])
  }

  @Test func `fails a visit that exceeds the limit of one worker, with the reason`() {
    var scene = Scene.busy(2, memory: 400)
    #expect(scene.measure(1, 401) == [.kill(1)])
    #expect(
      scene.handle(.ended(1, .signal(9, peak: 401))) == [.fail(1, .memory(limit: 400))])
  }

  @Test func `ends idle workers before visits`() {
    var scene = Scene.busy(3)
    _ = scene.measure(2, 200)
    _ = scene.handle(.answered(2))
    _ = scene.measure(1, 450)
    #expect(scene.measure(3, 400) == [.kill(2)])
    #expect(scene.handle(.ended(2, .signal(9, peak: 0))) == [])
  }

  @Test func `keeps room for two ordinary visits beside a large one`() {
    var scene = Scene.busy(4, memory: 1_000)
    for worker in 1...4 { _ = scene.measure(worker, 255) }
    _ = scene.handle(.ended(1, .signal(9, peak: 255)))
    for worker in 2...4 { _ = scene.handle(.answered(worker), .ended(worker, .exited(0))) }
    // The large visit runs alone in a new worker, with two ordinary ones beside it.
    _ = scene.handle(.ready(5))
    for visit in 11...14 { _ = scene.handle(.requested(visit)) }
    for worker in 6...9 { _ = scene.handle(.ready(worker)) }
    #expect(scene.state.counts.busy == 3)
    #expect(scene.measure(5, 501) == [.kill(5)])
    #expect(
      scene.handle(.ended(5, .signal(9, peak: 501))).first == .fail(1, .memory(limit: 500)))
  }

  @Test func `is lent to ordinary visits while the large visit doesn't need it`() {
    var scene = Scene(total: 640, memory: 512, shared: 320)
    for number in 1...2 { _ = scene.handle(.requested(number), .ready(number)) }
    _ = scene.measure(1, 100)
    // The second visit becomes the large one, with 512 reserved; then the first one grows.
    #expect(scene.measure(2, 240) == [])
    #expect(scene.measure(1, 190) == [])
    #expect(scene.handle(.requested(3), .ready(3)) == [.start(3), .assign(3, 3)])
    _ = scene.measure(3, 40)
    #expect(scene.measure(2, 450) == [.kill(1)])
    #expect(scene.handle(.ended(1, .signal(9, peak: 190))) == [.retry(1)])
  }

  @Test func `is not kept free for a large visit that waits for others of some size`() {
    var scene = Scene(total: 640, memory: 512, shared: 320)
    for number in 1...3 { _ = scene.handle(.requested(number), .ready(number)) }
    _ = scene.measure(2, 60)
    _ = scene.measure(3, 100)
    #expect(scene.measure(1, 200) == [.kill(1)])
    #expect(scene.handle(.ended(1, .signal(9, peak: 200))) == [.retry(1), .start(4)])
    #expect(scene.handle(.ready(4), .requested(4)) == [.assign(4, 4), .start(5)])
    // The others fit beside the large visit, which is next then.
    _ = scene.handle(.answered(3), .ended(3, .exited(0)))
    #expect(
      scene.handle(.requested(5), .ready(5), .ready(6))
        == [.start(6), .assign(5, 1), .assign(6, 5)])
  }

  @Test func `leaves half of it to one large visit`() {
    var scene = Scene(total: 1_000, memory: 500, shared: 500)
    for number in 1...3 { _ = scene.handle(.requested(number), .ready(number)) }
    // A share is 62, an eighth of what visits share.
    #expect(scene.measure(1, 210) + scene.measure(2, 100) + scene.measure(3, 100) == [])
    // 510 exceed 500: the largest goes on as the large visit, since 1,000 have room for it.
    #expect(scene.measure(1, 310) == [])
    #expect(scene.measure(1, 500) == [])
    // The next one that makes the others exceed 500 has to wait for it.
    #expect(scene.measure(2, 390) == [])
    #expect(scene.measure(2, 410) == [.kill(2)])
    #expect(scene.handle(.ended(2, .signal(9, peak: 410))).first == .retry(2))
  }

  @Test func `that visits share limits how many run at a time`() {
    var scene = Scene(total: 1_000, memory: 500, shared: 320)
    for visit in 1...12 { _ = scene.handle(.requested(visit)) }
    #expect(scene.state.counts.all == 8)
  }

  @Test func `is lent to a visit that a person waits for`() {
    var scene = Scene(total: 1_000, memory: 500, shared: 320)
    for visit in 1...8 { _ = scene.handle(.requested(visit), .ready(visit)) }
    // Others wait, also those that asked before.
    #expect(scene.handle(.requested(9)) == [])
    #expect(scene.handle(.requested(10, isPrompt: true)) == [.start(9)])
    #expect(scene.handle(.ready(9)) == [.assign(9, 10)])
    #expect(scene.handle(.requested(11, isPrompt: true)) == [.start(10)])
    #expect(scene.handle(.answered(1)).prefix(2) == [.finish(1), .assign(1, 11)])
  }

  @Test func `is not lent beyond the limit of all`() {
    var scene = Scene(total: 320, memory: 320, shared: 320)
    for visit in 1...8 { _ = scene.handle(.requested(visit), .ready(visit)) }
    #expect(scene.handle(.requested(9), .requested(10, isPrompt: true)) == [])
    #expect(scene.handle(.answered(1)) == [.finish(1), .assign(1, 10)])
  }

  @Test func `a cancelled visit does not start again`() {
    var scene = Scene.busy(3)
    _ = scene.measure(1, 450)
    _ = scene.measure(2, 300)
    #expect(scene.measure(3, 300) == [.kill(1)])
    #expect(scene.handle(.cancelled(1)) == [])
    #expect(scene.handle(.ended(1, .signal(9, peak: 450))) == [.fail(1, .cancelled)])
  }

  @Test func `is used by one visit at least, whatever the limit is`() {
    var scene = Scene(total: 4, memory: 1 << 30)
    #expect(scene.handle(.requested(1)) == [.start(1)])
    #expect(scene.handle(.ready(1)) == [.assign(1, 1)])
  }
}

@Suite struct `The memory limit of a control group` {
  private func limit(_ files: [String: String]) -> Int? {
    ControlGroup.memoryLimit { files[$0] }
  }

  @Test func `is the lowest one on the way to the root`() {
    #expect(
      limit([
        "/proc/self/cgroup": "0::/system.slice/martlet.service\n",
        "/sys/fs/cgroup/system.slice/martlet.service/memory.max": "max\n",
        "/sys/fs/cgroup/system.slice/memory.max": "1073741824\n",
        "/sys/fs/cgroup/memory.max": "2147483648\n",
      ]) == 1 << 30)
  }

  @Test func `is read from version 1 too`() {
    #expect(
      limit([
        "/proc/self/cgroup": "5:cpu,cpuacct:/x\n4:memory:/docker/abc\n0::/\n",
        "/sys/fs/cgroup/memory/memory.limit_in_bytes": "536870912\n",
      ]) == 512 << 20)
  }

  @Test func `is nil if there is none`() {
    #expect(limit([:]) == nil)
    #expect(
      limit([
        "/proc/self/cgroup": "4:memory:/\n0::/\n",
        "/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
        "/sys/fs/cgroup/memory.max": "max\n",
      ]) == nil)
  }
}
