import Dispatch
import Glibc

/// Signals of the system as a stream of events.
package struct Signals: Sendable {
  /// SIGTERM, SIGINT and SIGHUP from now on; each ends no more what it used to end.
  package let events: AsyncStream<Lifecycle.Event>

  private static let meanings: [Int32: Lifecycle.Event] = [
    SIGTERM: .askedToEnd, SIGINT: .askedToEnd, SIGHUP: .askedToReload,
  ]

  /// Listens until the stream is let go.
  package nonisolated init() {
    let (stream, continuation) = AsyncStream.makeStream(of: Lifecycle.Event.self)
    let sources = Self.meanings.map { number, event in
      Self.source(number) { continuation.yield(event) }
    }
    // Sources cannot be sent to other tasks; this closure alone keeps and ends them.
    nonisolated(unsafe) let kept = sources
    continuation.onTermination = { _ in for source in kept { source.cancel() } }
    events = stream
  }

  private nonisolated static func source(
    _ number: Int32, _ handler: @escaping @Sendable () -> Void
  ) -> any DispatchSourceSignal {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler(handler: handler)
    source.resume()
    return source
  }
}
