import Dispatch
import Libc

/// Converts signals to a stream of events.
package struct Signals: Sendable {
  /// An event for each SIGTERM, SIGINT and SIGHUP, whose default actions are disabled.
  package let events: AsyncStream<Lifecycle.Event>

  private static let meanings: [Int32: Lifecycle.Event] = [
    SIGTERM: .askedToEnd, SIGINT: .askedToEnd, SIGHUP: .askedToReload,
  ]

  /// Handles signals until the stream is released.
  package nonisolated init() {
    let (stream, continuation) = AsyncStream.makeStream(of: Lifecycle.Event.self)
    let sources = Self.meanings.map { number, event in
      Self.source(number) { continuation.yield(event) }
    }
    // Sources are not sendable; only this closure uses them.
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
