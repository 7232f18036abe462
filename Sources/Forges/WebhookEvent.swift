/// A webhook's hint at what to read again.
///
/// Deliveries arrive late, twice, out of order or not at all, so their content isn't used: the
/// repository is read again.
package struct WebhookEvent: Hashable, Sendable {
  /// What may have changed.
  package enum Hint: Hashable, Sendable {
    /// Nothing that concerns updates, or an unknown event.
    case nothing
    /// A branch was created, moved or deleted.
    case push(RepositoryName, branch: String, isDefault: Bool)
    /// The pull request of a branch changed.
    case pullRequest(RepositoryName, branch: String)
    /// A check of a commit began or ended; the forge may not name the branches.
    case check(RepositoryName, commit: String?, branches: [String])
    /// A comment was added to a pull request; addressed if a line of it begins with `@`.
    case comment(RepositoryName, isAddressed: Bool)
    /// A person edited martlet's dashboard issue.
    case dashboard(RepositoryName)
    /// Repositories became accessible, or changed; empty if the forge doesn't list them.
    case granted([RepositoryName])
    /// A repository was renamed or moved.
    case renamed(RepositoryName, to: RepositoryName)
    /// Repositories became inaccessible; empty if the forge doesn't list them.
    case withdrawn([RepositoryName])
  }

  /// `nothing` leads to no visit.
  package var hint: Hint
  /// The account that caused it, if the forge reports it.
  package var sender: String?

  /// Creates an event.
  package init(_ hint: Hint, sender: String? = nil) {
    self.hint = hint
    self.sender = sender
  }
}

/// A delivery that can't be read.
package struct WebhookError: Error, Hashable, Sendable {
  /// The reason and the place in the payload, without content.
  package var message: String

  /// Creates an error.
  package init(_ message: String) {
    self.message = message
  }
}
