import Forges
import Time

extension ForgeError {
  /// The error and the advice in one text.
  package var message: String { advice.map { "\(summary). \($0)" } ?? summary }

  /// The error, with the URL of the forge and the request.
  package var summary: String { "\(reason) (\(subject)\(detail.isEmpty ? "" : ": \(detail)"))" }

  /// The next step for the operator; nil if there is none.
  package var advice: String? {
    switch code {
    case .unauthorized:
      "Check the token or the App's key of this forge. It may have expired or been revoked."
    case .forbidden:
      "Check the permissions of the credential. 'martlet doctor' lists what is missing."
    case .renamed(let name): "Change the name to \(name) in the operator's file."
    case .unavailable: outage?.advice(forge)
    default: nil
    }
  }

  private var forge: String { url.isEmpty ? "the forge" : url }

  private var reason: String {
    switch code {
    case .unauthorized: "\(forge) rejected the credential"
    case .forbidden: "the credential lacks the permission"
    case .notFound: "not found, or hidden from this credential"
    case .archived: "the repository is archived"
    case .renamed(let name): "the repository was renamed to \(name)"
    case .rateLimited(let until):
      "\(forge) refuses requests until \(until.rfc3339)"
    case .unavailable: outage?.description(forge) ?? "\(forge) did not answer"
    case .malformed: "\(forge) sent a malformed or truncated response"
    case .conflict: "it was changed by somebody else at the same time"
    case .rejected: "\(forge) rejected the request"
    case .tooLarge(let limit): "larger than \(limit) bytes"
    case .unsupported: "\(forge) does not support this"
    case .cancelled: "cancelled"
    }
  }
}

extension ForgeError.Outage {
  /// Describes the outage of the forge at `url`.
  fileprivate func description(_ url: String) -> String {
    switch self {
    case .unknownHost: "\(url) cannot be reached: its host name does not resolve"
    case .connection: "\(url) cannot be reached: the connection failed"
    case .refused: "\(url) cannot be reached: the connection was refused"
    case .proxy: "\(url) cannot be reached: the proxy does not connect to it"
    case .timeout: "\(url) did not respond in time"
    case .certificate: "\(url) has a certificate that is not trusted"
    case .expiredCertificate: "\(url) has a certificate that has expired"
    case .otherCertificate: "\(url) has a certificate for another host name"
    case .noTLS: "\(url) answers without TLS, although its URL begins with https"
    case .serverError: "\(url) answered with a server error"
    }
  }

  fileprivate func advice(_ url: String) -> String {
    switch self {
    case .unknownHost: "Check the 'url' of this forge and the name servers of this machine."
    case .connection, .refused:
      "Check that the server runs and that no firewall is in between."
    case .proxy:
      "Check 'proxy' in the operator's file, or HTTP_PROXY, HTTPS_PROXY and NO_PROXY."
    case .timeout, .serverError: "martlet tries again by itself."
    case .certificate:
      "Install the certificate authority on this machine, or name its file in 'tls: {ca-file: …}'."
    case .expiredCertificate:
      "Renew the certificate of the server, and check the clock of this machine."
    case .otherCertificate:
      "Use the host name of the certificate in the 'url' of this forge, or give the server a "
        + "certificate for this one."
    case .noTLS: "Write http instead of https in the 'url' of this forge, or check its port."
    }
  }
}
