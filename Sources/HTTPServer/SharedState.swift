import Dispatch
import Synchronization

/// What all exchanges of a server have in common.
final class SharedState: Sendable {
  let options: ServerOptions
  let admit: Server.Admit
  let handler: Server.Handler
  let table: ConnectionTable
  let bodies: Mutex<BodyLedger>
  /// One for each connection that the library may hold.
  private let permits = DispatchSemaphore(value: 0)

  init(
    _ options: ServerOptions, _ admit: @escaping Server.Admit, _ handler: @escaping Server.Handler
  ) {
    self.options = options
    self.admit = admit
    self.handler = handler
    table = ConnectionTable(options)
    bodies = Mutex(BodyLedger(budget: options.bodyBudget))
    // Not by the semaphore's first value, which it must have again when it goes.
    for _ in 0..<options.libraryLimit { permits.signal() }
  }

  /// Blocks until the library may hold a connection more.
  func waitForPermit() { permits.wait() }

  /// Notes that a connection has ended.
  func returnPermit() { permits.signal() }
}

extension ServerOptions {
  /// The library closes a connection a moment after it was cut, so it holds some more than count.
  var libraryLimit: Int { connectionLimit + 64 }
}
