import Configuration
import Forges
import Synchronization
import Updates

/// Which forges serve this process now, for the pages and the metrics.
///
/// What a forge says of a single repository is not about the forge; a spent rate limit has a metric
/// of its own.
package final class ForgeHealth: Sendable {
  /// A forge that can't be used.
  package struct Trouble: Hashable, Sendable {
    /// The operator's name for it.
    package var forge: String
    /// The host of its URL; the URL itself if that has none.
    package var host: String
    /// What failed, for people; without credentials.
    package var reason: String
    /// Seconds since 1970 of the first failure in a row.
    package var since: Int64
  }

  /// By forge; nil: the last request was answered.
  private let known = Mutex<[String: Trouble?]>([:])

  /// Starts without any forge.
  package init() {}

  /// Forges that can't be used, by name.
  package var troubles: [Trouble] {
    known.withLock { $0.values.compactMap(\.self) }.sorted { $0.forge < $1.forge }
  }

  /// Whether each forge that was asked so far answers.
  package var isUp: [String: Bool] { known.withLock { $0.mapValues { $0 == nil } } }

  /// Notes what a request to a forge came to.
  ///
  /// - Parameters:
  ///   - error: the failure; nil: it was answered.
  ///   - forge: whose request it was.
  ///   - now: seconds since 1970.
  func note(_ error: (any Error)?, of forge: ForgeSettings, now: Int64) {
    guard let error else {
      known.withLock { $0[forge.name] = .some(nil) }
      return
    }
    guard let failure = error as? ForgeError, failure.isAboutTheForge else { return }
    known.withLock { known in
      let since = known[forge.name].flatMap(\.self)?.since ?? now
      known[forge.name] = Trouble(
        forge: forge.name, host: host(of: forge.url), reason: failure.trouble, since: since)
    }
  }

  private func host(of url: String) -> String {
    guard let scheme = url.firstRange(of: "://") else { return url }
    let authority = url[scheme.upperBound...].prefix { !"/?#".contains($0) }
    return String(authority.split(separator: "@").last ?? authority)
  }
}

extension ForgeError {
  /// Whether no other request to the forge would do better.
  fileprivate var isAboutTheForge: Bool {
    switch code {
    case .unauthorized, .unavailable, .malformed: true
    case .forbidden, .notFound, .archived, .renamed, .rateLimited, .conflict, .rejected,
      .tooLarge, .unsupported, .cancelled:
      false
    }
  }

  fileprivate var trouble: String {
    let what =
      switch code {
      case .unauthorized: "the credential is refused: it is wrong, expired or suspended"
      case .unavailable: "no answer"
      default: "the answer can't be read"
      }
    return detail.isEmpty ? "\(what) (\(place))" : "\(what) (\(place): \(detail))"
  }
}
