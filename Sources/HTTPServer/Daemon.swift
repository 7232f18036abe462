import CMicrohttpd
import Libc

/// libmicrohttpd's daemon: one thread that serves all connections.
///
/// Unchecked, because the library locks its own state, and the pointer is released once, by `stop`.
final class Daemon: @unchecked Sendable {
  private let pointer: OpaquePointer
  private let context: Unmanaged<SharedState>

  /// Starts the thread without connections.
  init(_ shared: SharedState) throws(ServerError) {
    context = Unmanaged.passRetained(shared)
    let started = martlet_mhd_start(
      UInt32(clamping: shared.options.libraryLimit),
      shared.options.headLimit, begin, answer, completed, connectionChanged, context.toOpaque())
    guard let started else {
      context.release()
      throw .cannotStart
    }
    pointer = started
  }

  /// Serves a connection and closes it in the end; false if the library refused it.
  func serve(_ socket: Int32, from address: UnsafePointer<sockaddr>, length: socklen_t) -> Bool {
    MHD_add_connection(pointer, socket, address, length) == .YES
  }

  /// Ends the thread; must be called once, while no connection is suspended.
  func stop() {
    MHD_stop_daemon(pointer)
    context.release()
  }
}

/// Called when a request's first line has arrived.
private func begin(
  context: UnsafeMutableRawPointer?, target: UnsafePointer<CChar>?, connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let context, let target, let connection else { return nil }
  let shared = Unmanaged<SharedState>.fromOpaque(context).takeUnretainedValue()
  let exchange = Exchange(
    target: String(cString: target), connection: connection, shared: shared)
  shared.table.begin(exchange, on: UInt(bitPattern: connection))
  return Unmanaged.passRetained(exchange).toOpaque()
}

/// Called for the head, each piece of the body, its end, and when a response can be queued.
private func answer(
  context: UnsafeMutableRawPointer?, connection: OpaquePointer?, url: UnsafePointer<CChar>?,
  method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?, piece: UnsafePointer<CChar>?,
  size: UnsafeMutablePointer<Int>?, exchange: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let held = exchange?.pointee, let size, let method, let version else {
    return .NO
  }
  let exchange = Unmanaged<Exchange>.fromOpaque(held).takeUnretainedValue()
  return exchange.advance(
    method: String(cString: method), version: String(cString: version), piece: piece, size: size)
}

/// Called at the end of a request, answered or not.
private func completed(
  context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
  exchange: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, reason: MHD_RequestTerminationCode
) {
  guard let held = exchange?.pointee else { return }
  exchange?.pointee = nil
  Unmanaged<Exchange>.fromOpaque(held).takeRetainedValue().finish()
}

/// Called when a connection starts or ends; its descriptor is open.
private func connectionChanged(
  context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
  socketContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  change: MHD_ConnectionNotificationCode
) {
  guard let context, let connection else { return }
  let shared = Unmanaged<SharedState>.fromOpaque(context).takeUnretainedValue()
  let id = UInt(bitPattern: connection)
  if change == .CONNECTION_NOTIFY_STARTED {
    let held = HeldConnection(pointer: connection)
    shared.table.open(id, socket: martlet_mhd_socket(connection), from: held.network)
  } else {
    shared.table.close(id)
    shared.returnPermit()
  }
}
