import Libc

/// The loop of the pool's thread: waits for pipes and performs the actions of `PoolState`.
struct PoolLoop {
  private struct Job {
    var order: Frame
    var begun: @Sendable () -> Void
    var continuation: CheckedContinuation<WorkerPool.Outcome, Never>
  }

  /// Sends a message to a worker, from any thread.
  var send: @Sendable (_ worker: Int, _ payload: [UInt8]) -> Void = { _, _ in }
  private let greeting: WorkerPool.Greeting
  private let frameLimit: Int
  private let observer: WorkerPool.Observer
  private let bell: Int32
  private var state: PoolState
  private var processes: [Int: WorkerProcess] = [:]
  private var visits: [Int: Job] = [:]
  private var shutDowns: [CheckedContinuation<Void, Never>] = []
  /// The answer that is being handled.
  private var answer: [UInt8] = []
  private var isEnding = false
  private var lastCheck: Int64 = 0

  init(
    limits: PoolLimits, greeting: @escaping WorkerPool.Greeting, frameLimit: Int,
    observer: WorkerPool.Observer,
    bell: Int32
  ) {
    self.greeting = greeting
    self.frameLimit = frameLimit
    self.observer = observer
    self.bell = bell
    state = PoolState(limits)
  }

  /// The number of workers with a visit, and of all.
  var counts: (busy: Int, all: Int) { state.counts }

  /// The time between two measurements, in milliseconds.
  ///
  /// Two cores fill 300 MB in 100 ms, so half of the memory limit is still free at the first
  /// measurement above half of it.
  private var interval: Int64 { state.needsClosePolling ? 20 : 100 }

  /// Handles requests, waits for the next event and handles it; false after the end.
  mutating func turn(handling requests: [WorkerPool.Request]) -> Bool {
    for request in requests { handle(request) }
    if isEnding, processes.isEmpty {
      for shutDown in shutDowns { shutDown.resume() }
      return false
    }
    wait()
    let now = monotonicMilliseconds()
    reap(at: now)
    if now - lastCheck >= interval {
      lastCheck = now
      measure(at: now)
      perform(state.handle(.tick, at: now))
    }
    return true
  }

  private mutating func handle(_ request: WorkerPool.Request) {
    let now = monotonicMilliseconds()
    switch request {
    case .visit(let number, let group, let isPrompt, let order, let begun, let continuation):
      visits[number] = Job(order: order, begun: begun, continuation: continuation)
      perform(state.handle(.requested(number, of: group, isPrompt: isPrompt), at: now))
    case .cancel(let number): perform(state.handle(.cancelled(number), at: now))
    case .send(let worker, let frame): send(frame, to: worker, at: now)
    case .retire:
      isEnding = true
      perform(state.handle(.retire, at: now))
    case .shutDown(let continuation):
      isEnding = true
      if let continuation { shutDowns.append(continuation) }
      perform(state.handle(.shutDown, at: now))
    }
  }

