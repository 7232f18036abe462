import Dispatch
import Synchronization

/// What all exchanges of a server have in common.
final class SharedState: Sendable {
  let options: ServerOptions
  let handler: Server.Handler
  let table: ConnectionTable
  /// One for each connection that may be opened.
  private let permits = DispatchSemaphore(value: 0)
  private let heldBytes = Atomic<Int>(0)

  init(_ options: ServerOptions, _ handler: @escaping Server.Handler) {
    self.options = options
    self.handler = handler
    table = ConnectionTable(options)
    // Not by the semaphore's first value, which it must have again when it goes.
    for _ in 0..<options.connectionLimit { permits.signal() }
  }

  /// Blocks until a connection more may be opened.
  func waitForPermit() { permits.wait() }

  /// Notes that a connection has ended.
  func returnPermit() { permits.signal() }

  /// Whether that many bytes more may be held.
  func hasRoom(for count: Int) -> Bool {
    heldBytes.load(ordering: .relaxed) + count <= options.bodyBudget
  }

  /// Bytes of bodies that are held.
  var heldCount: Int { heldBytes.load(ordering: .relaxed) }

  /// Notes that more, or with a negative count fewer, bytes of bodies are held.
  func hold(_ count: Int) {
    heldBytes.add(count, ordering: .relaxed)
  }
}
