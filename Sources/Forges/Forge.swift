/// A host of repositories and pull requests, spoken to with one credential.
///
/// Reading is cheap when nothing changed (conditional requests); writing is idempotent or a
/// compare-and-swap, so that a run which was killed anywhere is finished by the next. All failures
/// are `ForgeError`; whatever may be the case without anything being wrong is a value.
package protocol Forge: SourceReading, BranchWriting, PullRequestPublishing, CheckWatching {
  /// The operator's name for it, as in `forges: [{name: hub}]`.
  var name: String { get }

  /// How long the texts of a pull request may be here.
  var textLimits: TextLimits { get }

  /// Says who this credential is at the host.
  func identity() async throws(ForgeError) -> Account

  /// Lists every repository that the credential reaches, as far as the host answers now.
  func listing() async throws(ForgeError) -> RepositoryListing

  /// Describes one repository as it is now, under its present name if it was renamed.
  func repository(_ name: RepositoryName) async throws(ForgeError) -> Repository

  /// Says what somebody may do in a repository; strangers have `.none` or `.read`.
  func permission(
    of login: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Permission
}

/// Reads branches, trees and files without a clone.
package protocol SourceReading: Sendable {
  /// Describes a branch; nil if there is none of that name.
  ///
  /// The first question to a repository: `renamed` where the host leads on from an old name.
  func branch(
    _ name: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Branch?

  /// Lists every branch whose name starts with `prefix`, with its head, sorted by name.
  func branches(
    startingWith prefix: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [Branch]

  /// Lists all files of a commit, however many there are, sorted by path.
  func tree(
    at commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [TreeEntry]

  /// Reads a content by its object name; larger than `limit` bytes is `.tooLarge`.
  func blob(
    _ sha: String, limit: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [UInt8]

  /// Fetches contents together that are about to be read by `blob`, where that spares requests.
  ///
  /// It never fails: what could not be fetched is asked for when it is read.
  func prefetch(_ blobs: [String], in repository: RepositoryName) async

  /// Reads one file of a commit without listing the tree; nil if it is not there.
  func file(
    _ path: String, at commit: String, limit: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [UInt8]?

  /// Describes a commit.
  func commit(
    _ sha: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Commit

  /// Lists the newest commits of a branch, newest first.
  func commits(
    on branch: String, limit: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [Commit]

  /// Lists what `head` has and `base` has not, oldest first, at most 10,000.
  ///
  /// Whose commits a branch of ours holds is read from this.
  func commits(
    from base: String, to head: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [Commit]
}

extension SourceReading {
  /// Says where a branch is; nil if there is none of that name.
  package func head(
    of branch: String, in repository: RepositoryName
  ) async throws(ForgeError) -> String? {
    try await self.branch(branch, in: repository)?.head
  }
}

/// Makes commits and moves branches.
package protocol BranchWriting: Sendable {
  /// Makes a commit that no branch has yet; the parent must exist.
  ///
  /// A proposal whose tree is the parent's answers the parent itself and writes nothing.
  func commit(
    _ proposal: CommitProposal, in repository: RepositoryName
  ) async throws(ForgeError) -> Commit

  /// Creates a branch at a commit, or says where the branch of that name already is.
  func createBranch(
    _ branch: String, at commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Creation<String>

  /// Moves a branch to a commit if it is still at `expected`.
  ///
  /// Without `force` the new commit must descend from the old one.
  func moveBranch(
    _ branch: String, from expected: String, to commit: String, force: Bool,
    in repository: RepositoryName
  ) async throws(ForgeError) -> BranchMove

  /// Deletes a branch if it is still at `expected`; one that is gone counts as deleted.
  func deleteBranch(
    _ branch: String, at expected: String, in repository: RepositoryName
  ) async throws(ForgeError) -> BranchMove
}

/// Checks of commits and rules of branches.
package protocol CheckWatching: Sendable {
  /// Lists what is newest of every job, statuses and check runs alike, sorted by name.
  ///
  /// Two jobs may share a name (a workflow for pushes and one for pull requests): both are listed.
  func checks(
    of commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [Check]

  /// Names those who will report more checks of a commit than `checks` lists so far.
  ///
  /// A job that waits for another shows up only when its turn comes, so all that is listed may be
  /// green while more is to come.
  func unfinishedSuites(
    of commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [String]

  /// Says what a branch demands, from protection and rulesets.
  func rules(
    of branch: String, in repository: RepositoryName
  ) async throws(ForgeError) -> BranchRules
}
