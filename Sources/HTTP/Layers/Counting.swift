internal import Synchronization

/// How many requests went to which host and what came of them, for reports.
package final class RequestCounts: Sendable {
  /// What came of a request.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
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
  package struct Key: Hashable, Sendable {
    /// Lowercase, without the port; empty for a URL that cannot be read.
    package let host: String
    /// Of the request that went out: GET where a redirect made it one.
    package let method: Request.Method
    /// By the status alone; what only the body says, as GraphQL does, counts as answered.
    package let kind: Kind
  }

  private let counts = Mutex<[Key: Int]>([:])

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

  fileprivate func count(_ request: Request, _ kind: Kind) {
    let host = (try? AbsoluteURL(request.url))?.origin.host ?? ""
    let key = Key(host: host, method: request.method, kind: kind)
    counts.withLock { $0[key, default: 0] += 1 }
  }
}

extension Client {
  /// Counts what passes.
  package func counting(in counts: RequestCounts) -> Client {
    Client { request throws(HTTPError) in
      let outcome = await self.outcome(of: request)
      counts.count(request, RequestCounts.Kind(outcome))
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
