import Synchronization

/// An HTTP/1.1 server that hands each request to an async function.
///
///     let server = try Server(options) { request in .text("you asked for \(request.path)") }
///     await server.stop(within: .seconds(10))
///
/// Bodies are bounded, every phase of a connection has a deadline, and stopping lets the requests
/// under way finish. It listens until `stop` is called, or the last reference goes.
package final class Server: Sendable {
  /// Answers a request; its task is cancelled when the client gets another answer instead.
  package typealias Handler = @Sendable (ServerRequest) async -> ServerResponse
  /// Decides by the head of a request, whose body is empty yet; must not block.
  package typealias Admit = @Sendable (ServerRequest) -> Admission

  /// The port that it listens at.
  package let port: UInt16
  private let shared: SharedState
  private let daemon: Daemon
  private let acceptor: Acceptor
  private let sweeper: Sweeper
  private let isStopped = Atomic<Bool>(false)

  /// Listens from now on.
  ///
  /// - Parameters:
  ///   - options: address and bounds.
  ///   - admit: called on the server's own thread; nil admits all bodies up to the options' limit.
  ///   - handler: answers requests, many at a time, on threads apart from the pool of tasks.
  /// - Throws: `ServerError` if the address cannot be listened at.
  package init(
    _ options: ServerOptions, admit: Admit? = nil, handler: @escaping Handler
  ) throws(ServerError) {
    let socket = try ListeningSocket(host: options.host, port: options.port)
    let all = BodyAllowance(
      limit: options.bodyLimit, account: "all", budget: options.bodyBudget)
    let shared = SharedState(options, admit ?? { _ in .receive(all) }, handler)
    do throws(ServerError) {
      daemon = try Daemon(shared)
    } catch {
      socket.close()
      throw error
    }
    acceptor = Acceptor(socket, daemon, shared)
    port = socket.port
    self.shared = shared
    sweeper = Sweeper(shared.table)
  }

  /// Requests that have begun and are not yet answered.
  package var requestCount: Int { shared.table.requestCount }

  /// Whether answers end their connections, since the server is about to end.
  var isDraining: Bool { shared.table.isDraining }

  /// Connections that are open and not about to be closed.
  var connectionCount: Int { shared.table.state.withLock(\.total) }

  /// Bytes of bodies whose requests are not answered yet.
  var heldBytes: Int { shared.bodies.withLock(\.total) }

  /// Waits until no request is under way.
  func waitUntilIdle() async { await shared.table.waitUntilIdle() }

  /// Takes no new connections, lets the requests under way finish, then ends.
  ///
  /// - Parameter grace: after this the rest is told 503, and their tasks are cancelled.
  /// - Returns: what became of the requests; nil where it was stopped before.
  @discardableResult
  package func stop(within grace: Duration) async -> ServerEnd? {
    guard !isStopped.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
    sweeper.stop()
    return await Self.end(acceptor, daemon, shared.table, within: grace)
  }

  deinit {
    if isStopped.load(ordering: .acquiring) { return }
    sweeper.stop()
    Task.detached { [acceptor, daemon, shared] in
      await Self.end(acceptor, daemon, shared.table, within: .zero)
    }
  }

  /// Lets what is under way finish, ends what does not, and stops the threads.
  @discardableResult
  private static func end(
    _ acceptor: Acceptor, _ daemon: Daemon, _ table: ConnectionTable, within grace: Duration
  ) async -> ServerEnd {
    table.startDraining()
    acceptor.stop()
    await WorkerThread.value { acceptor.end() }
    await table.waitUntilIdle(atMost: grace)
    let left = table.requestCount
    // A held connection would end the process; the one that may begin just now is the last one.
    repeat {
      table.endAll()
      await table.waitUntilIdle(atMost: .seconds(1))
    } while table.isHandling
    await WorkerThread.value { daemon.stop() }
    return left == 0 ? .finished : .brokenOff(left)
  }
}

/// What became of a server's last requests.
package enum ServerEnd: Hashable, Sendable {
  /// All that had begun were answered.
  case finished
  /// The grace was over for so many.
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
