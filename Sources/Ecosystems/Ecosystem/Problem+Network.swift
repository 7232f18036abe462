package import Git
package import HTTP

extension Problem {
  /// Describes why a registry can't be read.
  package init(failedRequest error: HTTPError) {
    let reason =
      switch error.code {
      case .unreachable: "cannot be reached: \(error.outage ?? "")"
      case .timedOut: "did not respond in time"
      case .tooLarge(let limit): "responds with more than \(limit >> 20) MiB"
      case .tls: (error.tlsFault ?? .untrusted).predicate
      case .forbiddenAddress: "has a private address, which the operator's file does not allow"
      case .tooManyRedirects: "redirects too often"
      case .insecureRedirect: "redirects from https to http"
      case .rateLimited(let seconds): "limits requests for \(seconds.counting("second"))"
      case .malformed: "sent a malformed or truncated response"
      default: "cannot be read"
      }
    // The reason of an unreachable server contains the details.
    let detail = if case .unreachable = error.code { "" } else { error.detail }
    self.init(
      .failed, Self.joined(reason, detail), subject: error.url, advice: error.advice)
  }

  /// Describes why a git repository can't be read.
  ///
  /// - Parameters:
  ///   - error: the failure.
  ///   - url: the repository's URL as a file names it; nil for the one of the request.
  package init(failedRequest error: GitError, of url: String? = nil) {
    let reason =
      switch error.code {
      case .unreachable: "cannot be reached"
      case .unauthorized: "requires authentication"
      case .notFound: "does not exist, or is hidden from this credential"
      case .timedOut: "did not respond in time"
      case .forbiddenAddress: "has an address that is not allowed"
      case .tooLarge(let limit): "needs more than \(limit >> 20) MiB"
      default: "cannot be read"
      }
    let subject = url ?? error.subject
    self.init(
      error.code.isOfContent ? .refused : .failed, Self.joined(reason, error.detail),
      subject: subject, advice: error.advice, unavailable: error.code.isDenial ? subject : nil)
  }

  private static func joined(_ reason: String, _ detail: String) -> String {
    detail.isEmpty ? reason : "\(reason): \(detail)"
  }
}

extension HTTPError {
  /// What an operator can do about it, as the advice of a problem; nil if there is nothing to say.
  package var advice: String? {
    switch code {
    case .unreachable where needsProxyCredential:
      "add the proxy's user and password to its URL in 'proxy' of the operator's file: "
        + "http://USER:PASSWORD@HOST"
    case .unreachable where proxy != nil:
      "check 'proxy' in the operator's file, or HTTP_PROXY, HTTPS_PROXY and NO_PROXY"
    case .unreachable where isUnknownHost:
      "check the host's name, and the name servers of this machine"
    case .unreachable: "check that the server runs and that no firewall is in between"
    case .timedOut: "try again later, and check that no firewall is in between"
    case .tls where tlsFault == .expired:
      "renew the certificate of the server, and check the clock of this machine"
    case .tls where tlsFault == .otherName:
      "use the host name of the certificate in the URL, or give the server a certificate for this one"
    case .tls where tlsFault == .noTLS:
      "write http instead of https in the URL, or check its port"
    case .tls:
      "install the certificate authority on this machine, or name its file in "
        + "'tls: {ca-file: …}' of the operator's file"
    case .forbiddenAddress: Self.privateAddressAdvice
    default: nil
    }
  }

  fileprivate static let privateAddressAdvice =
    "list the address in 'network: {allow-private: […]}' of the operator's file"
}

extension GitError {
  /// What an operator can do about it; nil if there is nothing to say.
  fileprivate var advice: String? {
    switch code {
    case .unauthorized:
      "give the server's credential in the operator's file, under registries; the authority of its "
        + "certificate goes into 'tls: {ca-file: …}'"
    case .forbiddenAddress: HTTPError.privateAddressAdvice
    default: nil
    }
  }
}

extension GitError.Code {
  /// Whether the content itself can't be used, however often it is read.
  package var isOfContent: Bool {
    if case .tooLarge = self { true } else { false }
  }

  /// Whether the server answered that it doesn't have or doesn't show the repository.
  fileprivate var isDenial: Bool {
    switch self {
    case .notFound, .unauthorized: true
    default: false
    }
  }
}
