import Glibc

/// What the pool's thread does: waits for pipes, and performs what `PoolState` decides.
struct PoolLoop {
  private struct Visit {
    var order: Frame
    var continuation: CheckedContinuation<WorkerPool.Outcome, Never>
  }

  /// Between two measurements, in milliseconds.
  private static let interval: Int64 = 100

  /// Says something to a worker, from any thread.
  var say: @Sendable (_ worker: Int, _ words: [UInt8]) -> Void = { _, _ in }
  private let greeting: Frame
  private let frameLimit: Int
  private let observer: WorkerPool.Observer
  private let bell: Int32
  private var state: PoolState
  private var processes: [Int: WorkerProcess] = [:]
  private var visits: [Int: Visit] = [:]
  private var ends: [CheckedContinuation<Void, Never>] = []
  private var answers: [Int: [UInt8]] = [:]
  private var isEnding = false
  private var lastLook: Int64 = 0

  init(
    limits: PoolLimits, greeting: Frame, frameLimit: Int, observer: WorkerPool.Observer,
    bell: Int32
  ) {
    self.greeting = greeting
    self.frameLimit = frameLimit
    self.observer = observer
    self.bell = bell
    state = PoolState(limits)
  }

  /// Workers with a visit, and all.
  var counts: (busy: Int, all: Int) { state.counts }

  /// Takes requests, waits for the next event, and handles it; false after the end.
  mutating func turn(taking wishes: [WorkerPool.Wish]) -> Bool {
    for wish in wishes { take(wish) }
    if isEnding, processes.isEmpty {
      for end in ends { end.resume() }
      return false
    }
    wait()
    let now = monotonicMilliseconds()
    bury(at: now)
    if now - lastLook >= Self.interval {
      lastLook = now
      measure(at: now)
      perform(state.handle(.tick, at: now))
    }
    return true
  }

  private mutating func take(_ wish: WorkerPool.Wish) {
    let now = monotonicMilliseconds()
    switch wish {
    case .visit(let number, let order, let continuation):
      visits[number] = Visit(order: order, continuation: continuation)
      perform(state.handle(.wanted(number), at: now))
    case .cancel(let number): perform(state.handle(.cancelled(number), at: now))
    case .send(let worker, let frame): processes[worker]?.send(frame)
    case .retire:
      isEnding = true
      perform(state.handle(.retire, at: now))
    case .shutDown(let end):
      isEnding = true
      if let end { ends.append(end) }
      perform(state.handle(.shutDown, at: now))
    }
  }

  /// Waits until something can be read or written, or it is time to look.
  private mutating func wait() {
    var polls = [pollfd(fd: bell, events: Int16(POLLIN), revents: 0)]
    let workers = processes.keys.sorted()
    for worker in workers {
      guard let process = processes[worker] else { continue }
      // A negative descriptor is passed over (poll(2)).
      polls.append(pollfd(fd: process.output, events: Int16(POLLIN), revents: 0))
      let input = process.hasUnsent ? process.input : -1
      polls.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0))
    }
    let pause = state.isEmpty ? -1 : state.isQuiet ? 10 * Self.interval : Self.interval
    guard poll(&polls, nfds_t(polls.count), Int32(pause)) > 0 else { return }
    if polls[0].revents != 0 {
      var rings: UInt64 = 0
      _ = read(bell, &rings, 8)
    }
    for (index, worker) in workers.enumerated() {
      if polls[2 + 2 * index].revents != 0 { processes[worker]?.flush() }
      if polls[1 + 2 * index].revents != 0 { receive(from: worker) }
    }
  }

  private mutating func receive(from worker: Int) {
    let frames: [Frame]
    do throws(FrameReader.Failure) {
      frames = try processes[worker]?.receive() ?? []
    } catch {
      return perform(
        state.handle(.failed(worker, .nonsense("\(error)")), at: monotonicMilliseconds()))
    }
    for frame in frames {
      let now = monotonicMilliseconds()
      switch frame.kind {
      case .ready: perform(state.handle(.ready(worker), at: now))
      case .visit:
        answers[worker] = frame.payload
        // Measured again to decide whether to keep the worker.
        if let usage = processes[worker]?.usage {
          perform(state.handle(.measured(worker, usage), at: now))
        }
        perform(state.handle(.answered(worker), at: now))
        answers[worker] = nil
      case .word:
        let complaint = observer.heard(worker, frame.payload) { [say] in say(worker, $0) }
        guard let complaint else { continue }
        perform(state.handle(.failed(worker, .nonsense(complaint)), at: now))
      case .cancel:
        perform(state.handle(.failed(worker, .nonsense("an order")), at: now))
      }
    }
  }

  private mutating func measure(at now: Int64) {
    for (worker, process) in processes {
      guard let usage = process.usage else { continue }
      perform(state.handle(.measured(worker, usage), at: now))
    }
  }

  private mutating func bury(at now: Int64) {
    for worker in processes.keys.sorted() {
      guard let death = processes[worker]?.ending() else { continue }
      // What it said before its end counts.
      while let output = processes[worker]?.output, output >= 0 {
        let before = processes[worker]?.output
        var ready = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, 0) > 0, before == output else { break }
        receive(from: worker)
      }
      processes[worker]?.forget()
      processes[worker] = nil
      observer.ended(worker, death)
      perform(state.handle(.ended(worker, death), at: now))
    }
  }

  private mutating func perform(_ actions: [PoolState.Action]) {
    for action in actions {
      switch action {
      case .start(let worker): start(worker)
      case .assign(let worker, let visit):
        if let order = visits[visit]?.order { processes[worker]?.send(order) }
      case .cancel(let worker): processes[worker]?.send(Frame(.cancel))
      case .lowerPriority(let worker): processes[worker]?.lowerPriority()
      case .close(let worker): processes[worker]?.closeInput()
      case .kill(let worker): processes[worker]?.kill()
      case .finish(let visit):
        let worker = answers.keys.first
        end(visit, .answered(worker.flatMap { answers[$0] } ?? []))
      case .giveUp(let visit, let death): end(visit, .died(death))
      }
    }
  }

  private mutating func end(_ visit: Int, _ outcome: WorkerPool.Outcome) {
    visits.removeValue(forKey: visit)?.continuation.resume(returning: outcome)
  }

  private mutating func start(_ worker: Int) {
    do throws(WorkerProcess.Failure) {
      var process = try WorkerProcess(frameLimit: frameLimit)
      process.send(greeting)
      processes[worker] = process
    } catch {
      perform(
        state.handle(.ended(worker, .unstarted(error.words)), at: monotonicMilliseconds()))
    }
  }
}
