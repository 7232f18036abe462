package import Time

/// Opens, reads, changes and merges pull requests, and talks on them.
package protocol PullRequestPublishing: Sendable {
  /// Lists pull requests, newest first; if a head is given, heads in forks are left out.
  ///
  /// The list may be out of date: `open` prevents duplicates, not this.
  func pullRequests(
    _ query: PullRequestQuery, in repository: RepositoryName
  ) async throws(ForgeError) -> [PullRequest]

  /// Reads one pull request.
  func pullRequest(
    _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> PullRequest

  /// Opens a pull request, or returns the open one with the same head and base.
  func open(
    _ draft: PullRequestDraft, in repository: RepositoryName
  ) async throws(ForgeError) -> Creation<PullRequest>

  /// Changes a pull request and returns its new state; an empty edit writes nothing.
  func update(
    _ number: Int, _ edit: PullRequestEdit, in repository: RepositoryName
  ) async throws(ForgeError) -> PullRequest

  /// Lists the pull requests that changed at a time or later; there may be others, and plain issues,
  /// among them.
  ///
  /// It takes one conditional request if nothing changed: keep `since` as long as nothing did.
  func activity(
    since: Timestamp?, in repository: RepositoryName
  ) async throws(ForgeError) -> [Activity]

  /// Lists all comments by people and bots, oldest first.
  func comments(
    on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [Comment]

  /// Adds a comment.
  ///
  /// After a lost response the comments are read first: an equal comment of ours that is the newest
  /// isn't repeated.
  func comment(
    _ body: String, on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> Comment

  /// Replaces the text of a comment of ours.
  func updateComment(
    _ id: Int, on number: Int, to body: String, in repository: RepositoryName
  ) async throws(ForgeError)

  /// Merges if the head is still the commit that was judged.
  func merge(
    _ number: Int, at head: String, by method: MergeMethod, in repository: RepositoryName
  ) async throws(ForgeError) -> MergeOutcome
}
