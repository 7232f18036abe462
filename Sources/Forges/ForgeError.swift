package import FoundationEssentials

/// Why a forge did not do what it was asked; its data never holds a credential.
package struct ForgeError: Error, Hashable, Codable, Sendable {
  /// What went wrong, in terms a caller can act on.
  package enum Code: Hashable, Codable, Sendable {
    /// The credential is unknown, expired beyond renewal, or suspended: stop this account.
    case unauthorized
    /// The credential is known and may not do this.
    case forbidden
    /// Not there, or hidden from this credential.
    case notFound
    /// The repository is read-only.
    case archived
    /// The repository has another name by now.
    case renamed(to: RepositoryName)
    /// The host is to be left alone until then, or `owner`'s installation alone.
    case rateLimited(until: Date)
    /// No answer, or the host's own failure; asking later may help.
    case unavailable
    /// An answer that is none: an HTML page, half a body, other JSON than documented.
    case malformed
    /// Somebody else was quicker; read again and judge anew.
    case conflict
    /// The host understood and says that the request makes no sense.
    case rejected
    /// Larger than the caller allowed.
    case tooLarge(limit: Int)
    /// The host has no such thing.
    case unsupported
    /// The caller's task was cancelled.
    case cancelled
  }

  /// Statuses and network failures of all hosts, reduced to what callers do about them.
  package var code: Code
  /// The request in short, such as `GET /repos/acme/web`; no query, no host.
  package var place: String
  /// The host's own words, cut short.
  package var detail: String
  /// Whose installation of an App has spent its limit; nil: what holds for the credential as a whole.
  package var owner: String?

  /// The forge's web address, such as `https://github.com`; empty if the failure is not about a host.
  package var url = ""
  /// What kept the forge from answering; nil for all failures but `unavailable`.
  package var outage: Outage?
  /// Whether a limit is about requests at a time or by the minute, and not about those of an hour.
  package var isSecondaryLimit = false

  /// Records a failure at `place`.
  package init(_ code: Code, place: String, detail: String = "") {
    self.code = code
    self.place = place
    self.detail = detail
  }
}

extension ForgeError {
  /// Why a forge does not answer.
  package enum Outage: String, Codable, Hashable, Sendable {
    /// The host's name does not resolve.
    case unknownHost = "unknown-host"
    /// The connection was refused or cut.
    case connection
    /// No answer came in time.
    case timeout
    /// The certificate is not trusted, or TLS failed otherwise.
    case certificate
    /// The forge answered with a status of 500 or above.
    case serverError = "server-error"
  }

  /// Whether the forge as a whole cannot be used: it does not answer, or refuses the credential.
  package var isAboutForge: Bool { code == .unavailable || code == .unauthorized }

  /// Whether the same request may succeed later without anybody doing anything.
  package var isTemporary: Bool {
    switch code {
    case .rateLimited, .unavailable, .malformed, .conflict: true
    case .unauthorized, .forbidden, .notFound, .archived, .renamed, .rejected, .tooLarge,
      .unsupported, .cancelled:
      false
    }
  }
}
