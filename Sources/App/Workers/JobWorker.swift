import Arguments
import Configuration
import Ecosystem
import Forges
import Libc
import HTTP
import Logging
import Service
import Store
import Synchronization
import Time
import Tracing
import Updates
import Workers

extension Martlet {
  /// `martlet worker`, which only martlet itself starts: does the visits that its parent sends.
  ///
  /// The first message says what the worker may open; the process is confined before it has other
  /// threads.
  ///
  /// - Returns: the exit code of the process.
  func work() async -> ExitCode {
    let link = WorkerLink()
    // Until it sends the first message, the parent may open the files that show the worker's usage.
    let first = link.next()
    let setup = message(WorkerSetup.self, first.payload)
    setup?.enterEnvironment()
    let missing = Confinement.enter(setup?.access ?? Confinement.Access())
    guard let setup else {
      // `doctor` only wants to know what this machine enforces.
      if first.kind == .cancel {
        link.send(Frame(.ready, missing.payload))
        return .done
      }
      terminal.error("martlet: 'worker' is an internal command\n")
      return .usage
    }
    return await work(setup, link, missing)
  }

  private func work(
    _ setup: WorkerSetup, _ link: WorkerLink, _ missing: Confinement
  ) async -> ExitCode {
    let worker: JobWorker
    do throws(Problem) {
      worker = try await JobWorker(setup, link, terminal)
    } catch {
      terminal.error("martlet: a worker cannot start: \(error.fullMessage)\n")
      return ExitCode(error.kind)
    }
    let (frames, frame) = AsyncStream.makeStream(of: Frame.self)
    link.listen { frame.yield($0) }
    link.send(Frame(.ready, missing.payload))
    for await frame in frames { worker.receive(frame) }
    return .done
  }
}

extension WorkerLink {
  /// The most characters of a line of the log.
  private static let longestLine = 16_384

  /// Writes a line of the log by the parent.
  func log(_ text: String) {
    send(Frame(.message, WorkerMessage.log(String(text.prefix(Self.longestLine))).encoded))
  }
}

/// Does visits one after the other, with separate state and connections.
final class JobWorker: Sendable {
  let log: Logger
  private let link: WorkerLink
  private let visitLog = VisitLog()
  private let spans = VisitSpans()
  private let limiter: RemoteRateLimiter
  private let remote: RemoteNetwork
  private let presets: RemotePresets
  private let signer: RemoteSigner
  private let state: RemoteState
  private let live: Live
  private let forges: [String: ConnectedForge]
  private let counts = RequestCounts()
  private let clock = WallClock.wholeSeconds
  private let timing: Timing
  private let cpu: Int64
  /// The options of a `run`; nil in the service.
  private let options: RunOptions?
  private let running = Mutex<Task<Void, Never>?>(nil)
  private let listings = Mutex<[String: CheckedContinuation<Void, Never>]>([:])

  /// Opens the state and creates the forges.
  init(_ setup: WorkerSetup, _ link: WorkerLink, _ terminal: Terminal) async throws(Problem) {
    Confinement.limitMemory(to: setup.memoryCeiling)
    Allocator.shareArena()
    let settings = try setup.settings()
    let invocation = try setup.invocation()
    self.link = link
    // The parent masks secrets.
    let plain = Live.logger(settings, invocation, terminal.writingErrors { link.log($0) }) {
      Redaction([])
    }
    log = visitLog.attached(to: plain)
    let remote = RemoteNetwork { link.send(Frame(.message, $0)) }
    self.remote = remote
    let limiter = RemoteRateLimiter { link.send(Frame(.message, $0.encoded)) }
    self.limiter = limiter
    cpu = setup.cpu
    options = setup.options
    timing = Timing(settings.service)
    let state = RemoteState { link.send(Frame(.message, $0)) }
    self.state = state
    var live = try Live(
      settings, store: try await state.store(),
      kept: invocation.has("dry-run") ? .inMemory : .configured, log: log, counts: counts,
      by: remote.client, watch: RequestWatch(tracer: spans.tracer))
    live.limiter = { limiter.limiter(of: $0) }
    let presets = RemotePresets { link.send(Frame(.message, $0.encoded)) }
    self.presets = presets
    live.remotePresets = presets
    let signer = RemoteSigner { link.send(Frame(.message, $0.encoded)) }
    self.signer = signer
    if settings.signing != nil { live.remoteSigner = signer.signer(as: setup.signing) }
    self.live = live
    // The parent sends no work for a forge that cannot be used.
    let usable = live.usableForges().compactMap { name, forge in
      (try? forge.get()).map { (name, $0) }
    }
    forges = Dictionary(usable) { first, _ in first }
  }

  /// Handles a message of the parent.
  func receive(_ frame: Frame) {
    switch frame.kind {
    case .visit:
      guard let assignment = message(Assignment.self, frame.payload) else { _exit(1) }
      Confinement.limitCPU(to: cpu + 30)
      running.withLock { $0 = Task { await self.visit(assignment) } }
    case .cancel: running.withLock { $0 }?.cancel()
    case .message:
      if let packet = Packet<ResponseMessage>(frame.payload) {
        remote.receive(packet)
      } else if let packet = Packet<StateReply>(frame.payload) {
        state.receive(packet)
      } else if let word = message(ParentMessage.self, frame.payload) {
        receive(word)
      }
    case .ready: break
    }
  }

  private func receive(_ message: ParentMessage) {
    switch message {
    case .granted(let number): limiter.handle(granted: number)
    case .refused(let number, let until, let owner):
      limiter.handle(refused: number, until: until, owner: owner)
    case .preset(let number, let answer): presets.receive(number, answer)
    case .signature(let number, let answer): signer.receive(number, answer)
    case .listing(let forge, let secrets):
      forges[forge]?.known.listed.apply(secrets)
      listings.withLock { $0.removeValue(forKey: forge) }?.resume()
    }
  }

  private func visit(_ assignment: Assignment) async {
    let task = assignment.task
    let repository = task.job.repository
    let before = counts.snapshot
    let run = options.map { [Entry.Field("run", $0.id)] } ?? []
    visitLog.begin(
      run + [
        .init("repository", "\(repository.name)"), .init("forge", repository.forge),
        .init("job", task.id),
      ])
    #if DEBUG
      await Misbehaviour(of: "\(repository.name)")?(live, log: log)
    #endif
    guard let forge = forges[repository.forge] else { _exit(1) }
    let known = forge.known
    known.use(assignment.identity)
    if known.listed.version != assignment.listing { await fetchListing(of: repository.forge) }
    known.listed.replace(with: assignment.repository)
    var record = await Tracer.$current.withValue(assignment.trace) {
      await forge.served.visit(task, with: options, clock: clock, timing: timing, log: log)
    }
    record.lines = visitLog.end()
    record.report = options.flatMap { record.report?.printed(with: $0) }
    let requests = counts.snapshot.merging(before) { $0 - $1 }.filter { $0.value > 0 }
    let answer = Answer(
      record: record, requests: requests, windows: counts.rateLimits(at: clock.now()),
      spans: spans.take())
    link.send(Frame(.visit, answer.encoded))
  }

  private func fetchListing(of forge: String) async {
    await withCheckedContinuation { continuation in
      listings.withLock { $0[forge] = continuation }
      link.send(Frame(.message, WorkerMessage.wantsListing(forge: forge).encoded))
    }
  }
}
