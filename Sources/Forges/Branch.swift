/// A branch and the commit it is at.
package struct Branch: Hashable, Sendable {
  /// Without `refs/heads/`.
  package var name: String
  /// The commit, 40 hexadecimal digits.
  package var head: String
  /// The host's own identifier of the reference, the same as long as name and repository are the same
  /// ones; nil where none was told.
  package var mark: String?

  /// Pairs a branch with its head.
  package init(name: String, head: String, mark: String? = nil) {
    self.name = name
    self.head = head
    self.mark = mark
  }
}
