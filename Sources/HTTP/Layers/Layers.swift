package import Time

/// The layers between a caller and the network.
///
///     let client = Client.live(options).layered(Layers(mirrors: mirrors, credentials: tokens))
package struct Layers: Sendable {
  /// The mirrors; the one with the longest path is used.
  package var mirrors: [Mirror]
  /// The purpose of requests that state none.
  package var purpose: Purpose
  /// The source of credentials; none by default.
  package var credentials: CredentialSource
  /// The response cache; nil disables it.
  package var store: ResponseStore?
  /// Whether `max-age` is respected; otherwise each cached response is validated.
  package var usesFreshness: Bool
  /// The retry policy; use a single attempt for callers with their own retries, such as forges.
  package var retries: RetryPolicy
  /// The maximum number of redirects per request; one more throws `.tooManyRedirects`.
  package var redirectLimit: Int
  /// The maximum number of concurrent requests per host; further requests wait in order.
  package var requestsPerHost: Int
  /// The request counts, which clients can share; nil counts nothing.
  package var counts: RequestCounts?
  /// The clock for pauses between attempts.
  package var clock: WallClock
  /// Returns a number from 0 up to, but not including, 1.
  package var random: @Sendable () -> Double

  /// Creates a configuration with default limits, no cache and no credentials.
  package init(
    mirrors: [Mirror] = [], purpose: Purpose = .unstated,
    credentials: CredentialSource = .none, store: ResponseStore? = nil,
    usesFreshness: Bool = false, retries: RetryPolicy = RetryPolicy(), redirectLimit: Int = 10,
    requestsPerHost: Int = 32, counts: RequestCounts? = nil, clock: WallClock = .system,
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) {
    self.mirrors = mirrors
    self.purpose = purpose
    self.credentials = credentials
    self.store = store
    self.usesFreshness = usesFreshness
    self.retries = retries
    self.redirectLimit = redirectLimit
    self.requestsPerHost = requestsPerHost
    self.counts = counts
    self.clock = clock
    self.random = random
  }
}

extension Client {
  /// Wraps this client in the layers, in the only safe order.
  ///
  /// From the caller to the network: *retries* repeat an exchange with its whole deadline.
  /// *Redirects* send each hop as a request through the layers below. *Mirrors* precede
  /// *credentials*, because a mirror must not receive the credential of the original server. The
  /// *cache* separates responses by credential. *Limits* hold a slot only while the network is in
  /// use. *Counts* see the requests that are sent.
  package func layered(_ layers: Layers) -> Client {
    var client = self
    if let counts = layers.counts { client = client.counting(in: counts) }
    client = client.limiting(perHost: layers.requestsPerHost)
    if let store = layers.store {
      client = client.caching(in: store, usesFreshness: layers.usesFreshness, clock: layers.clock)
    }
    return
      client
      .authorized(by: layers.credentials)
      .mirrored(by: layers.mirrors)
      .followingRedirects(limit: layers.redirectLimit, clock: layers.clock)
      .retrying(layers.retries, clock: layers.clock, random: layers.random)
      .stating(layers.purpose)
  }
}
