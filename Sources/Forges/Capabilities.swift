package import Time

/// What a host may lack; nil says that this one does.
///
/// A forge states each of them. Callers unwrap the one that they use:
///
///     guard let reactions = forge.reactions else { return try await reply("done") }
package protocol Capabilities: Sendable {
  /// Merging by the host once its rules are met, bound to the commit that was judged.
  ///
  /// A host that also merges commits that are pushed later lacks it: martlet then merges by itself.
  var automaticMerging: (any AutomaticMerging)? { get }

  /// Rules for pull requests into a branch: required checks, approvals, a merge queue.
  var branchRules: (any BranchRuleReading)? { get }

  /// Groups of checks that are known before all of their checks are.
  var checkSuites: (any CheckSuiteReading)? { get }

  /// Starting failed checks again.
  var checkRestarts: (any CheckRestarting)? { get }

  /// The accounts that closed pull requests.
  var closings: (any ClosingReading)? { get }

  /// The branches of open pull requests, on a host where these stay open without their branch.
  ///
  /// A host that closes a pull request when a person deletes its branch lacks it.
  var headBranches: (any HeadBranchReading)? { get }

  /// The changes of open pull requests, from lists.
  ///
  /// A host whose lists leave out what decides about a merge lacks it.
  var pullRequestChanges: (any PullRequestComparing)? { get }

  /// Reviews that ask for changes.
  var reviews: (any ReviewReading)? { get }

  /// Reactions to comments.
  var reactions: (any Reacting)? { get }

  /// Labels with colors.
  var labelling: (any Labelling)? { get }

  /// Assignees.
  var assigning: (any Assigning)? { get }

  /// Reviewers.
  var reviewRequests: (any ReviewRequesting)? { get }

  /// Milestones.
  var milestones: (any MilestoneSetting)? { get }

  /// Drafts that martlet can make ready for review.
  var drafts: (any DraftEnding)? { get }

  /// Repeated deliveries of webhooks.
  var redelivery: (any HookDelivering)? { get }

  /// Issues, for messages that belong to no pull request.
  var issues: (any IssueTracking)? { get }

  /// Commits that are signed with the operator's key.
  var commitSigning: (any CommitSigning)? { get }

  /// The repositories of an owner, on a host whose list leaves out those that the credential may only
  /// read.
  var ownerListing: (any OwnerListing)? { get }

  /// The state of many repositories at once, so that idle ones need no visit.
  var fleetSurvey: (any FleetSurveying)? { get }

  /// The dependency graph, for packages that the host doesn't find by itself.
  var dependencyGraph: (any DependencySubmitting)? { get }

  /// A report on missing permissions of the credential.
  var grants: (any GrantChecking)? { get }
}

/// Lets the host merge pull requests.
package protocol AutomaticMerging: Sendable {
  /// Switches auto-merge on for the commit `head`; if there is a merge queue, it is entered.
  func enableAutoMerge(
    _ number: Int, at head: String, by method: MergeMethod, in repository: RepositoryName
  ) async throws(ForgeError) -> AutoMergeOutcome

  /// Switches auto-merge off; it need not be on.
  func disableAutoMerge(
    _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError)

  /// Whether the merge queue has an open pull request that was added to it; nil if the host doesn't
  /// report that.
  func isQueued(_ number: Int, in repository: RepositoryName) async throws(ForgeError) -> Bool?
}

