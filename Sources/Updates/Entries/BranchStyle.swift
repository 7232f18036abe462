/// The format of branch names.
package struct BranchStyle: Hashable, Sendable {
  /// The first part of every name, which identifies our branches.
  package var prefix: String
  /// The text between the parts.
  package var separator: String
  /// The maximum length in bytes.
  ///
  /// Git allows more, some hosts and file systems do not.
  package var maximumLength: Int

  /// Creates the format, by default `martlet/…/…`.
  package init(prefix: String = "martlet", separator: String = "/", maximumLength: Int = 100) {
    self.prefix = prefix
    self.separator = separator
    self.maximumLength = maximumLength
  }
}
