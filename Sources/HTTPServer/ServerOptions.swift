/// The address and the limits of a server.
package struct ServerOptions: Hashable, Sendable {
  /// A host name or numeric address of this machine.
  package var host = "127.0.0.1"
  /// The port; 0 for any free one.
  package var port: UInt16 = 0
  /// The maximum size of a body in bytes, without an admission.
  package var bodyLimit = 26 << 20
  /// The maximum size of all bodies in memory, in bytes.
  package var bodyBudget = 128 << 20
  /// The maximum size of a request's head, in bytes.
  package var headLimit = 32 << 10
  /// The maximum number of connections.
  ///
  /// Another one replaces the one that has waited longest for a head, or otherwise for a body.
  package var connectionLimit = 1_000
  /// The maximum number of connections of one address or IPv6 network of 64 bits.
  package var clientLimit = 500
  /// How long a connection cannot be replaced by another one.
  package var safeTime = Duration.milliseconds(100)
  /// How long a connection can be idle between two requests.
  package var idleLimit = Duration.seconds(60)
  /// The time limit for a head.
  package var arrivalLimit = Duration.seconds(8)
  /// The time limit for a body, and for sending a response.
  package var transferLimit = Duration.seconds(30)
  /// The minimum average rate of a body after `slowStart`, in bytes per second.
  package var minimumRate = 16 << 10
  /// How long a body can be slower than `minimumRate`.
  package var slowStart = Duration.seconds(5)
  /// The time limit for a handler; then the client gets a 503.
  package var handlerLimit = Duration.seconds(30)

  /// Creates the defaults for a service behind a proxy.
  package init() {}

  /// The interval for enforcing the time limits: a quarter of the shortest one.
  var sweepInterval: Duration {
    let shortest = min(idleLimit, arrivalLimit, transferLimit, handlerLimit)
    return min(max(shortest / 4, .milliseconds(10)), .seconds(1))
  }
}

/// The reason why a server cannot start.
package enum ServerError: Error, Hashable, Sendable {
  /// The host name cannot be resolved; with the resolver's message.
  case unknownHost(String)
  /// The address is not available: an `errno` such as `EADDRINUSE`.
  case cannotListen(errno: Int32)
  /// libmicrohttpd did not start.
  case cannotStart
}