extension AutomaticMerging {
  /// Nil, for hosts without a queue or without a report on it.
  package func isQueued(
    _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> Bool? { nil }
}

/// Reads what a branch demands of pull requests into it.
package protocol BranchRuleReading: Sendable {
  /// Returns the demands of all kinds of rules together.
  func rules(
    of branch: String, in repository: RepositoryName
  ) async throws(ForgeError) -> BranchRules
}

/// Reads which groups of checks are not complete.
package protocol CheckSuiteReading: Sendable {
  /// Names the suites that may still add checks to a commit.
  ///
  /// A job that waits for another job isn't listed before that one ends, so all listed checks may be
  /// green although more will follow.
  func unfinishedSuites(
    of commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [String]
}

/// Reads who closed pull requests.
package protocol ClosingReading: Sendable {
  /// Returns the account that closed a pull request; nil if it is open or the host doesn't know.
  func closer(
    of number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> Account?
}

/// Lists the repositories of an owner.
package protocol OwnerListing: Sendable {
  /// Lists the repositories of an owner that the credential may read; empty for an unknown owner.
  func repositories(of owner: String) async throws(ForgeError) -> [Repository]
}

/// Finds out which branches were deleted.
package protocol HeadBranchReading: Sendable {
  /// Returns those of the named branches that the repository doesn't have.
  func missing(
    of branches: [String], in repository: RepositoryName
  ) async throws(ForgeError) -> Set<String>

  /// Describes a branch, and finds out which other branches the repository doesn't have.
  ///
  /// - Returns: nil if that takes more than one request.
  func branch(
    _ name: String, checking others: [String], in repository: RepositoryName
  ) async throws(ForgeError) -> CheckedBranch?
}

extension HeadBranchReading {
  /// Nil.
  package func branch(
    _ name: String, checking others: [String], in repository: RepositoryName
  ) async throws(ForgeError) -> CheckedBranch? { nil }
}

/// A branch, and which others don't exist.
package struct CheckedBranch: Sendable {
  /// The branch.
  package var branch: Branch
  /// Those of the other branches that the repository doesn't have.
  package var missing: Set<String>
}

/// Finds out which open pull requests have changed, from a few lists.
package protocol PullRequestComparing: Sendable {
  /// Returns the present marks of open pull requests.
  ///
  /// A mark changes whenever something changes that decides about a merge: the head, the target,
  /// labels, approvals, comments, obstacles, the rules of the target, and the checks. What the lists
  /// don't show is named where `BranchRules` and `MergeOutcome` come from: a refusal, for example.
  ///
  /// The times of hosts have whole seconds, so that a second change within one second doesn't show.
  /// A pull request that has changed within the last seconds therefore has an empty mark.
  ///
  /// - Parameters:
  ///   - known: the marks of an earlier call by number; empty: the pull request has none.
  ///   - repository: the repository.
  /// - Returns: the marks of the named pull requests that are open, by number; empty: a change can't be
  ///   excluded.
  /// - Throws: `ForgeError`.
  func marks(
    of known: [Int: String], in repository: RepositoryName
  ) async throws(ForgeError) -> [Int: String]
}

/// Reads reviews.
package protocol ReviewReading: Sendable {
  /// Lists the reviewers whose latest decision asks for changes, sorted.
  func changeRequests(
    on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [String]
}

/// Reacts to comments.
package protocol Reacting: Sendable {
  /// Adds a reaction to a comment, at most once.
  func react(
    _ reaction: Reaction, to comment: Int, on number: Int, in repository: RepositoryName
  ) async throws(ForgeError)

  /// Lists the logins that reacted to a comment.
  func reactors(
    to comment: Int, on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [String]
}

/// Creates labels, and adds them to pull requests.
package protocol Labelling: Sendable {
  /// Lists the repository's labels.
  func labels(in repository: RepositoryName) async throws(ForgeError) -> [Label]

  /// Creates a label unless there is one with its name.
  func createLabel(
    _ label: Label, in repository: RepositoryName
  ) async throws(ForgeError) -> Creation<Label>

  /// Adds labels by name to those that the pull request has.
  ///
  /// Some hosts create labels with unknown names: read `labels` first to avoid that.
  func addLabels(
    _ names: [String], to number: Int, in repository: RepositoryName
  ) async throws(ForgeError)

  /// Removes a label, if the pull request has it.
  func removeLabel(
    _ name: String, from number: Int, in repository: RepositoryName
  ) async throws(ForgeError)
}

/// Assigns pull requests.
package protocol Assigning: Sendable {
  /// Adds assignees.
  ///
  /// - Returns: the accounts that the host ignored: unknown ones, those without access, and those above
  ///   its limit.
  @discardableResult
  func assign(
    _ logins: [String], to number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [String]
}

/// Requests reviews.
package protocol ReviewRequesting: Sendable {
  /// Requests reviews from people and teams (`org/team`).
  ///
  /// Throws if the host refuses or ignores one of them; the others are requested.
  func requestReviews(
    _ reviewers: [String], on number: Int, in repository: RepositoryName
  ) async throws(ForgeError)
}

/// Sets milestones.
package protocol MilestoneSetting: Sendable {
  /// Sets the milestone of a pull request by the number in the milestone's URL.
  func setMilestone(
    _ milestone: Int, of number: Int, in repository: RepositoryName
  ) async throws(ForgeError)
}

/// Ends drafts.
package protocol DraftEnding: Sendable {
  /// Makes a draft ready for review; it need not be one.
  func endDraft(
    _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError)
}

/// Reports what a credential may not do although martlet needs it.
package protocol GrantChecking: Sendable {
  /// Lists the missing permissions, as far as the host reports them.
  func missingGrants() async throws(ForgeError) -> [MissingGrant]

  /// Lists the permissions that martlet doesn't need, as far as the host reports them.
  func excessGrants() async throws(ForgeError) -> [MissingGrant]

  /// Tries each kind of write on a repository in a way that can't succeed, and lists the writes that
  /// the host refuses for lack of permission.
  ///
  /// The repository must have a default branch.
  func probe(_ repository: Repository) async throws(ForgeError) -> [RefusedWrite]

  /// Returns when the credential expires; nil if it doesn't, or if the host doesn't report that.
  func expiry() async throws(ForgeError) -> Timestamp?
}

extension GrantChecking {
  /// None, for hosts that don't report them.
  package func excessGrants() async throws(ForgeError) -> [MissingGrant] { [] }

  /// Nil, for hosts that don't report it.
  package func expiry() async throws(ForgeError) -> Timestamp? { nil }
}

/// A permission that a credential lacks, or doesn't need.
package struct MissingGrant: Hashable, Sendable {
  /// The owner of the installation that it concerns; nil for a token.
  package var owner: String?
  /// In the host's words, such as `contents: write`.
  package var grant: String

  /// The rights over the whole server, which no bot needs.
  static let administrator = MissingGrant(
    owner: nil, grant: "the rights of an administrator of the server")
}

/// A write that a host refuses.
package struct RefusedWrite: Hashable, Sendable {
  /// Completes "may not …": `open pull requests`.
  package var write: String
  /// The host's explanation; empty if it gave none.
  package var reason: String
}

/// Starts checks again, for example because they may have failed by chance.
package protocol CheckRestarting: Sendable {
  /// Starts failed checks of a commit again.
  ///
  /// - Parameters:
  ///   - checks: failed checks of the commit, as the forge listed them.
  ///   - commit: the commit.
  ///   - repository: the repository.
  /// - Returns: false if the forge can't start any of them.
  /// - Throws: `ForgeError`.
  func restart(
    _ checks: [Check], of commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Bool
}
