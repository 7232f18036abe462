/// A version whose tag, digest or checksum changed after a pull request proposed it.
package struct ChangedContent: Hashable, Codable, Sendable {
  /// The package and the version: `actions/checkout 4.2.2`.
  package var subject: String
  /// The value with which the pull request was opened.
  package var before: String
  /// The value of the present pass.
  package var after: String

  /// Creates a value.
  package init(subject: String, before: String, after: String) {
    self.subject = subject
    self.before = before
    self.after = after
  }
}
