/// A host of repositories and pull requests, used with one credential.
///
/// These members are what every host has. What a host may lack is a capability (`Capabilities.swift`):
/// nil says so, and callers handle it. Reads are cheap if nothing changed (conditional requests).
/// Writes are idempotent or a compare-and-swap, so that the next run finishes one that was killed. All
/// failures are `ForgeError`; conditions that aren't failures are values.
package protocol Forge: Capabilities, SourceReading, BranchWriting, PullRequestPublishing {
  /// The operator's name for it, as in `forges: [{name: hub}]`.
  var name: String { get }

  /// The kind of host.
  var kind: ForgeKind { get }

  /// The rate limiter that all requests pass; nil for a forge without limits.
  var limiter: ForgeRateLimiter? { get }

  /// Returns the account of the credential.
  func identity() async throws(ForgeError) -> Account

  /// Lists every repository that the credential reaches, as far as the host answers now.
  func listing() async throws(ForgeError) -> RepositoryListing

  /// Describes one repository, by its present name if it was renamed.
  func repository(_ name: RepositoryName) async throws(ForgeError) -> Repository

  /// Returns what an account may do in a repository; strangers have `.none` or `.read`.
  func permission(
    of login: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Permission

  /// Lists the newest result of every check of a commit, sorted by name.
  ///
  /// Two jobs may share a name (a workflow for pushes and one for pull requests): both are listed.
  func checks(
    of commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [Check]
}

/// Reads branches, trees and files without a clone.
package protocol SourceReading: Sendable {
  /// Describes a branch; nil if it doesn't exist.
  ///
  /// This is the first request about a repository: it throws `renamed` if the host redirects from an
  /// old name.
  func branch(
    _ name: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Branch?

  /// Lists all files of a commit, however many there are, sorted by path.
  func tree(
    at commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [TreeEntry]

  /// Reads a file's content by its object name; more than `limit` bytes is `.tooLarge`.
  func blob(
    _ sha: String, limit: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [UInt8]

  /// Fetches contents together that `blob` is about to read, if that saves requests.
  ///
  /// It never fails: missing contents are requested when they are read.
  func prefetch(_ blobs: [String], in repository: RepositoryName) async

  /// Lists the newest commits of a branch, newest first.
  func commits(
    on branch: String, limit: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [Commit]

  /// Lists the commits that `head` has and `base` lacks, oldest first, at most 10,000.
  func commits(
    from base: String, to head: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [Commit]
}

extension SourceReading {
  /// Returns the commit of a branch; nil if the branch doesn't exist.
  package func head(
    of branch: String, in repository: RepositoryName
  ) async throws(ForgeError) -> String? {
    try await self.branch(branch, in: repository)?.head
  }
}

/// Writes branches by compare-and-swap.
package protocol BranchWriting: Sendable {
  /// Builds a commit and makes it the head of a branch, if the branch is still at `expected`.
  ///
  /// A proposal that changes nothing places its parent.
  ///
  /// - Parameters:
  ///   - proposal: the commit; its parent must exist.
  ///   - branch: without `refs/heads/`.
  ///   - expected: the present commit, which the new one replaces even if it isn't a descendant; nil
  ///     if the branch must not exist.
  ///   - repository: the repository with the branch.
  /// - Returns: the new head, or the unexpected one.
  /// - Throws: `ForgeError`.
  func writeBranch(
    _ proposal: CommitProposal, on branch: String, expecting expected: String?,
    in repository: RepositoryName
  ) async throws(ForgeError) -> BranchWrite

  /// Deletes a branch if it is still at `expected`; a branch that doesn't exist counts as deleted.
  func deleteBranch(
    _ branch: String, at expected: String, in repository: RepositoryName
  ) async throws(ForgeError) -> BranchMove
}
