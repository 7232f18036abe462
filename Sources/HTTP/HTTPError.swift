/// The reason why a request has no response.
///
/// It contains no credential: URLs are reduced to origin and path.
package struct HTTPError: Error, Hashable, Codable, Sendable {
  /// The kinds of error that callers distinguish.
  package enum Code: Hashable, Codable, Sendable {
    /// The URL is not an absolute HTTP or HTTPS URL, or it contains a user or password.
    case invalidURL
    /// The host name did not resolve, or the connection was refused or lost.
    case unreachable
    /// The request or the connection exceeded its deadline.
    case timedOut
    /// The caller's task was cancelled.
    case cancelled
    /// The body is larger than the request allows.
    case tooLarge(limit: Int)
    /// The certificate is not trusted, or there is no common TLS version.
    case tls
    /// The address is private, and the operator's configuration does not allow it.
    case forbiddenAddress
    /// The number of redirects exceeds the limit.
    case tooManyRedirects
    /// A redirect led from https to http, or to another scheme.
    case insecureRedirect
    /// A page of a list names a next page on another server.
    case foreignPage
    /// A list has more pages than the caller's limit.
    case tooManyPages(limit: Int)
    /// The host requested a longer pause than a request may wait.
    case rateLimited(seconds: Int)
    /// No credential can be had; with the status by which its host refused it.
    case noCredential(status: Int)
    /// The name or value of a header has an invalid character such as a line break.
    case invalidHeader
    /// The response is incomplete or not HTTP.
    case malformed
  }

  /// The kind of error, reduced from libcurl's results and the layers' own errors.
  package var code: Code
  /// The origin and path of the URL.
  package var url: String
  /// The library's message.
  package var detail: String

  /// Whether the host name did not resolve; only set for `unreachable`.
  package var isUnknownHost = false
  /// Whether the connection was refused, or there was no route; only set for `unreachable`.
  package var isRefused = false
  /// Whether the request wasn't sent because earlier ones to the same host failed so; see
  /// `failingFast`.
  package var isRepeated = false
  /// The problem with TLS; only set for `tls`.
  package var tlsFault: TLSFault?
  /// The proxy that failed or refused, without its credential; only set for `unreachable`.
  package var proxy: String?
  /// Whether the proxy requires a credential; only set with `proxy`.
  package var needsProxyCredential = false

  /// Creates an error.
  package init(_ code: Code, url: String, detail: String = "") {
    self.code = code
    self.url = url
    self.detail = detail
  }
}

extension HTTPError {
  /// The problem with a server's certificate, or that it is missing.
  package enum TLSFault: String, Codable, Hashable, Sendable {
    /// The certificate is no longer valid.
    case expired
    /// The certificate is for other host names.
    case otherName = "other-name"
    /// The server answers on this port without TLS.
    case noTLS = "no-tls"
    /// No trusted authority issued the certificate, or TLS failed otherwise.
    case untrusted

    /// Reads the fault from a message of libcurl with OpenSSL.
    package init(message: String) {
      let text = message.lowercased()
      let has = { (words: [String]) in words.contains { text.contains($0) } }
      if has(["has expired", "certificate expired"]) {
        self = .expired
      } else if has(["no alternative certificate subject name", "does not match target host name"])
      {
        self = .otherName
      } else if has(["wrong version number", "packet length too long", "http request"]) {
        self = .noTLS
      } else {
        self = .untrusted
      }
    }

    /// The fault in words that follow the name of the server.
    package var predicate: String {
      switch self {
      case .expired: "has a certificate that has expired"
      case .otherName: "has a certificate for another host name"
      case .noTLS: "answers without TLS, although its URL begins with https"
      case .untrusted: "has a certificate that is not trusted"
      }
    }

    fileprivate var sentence: String {
      switch self {
      case .expired: "its certificate has expired"
      case .otherName: "its certificate is for another host name"
      case .noTLS: "it answers without TLS, although its URL begins with https"
      case .untrusted: "its certificate is not trusted"
      }
    }
  }

  /// Why a server can't be reached, in words: `the host name does not resolve`; nil for codes other
  /// than `unreachable`, `timedOut` and `tls`.
  package var outage: String? {
    switch code {
    case .timedOut: return "it did not respond in time"
    case .tls: return "\(tlsFault?.sentence ?? "its certificate is not trusted")\(ending)"
    case .unreachable:
      if let proxy { return "the proxy \(proxy) does not connect to it\(ending)" }
      if isUnknownHost { return "its host name does not resolve" }
      return isRefused ? "the connection was refused" : "the connection failed\(ending)"
    default: return nil
    }
  }

  private var ending: String { detail.isEmpty ? "" : " (\(detail))" }
}
