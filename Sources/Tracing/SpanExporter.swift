package import HTTP
import JSON
package import Logging
internal import Synchronization

/// Sends spans to a collector in batches, without delaying or failing the work.
///
/// Spans wait in a queue of limited length; more are dropped and counted. A batch that the collector
/// can't take now is sent again twice; then its spans count as failed.
package final class SpanExporter: Sendable {
  /// The numbers of spans by result.
  package struct Counts: Hashable, Sendable {
    /// Spans that the collector accepted.
    package var sent = 0
    /// Spans that the collector didn't accept, or that couldn't reach it.
    package var failed = 0
    /// Spans that found the queue full, or that were left at the end of the process.
    package var dropped = 0
  }

  /// The limits.
  package struct Limits: Sendable {
    /// The number of spans that wait.
    package var queue = 4_096
    /// The number of spans in a request.
    package var batch = 512
    /// The pause between looking for spans.
    package var interval = Duration.seconds(1)
    /// The pauses before a batch is sent again.
    package var retries: [Duration] = [.seconds(1), .seconds(5)]

    /// Creates the usual limits.
    package init() {}
  }

  private struct State {
    var waiting: [Span] = []
    var counts = Counts()
    var isFailing = false
    /// Whether the last batch is being sent.
    var isStopping = false
    var isClosed = false
    /// The pause before the next batch, which the end cuts short.
    var pause: Task<Void, Never>?
  }

  private let settings: TraceSettings
  private let limits: Limits
  private let client: Client
  private let log: Logger
  private let document: @Sendable ([Span]) -> [UInt8]
  private let state = Mutex(State())
  private let loop = Mutex<Task<Void, Never>?>(nil)

  /// Creates an exporter, which sends nothing before `start`.
  ///
  /// - Parameters:
  ///   - settings: the address, and the attributes of the process.
  ///   - client: sends each request once; its requests must not be traced.
  ///   - version: the version of the program.
  ///   - log: gets a line when the collector stops accepting spans, and when it accepts them again.
  ///   - limits: the limits.
  ///   - redaction: returns what masks secrets in texts.
  package init(
    _ settings: TraceSettings, by client: Client, version: String, log: Logger,
    limits: Limits = Limits(), redaction: @escaping @Sendable () -> Redaction = { Redaction() }
  ) {
    self.settings = settings
    self.limits = limits
    self.client = client
    self.log = log
    let resource = settings.resource + [("service.version", version)]
    let own = Redaction(settings.headers.map(\.value))
    document = { spans in
      let redact = redaction()
      let document = TraceDocument(resource: resource, version: version) { own(redact($0)) }
      return Array(document(spans).text(.compact).utf8)
    }
  }

  /// Adds its spans to the queue.
  package var tracer: Tracer { Tracer { [self] span in add(span) } }

  /// The numbers of spans by result so far.
  package var counts: Counts { state.withLock(\.counts) }

  /// Adds a span to the queue, or drops it if the queue is full.
  package func add(_ span: Span) {
    state.withLock { state in
      guard !state.isClosed, state.waiting.count < limits.queue else {
        state.counts.dropped += 1
        return
      }
      state.waiting.append(span)
    }
  }

  /// Begins to send.
  package func start() {
    let task = Task {
      while let pause = nextPause() {
        await pause.value
        await flush()
      }
    }
    loop.withLock { $0 = task }
  }

  /// Begins the pause before the next batch; nil at the end.
  private func nextPause() -> Task<Void, Never>? {
    state.withLock { state in
      guard !state.isStopping else { return nil }
      let pause = Task { [limits] in _ = try? await Task.sleep(for: limits.interval) }
      state.pause = pause
      return pause
    }
  }

  /// Sends what waits and accepts no further spans.
  ///
  /// - Parameter limit: how long that can take; the remaining spans are dropped then.
  package func stop(within limit: Duration = .seconds(5)) async {
    let pause = state.withLock { state in
      state.isStopping = true
      return state.pause
    }
    pause?.cancel()
    let task = loop.withLock { $0 }
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await withTaskCancellationHandler {
          await task?.value
        } onCancel: {
          task?.cancel()
        }
        await self.flush()
      }
      group.addTask { try? await Task.sleep(for: limit) }
      await group.next()
      group.cancelAll()
    }
    state.withLock { state in
      state.isClosed = true
      state.counts.dropped += state.waiting.count
      state.waiting = []
    }
  }

  /// Sends all spans that wait now.
  package func flush() async {
    while !Task.isCancelled, let batch = next() { await deliver(batch) }
  }

  private func next() -> [Span]? {
    state.withLock { state in
      guard !state.waiting.isEmpty else { return nil }
      defer { state.waiting.removeFirst(min(limits.batch, state.waiting.count)) }
      return Array(state.waiting.prefix(limits.batch))
    }
  }

  private func deliver(_ batch: [Span]) async {
    let body = document(batch)
    var pauses = limits.retries[...]
    while true {
      let outcome = await send(body)
      guard case .later(let reason, let asked) = outcome, let pause = pauses.popFirst() else {
        return settle(batch.count, outcome)
      }
      note(failure: reason)
      do { try await Task.sleep(for: max(pause, asked)) } catch {
        return settle(batch.count, outcome)
      }
    }
  }

  private enum Outcome {
    /// The collector accepted all but some.
    case accepted(rejected: Int)
    /// It can't take them now, and asks for a pause.
    case later(String, pause: Duration)
    /// It doesn't take them.
    case refused(String)

    var reason: String? {
      switch self {
      case .accepted(let rejected): rejected > 0 ? "\(rejected) spans were rejected" : nil
      case .later(let reason, _), .refused(let reason): reason
      }
    }
  }

  private func send(_ body: [UInt8]) async -> Outcome {
    var headers: Headers = ["Content-Type": "application/json"]
    for header in settings.headers { headers[header.name] = header.value.reveal() }
    do throws(HTTPError) {
      return Self.outcome(
        of: try await client.send(
          Request(
            .post, settings.url, headers: headers, body: body, deadline: settings.deadline,
            bodyLimit: 1 << 20)))
    } catch {
      return .later(error.outage ?? "the request failed", pause: .zero)
    }
  }

  private static let longestPause = 30

  private static func outcome(of response: Response) -> Outcome {
    switch response.status {
    case 200..<300: return .accepted(rejected: rejected(response.body))
    case 429, 502, 503, 504:
      let seconds = response.headers["Retry-After"].flatMap { Int($0) } ?? 0
      return .later(
        "status \(response.status)", pause: .seconds(min(max(0, seconds), longestPause)))
    default: return .refused("status \(response.status)")
    }
  }

  /// Returns the number of spans in `partialSuccess`, which is a string or a number.
  private static func rejected(_ body: [UInt8]) -> Int {
    let root = try? Document(body, named: "the response of the collector").root.value
    let value = root?["partialSuccess"]?["rejectedSpans"]
    return max(0, value?.int ?? value?.string.flatMap { Int($0) } ?? 0)
  }

  private func settle(_ count: Int, _ outcome: Outcome) {
    state.withLock { state in
      guard case .accepted(let rejected) = outcome else {
        state.counts.failed += count
        return
      }
      state.counts.failed += min(count, rejected)
      state.counts.sent += max(0, count - rejected)
    }
    note(failure: outcome.reason)
  }

  /// Logs a change: the first failure, or the first success after it.
  private func note(failure reason: String?) {
    let isNew = state.withLock { state in
      defer { state.isFailing = reason != nil }
      return state.isFailing != (reason != nil)
    }
    guard isNew else { return }
    if let reason {
      log.warning("the collector does not accept traces", ["reason": reason])
    } else {
      log.info("the collector accepts traces again")
    }
  }
}
