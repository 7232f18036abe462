/// Where a server listens and what it bears.
package struct ServerOptions: Hashable, Sendable {
  /// A name or numeric address of this machine.
  package var host = "127.0.0.1"
  /// 0: any free one.
  package var port: UInt16 = 0
  /// The largest body of a request, in bytes.
  package var bodyLimit = 26 << 20
  /// The bytes of unfinished bodies that are held at once, over all connections.
  package var bodyBudget = 256 << 20
  /// The bytes that a connection may use for the head of a request.
  package var headLimit = 32 << 10
  /// Further connections wait until one ends.
  package var connectionLimit = 1_000
  /// How long a connection may stay without a request.
  package var idleLimit = Duration.seconds(60)
  /// How long a request may take to arrive, and an answer to be taken.
  package var transferLimit = Duration.seconds(30)
  /// How long a handler may think before the client is told 503.
  package var handlerLimit = Duration.seconds(30)

  /// Starts from what a service behind a proxy needs.
  package init() {}

  /// The shortest of the limits, cut into pieces, so that none is overrun by much.
  var sweepInterval: Duration {
    min(max(min(idleLimit, transferLimit, handlerLimit) / 4, .milliseconds(10)), .seconds(1))
  }
}

/// Why a server does not listen.
package enum ServerError: Error, Hashable, Sendable {
  /// The name is none of this machine's, in the resolver's words.
  case unknownHost(String)
  /// The address cannot be listened at: an `errno` such as `EADDRINUSE`.
  case cannotListen(errno: Int32)
  /// The library did not start.
  case cannotStart
}