  /// Waits until a pipe is ready or the next measurement is due.
  private mutating func wait() {
    var polls = [pollfd(fd: bell, events: Int16(POLLIN), revents: 0)]
    let workers = processes.keys.sorted()
    for worker in workers {
      guard let process = processes[worker] else { continue }
      // poll(2) ignores negative descriptors.
      polls.append(pollfd(fd: process.output, events: Int16(POLLIN), revents: 0))
      let input = process.hasUnsent ? process.input : -1
      polls.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0))
    }
    let timeout = state.isEmpty ? -1 : state.isQuiet ? 1_000 : interval
    guard poll(&polls, nfds_t(polls.count), Int32(timeout)) > 0 else { return }
    if polls[0].revents != 0 {
      var rings: UInt64 = 0
      _ = read(bell, &rings, 8)
    }
    for (index, worker) in workers.enumerated() {
      if polls[2 + 2 * index].revents != 0 { processes[worker]?.flush() }
      if polls[1 + 2 * index].revents != 0 { receive(from: worker) }
    }
  }

  private mutating func send(_ frame: Frame, to worker: Int, at now: Int64) {
    processes[worker]?.send(frame)
    guard processes[worker]?.readsTooLittle == true else { return }
    let death = Death.invalidMessage("it doesn't read its messages")
    perform(state.handle(.failed(worker, death), at: now))
  }

  private mutating func receive(from worker: Int) {
    let frames: [Frame]
    do throws(FrameReader.Failure) {
      frames = try processes[worker]?.receive() ?? []
    } catch {
      return perform(
        state.handle(.failed(worker, .invalidMessage("\(error)")), at: monotonicMilliseconds()))
    }
    for frame in frames { handle(frame, from: worker, at: monotonicMilliseconds()) }
  }

  private mutating func handle(_ frame: Frame, from worker: Int, at now: Int64) {
    switch frame.kind {
    case .ready:
      observer.ready(Confinement(payload: frame.payload))
      perform(state.handle(.ready(worker), at: now))
    case .visit:
      observer.answered(worker)
      // The state decides by the current usage whether to keep the worker.
      if let usage = processes[worker]?.usage {
        perform(state.handle(.measured(worker, usage), at: now))
      }
      answer = frame.payload
      perform(state.handle(.answered(worker), at: now))
      answer = []
    case .message:
      let problem = observer.received(worker, frame.payload) { [send] in send(worker, $0) }
      guard let problem else { return }
      perform(state.handle(.failed(worker, .invalidMessage(problem)), at: now))
    case .cancel:
      perform(state.handle(.failed(worker, .invalidMessage("a worker cannot cancel")), at: now))
    }
  }

  private mutating func measure(at now: Int64) {
    for (worker, process) in processes {
      guard let usage = process.usage else { continue }
      perform(state.handle(.measured(worker, usage), at: now))
    }
  }

  /// Handles the processes that have ended.
  private mutating func reap(at now: Int64) {
    for worker in processes.keys.sorted() {
      guard let death = processes[worker]?.ending() else { continue }
      // Messages that the worker sent before its end count.
      while let output = processes[worker]?.output, output >= 0 {
        var ready = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, 0) > 0 else { break }
        receive(from: worker)
      }
      processes[worker]?.close()
      processes[worker] = nil
      observer.ended(worker, death)
      perform(state.handle(.ended(worker, death), at: now))
    }
  }

  private mutating func perform(_ actions: [PoolState.Action]) {
    for action in actions {
      switch action {
      case .start(let worker, let group): start(worker, for: group)
      case .assign(let worker, let visit):
        if let visit = visits[visit] {
          visit.begun()
          observer.assigned(worker, visit.order.payload)
          processes[worker]?.send(visit.order)
        }
      case .cancel(let worker): processes[worker]?.send(Frame(.cancel))
      case .lowerPriority(let worker): processes[worker]?.lowerPriority()
      case .close(let worker): processes[worker]?.closeInput()
      case .kill(let worker): processes[worker]?.kill()
      case .finish(let visit): end(visit, .answered(answer))
      case .retry(let visit):
        if let order = visits[visit]?.order { observer.retried(order.payload) }
      case .fail(let visit, let death): end(visit, .died(death))
      }
    }
  }

  private mutating func end(_ visit: Int, _ outcome: WorkerPool.Outcome) {
    visits.removeValue(forKey: visit)?.continuation.resume(returning: outcome)
  }

  private mutating func start(_ worker: Int, for group: PoolState.Group) {
    do throws(WorkerProcess.Failure) {
      var process = try WorkerProcess(frameLimit: frameLimit)
      process.send(Frame(.message, greeting(group)))
      processes[worker] = process
    } catch {
      perform(
        state.handle(.ended(worker, .unstarted(error.message)), at: monotonicMilliseconds()))
    }
  }
}
