import FoundationEssentials
import Forges
import Logging
import Time

extension ForgeError {
  /// One sentence that says what happened and what to do about it.
  package var words: String { advice.map { "\(summary). \($0)" } ?? summary }

  /// What happened, with the forge's address and the request.
  package var summary: String { "\(reason) (\(place)\(detail.isEmpty ? "" : ": \(detail)"))" }

  /// What a person can do about it; nil if nothing.
  package var advice: String? {
    switch code {
    case .unauthorized:
      "Check the token or the App's key of this forge: it may have expired or been revoked."
    case .forbidden: "Check what the credential was granted: 'martlet doctor' lists what it lacks."
    case .renamed(let name): "Name it \(name) in the operator's file."
    case .unavailable: outage?.advice(forge)
    default: nil
    }
  }

  private var forge: String { url.isEmpty ? "the forge" : url }

  private var reason: String {
    switch code {
    case .unauthorized: "\(forge) refuses the credential"
    case .forbidden: "the credential may not do this"
    case .notFound: "not found, or hidden from this credential"
    case .archived: "the repository is archived"
    case .renamed(let name): "the repository is \(name) now"
    case .rateLimited(let until):
      "\(forge) takes no requests until \(RFC3339.text(milliseconds: Int64(until.timeIntervalSince1970) * 1000))"
    case .unavailable: outage?.words(forge) ?? "\(forge) did not answer"
    case .malformed: "\(forge) sent a malformed or truncated response"
    case .conflict: "somebody else was quicker"
    case .rejected: "\(forge) rejected the request"
    case .tooLarge(let limit): "larger than \(limit) bytes"
    case .unsupported: "\(forge) does not support this"
    case .cancelled: "cancelled"
    }
  }
}

extension ForgeError.Outage {
  /// Describes the outage of the forge at `url`.
  fileprivate func words(_ url: String) -> String {
    switch self {
    case .unknownHost: "the host name of \(url) does not resolve"
    case .connection: "cannot connect to \(url)"
    case .timeout: "\(url) did not answer in time"
    case .certificate: "the TLS certificate of \(url) is not trusted"
    case .serverError: "\(url) answered with a server error"
    }
  }

  fileprivate func advice(_ url: String) -> String {
    switch self {
    case .unknownHost: "Check the 'url' of this forge and the name servers of this machine."
    case .connection: "Check that the server runs and that no firewall is in between."
    case .timeout, .serverError: "martlet tries again by itself."
    case .certificate:
      "Install the certificate authority on this machine, or name its file in SSL_CERT_FILE."
    }
  }
}
