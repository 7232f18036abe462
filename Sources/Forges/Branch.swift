/// A branch with its present commit.
package struct Branch: Hashable, Sendable {
  /// Without `refs/heads/`.
  package var name: String
  /// The commit: 40 hexadecimal digits.
  package var head: String
  /// The host's identifier of the reference, which changes if the repository is replaced by another one
  /// with the same name; nil if the host has none.
  package var mark: String?

  /// Creates a value.
  package init(name: String, head: String, mark: String? = nil) {
    self.name = name
    self.head = head
    self.mark = mark
  }
}
