import Crypto
import FoundationEssentials
import HTTP
import JSON
import Logging
import Synchronization

/// One exchange with the host, through the gate.
struct GitHubWire: Sendable {
  let addresses: GitHubAddresses
  let client: HTTP.Client
  let manners: GitHubManners
  /// Whether each owner's repositories are opened by a token of their own.
  private let isApp: Bool
  let gate: ForgeGate
  private let clock: HostClock

  /// Makes a gate for this host and credential unless there is one.
  init(
    addresses: GitHubAddresses, client: HTTP.Client, manners: GitHubManners, isApp: Bool,
    gate: ForgeGate? = nil
  ) {
    self.addresses = addresses
    self.client = client
    self.manners = manners
    self.isApp = isApp
    self.gate = gate ?? ForgeGate(GitHubGate(manners: manners))
    clock = HostClock()
  }

  /// What the host's clock says now.
  var hostNow: Date { manners.now().addingTimeInterval(clock.skew) }

  /// Sends a call once and answers a success, or says why there is none.
  func exchange(_ call: GitHubCall, _ secret: Secret) async throws(ForgeError) -> Response {
    do throws(ForgeError) {
      return try await gate.pass(call.turn) { () async throws(ForgeError) in
        try await unpaced(call, secret)
      }
    } catch {
      var failure = error
      failure.url = addresses.web
      throw failure
    }
  }

  /// Sends a call until it succeeds or the attempts are used up.
  func send(_ call: GitHubCall, _ secret: Secret) async throws(ForgeError) -> Response {
    try await retrying(call) { () async throws(ForgeError) in
      try await exchange(call, secret)
    }
  }

  private func unpaced(_ call: GitHubCall, _ secret: Secret) async throws(ForgeError) -> Response {
    let response: Response
    do throws(HTTPError) {
      response = try await client.send(request(call, secret))
    } catch {
      var failure = GitHubFailure.error(error, to: call, now: manners.now())
      // The words are a library's: make sure that they never show the credential.
      failure.detail = failure.detail.replacing(secret.reveal(), with: "***")
      // The last answer of an hour closes the door for its token, and for no other's.
      if isApp, case .rateLimited = failure.code { failure.owner = call.role.owner }
      throw failure
    }
    clock.note(response, now: manners.now())
    guard (200..<300).contains(response.status) else {
      var error = GitHubFailure.error(response, to: call, now: manners.now())
      if case .rateLimited = error.code {
        if !GitHubFailure.isSpent(response) {
          error.isSecondaryLimit = true
        } else if isApp {
          error.owner = call.role.owner
        }
      }
      throw error
    }
    return response
  }

  private func request(_ call: GitHubCall, _ secret: Secret) -> Request {
    if let body = call.push { return push(body, call, secret) }
    var headers: Headers = [
      "Accept": "application/vnd.github+json", "User-Agent": "martlet",
      "X-GitHub-Api-Version": "2022-11-28",
    ]
    if call.body != nil { headers["Content-Type"] = "application/json" }
    let address = call.isGraphQL ? addresses.graphQL : addresses.rest + call.path
    return Request(
      call.method, call.url ?? address + call.queryText, headers: headers,
      body: call.body.map { Array($0.text(.compact).utf8) }, bodyLimit: call.bodyLimit,
      credential: Secret("Bearer \(secret.reveal())"), isIdempotent: call.method == .get)
  }

  private func push(_ body: [UInt8], _ call: GitHubCall, _ secret: Secret) -> Request {
    let type = "application/x-git-receive-pack"
    let basic = Base64.encode(Array("x-access-token:\(secret.reveal())".utf8))
    return Request(
      call.method, addresses.web + call.path,
      headers: [
        "Content-Type": "\(type)-request", "Accept": "\(type)-result", "User-Agent": "martlet",
      ], body: body, bodyLimit: call.bodyLimit, credential: Secret("Basic \(basic)"),
      isIdempotent: false)
  }

  /// Repeats `body` while its failure may pass, within the attempts.
  func retrying<Value: Sendable>(
    _ call: GitHubCall, _ body: () async throws(ForgeError) -> Value
  ) async throws(ForgeError) -> Value {
    var tries = GitHubTries(manners)
    while true {
      do throws(ForgeError) {
        return try await body()
      } catch {
        guard tries.allow(error) else { throw error }
        if error.isUncertain { try await back(off: tries.failures, call) }
      }
    }
  }

  /// Waits half a second, then twice as long each time.
  func back(off attempt: Int, _ call: GitHubCall) async throws(ForgeError) {
    do {
      try await manners.sleep(.milliseconds(500 << min(attempt - 1, 6)))
    } catch {
      throw ForgeError(.cancelled, place: call.place)
    }
  }
}

/// Counts the failures of one call.
struct GitHubTries {
  private let manners: GitHubManners
  /// Those that were not about the host's limits.
  private(set) var failures = 0
  private var refusals = 0

  init(_ manners: GitHubManners) {
    self.manners = manners
  }

  /// Counts a failure and returns whether the call may be sent again.
  ///
  /// A secondary limit says only that too much is under way, so it has a count of its own.
  mutating func allow(_ error: ForgeError) -> Bool {
    guard error.isRetryable else { return false }
    if error.isSecondaryLimit {
      refusals += 1
      return refusals < manners.limitAttempts
    }
    failures += 1
    return failures < manners.attempts
  }
}

/// How far the host's clock is from ours, as its responses show.
private final class HostClock: Sendable {
  private let difference = Mutex(TimeInterval(0))

  var skew: TimeInterval { difference.withLock { $0 } }

  /// Takes the `Date` of a fresh response; less than two seconds is rounding and travel.
  func note(_ response: Response, now: Date) {
    guard !response.isFromCache, let host = GitHubTime.date(of: response) else { return }
    let seconds = host.timeIntervalSince(now)
    difference.withLock { $0 = abs(seconds) < 2 ? 0 : seconds }
  }
}
