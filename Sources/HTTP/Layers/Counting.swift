internal import Synchronization
package import Time

/// Counts requests by host, method and result, for reports and metrics.
package final class RequestCounts: Sendable {
  /// The result of a request.
  package enum Kind: String, CaseIterable, Codable, Hashable, Sendable {
    /// A status below 300.
    case answered
    /// A conditional request that returned 304.
    case unchanged
    /// A status from 300 to 399 except 304, whether or not the redirect was followed.
    case redirected
    /// A status from 400 to 499.
    case refused
    /// A status of 500 or above.
    case failed
    /// No response, or an incomplete one.
    case noResponse = "unanswered"
  }

  /// The key of a count.
  package struct Key: Hashable, Codable, Sendable {
    /// In lowercase, without the port; empty if the URL is invalid.
    package let host: String
    /// The method of the request that was sent; a redirect can change it to GET.
    package let method: Request.Method
    /// Determined by the status only: a GraphQL error in a body counts as success.
    package let kind: Kind
  }

  private struct WindowKey: Hashable {
    var host: String
    var resource: String
    /// Separates credentials, because each has its own window.
    var resetsAt: Timestamp
  }

  private let counts = Mutex<[Key: Int]>([:])
  private let windows = Mutex<[WindowKey: RateLimitWindow]>([:])

  /// Creates counts of zero.
  package init() {}

  /// The counts so far.
  package var snapshot: [Key: Int] { counts.withLock(\.self) }

  /// Returns the number of requests with one result, to all hosts.
  package subscript(kind: Kind) -> Int {
    counts.withLock { $0.reduce(0) { $1.key.kind == kind ? $0 + $1.value : $0 } }
  }

  /// Returns the number of requests to one host.
  package subscript(host host: String) -> Int {
    counts.withLock { $0.reduce(0) { $1.key.host == host ? $0 + $1.value : $0 } }
  }

  /// Returns the window with the fewest remaining requests for each host and resource, sorted by
  /// both.
  ///
  /// An App has one window per installation; the one that ends first matters most.
  package func rateLimits(at now: Timestamp) -> [RateLimitWindow] {
    let open = windows.withLock { windows in
      windows = windows.filter { $0.key.resetsAt > now }
      return Array(windows.values)
    }
    return Dictionary(grouping: open) { [$0.host, $0.resource] }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .compactMap { $0.value.min { $0.remaining < $1.remaining } }
  }

  /// Adds the counts of another process.
  package func add(_ more: [Key: Int], _ windows: [RateLimitWindow]) {
    counts.withLock { counts in
      for (key, count) in more where counts[key] != nil || counts.count < Self.mostKeys {
        counts[key, default: 0] += max(0, count)
      }
    }
    for window in windows { record(window) }
  }

  private func record(_ window: RateLimitWindow) {
    let key = WindowKey(host: window.host, resource: window.resource, resetsAt: window.resetsAt)
    windows.withLock { windows in
      // The windows might never be read, so their number is limited to what a large App needs.
      if windows.count >= Self.mostWindows, windows[key] == nil { windows.removeAll() }
      windows[key] = window
    }
  }

  fileprivate func count(_ request: Request, _ outcome: Result<Response, HTTPError>) {
    let host = (try? AbsoluteURL(request.url))?.origin.host ?? ""
    let key = Key(host: host, method: request.method, kind: Kind(outcome))
    counts.withLock { $0[key, default: 0] += 1 }
    if let window = (try? outcome.get()).flatMap({ RateLimitWindow($0, from: host) }) {
      record(window)
    }
  }

  private static let mostWindows = 4_096
  /// The maximum number of keys from another process.
  private static let mostKeys = 10_000
}

extension Client {
  /// Counts all requests.
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
      self = .noResponse
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
