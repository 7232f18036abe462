import Testing
import Workers

/// A pool's state with a clock.
private struct Scene {
  var state: PoolState
  var now: Int64 = 0
  var limits: PoolLimits

  init(_ change: (inout PoolLimits) -> Void = { _ in }) {
    limits = PoolLimits()
    change(&limits)
    state = PoolState(limits)
  }

  /// Handles events one after the other, and returns all actions.
  mutating func handle(_ events: PoolState.Event...) -> [PoolState.Action] {
    events.flatMap { state.handle($0, at: now) }
  }

  /// Advances the time, then checks.
  mutating func pass(_ milliseconds: Int64) -> [PoolState.Action] {
    now += milliseconds
    return state.handle(.tick, at: now)
  }

  /// A scene in which worker 1 does visit 1.
  static func busy(_ change: (inout PoolLimits) -> Void = { _ in }) -> Scene {
    var scene = Scene(change)
    _ = scene.handle(.requested(1), .ready(1))
    return scene
  }
}

@Suite struct `The state of the pool` {
  @Test func `starts a worker for a visit, and keeps it for the next one`() {
    var scene = Scene()
    #expect(scene.handle(.requested(1)) == [.start(1)])
    #expect(scene.handle(.ready(1)) == [.assign(1, 1)])
    #expect(scene.handle(.answered(1)) == [.finish(1)])
    #expect(scene.handle(.requested(2)) == [.assign(1, 2)])
  }

  @Test func `starts as many workers as visits wait, and no more`() {
    var scene = Scene()
    #expect(scene.handle(.requested(1), .requested(2)) == [.start(1), .start(2)])
    #expect(scene.handle(.ready(1)) == [.assign(1, 1)])
    #expect(scene.handle(.answered(1)) == [.finish(1), .assign(1, 2)])
    #expect(scene.handle(.requested(3)) == [])
    #expect(scene.handle(.ready(2)) == [.assign(2, 3)])
  }

