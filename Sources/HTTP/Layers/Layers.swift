/// Everything that stands between a caller and the wire.
///
///     let client = Client.live(options).layered(Layers(mirrors: mirrors, credentials: tokens))
package struct Layers: Sendable {
  package var mirrors: [Mirror]
  package var credentials: CredentialSource
  package var store: ResponseStore?
  package var usesFreshness: Bool
  package var retries: RetryPolicy
  package var redirectLimit: Int
  package var requestsPerHost: Int
  package var counts: RequestCounts?
  package var clock: WallClock
  /// A number from 0 up to, not including, 1.
  package var random: @Sendable () -> Double

  /// Describes a client with sensible bounds, no cache and no credentials.
  package init(
    mirrors: [Mirror] = [], credentials: CredentialSource = .none, store: ResponseStore? = nil,
    usesFreshness: Bool = false, retries: RetryPolicy = RetryPolicy(), redirectLimit: Int = 10,
    requestsPerHost: Int = 32, counts: RequestCounts? = nil, clock: WallClock = .system,
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) {
    self.mirrors = mirrors
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
  /// Puts the layers around this client in the one order that is safe.
  ///
  /// From the caller to the wire: *retries* begin an exchange anew with its whole deadline;
  /// *redirects* make a request of each hop, so that every hop meets what follows; *mirrors* come
  /// before *credentials*, since a mirror must not get those of the server that it stands for; the
  /// *cache* must know the credential to keep answers apart; *limits* hold a slot only while the
  /// wire is in use; *counts* see what really went out.
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
  }
}
