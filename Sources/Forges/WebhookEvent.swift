/// What a forge's webhook hints at: where to look again, never what is there.
///
/// Deliveries come late, twice, out of order or not at all, so nothing of their content is believed:
/// a pass over the repository reads everything anew.
package struct WebhookEvent: Hashable, Sendable {
  /// Which repositories may have changed, and how.
  package enum Hint: Hashable, Sendable {
    /// Nothing that matters to updates, or an event that this program does not know.
    case nothing
    /// A branch came, moved or went.
    case push(RepositoryName, branch: String, isDefault: Bool)
    /// Something happened to the pull request of a branch.
    case pullRequest(RepositoryName, branch: String)
    /// A check of a commit began or ended; the forge may not say on which branches it is.
    case check(RepositoryName, commit: String?, branches: [String])
    /// Somebody wrote on a pull request; addressed, if a line of it begins with `@`.
    case comment(RepositoryName, isAddressed: Bool)
    /// Repositories came into reach, or are not what they were; none where the forge does not
    /// list them.
    case granted([RepositoryName])
    /// A repository has another name, or another owner.
    case renamed(RepositoryName, to: RepositoryName)
    /// Repositories are out of reach; none where the forge does not list them.
    case withdrawn([RepositoryName])
  }

  /// `nothing` is answered like all others and leads to no visit.
  package var hint: Hint
  /// The account that caused it, where the forge says.
  package var sender: String?

  /// Describes an event.
  package init(_ hint: Hint, sender: String? = nil) {
    self.hint = hint
    self.sender = sender
  }
}

/// Why a delivery cannot be read.
package struct WebhookError: Error, Hashable, Sendable {
  /// What is the matter, and where in the payload; nothing of its content.
  package var words: String

  /// Says what is the matter.
  package init(_ words: String) {
    self.words = words
  }
}
