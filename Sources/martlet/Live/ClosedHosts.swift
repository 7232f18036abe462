import HTTP
import Logging
import Synchronization

/// Remembers which hosts ask to be left alone, whichever part of the program they told.
///
/// A limit that a search for release notes ran into holds for the forge at the same host, too.
final class ClosedHosts: Sendable {
  /// Whom a limit concerns: everybody who asks a host, or one credential.
  private struct Door: Hashable {
    var origin: HTTP.Origin
    var credential: Secret?
    var isForAll: Bool
  }

  /// The end of a spent budget is told by the host's clock, which may be far from ours: after a
  /// minute the host is asked again.
  private static let longestBudget = Duration.seconds(60)

  private let closed = Mutex<[Door: Duration]>([:])
  private let clock: WallClock

  init(clock: WallClock = .system) {
    self.clock = clock
  }

  /// A client that answers 429 in the place of a host as long as that is closed.
  func guarding(_ client: HTTP.Client) -> HTTP.Client {
    Client { [self] request throws(HTTPError) in
      guard let origin = try? AbsoluteURL(request.url).origin else {
        return try await client.send(request)
      }
      let all = Door(origin: origin, credential: nil, isForAll: true)
      let own = Door(origin: origin, credential: request.credential, isForAll: false)
      if let wait = wait(at: [all, own]) {
        return Response(status: 429, headers: ["Retry-After": "\(wait)"], url: request.url)
      }
      let response = try await client.send(request)
      note(response, all, own)
      return response
    }
  }

  /// Whole seconds until all doors are open; nil: they are.
  private func wait(at doors: [Door]) -> Int64? {
    let now = clock.now()
    let until = closed.withLock { closed in doors.compactMap { closed[$0] }.max() }
    guard let until, until > now else { return nil }
    return (until - now).components.seconds + 1
  }

  /// Takes `Retry-After` as said to all, and a spent budget as said to its owner.
  private func note(_ response: Response, _ all: Door, _ own: Door) {
    guard response.status == 403 || response.status == 429 else { return }
    let now = clock.now()
    if let seconds = response.headers["Retry-After"].flatMap({ Int64($0) }), seconds > 0 {
      close(all, until: now + .seconds(min(seconds, 86_400)))
    } else if response.headers["x-ratelimit-remaining"] == "0",
      let reset = response.headers["x-ratelimit-reset"].flatMap({ Int64($0) })
    {
      close(own, until: min(.seconds(reset), now + Self.longestBudget))
    }
  }

  /// A shorter time never shortens a longer one.
  private func close(_ door: Door, until time: Duration) {
    closed.withLock { $0[door] = max($0[door] ?? .zero, time) }
  }
}
