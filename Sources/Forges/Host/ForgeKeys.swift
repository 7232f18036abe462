package import HTTP
package import Logging
package import Time

/// Provides the credential of a forge for each use of it.
///
/// The forge's client only states the use, so that whoever sends its requests holds the credential.
package struct ForgeKeys: Sendable {
  /// Returns the value of `Authorization`; it may have to be requested from the host first.
  package var authorization: @Sendable (ForgeUse) async throws(ForgeError) -> Secret
  /// Forgets a value that the host refused; returns whether another one can be had.
  package var discard: @Sendable (ForgeUse, Secret) async -> Bool

  /// Combines both functions.
  package init(
    authorization: @escaping @Sendable (ForgeUse) async throws(ForgeError) -> Secret,
    discard: @escaping @Sendable (ForgeUse, Secret) async -> Bool
  ) {
    self.authorization = authorization
    self.discard = discard
  }

  /// Provides one token for everything.
  ///
  /// - Parameters:
  ///   - token: it can change, such as the content of a file.
  ///   - header: returns the value of `Authorization` for a token.
  init(
    token: Secret, as header: @escaping @Sendable (_ token: Secret, _ isGit: Bool) -> Secret
  ) {
    self.init(
      authorization: { use in header(token, use.isGit) },
      discard: { use, refused in header(token, use.isGit) != refused })
  }
}

extension CredentialSource {
  /// Provides the credential of one forge for requests that state it, whatever their URL.
  package init(_ keys: ForgeKeys, of forge: String) {
    self.init { request throws(HTTPError) in
      guard case .forge(let use) = request.purpose, use.name == forge else { return nil }
      do throws(ForgeError) {
        return try await keys.authorization(use)
      } catch {
        throw HTTPError(noCredential: error, for: request)
      }
    }
    renew = { request in
      guard case .forge(let use) = request.purpose, use.name == forge,
        let refused = request.credential
      else { return false }
      return await keys.discard(use, refused)
    }
  }
}

extension HTTPError {
  /// Describes why a request has no credential, so that its sender comes to the same `ForgeError`.
  package init(noCredential error: ForgeError, for request: Request, now: Timestamp = .now()) {
    let code: Code =
      switch error.code {
      case .unauthorized: .noCredential(status: 401)
      case .forbidden: .noCredential(status: 403)
      case .notFound, .renamed: .noCredential(status: 404)
      case .archived: .noCredential(status: 423)
      case .conflict: .noCredential(status: 409)
      case .rejected: .noCredential(status: 422)
      case .unsupported: .noCredential(status: 501)
      case .rateLimited(let until): .rateLimited(seconds: Self.seconds(until - now))
      case .malformed: .malformed
      case .tooLarge(let limit): .tooLarge(limit: limit)
      case .cancelled: .cancelled
      case .unavailable: Self.code(error.outage)
      }
    let url = (try? AbsoluteURL(request.url).withoutQuery) ?? ""
    self.init(code, url: url, detail: error.detail)
    isUnknownHost = error.outage == .unknownHost
    isRefused = error.outage == .refused
  }

  private static func seconds(_ wait: Duration) -> Int {
    Int(clamping: max(0, wait.components.seconds))
  }

  private static func code(_ outage: ForgeError.Outage?) -> Code {
    switch outage {
    case .timeout: .timedOut
    case .certificate, .expiredCertificate, .otherCertificate, .noTLS: .tls
    case .serverError: .noCredential(status: 503)
    case .unknownHost, .connection, .refused, .proxy, nil: .unreachable
    }
  }
}
