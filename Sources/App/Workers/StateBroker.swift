import Credentials
import Database
import Forges
import Logging
import Store
import Synchronization

/// Performs the state calls of workers with the parent's database.
///
/// A worker has no access to the database. Each call is checked against the visit of its worker, and
/// the calls of a worker are performed one after the other.
final class StateBroker: Sendable {
  /// Sends a payload to a worker.
  typealias Send = @Sendable ([UInt8]) -> Void

  /// A call with the function that answers it.
  private struct Order: Sendable {
    var packet: Packet<StateMessage>
    var send: Send

    var size: Int { packet.body.count }
  }

  /// The calls of a worker during a visit.
  private struct Lane {
    var orders: AsyncStream<Order>.Continuation
    var waiting = 0
    var waitingBytes = 0
    var stored = 0
  }

  /// The most calls that wait; a worker sends fewer at once.
  private static let mostWaiting = 64
  /// The most bytes of calls that wait.
  private static let mostWaitingBytes = 256 << 20
  /// The most bytes that a visit may put into caches.
  private static let share = 1 << 30

  private let store: StateStore
  private let log: Logger
  /// The most repositories that are asked in a day for a configuration.
  private let onboardings: Int
  private let reach: @Sendable (_ worker: Int) -> Reach?
  /// Asks a forge for the identifier of a repository.
  private let identify: @Sendable (RepositoryID) async throws -> String?
  private let lanes = Mutex<[Int: Lane]>([:])

  /// Creates a broker.
  ///
  /// - Parameters:
  ///   - store: performs the calls.
  ///   - log: receives a line for each call that is refused.
  ///   - onboardings: the most repositories that are asked in a day for a configuration.
  ///   - reach: returns the repository that a worker visits; nil if it visits none.
  ///   - identify: asks a forge for the identifier of a repository.
  init(
    _ store: StateStore, log: Logger, onboardings: Int,
    reach: @escaping @Sendable (_ worker: Int) -> Reach?,
    identify: @escaping @Sendable (RepositoryID) async throws -> String?
  ) {
    self.store = store
    self.log = log
    self.onboardings = onboardings
    self.reach = reach
    self.identify = identify
  }

  /// Begins a visit.
  func begin(worker: Int) {
    end(worker: worker)
    let (orders, continuation) = AsyncStream.makeStream(of: Order.self)
    lanes.withLock { $0[worker] = Lane(orders: continuation) }
    Task {
      for await order in orders {
        await self.perform(order, worker)
        self.lanes.withLock { lanes in
          lanes[worker]?.waiting -= 1
          lanes[worker]?.waitingBytes -= order.size
        }
      }
    }
  }

  /// Ends the visit of a worker; a call that is being performed is completed.
  func end(worker: Int) {
    lanes.withLock { $0.removeValue(forKey: worker) }?.orders.finish()
  }

  /// Queues a call.
  ///
  /// - Returns: the error in the message; nil for a valid one.
  func start(_ payload: [UInt8], worker: Int, _ send: @escaping Send) -> String? {
    guard let packet = Packet<StateMessage>(payload) else { return "a malformed state call" }
    let order = Order(packet: packet, send: send)
    let isTooMuch = lanes.withLock { lanes -> Bool? in
      guard var lane = lanes[worker] else { return nil }
      lane.waiting += 1
      lane.waitingBytes += order.size
      lanes[worker] = lane
      return lane.waiting > Self.mostWaiting || lane.waitingBytes > Self.mostWaitingBytes
    }
    switch isTooMuch {
    case true?: return "too many state calls under way"
    case false?: lanes.withLock { _ = $0[worker]?.orders.yield(order) }
    case nil:
      // The visit has just ended.
      reply(.refusal(packet.head.number, StateRefusal("the visit has ended")), to: order)
    }
    return nil
  }

  private func perform(_ order: Order, _ worker: Int) async {
    let message = order.packet.head
    do {
      let call = try await permitted(message.call, worker, storing: order.size)
      let answer = try await store.perform(call, body: order.packet.body)
      reply(
        .answer(message.number, value: answer.value.count), answer.value + answer.body, to: order)
    } catch let error as DatabaseError {
      reply(.failure(message.number, error), to: order)
    } catch let error as StateRefusal {
      reply(.refusal(message.number, error), to: order)
    } catch {
      reply(.refusal(message.number, StateRefusal("\(error)")), to: order)
    }
  }

  private func reply(_ reply: StateReply, _ body: [UInt8] = [], to order: Order) {
    order.send(Packet(reply, body).encoded)
  }

  /// Returns the call that is performed.
  ///
  /// - Throws: `StateRefusal`, if it isn't part of the visit.
  private func permitted(
    _ call: StateCall, _ worker: Int, storing size: Int
  ) async throws -> StateCall {
    guard let reach = reach(worker) else { throw StateRefusal("the visit has ended") }
    let stored = lanes.withLock { lanes in
      lanes[worker]?.stored += size
      return lanes[worker]?.stored ?? 0
    }
    do {
      guard stored <= Self.share else {
        throw StateRefusal("the visit has stored more than \(Self.share >> 20) MiB")
      }
      if let reason = try await refusal(of: call, within: reach) { throw StateRefusal(reason) }
    } catch let refusal as StateRefusal {
      log.warning(
        "a worker's state call is not part of its visit: \(refusal.reason)",
        ["repository": "\(reach.visited.repository.name)"])
      throw refusal
    }
    return call.inCache(of: reach.visited.repository.ownerKey).limited(toOnboardings: onboardings)
  }

  /// Whether an identifier is that of the visited repository.
  ///
  /// The forge reports it in few visits, because it doesn't repeat what hasn't changed; then the parent
  /// asks.
  private func isOwn(_ identifier: String, _ reach: Reach) async throws -> Bool {
    let repository = reach.visited.repository
    if reach.identifiers.contains(identifier) { return true }
    if try await store.record(of: repository)?.identifier == identifier { return true }
    return try await identify(repository) == identifier
  }

  private func refusal(of call: StateCall, within reach: Reach) async throws -> String? {
    switch call.scope {
    case .cache: return nil
    case .repository(let repository):
      return reach.covers(repository) ? nil : "another repository"
    case .record(let repository, let identifier):
      guard reach.covers(repository) else { return "another repository" }
      guard let identifier else { return nil }
      return try await isOwn(identifier, reach) ? nil : "the identifier of another repository"
    case .rename(let old, let new):
      return reach.covers(old) && reach.covers(new) ? nil : "the name of another repository"
    case .follow(let names, let forge):
      guard forge == reach.visited.repository.forge else { return "another forge" }
      for (identifier, name) in names {
        guard reach.covers(name), try await isOwn(identifier, reach) else {
          return "the name of another repository"
        }
      }
      return nil
    }
  }
}
