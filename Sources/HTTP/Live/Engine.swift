internal import Synchronization

/// Passes requests to the network thread and waits for their results.
///
/// The thread starts with the first request and loads libcurl while other threads continue.
final class Engine: Sendable {
  private let options: LiveOptions
  private let checkTarget: TargetCheck
  private let started = Mutex<Inbox?>(nil)

  init(_ options: LiveOptions) {
    self.options = options
    checkTarget = TargetCheck(options)
  }

  deinit {
    // No caller is waiting: a waiting caller would hold the client, and the client holds this
    // object.
    started.withLock { $0?.put(.stop) }
  }

  private var inbox: Inbox {
    started.withLock { started in
      if let started { return started }
      let inbox = Inbox()
      NetworkThread.start(options: options, inbox: inbox)
      started = inbox
      return inbox
    }
  }

  func send(_ request: Request) async throws(HTTPError) -> Response {
    let url = try AbsoluteURL(request.url)
    if options.proxies.proxy(for: url.origin) != nil { try await checkTarget(url) }
    let ticket = Ticket()
    let inbox = inbox
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        inbox.put(.start(Order(request, url: url, ticket: ticket, continuation: continuation)))
      }
    } onCancel: {
      ticket.cancel()
      inbox.put(.cancel(ticket))
    }
    return try outcome.get()
  }
}

/// Identifies a request, and records a cancellation that arrives before the request has started.
final class Ticket: Sendable {
  private let flag = Atomic<Bool>(false)

  var isCancelled: Bool { flag.load(ordering: .acquiring) }

  func cancel() { flag.store(true, ordering: .releasing) }
}

/// A request for the network thread.
struct Order: Sendable {
  typealias Outcome = Result<Response, HTTPError>

  var request: Request
  var url: AbsoluteURL
  var ticket: Ticket
  private var continuation: CheckedContinuation<Outcome, Never>

  init(
    _ request: Request, url: AbsoluteURL, ticket: Ticket,
    continuation: CheckedContinuation<Outcome, Never>
  ) {
    self.request = request
    self.url = url
    self.ticket = ticket
    self.continuation = continuation
  }

  /// Called exactly once.
  func finish(_ outcome: Outcome) { continuation.resume(returning: outcome) }

  func fail(_ code: HTTPError.Code, detail: String = "") {
    finish(.failure(HTTPError(code, url: url.withoutQuery, detail: detail)))
  }
}
