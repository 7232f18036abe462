import HTTP
import Logging
import Synchronization
import Time

/// The hosts that requested a pause, shared by all parts of the program.
///
/// A rate limit that affects a search for release notes also applies to the forge on that host.
final class ClosedHosts: Sendable {
  /// The scope of a pause: all requests to a host, or those with one credential.
  private struct Scope: Hashable {
    var origin: HTTP.Origin
    var credential: Secret?
    var isForAll: Bool
  }

  /// The longest pause for a used-up rate limit window.
  ///
  /// The host's clock can differ from ours, so it is asked again after a minute.
  private static let longestBudget = Duration.seconds(60)

  private let closed = Mutex<[Scope: Timestamp]>([:])
  private let clock: WallClock

  init(clock: WallClock = .system) {
    self.clock = clock
  }

  /// Returns a client that responds with 429 itself during a host's pause.
  func guarding(_ client: HTTP.Client) -> HTTP.Client {
    Client { [self] request throws(HTTPError) in
      guard let origin = try? AbsoluteURL(request.url).origin else {
        return try await client.send(request)
      }
      let all = Scope(origin: origin, credential: nil, isForAll: true)
      let own = Scope(origin: origin, credential: request.credential, isForAll: false)
      if let wait = wait(at: [all, own]) {
        return Response(status: 429, headers: ["Retry-After": "\(wait)"], url: request.url)
      }
      let response = try await client.send(request)
      record(response, all, own)
      return response
    }
  }

  /// Returns the rest of the longest pause in whole seconds, or nil.
  private func wait(at scopes: [Scope]) -> Int64? {
    let now = clock.now()
    let until = closed.withLock { closed in scopes.compactMap { closed[$0] }.max() }
    guard let until, until > now else { return nil }
    return (until - now).components.seconds + 1
  }

  /// Applies `Retry-After` to all requests, and the end of a window to one credential.
  private func record(_ response: Response, _ all: Scope, _ own: Scope) {
    guard response.status == 403 || response.status == 429 else { return }
    let now = clock.now()
    switch response.requestedPause(now: now) {
    case .retryAfter(let pause): close(all, until: now + pause)
    case .windowEnd(let pause): close(own, until: now + min(pause, Self.longestBudget))
    case nil: break
    }
  }

  /// Extends a pause; a pause is never shortened.
  private func close(_ scope: Scope, until time: Timestamp) {
    closed.withLock { $0[scope] = max($0[scope] ?? time, time) }
  }
}
