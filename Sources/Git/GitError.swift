/// Why git gave no answer; its words never hold a credential.
package struct GitError: Error, Hashable, Sendable {
  /// What went wrong, in terms a caller can act on.
  package enum Code: Hashable, Sendable {
    /// The name did not resolve, or the connection was refused or cut.
    case unreachable
    /// The credential is missing or wrong, or the server's certificate or key is not trusted.
    case unauthorized
    /// No such repository, reference or object, or hidden from this credential.
    case notFound
    /// The call took longer than its deadline.
    case timedOut
    /// No name, address or object of the kind that was expected.
    case invalid
    /// A reference moved while it was being written.
    case conflict
    /// The operator's file does not allow this address or folder.
    case forbiddenAddress
    /// The caller's task was cancelled.
    case cancelled
    /// Larger than the caller allowed.
    case tooLarge(limit: Int)
    /// Anything else; `detail` says it.
    case other
  }

  /// libgit2's and the HTTP client's many codes, reduced to these.
  package var code: Code
  /// The remote or the path, without user and password.
  package var place: String
  /// The library's own words.
  package var detail: String

  /// Whether it may come from a damaged cache, so that an empty one may help.
  var isOfCache = false

  /// Records a failure at `place`.
  package init(_ code: Code, place: String, detail: String = "") {
    self.code = code
    self.place = place
    self.detail = detail
  }
}
