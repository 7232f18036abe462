/// A commit to be made: what changes on top of which parent.
///
/// The same proposal always has the same tree; making it twice leaves one branch state.
package struct CommitProposal: Hashable, Sendable {
  /// The commit to build on.
  package var parent: String
  /// By path from the root; paths not named stay as they are in the parent.
  package var changes: [String: FileChange]
  /// The whole text, as `Commit.message` will have it.
  package var message: String
  /// Nil lets the forge name the credential's own account, and sign where it can.
  package var author: Author?

  /// Proposes a commit.
  package init(
    parent: String, changes: [String: FileChange], message: String, author: Author? = nil
  ) {
    self.parent = parent
    self.changes = changes
    self.message = message
    self.author = author
  }
}

/// What becomes of one file.
package enum FileChange: Hashable, Sendable {
  /// The file holds these bytes afterwards, created where it is missing.
  case write([UInt8], mode: FileMode)
  /// The file is gone afterwards; deleting what is not there changes nothing.
  case delete
}
