/// A commit to create: changes to a parent.
///
/// Equal proposals have equal trees.
package struct CommitProposal: Hashable, Sendable {
  /// The commit to build on.
  package var parent: String
  /// By path from the root; other paths are unchanged.
  package var changes: [String: FileChange]
  /// The complete text.
  package var message: String
  /// Nil: the credential's account; the forge signs the commit if it can.
  package var author: Author?

  /// Creates a proposal.
  package init(
    parent: String, changes: [String: FileChange], message: String, author: Author? = nil
  ) {
    self.parent = parent
    self.changes = changes
    self.message = message
    self.author = author
  }
}

/// A change to one file.
package enum FileChange: Hashable, Sendable {
  /// Writes the content, and creates the file if it is missing; of a submodule, the content is the name
  /// of the commit.
  case write([UInt8], mode: FileMode)
  /// Deletes the file, if it exists.
  case delete
}
