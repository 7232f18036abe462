import Dispatch
import Synchronization

/// The state that all exchanges of a server share.
final class SharedState: Sendable {
  let options: ServerOptions
  let admit: Server.Admit
  let handler: Server.Handler
  let shape: Server.Shape
  let table: ConnectionTable
  let bodies: Mutex<BodyLedger>
  /// One permit for each connection that the library can hold.
  private let permits = DispatchSemaphore(value: 0)

  init(
    _ options: ServerOptions, _ admit: @escaping Server.Admit,
    _ handler: @escaping Server.Handler, _ shape: @escaping Server.Shape
  ) {
    self.options = options
    self.admit = admit
    self.handler = handler
    self.shape = shape
    table = ConnectionTable(options)
    bodies = Mutex(BodyLedger(budget: options.bodyBudget))
    // Not the initial value, which a semaphore must have when it is released.
    for _ in 0..<options.libraryLimit { permits.signal() }
  }

  /// Blocks until the library can hold another connection.
  func waitForPermit() { permits.wait() }

  /// Records the end of a connection.
  func returnPermit() { permits.signal() }
}

extension ServerOptions {
  /// The maximum number of connections of the library, which closes one shortly after it was cut.
  var libraryLimit: Int { connectionLimit + 64 }
}
