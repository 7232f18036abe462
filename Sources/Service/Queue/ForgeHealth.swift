import Configuration
import Forges
import Synchronization
package import Time
import Updates

/// Records which forges respond, for the pages and the metrics.
///
/// Errors about a single repository don't count. Rate limits have a separate metric.
package final class ForgeHealth: Sendable {
  /// A forge that cannot be used.
  package struct Failure: Hashable, Sendable {
    /// The name in the operator's file.
    package var forge: String
    /// The host of the forge's URL, or the URL if it has no host.
    package var host: String
    /// The failure in readable form, without credentials.
    package var reason: String
    /// The first of the consecutive failures.
    package var since: Timestamp
  }

  /// The current failure by forge; nil if the last request succeeded.
  private let known = Mutex<[String: Failure?]>([:])

  /// When the credentials expire that report it, by forge.
  private let expiries = Mutex<[String: Timestamp]>([:])

  private let answered = Mutex<[String: Timestamp]>([:])

  /// When each forge last answered, by name.
  package var lastSuccess: [String: Timestamp] { answered.withLock { $0 } }

  /// Creates a record without forges.
  package init() {}

  /// When the credential of each forge expires; forges that don't report it are missing.
  package var expiry: [String: Timestamp] { expiries.withLock { $0 } }

  /// The credentials that expire soon or have expired, sorted by forge.
  ///
  /// - Parameter now: the current time.
  /// - Returns: those that expire within 30 days.
  package func expiring(at now: Timestamp) -> [CredentialExpiry] {
    expiry.filter { $0.value - now < CredentialExpiry.notice }
      .map { CredentialExpiry(forge: $0.key, at: $0.value) }.sorted { $0.forge < $1.forge }
  }

  /// Records when a forge's credential expires; nil: never, or unknown.
  func record(expiry: Timestamp?, of forge: String) {
    expiries.withLock { $0[forge] = expiry }
  }

  /// The forges that cannot be used, sorted by name.
  package var failures: [Failure] {
    known.withLock { $0.values.compactMap(\.self) }.sorted { $0.forge < $1.forge }
  }

  /// Whether each forge that was asked so far responds.
  package var isUp: [String: Bool] { known.withLock { $0.mapValues { $0 == nil } } }

  /// Records the outcome of a request.
  ///
  /// - Parameters:
  ///   - error: the failure; nil if the request succeeded.
  ///   - forge: the forge of the request.
  ///   - now: the current time.
  func record(_ error: (any Error)?, of forge: ForgeSettings, now: Timestamp) {
    guard let error else {
      known.withLock { $0[forge.name] = .some(nil) }
      answered.withLock { $0[forge.name] = now }
      return
    }
    guard let failure = error as? ForgeError, failure.isAboutTheForge else { return }
    known.withLock { known in
      let since = known[forge.name].flatMap(\.self)?.since ?? now
      known[forge.name] = Failure(
        forge: forge.name, host: host(of: forge.url), reason: failure.message, since: since)
    }
  }

  private func host(of url: String) -> String {
    guard let scheme = url.firstRange(of: "://") else { return url }
    let authority = url[scheme.upperBound...].prefix { !"/?#".contains($0) }
    return String(authority.split(separator: "@").last ?? authority)
  }
}

/// A credential that expires soon.
package struct CredentialExpiry: Hashable, Sendable {
  /// How long before the end the pages and `doctor` warn.
  package static let notice = Duration.days(30)

  /// The forge's name in the operator's file.
  package var forge: String
  /// When it expires.
  package var at: Timestamp

  /// Creates a value.
  package init(forge: String, at: Timestamp) {
    self.forge = forge
    self.at = at
  }
}

extension ForgeError {
  /// Whether other requests to the forge would fail too.
  fileprivate var isAboutTheForge: Bool {
    switch code {
    case .unauthorized, .unavailable, .malformed: true
    case .forbidden, .notFound, .archived, .renamed, .rateLimited, .conflict, .rejected,
      .tooLarge, .unsupported, .cancelled:
      false
    }
  }
}
