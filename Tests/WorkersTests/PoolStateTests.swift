import TestSupport
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

  @Test func `starts only as many workers as visits wait`() {
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

@Suite struct `Workers of several groups` {
  @Test func `a worker does visits of its group only`() {
    var scene = Scene()
    #expect(scene.handle(.requested(1, of: "acme")) == [.start(1, for: "acme")])
    #expect(scene.handle(.ready(1), .answered(1)) == [.assign(1, 1), .finish(1)])
    #expect(scene.handle(.requested(2, of: "eve")) == [.start(2, for: "eve")])
    #expect(scene.handle(.requested(3, of: "acme")) == [.assign(1, 3)])
    #expect(scene.handle(.ready(2)) == [.assign(2, 2)])
  }

  @Test func `an idle worker ends if it holds the memory that another group waits for`() {
    var scene = Scene {
      $0.totalMemory = 4
      $0.sharedMemory = 4
    }
    for worker in 1...4 { _ = scene.handle(.requested(worker, of: "acme"), .ready(worker)) }
    for worker in 1...4 {
      _ = scene.handle(.measured(worker, Usage(memory: 1, cpu: 0)), .answered(worker))
    }
    #expect(scene.handle(.requested(5, of: "eve")) == [.close(1)])
    #expect(scene.handle(.ended(1, .exited(0))) == [.start(5, for: "eve")])
    #expect(scene.handle(.ready(5)) == [.assign(5, 5)])
  }

  @Test func `a group leaves its worker to an older visit of another one`() {
    var scene = Scene {
      $0.totalMemory = 4
      $0.sharedMemory = 4
      $0.turns = 2
    }
    _ = scene.handle(.requested(1, of: "acme"), .ready(1))
    for worker in 2...4 { _ = scene.handle(.requested(worker, of: "acme"), .ready(worker)) }
    _ = scene.handle(.requested(5, of: "eve"), .requested(6, of: "acme"), .requested(7, of: "acme"))
    #expect(scene.handle(.answered(1)) == [.finish(1), .assign(1, 6)])
    #expect(scene.handle(.answered(1)) == [.finish(6), .close(1), .start(5, for: "eve")])
  }

  @Test func `fails the visit of the group whose worker does not start`() {
    var scene = Scene()
    _ = scene.handle(.requested(1, of: "acme"), .requested(2, of: "eve"))
    #expect(
      scene.handle(.ended(2, .exited(1)))
        == [.fail(2, .unstarted("its worker ended with code 1"))])
  }

  @Test(arguments: 0..<40) func `every visit ends, in a worker of its group`(seed: Int) {
    var play = RandomPlay(seed: seed)
    for visit in 1...60 { play.request(visit) }
    play.finish()
    #expect(play.ended.count == 60)
  }
}

/// Random visits of four groups, whose workers answer, fail and end in random order.
private struct RandomPlay {
  private var scene: Scene
  private var random: SeededGenerator
  private var groups: [Int: String] = [:]
  private var workers: [Int: String] = [:]
  private var events: [PoolState.Event] = []
  /// The visits that were finished or failed.
  private(set) var ended: Set<Int> = []

  init(seed: Int) {
    random = SeededGenerator(seed: UInt64(seed))
    let memory = Int.random(in: 1...12, using: &random)
    scene = Scene {
      $0.totalMemory = memory
      $0.sharedMemory = memory
      $0.turns = 3
    }
  }

  /// Requests a visit, and lets something else happen or not.
  mutating func request(_ visit: Int) {
    let group = ["acme", "eve", "bob", "kim"].randomElement(using: &random) ?? ""
    groups[visit] = group
    note(scene.handle(.requested(visit, of: group)))
    if Bool.random(using: &random) { advance() }
  }

  /// Lets everything happen that is still to come.
  mutating func finish() {
    while !events.isEmpty { advance() }
  }

  private mutating func advance() {
    guard let index = events.indices.randomElement(using: &random) else { return }
    note(scene.handle(events.remove(at: index)))
  }

  private mutating func note(_ actions: [PoolState.Action]) {
    for action in actions {
      switch action {
      case .start(let worker, let group):
        workers[worker] = group
        events.append(.ready(worker))
      case .assign(let worker, let visit):
        #expect(workers[worker] == groups[visit])
        let fails = Int.random(in: 0..<9, using: &random) == 0
        events.append(fails ? .ended(worker, .exited(1)) : .answered(worker))
      case .close(let worker), .kill(let worker): events.append(.ended(worker, .exited(0)))
      case .finish(let visit), .fail(let visit, _): #expect(ended.insert(visit).inserted)
      case .cancel, .lowerPriority, .retry: break
      }
    }
  }
}
