import Text
import FoundationEssentials
import HTTP
import JSON
import Logging
import Synchronization
import Time

/// Sends one request to a host, through the rate limiter.
struct HostWire: Sendable {
  /// The operator's name for the forge, by which credentials are found.
  let name: String
  let addresses: HostAddresses
  let dialect: HostDialect
  let client: HTTP.Client
  let pacing: HostPacing
  let limiter: ForgeRateLimiter
  /// Signs the commits that are written; nil: they aren't signed.
  var signer: CommitSigner?
  private let clock = HostClock()

  /// Creates a rate limiter unless one is given.
  init(
    name: String, addresses: HostAddresses, dialect: HostDialect, client: HTTP.Client,
    pacing: HostPacing, limiter: ForgeRateLimiter? = nil
  ) {
    self.name = name
    self.addresses = addresses
    self.dialect = dialect
    self.client = client
    self.pacing = pacing
    self.limiter = limiter ?? ForgeRateLimiter(HostRateLimiter(pacing: pacing))
  }

  /// The present time by the host's clock.
  var hostNow: Timestamp { pacing.now() + clock.skew }

  /// Sends a call once and returns a successful response.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - secret: the value of `Authorization`; nil: the client adds it, by the call's purpose.
  /// - Returns: a response with a status that reports success.
  /// - Throws: `ForgeError`.
  func exchange(
    _ call: HostCall, _ secret: Secret? = nil
  ) async throws(ForgeError) -> Response {
    do throws(ForgeError) {
      return try await limiter.pass(call.slot) { () async throws(ForgeError) in
        try await unpaced(call, secret)
      }
    } catch {
      var failure = error
      failure.url = addresses.web
      throw failure
    }
  }

  /// Sends a call until it succeeds or the attempts are used up.
  func send(_ call: HostCall, _ secret: Secret) async throws(ForgeError) -> Response {
    try await retrying(call.summary) { () async throws(ForgeError) in
      try await exchange(call, secret)
    }
  }

  private func unpaced(_ call: HostCall, _ secret: Secret?) async throws(ForgeError) -> Response {
    let response: Response
    do throws(HTTPError) {
      response = try await client.send(request(call, secret))
    } catch {
      var failure = HostFailure.error(error, to: call, now: pacing.now())
      // The text is a library's: it must not show the credential.
      if let secret { failure.detail = failure.detail.replacing(secret.reveal(), with: "***") }
      // The client stops before an exhausted limit is exceeded, which concerns this token only.
      if dialect.limitsByOwner, case .rateLimited = failure.code {
        failure.owner = call.scope.owner
      }
      throw failure
    }
    clock.record(response, now: pacing.now())
    guard (200..<300).contains(response.status), !dialect.isSignIn(response) else {
      throw refusal(response, call)
    }
    return response
  }

  private func refusal(_ response: Response, _ call: HostCall) -> ForgeError {
    let failure = HostFailure(dialect: dialect, now: pacing.now())
    var error = failure.error(response, to: call)
    guard case .rateLimited = error.code else { return error }
    if !failure.isSpent(response) {
      error.isSecondaryLimit = true
    } else if dialect.limitsByOwner {
      error.owner = call.scope.owner
    }
    return error
  }

  private func request(_ call: HostCall, _ secret: Secret?) -> Request {
    var request = call.push.map { push($0, call) } ?? request(call)
    request.credential = secret
    request.purpose = call.isAnonymous ? .unstated : .forge(use(call))
    return request
  }

  /// What the credential of a call is needed for.
  private func use(_ call: HostCall) -> ForgeUse {
    ForgeUse(
      name: name, scope: call.scope.stated, right: call.right ?? (call.isWrite ? .write : .read),
      repository: (call.repository ?? repository(in: call.path))?.description,
      isGit: call.push != nil)
  }

  private func repository(in path: String) -> RepositoryName? {
    dialect.locate(path.slashParts().map(String.init))?.1
  }

  private func request(_ call: HostCall) -> Request {
    var headers = dialect.headers
    headers["User-Agent"] = "martlet"
    if call.isUncached { headers["Cache-Control"] = "no-store" }
    if call.body != nil { headers["Content-Type"] = "application/json" }
    return Request(
      call.method, call.url ?? address(of: call) + call.queryText, headers: headers,
      body: call.body.map { Array($0.text(.compact).utf8) }, bodyLimit: call.bodyLimit,
      isIdempotent: call.method == .get)
  }

  private func address(of call: HostCall) -> String {
    switch call.root {
    case .api: addresses.api + call.path
    case .graphQL: addresses.graphQL
    case .git: addresses.git + call.path
    }
  }

  private func push(_ body: [UInt8], _ call: HostCall) -> Request {
    let type = "application/x-git-receive-pack"
    return Request(
      call.method, address(of: call),
      headers: [
        "Content-Type": "\(type)-request", "Accept": "\(type)-result", "User-Agent": "martlet",
      ], body: body, bodyLimit: call.bodyLimit, isIdempotent: false)
  }

  /// Repeats `body` after failures that may be temporary, within the attempts.
  func retrying<Value: Sendable>(
    _ subject: String, _ body: () async throws(ForgeError) -> Value
  ) async throws(ForgeError) -> Value {
    var tries = HostTries(pacing)
    while true {
      do throws(ForgeError) {
        return try await body()
      } catch {
        guard tries.allow(error) else { throw error }
        if error.isUncertain { try await back(off: tries.failures, subject) }
      }
    }
  }

  /// Waits half a second, then twice as long each time.
  func back(off attempt: Int, _ subject: String) async throws(ForgeError) {
    do {
      try await pacing.sleep(.milliseconds(500 << min(attempt - 1, 6)))
    } catch {
      throw ForgeError(.cancelled, subject: subject)
    }
  }
}

/// Counts the failures of one call.
struct HostTries {
  private let pacing: HostPacing
  /// Those that were not about the host's limits.
  private(set) var failures = 0
  private var refusals = 0

  init(_ pacing: HostPacing) {
    self.pacing = pacing
  }

  /// Counts a failure and returns whether the call may be sent again.
  ///
  /// A secondary limit says only that too much is under way, so it has a count of its own.
  mutating func allow(_ error: ForgeError) -> Bool {
    guard error.isRetryable else { return false }
    if error.isSecondaryLimit {
      refusals += 1
      return refusals < pacing.limitAttempts
    }
    failures += 1
    return failures < pacing.attempts
  }
}

/// The difference between the host's clock and ours, read from its responses.
private final class HostClock: Sendable {
  private let difference = Mutex(Duration.zero)

  var skew: Duration { difference.withLock { $0 } }

  /// Reads the `Date` of a fresh response; less than two seconds is rounding and travel time.
  func record(_ response: Response, now: Timestamp) {
    guard !response.isFromCache, let host = HostTime.date(of: response) else { return }
    let skew = host - now
    let isRounding = Duration.seconds(-2) < skew && skew < .seconds(2)
    difference.withLock { $0 = isRounding ? .zero : skew }
  }
}
