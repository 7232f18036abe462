/// A branch and the commit it is at.
package struct Branch: Hashable, Sendable {
  /// Without `refs/heads/`.
  package var name: String
  /// The commit, 40 hexadecimal digits.
  package var head: String

  /// Pairs a branch with its head.
  package init(name: String, head: String) {
    self.name = name
    self.head = head
  }
}
