/// Why no answer came.
///
/// Its data never holds a credential: URLs lose user, password and query.
package struct HTTPError: Error, Hashable, Sendable {
  /// What went wrong, in terms a caller can act on.
  package enum Code: Hashable, Sendable {
    /// It is no absolute URL of http or https, or a user or password stands in it.
    case invalidURL
    /// The name did not resolve or the connection was refused or cut.
    case unreachable
    /// The request's deadline passed, or the connection's own.
    case timedOut
    /// The caller's task was cancelled.
    case cancelled
    /// The body is larger than the request allows.
    case tooLarge(limit: Int)
    /// The certificate is not trusted, or no version of TLS is shared.
    case tls
    /// The address is private and the operator's file does not allow it.
    case forbiddenAddress
    /// One hop more than the limit.
    case tooManyRedirects
    /// A redirect led from https to http, or to something that is neither.
    case insecureRedirect
    /// A page of a list names a next page on another server.
    case foreignPage
    /// A list has more pages than the caller wants to walk.
    case tooManyPages(limit: Int)
    /// The host asked to be left alone for longer than a request may wait.
    case rateLimited(seconds: Int)
    /// A header's name or value holds what none may hold, a line break for instance.
    case invalidHeader
    /// The body broke off or is no HTTP.
    case malformed
  }

  /// libcurl's many results and the layers' own refusals, reduced to what callers handle apart.
  package var code: Code
  /// Origin and path alone.
  package var url: String
  /// The library's own words.
  package var detail: String

  /// Whether an unreachable host's name did not resolve.
  package var isUnknownHost = false

  /// Records a failure at `url`.
  package init(_ code: Code, url: String, detail: String = "") {
    self.code = code
    self.url = url
    self.detail = detail
  }
}
