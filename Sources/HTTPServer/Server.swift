import Synchronization

/// An HTTP/1.1 server that calls an async function for each request.
///
///     let server = try Server(options) { request in .text("path: \(request.path)") }
///     await server.stop(within: .seconds(10))
///
/// Bodies are limited, every phase of a connection has a time limit, and stopping lets running requests
/// finish. The server listens until `stop` is called or the last reference is released.
package final class Server: Sendable {
  /// Answers a request; its task is cancelled if the client gets another response.
  package typealias Handler = @Sendable (ServerRequest) async -> ServerResponse
  /// Decides by the head of a request, which has no body yet; must not block.
  package typealias Admit = @Sendable (ServerRequest) -> Admission

  /// Changes a response that the server sends by itself, such as one to a body that is too large, by the
  /// target of the request.
  package typealias Shape = @Sendable (ServerResponse, _ target: String) -> ServerResponse

  /// The port.
  package let port: UInt16
  private let shared: SharedState
  private let daemon: Daemon
  private let relay: Relay
  private let acceptor: Acceptor
  private let sweeper: Sweeper
  private let isStopped = Atomic<Bool>(false)

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - options: address and limits.
  ///   - admit: called on the server's thread; nil admits all bodies up to the options' limit.
  ///   - shape: called with every response.
  ///   - handler: answers requests, concurrently and outside of the thread pool.
  /// - Throws: `ServerError` if the server cannot start.
  package init(
    _ options: ServerOptions, admit: Admit? = nil,
    shape: @escaping Shape = { response, _ in response }, handler: @escaping Handler
  ) throws(ServerError) {
    let socket = try ListeningSocket(host: options.host, port: options.port)
    let all = BodyLimits(
      limit: options.bodyLimit, account: "all", budget: options.bodyBudget)
    let shared = SharedState(options, admit ?? { _ in .receive(all) }, handler, shape)
    do throws(ServerError) {
      daemon = try Daemon(shared)
      relay = try Relay(options)
    } catch {
      socket.close()
      throw error
    }
    acceptor = Acceptor(socket, daemon, relay, shared)
    port = socket.port
    self.shared = shared
    sweeper = Sweeper(shared.table)
  }

  /// The number of unanswered requests.
  package var requestCount: Int { shared.table.requestCount }

  /// Whether connections are closed after their response, because the server shuts down.
  var isDraining: Bool { shared.table.isDraining }

  /// The number of connections that were not cut.
  var connectionCount: Int { shared.table.state.withLock(\.total) }

  /// The size of the bodies of unanswered requests, in bytes.
  var heldBytes: Int { shared.bodies.withLock(\.total) }

  /// Waits until all requests are answered.
  func waitUntilIdle() async { await shared.table.waitUntilIdle() }

  /// Accepts no connections, lets running requests finish, then ends.
  ///
  /// - Parameter grace: when the other requests get a 503, and their tasks are cancelled.
  /// - Returns: the outcome; nil if the server was already stopped.
  @discardableResult
  package func stop(within grace: Duration) async -> ServerEnd? {
    guard !isStopped.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
    sweeper.stop()
    return await Self.end(acceptor, daemon, relay, shared.table, within: grace)
  }

  deinit {
    if isStopped.load(ordering: .acquiring) { return }
    sweeper.stop()
    Task.detached { [acceptor, daemon, relay, shared] in
      await Self.end(acceptor, daemon, relay, shared.table, within: .zero)
    }
  }

  /// Waits for the running requests, ends the others, and stops the threads.
  @discardableResult
  private static func end(
    _ acceptor: Acceptor, _ daemon: Daemon, _ relay: Relay, _ table: ConnectionTable,
    within grace: Duration
  ) async -> ServerEnd {
    table.startDraining()
    acceptor.stop()
    await onThread { acceptor.end() }
    await table.waitUntilIdle(atMost: grace)
    let left = table.requestCount
    // A suspended connection would end the process, and one more can start meanwhile.
    repeat {
      table.endAll()
      await table.waitUntilIdle(atMost: .seconds(1))
    } while table.isHandling
    await onThread {
      daemon.stop()
      relay.end()
    }
    return left == 0 ? .finished : .brokenOff(left)
  }
}

/// The outcome of a server's last requests.
package enum ServerEnd: Hashable, Sendable {
  /// All requests were answered.
  case finished
  /// The number of requests that did not finish in time.
  case brokenOff(Int)
}

extension ConnectionTable {
  fileprivate func waitUntilIdle(atMost limit: Duration) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.waitUntilIdle() }
      group.addTask { try? await Task.sleep(for: limit) }
      await group.next()
      group.cancelAll()
    }
  }
}
