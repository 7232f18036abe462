/// Everything that stands between a caller and the wire.
///
///     let client = Client.live(options).layered(Layers(mirrors: mirrors, credentials: tokens))
package struct Layers: Sendable {
  /// Asked in place of the servers that requests name; the one with the longest path counts.
  package var mirrors: [Mirror]
  /// Who is asked for the `Authorization` of each URL; none unless told.
  package var credentials: CredentialSource
  /// Where answers are kept; nil keeps none, and every answer is fetched whole.
  package var store: ResponseStore?
  /// Whether `max-age` is taken at its word; otherwise each kept answer is asked about.
  package var usesFreshness: Bool
  /// One attempt alone suits callers that repeat by themselves, as forges do.
  package var retries: RetryPolicy
  /// Hops of one request; one more is `.tooManyRedirects`.
  package var redirectLimit: Int
  /// Exchanges under way at once; the others wait in their order.
  package var requestsPerHost: Int
  /// Nil counts nothing; a value may be shared by several clients.
  package var counts: RequestCounts?
  /// Its `sleep` makes the pauses between tries, so that tests take no time.
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
