internal import Synchronization

/// How many requests went to which host and what came of them, for reports.
package final class RequestCounts: Sendable {
  /// What came of a request.
  package enum Kind: String, CaseIterable, Codable, Hashable, Sendable {
    /// A status below 300.
    case answered
    /// A conditional request whose answer still held.
    case unchanged
    /// A status of 300 to 399 but 304, whether or not it was followed.
    case redirected
    /// The server blamed the request: 400 to 499.
    case refused
    /// The server blamed itself: 500 and above.
    case failed
    /// Nothing came, or too late, or half of it.
    case unanswered
  }

  /// What is counted apart.
  package struct Key: Hashable, Codable, Sendable {
    /// Lowercase, without the port; empty for a URL that cannot be read.
    package let host: String
    /// Of the request that went out: GET where a redirect made it one.
    package let method: Request.Method
    /// By the status alone; what only the body says, as GraphQL does, counts as answered.
    package let kind: Kind
  }

  private struct WindowKey: Hashable {
    var host: String
    var resource: String
    /// Tells credentials apart: the window of each began at a time of its own.
    var resetsAt: Int64
  }

  private let counts = Mutex<[Key: Int]>([:])
  private let windows = Mutex<[WindowKey: RateLimitWindow]>([:])

  /// Starts at nothing.
  package init() {}

  /// The counts so far.
  package var snapshot: [Key: Int] { counts.withLock(\.self) }

  /// Requests of one kind, to all hosts.
  package subscript(kind: Kind) -> Int {
    counts.withLock { $0.reduce(0) { $1.key.kind == kind ? $0 + $1.value : $0 } }
  }

  /// Requests to one host, whatever came of them.
  package subscript(host host: String) -> Int {
    counts.withLock { $0.reduce(0) { $1.key.host == host ? $0 + $1.value : $0 } }
  }

  /// The tightest window of each host and resource that has not ended, sorted by both.
  ///
  /// An App has a window for each installation: the one that stops first is the one to know. The
  /// time is in seconds since 1970.
  package func rateLimits(at now: Int64) -> [RateLimitWindow] {
    let open = windows.withLock { windows in
      windows = windows.filter { $0.key.resetsAt > now }
      return Array(windows.values)
    }
    return Dictionary(grouping: open) { [$0.host, $0.resource] }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .compactMap { $0.value.min { $0.remaining < $1.remaining } }
  }

  /// Adds what another process counted.
  package func add(_ more: [Key: Int], _ windows: [RateLimitWindow]) {
    counts.withLock { counts in
      for (key, count) in more where counts[key] != nil || counts.count < Self.mostKeys {
        counts[key, default: 0] += max(0, count)
      }
    }
    for window in windows { note(window) }
  }

  private func note(_ window: RateLimitWindow) {
    let key = WindowKey(host: window.host, resource: window.resource, resetsAt: window.resetsAt)
    windows.withLock { windows in
      // Nobody may be asking for them: as many as a large App has is enough.
      if windows.count >= Self.mostWindows, windows[key] == nil { windows.removeAll() }
      windows[key] = window
    }
  }

  fileprivate func count(_ request: Request, _ outcome: Result<Response, HTTPError>) {
    let host = (try? AbsoluteURL(request.url))?.origin.host ?? ""
    let key = Key(host: host, method: request.method, kind: Kind(outcome))
    counts.withLock { $0[key, default: 0] += 1 }
    if let window = (try? outcome.get()).flatMap({ RateLimitWindow($0, from: host) }) {
      note(window)
    }
  }

  private static let mostWindows = 4_096
  /// Of another process's counts.
  private static let mostKeys = 10_000
}

extension Client {
  /// Counts what passes.
  package func counting(in counts: RequestCounts) -> Client {
    Client { request throws(HTTPError) in
      let outcome = await self.outcome(of: request)
      counts.count(request, outcome)
      return try outcome.get()
    }
  }
}

extension RequestCounts.Kind {
  fileprivate init(_ outcome: Result<Response, HTTPError>) {
    guard case .success(let response) = outcome else {
      self = .unanswered
      return
    }
    switch response.status {
    case ..<300: self = .answered
    case 304: self = .unchanged
    case ..<400: self = .redirected
    case ..<500: self = .refused
    default: self = .failed
    }
  }
}