  @Test func `kills a worker that uses too much memory, and reports the reason after its end`() {
    var scene = Scene.busy { $0.memory = 100 }
    #expect(scene.handle(.measured(1, Usage(memory: 100, cpu: 0))) == [])
    #expect(scene.handle(.measured(1, Usage(memory: 101, cpu: 0))) == [.kill(1)])
    #expect(scene.handle(.measured(1, Usage(memory: 102, cpu: 0))) == [])
    #expect(
      scene.handle(.ended(1, .signal(9, peak: 101))) == [.fail(1, .memory(limit: 100))])
    #expect(scene.handle(.requested(2)) == [.start(2)])
  }

  @Test func `names memory as the reason if a worker grew too fast to be measured`() {
    var scene = Scene.busy { $0.memory = 100 }
    #expect(scene.handle(.ended(1, .signal(6, peak: 101))) == [.fail(1, .memory(limit: 100))])
    var other = Scene.busy { $0.memory = 100 }
    #expect(other.handle(.ended(1, .signal(6, peak: 9))) == [.fail(1, .signal(6, peak: 9))])
  }

  @Test func `counts the CPU time of each visit separately`() {
    var scene = Scene.busy {
      $0.cpu = 1_000
      $0.lowPriorityCPU = 10_000
    }
    _ = scene.handle(.measured(1, Usage(memory: 0, cpu: 500)))
    _ = scene.handle(.measured(1, Usage(memory: 0, cpu: 1_400)))
    #expect(scene.handle(.answered(1), .requested(2)) == [.finish(1), .assign(1, 2)])
    #expect(scene.handle(.measured(1, Usage(memory: 0, cpu: 2_400))) == [])
    #expect(scene.handle(.measured(1, Usage(memory: 0, cpu: 2_401))) == [.kill(1)])
    #expect(scene.handle(.ended(1, .signal(9, peak: 0))) == [.fail(2, .cpu(limit: 1_000))])
  }

  @Test func `lowers the priority of a slow visit, and replaces its worker afterwards`() {
    var scene = Scene.busy { $0.lowPriorityCPU = 100 }
    _ = scene.handle(.measured(1, Usage(memory: 0, cpu: 0)))
    #expect(scene.handle(.measured(1, Usage(memory: 0, cpu: 101))) == [.lowerPriority(1)])
    #expect(scene.handle(.measured(1, Usage(memory: 0, cpu: 202))) == [])
    #expect(scene.handle(.answered(1)) == [.finish(1), .close(1)])
    #expect(scene.handle(.ended(1, .exited(0)), .requested(2)) == [.start(2)])
  }

  @Test func `kills a worker at the visit's deadline`() {
    var scene = Scene.busy { $0.visit = 5_000 }
    #expect(scene.pass(5_000) == [])
    #expect(scene.pass(1) == [.kill(1)])
    #expect(scene.handle(.ended(1, .signal(9, peak: 0))) == [.fail(1, .deadline(5_000))])
  }

  @Test func `kills the worker of a cancelled visit that does not end in time`() {
    var scene = Scene.busy { $0.grace = 2_000 }
    #expect(scene.handle(.cancelled(1), .cancelled(1)) == [.cancel(1)])
    #expect(scene.pass(2_000) == [])
    #expect(scene.pass(1) == [.kill(1)])
    #expect(scene.handle(.ended(1, .signal(9, peak: 0))) == [.fail(1, .cancelled)])
  }

  @Test func `removes a cancelled visit that still waits`() {
    var scene = Scene()
    _ = scene.handle(.requested(1))
    #expect(scene.handle(.cancelled(1)) == [.fail(1, .cancelled)])
    #expect(scene.handle(.ready(1)) == [])
  }

  @Test func `reports why a worker ended by itself, and starts another`() {
    var scene = Scene.busy()
    _ = scene.handle(.requested(2))
    #expect(
      scene.handle(.ended(1, .signal(11, peak: 5)))
        == [.fail(1, .signal(11, peak: 5))])
    #expect(scene.handle(.ready(2)) == [.assign(2, 2)])
  }

  @Test func `fails one visit for each worker that does not start`() {
    var scene = Scene()
    _ = scene.handle(.requested(1), .requested(2))
    #expect(
      scene.handle(.ended(1, .unstarted("no processes left")))
        == [.fail(1, .unstarted("no worker could be started: no processes left"))])
    #expect(
      scene.handle(.ended(2, .exited(1)))
        == [.fail(2, .unstarted("its worker ended with code 1"))])
    #expect(scene.state.isEmpty)
  }

  @Test func `kills a worker that takes too long to start`() {
    var scene = Scene { $0.start = 1_000 }
    _ = scene.handle(.requested(1))
    #expect(scene.pass(1_001) == [.kill(1)])
    guard case .fail(1, .unstarted)? = scene.handle(.ended(1, .signal(9, peak: 0))).first else {
      Issue.record("the visit waits for ever")
      return
    }
  }

  @Test func `ends an idle worker after a while`() {
    var scene = Scene.busy { $0.idle = 1_000 }
    _ = scene.handle(.answered(1))
    #expect(scene.pass(1_000) == [])
    #expect(scene.pass(1) == [.close(1)])
    #expect(scene.handle(.ended(1, .exited(0))) == [])
    #expect(scene.state.isEmpty)
  }

  @Test func `replaces a worker that uses much memory, or has done many visits`() {
    var grown = Scene.busy { $0.totalMemory = 200 }
    _ = grown.handle(.measured(1, Usage(memory: 60, cpu: 0)))
    #expect(grown.handle(.answered(1)) == [.finish(1), .close(1)])
    var used = Scene.busy { $0.visits = 1 }
    #expect(used.handle(.answered(1)) == [.finish(1), .close(1)])
  }

  @Test func `retires after its last visit`() {
    var scene = Scene.busy()
    _ = scene.handle(.requested(2), .ready(2), .answered(2))
    #expect(scene.handle(.retire) == [.close(2)])
    #expect(scene.handle(.requested(3)) == [.fail(3, .cancelled)])
    #expect(scene.handle(.answered(1)) == [.finish(1), .close(1)])
    _ = scene.handle(.ended(1, .exited(0)), .ended(2, .exited(0)))
    #expect(scene.state.isEmpty)
  }

  @Test func `ends all at once`() {
    var scene = Scene.busy()
    _ = scene.handle(.requested(2))
    #expect(scene.handle(.shutDown) == [.fail(2, .cancelled), .kill(1), .kill(2)])
    #expect(scene.handle(.ended(1, .signal(9, peak: 0))) == [.fail(1, .cancelled)])
    #expect(scene.handle(.ended(2, .signal(9, peak: 0))) == [])
    #expect(scene.state.isEmpty)
  }

  @Test func `kills a worker that sends an invalid message`() {
    var scene = Scene.busy()
    #expect(scene.handle(.failed(1, .invalidMessage("x"))) == [.kill(1)])
    // A late answer is ignored.
    #expect(scene.handle(.answered(1)) == [])
    #expect(scene.handle(.ended(1, .signal(9, peak: 0))) == [.fail(1, .invalidMessage("x"))])
  }
}
