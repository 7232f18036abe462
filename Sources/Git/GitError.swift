/// The reason why a git operation failed; the texts never contain a credential.
package struct GitError: Error, Hashable, Sendable {
  /// The kinds of error that callers distinguish.
  package enum Code: Hashable, Sendable {
    /// The host name did not resolve, or the connection was refused or lost.
    case unreachable
    /// The credential is missing or invalid, or the server's certificate or key is not trusted.
    case unauthorized
    /// The repository, reference or object does not exist, or the credential has no access to it.
    case notFound
    /// The operation exceeded its deadline.
    case timedOut
    /// The name, address, object or response is invalid.
    case invalid
    /// A reference changed while it was being written.
    case conflict
    /// The operator's configuration does not allow this address or folder.
    case forbiddenAddress
    /// The caller's task was cancelled.
    case cancelled
    /// The object or response is larger than the caller's limit.
    case tooLarge(limit: Int)
    /// Any other error; `detail` has the message.
    case other
  }

  /// The kind of error, reduced from the codes of libgit2 and the HTTP client.
  package var code: Code
  /// The remote or the path, without user and password.
  package var subject: String
  /// The library's message.
  package var detail: String

  /// Whether a damaged cache can be the cause, so that a retry with an empty cache can help.
  var isOfCache = false

  /// Creates an error.
  package init(_ code: Code, subject: String, detail: String = "") {
    self.code = code
    self.subject = subject
    self.detail = detail
  }
}
