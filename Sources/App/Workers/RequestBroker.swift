import Credentials
import Forges
import HTTP
import Logging
import Synchronization
import Tracing

/// Sends the requests of workers with the parent's network and credentials.
///
/// Each request is checked against the visit of its worker. Credentials are added by the same policy
/// as in the parent, and never sent to the worker.
final class RequestBroker: Sendable {
  /// Sends a payload to a worker.
  typealias Send = @Sendable ([UInt8]) -> Void

  /// A worker during a visit.
  private struct Lane {
    var reach: Reach
    /// The span of the visit; nil if nothing is measured.
    var trace: SpanContext?
    var tasks: [Int: Task<Void, Never>] = [:]
    /// Wait until the worker has taken the part that was sent last.
    var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
  }

  /// The maximum number of concurrent requests of a worker; no visit has as many.
  private static let mostRequests = 256
  /// How many bytes of responses a worker may make the parent hold, besides the largest response.
  private static let share = 16 << 20
  /// The bytes of a part.
  private static let partSize = 256 << 10
  /// The most bytes of a body that is sent without waiting until the worker has taken it.
  ///
  /// With the limit of requests that is at most 4 MB for a worker.
  private static let smallBody = 16 << 10
  /// The most bytes of a response.
  private static let largestBody = 256 << 20
  /// The longest duration of an exchange.
  private static let longest = Duration.seconds(600)

  private let network: Network
  private let rules: JobRules
  private let log: Logger
  private let budget = ResponseBudget(share: share)
  private let lanes = Mutex<[Int: Lane]>([:])

  init(_ network: Network, log: Logger) {
    self.network = network
    self.log = log
    rules = JobRules(urls: network.forgeURLs)
  }

  /// Begins a visit, whose requests become parts of a span.
  func begin(_ reach: Reach, within trace: SpanContext? = nil, worker: Int) {
    end(worker: worker)
    lanes.withLock { $0[worker] = Lane(reach: reach, trace: trace) }
  }

  /// The repository that a worker visits, as its forge calls it; nil if it visits none.
  func reach(of worker: Int) -> Reach? { lanes.withLock { $0[worker]?.reach } }

  /// Ends the visit of a worker, with its requests.
  func end(worker: Int) {
    guard let lane = lanes.withLock({ $0.removeValue(forKey: worker) }) else { return }
    for task in lane.tasks.values { task.cancel() }
    for waiting in lane.waiting.values { waiting.resume(returning: false) }
  }

  /// Starts a request.
  ///
  /// - Returns: the error in the message; nil if there is none.
  func start(_ payload: [UInt8], worker: Int, _ send: @escaping Send) -> String? {
    guard let packet = Packet<RequestMessage>(payload) else { return "a malformed request" }
    let number = packet.head.number
    return lanes.withLock { lanes in
      guard let lane = lanes[worker] else {
        // The visit has just ended.
        send(Self.failure(number, .cancelled, packet.head.url))
        return nil
      }
      guard lane.tasks.count < Self.mostRequests else { return "too many requests under way" }
      guard lane.tasks[number] == nil else { return "a repeated number" }
      let visited = lane.reach.visited
      lanes[worker]?.tasks[number] = Task {
        await self.run(packet, visited, worker, send)
        self.lanes.withLock { $0[worker]?.tasks[number] = nil }
      }
      return nil
    }
  }

  /// Stops a request.
  func abandon(_ number: Int, worker: Int) {
    let (task, waiting) = lanes.withLock { lanes in
      (lanes[worker]?.tasks[number], lanes[worker]?.waiting.removeValue(forKey: number))
    }
    task?.cancel()
    waiting?.resume(returning: false)
  }

  /// Continues with the next part of a response.
  func took(_ number: Int, worker: Int) {
    lanes.withLock { $0[worker]?.waiting.removeValue(forKey: number) }?.resume(returning: true)
  }

  private func run(
    _ packet: Packet<RequestMessage>, _ visited: VisitedRepository, _ worker: Int, _ send: Send
  ) async {
    let number = packet.head.number
    do throws(HTTPError) {
      let response = try await exchange(packet, visited, worker)
      await deliver(response.response, number, worker, send)
      // The memory counts until the worker has taken the response.
      withExtendedLifetime(response.reservation) {}
    } catch {
      send(Packet(ResponseMessage.failure(number, error)).encoded)
    }
  }

  private func exchange(
    _ packet: Packet<RequestMessage>, _ visited: VisitedRepository, _ worker: Int
  ) async throws(HTTPError) -> (response: Response, reservation: Reservation) {
    let message = packet.head
    var request = message.request(packet.body)
    let shown = (try? AbsoluteURL(request.url).withoutQuery) ?? ""
    let reach = lanes.withLock { $0[worker]?.reach } ?? Reach(visited, identifier: nil)
    if let refusal = rules.refusal(of: request, within: reach) {
      log.warning(
        "a worker's request is not part of its visit: \(refusal)",
        [
          "repository": "\(visited.repository.name)", "method": request.method.rawValue,
          "url": shown,
        ])
      throw HTTPError(.forbiddenAddress, url: shown, detail: "not part of this visit: \(refusal)")
    }
    let reservation = budget.reservation(for: worker)
    request.reservation = reservation
    request.bodyLimit = min(max(0, request.bodyLimit), Self.largestBody)
    request.deadline = min(request.deadline, Self.longest)
    let client = network.sender(
      for: message.asker.isShared ? .everyone : .repository(visited),
      withholding: message.asker.withheld)
    let trace = lanes.withLock { $0[worker]?.trace }
    let response = try await client.sending(within: trace?.at(message.stage)).send(request)
    lanes.withLock { lanes in
      guard let reach = lanes[worker]?.reach else { return }
      lanes[worker]?.reach = rules.learn(from: response, to: request, reach)
    }
    return (response, reservation)
  }

  private func deliver(
    _ response: Response, _ number: Int, _ worker: Int, _ send: Send
  ) async {
    let body = response.body
    if body.count <= Self.smallBody {
      let head = ResponseMessage.whole(
        number, status: response.status, headers: response.headers, url: response.url)
      return send(Packet(head, body).encoded)
    }
    send(
      Packet(
        ResponseMessage.head(
          number, status: response.status, headers: response.headers, url: response.url,
          size: body.count)
      ).encoded)
    var rest = body[...]
    while !rest.isEmpty {
      let part = Packet(ResponseMessage.part(number), Array(rest.prefix(Self.partSize)))
      rest = rest.dropFirst(Self.partSize)
      guard await hand(over: part.encoded, number, worker, send) else { return }
    }
  }

  /// Sends a part and waits until the worker has taken it; false if it doesn't want any more.
  private func hand(
    over part: [UInt8], _ number: Int, _ worker: Int, _ send: Send
  ) async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isKnown = lanes.withLock { lanes in
          guard lanes[worker]?.tasks[number] != nil, !Task.isCancelled else { return false }
          lanes[worker]?.waiting[number] = continuation
          return true
        }
        if isKnown { send(part) } else { continuation.resume(returning: false) }
      }
    } onCancel: {
      lanes.withLock { $0[worker]?.waiting.removeValue(forKey: number) }?
        .resume(returning: false)
    }
  }

  private static func failure(_ number: Int, _ code: HTTPError.Code, _ url: String) -> [UInt8] {
    let shown = (try? AbsoluteURL(url).withoutQuery) ?? ""
    return Packet(ResponseMessage.failure(number, HTTPError(code, url: shown))).encoded
  }
}
