package import Time

/// A failed request to a forge; it never contains a credential.
package struct ForgeError: Error, Hashable, Codable, Sendable {
  /// The kind of failure, by what a caller can do.
  package enum Code: Hashable, Codable, Sendable {
    /// The credential is unknown, expired or suspended.
    case unauthorized
    /// The credential lacks the permission.
    case forbidden
    /// The object doesn't exist, or is hidden from this credential.
    case notFound
    /// The repository is read-only.
    case archived
    /// The repository was renamed.
    case renamed(to: RepositoryName)
    /// A limit is exceeded until then, for all requests or for `owner`.
    case rateLimited(until: Timestamp)
    /// There was no response, or the host failed; a later request may succeed.
    case unavailable
    /// The response is malformed or truncated.
    case malformed
    /// The state changed meanwhile: read it again.
    case conflict
    /// The host refuses the request as invalid.
    case rejected
    /// The content exceeds the caller's limit.
    case tooLarge(limit: Int)
    /// The host doesn't support it.
    case unsupported
    /// The caller's task was cancelled.
    case cancelled
  }

  /// The kind of failure.
  package var code: Code
  /// The request, such as `GET /repos/acme/web`, without query and host.
  package var subject: String
  /// The host's explanation, shortened.
  package var detail: String
  /// The owner whose limit is exceeded; nil: it concerns the credential as a whole.
  package var owner: String?

  /// The forge's web address; empty if the failure doesn't concern a host.
  package var url = ""
  /// Why there was no response; nil for all kinds except `unavailable`.
  package var outage: Outage?
  /// Whether a limit of concurrent requests or requests a minute is exceeded, not that of an hour.
  package var isSecondaryLimit = false

  /// Creates an error for a request.
  package init(_ code: Code, subject: String, detail: String = "") {
    self.code = code
    self.subject = subject
    self.detail = detail
  }
}

extension ForgeError {
  /// Why a forge doesn't respond.
  package enum Outage: String, Codable, Hashable, Sendable {
    /// The host's name does not resolve.
    case unknownHost = "unknown-host"
    /// The connection was cut.
    case connection
    /// The host refused the connection, or there is no route to it.
    case refused
    /// The proxy failed, or refused to connect to the host.
    case proxy
    /// There was no response in time.
    case timeout
    /// The certificate is not trusted, or TLS failed otherwise.
    case certificate
    /// The certificate is no longer valid.
    case expiredCertificate = "expired-certificate"
    /// The certificate is for other host names.
    case otherCertificate = "other-certificate"
    /// The port answers without TLS.
    case noTLS = "no-tls"
    /// The status is 500 or above.
    case serverError = "server-error"
  }

  /// Whether the forge as a whole can't be used: it doesn't respond, or refuses the credential.
  package var isAboutForge: Bool { code == .unavailable || code == .unauthorized }

  /// Whether the same request may succeed later without any action.
  package var isTemporary: Bool {
    switch code {
    case .rateLimited, .unavailable, .malformed, .conflict: true
    case .unauthorized, .forbidden, .notFound, .archived, .renamed, .rejected, .tooLarge,
      .unsupported, .cancelled:
      false
    }
  }
}
