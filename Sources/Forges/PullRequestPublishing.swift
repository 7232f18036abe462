package import FoundationEssentials

/// Opens, reads, changes and merges pull requests.
package protocol PullRequestPublishing: Sendable {
  /// Lists pull requests, newest first; heads in forks are left out when a head is asked for.
  ///
  /// The list may lag behind: what must not be doubled is made safe by `open`, not by this.
  func pullRequests(
    _ query: PullRequestQuery, in repository: RepositoryName
  ) async throws(ForgeError) -> [PullRequest]

  /// Describes one pull request as it is now.
  func pullRequest(
    _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> PullRequest

  /// Opens a pull request, or answers the open one that has the same head and base.
  func open(
    _ draft: PullRequestDraft, in repository: RepositoryName
  ) async throws(ForgeError) -> Creation<PullRequest>

  /// Changes a pull request and answers what it is afterwards; an empty edit writes nothing.
  func update(
    _ number: Int, _ edit: PullRequestEdit, in repository: RepositoryName
  ) async throws(ForgeError) -> PullRequest

  /// Says who closed a pull request; nil if it is open or the host does not know.
  func closer(
    of number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> Account?

  /// Lists the pull requests that anything happened to since a time, or at it; others may be among
  /// them, and so may plain issues.
  ///
  /// One conditional request where nothing happened: keep `since` as long as nothing did.
  func activity(
    since: Date?, in repository: RepositoryName
  ) async throws(ForgeError) -> [Activity]

  /// Lists all comments, oldest first.
  func comments(
    on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [Comment]

  /// Says something on a pull request.
  ///
  /// After a lost reply the comments are read first: if our newest has these words, it is said.
  func comment(
    _ body: String, on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> Comment

  /// Replaces the words of a comment of ours.
  func updateComment(
    _ id: Int, on number: Int, to body: String, in repository: RepositoryName
  ) async throws(ForgeError)

  /// Answers a comment by a sign; giving the same sign twice leaves one.
  func react(
    _ reaction: Reaction, to comment: Int, on number: Int, in repository: RepositoryName
  ) async throws(ForgeError)

  /// Lists the logins that answered a comment by a sign.
  func reactors(
    to comment: Int, on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [String]

  /// Lists the labels that the repository knows.
  func labels(in repository: RepositoryName) async throws(ForgeError) -> [Label]

  /// Makes a label known to the repository.
  func createLabel(
    _ label: Label, in repository: RepositoryName
  ) async throws(ForgeError) -> Creation<Label>

  /// Adds labels by name, keeping those that are there.
  ///
  /// Hosts such as GitHub create unknown names on the way: ask `labels` first where that is not
  /// wanted.
  func addLabels(
    _ names: [String], to number: Int, in repository: RepositoryName
  ) async throws(ForgeError)

  /// Takes one label off; one that is not there is no error.
  func removeLabel(
    _ name: String, from number: Int, in repository: RepositoryName
  ) async throws(ForgeError)

  /// Assigns accounts; those that cannot be assigned are passed over, as GitHub does.
  func assign(
    _ logins: [String], to number: Int, in repository: RepositoryName
  ) async throws(ForgeError)

  /// Asks people and teams (`org/team`) for a review.
  func requestReviews(
    _ reviewers: [String], on number: Int, in repository: RepositoryName
  ) async throws(ForgeError)

  /// Lists the milestones that are open.
  func milestones(in repository: RepositoryName) async throws(ForgeError) -> [Milestone]

  /// Puts a pull request into a milestone by its number.
  func setMilestone(
    _ milestone: Int, of number: Int, in repository: RepositoryName
  ) async throws(ForgeError)

  /// Merges if the head is still the commit that was judged.
  func merge(
    _ number: Int, at head: String, by method: MergeMethod, in repository: RepositoryName
  ) async throws(ForgeError) -> MergeOutcome

  /// Lets the host merge by itself once its rules are met; where there is a queue, it goes in.
  func enableAutoMerge(
    _ number: Int, at head: String, by method: MergeMethod, in repository: RepositoryName
  ) async throws(ForgeError) -> AutoMergeOutcome

  /// Takes back the wish for a merge by the host; one that is not there is no error.
  func disableAutoMerge(
    _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError)

  /// Names the reviewers whose latest word asks for changes, sorted.
  func changeRequests(
    on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [String]
}
