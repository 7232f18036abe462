/// Where a server listens and what it bears.
package struct ServerOptions: Hashable, Sendable {
  /// A name or numeric address of this machine.
  package var host = "127.0.0.1"
  /// 0: any free one.
  package var port: UInt16 = 0
  /// The largest body of a request, in bytes, unless its admission says otherwise.
  package var bodyLimit = 26 << 20
  /// The bytes of all bodies that are held at once, until their handlers have answered.
  package var bodyBudget = 128 << 20
  /// The bytes that a connection may use for the head of a request.
  package var headLimit = 32 << 10
  /// The connections that are open at once; a further one takes the place of the one that has
  /// waited longest for a head, else for a body.
  package var connectionLimit = 1_000
  /// The connections of one address, or of one IPv6 network of 64 bits, with the same rule.
  package var clientLimit = 500
  /// How long a connection may stay open between two requests.
  package var idleLimit = Duration.seconds(60)
  /// How long the head of a request may take to arrive.
  package var arrivalLimit = Duration.seconds(8)
  /// How long a body may take to arrive, and an answer to be taken.
  package var transferLimit = Duration.seconds(30)
  /// The bytes a second that a body must have on average after `slowStart`.
  package var minimumRate = 16 << 10
  /// How long a body may be slower than `minimumRate`.
  package var slowStart = Duration.seconds(5)
  /// How long a handler may take before the client is answered 503.
  package var handlerLimit = Duration.seconds(30)

  /// Starts from what a service behind a proxy needs.
  package init() {}

  /// A part of the shortest limit, so that none is overrun by much.
  var sweepInterval: Duration {
    let shortest = min(idleLimit, arrivalLimit, transferLimit, handlerLimit)
    return min(max(shortest / 4, .milliseconds(10)), .seconds(1))
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
