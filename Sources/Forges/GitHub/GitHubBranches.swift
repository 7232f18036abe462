import Git
import HTTP
import JSON

extension GitHubForge {
  /// Creates the commit by the Git Data API, which signs it for an App, then the branch or a push.
  package func writeBranch(
    _ proposal: CommitProposal, on branch: String, expecting expected: String?,
    in repository: RepositoryName
  ) async throws(ForgeError) -> BranchWrite {
    let commit = try await commit(proposal, in: repository).sha
    guard let expected else {
      // A branch at the same commit is somebody else's, too: its pull request may have been closed.
      switch try await createBranch(branch, at: commit, in: repository) {
      case .created: return .written(commit: commit)
      case .existed(let head): return .lost(head: head)
      }
    }
    guard commit != expected else { return .written(commit: commit) }
    return BranchWrite(
      try await moveBranch(branch, from: expected, to: commit, force: true, in: repository),
      of: commit)
  }

  /// One request, `POST git/refs`; after a 422 a second one reads the branch.
  ///
  /// The host refuses a name that exists, so this is a compare-and-swap.
  package func createBranch(
    _ branch: String, at commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Creation<String> {
    let call = HostCall.write(
      .post, repository.path("git", "refs"),
      ["ref": .string("refs/heads/\(branch)"), "sha": .string(commit)],
      scope: .owner(repository.owner))
    do throws(ForgeError) {
      let _: GitHubSHA = try await host.write(call) { () async throws(ForgeError) in
        try await head(of: branch, in: repository) == commit ? GitHubSHA(commit) : nil
      }
      return .created(commit)
    } catch {
      guard error.code == .rejected, let there = try await head(of: branch, in: repository)
      else { throw error }
      return .existed(there)
    }
  }

  /// A push by git with the expected value; after a refusal the branch is read.
  ///
  /// GitHub's REST API has no compare-and-swap: a push between a read and a `PATCH` would be lost. A push
  /// by git has the old value, which the host compares while it locks the branch. The commit exists
  /// already, created by the Git Data API and signed for an App, so the push sends no objects.
  package func moveBranch(
    _ branch: String, from expected: String, to commit: String, force: Bool,
    in repository: RepositoryName
  ) async throws(ForgeError) -> BranchMove {
    if !force, expected != commit {
      let lost = try await commits(from: commit, to: expected, in: repository)
      guard lost.isEmpty else {
        throw ForgeError(.rejected, subject: branch, detail: "\(commit) does not descend from it")
      }
    }
    return try await push(branch, from: expected, to: commit, in: repository)
  }

  /// Reads the branch, then pushes its deletion by git with the expected value.
  ///
  /// The read is needed: a git server ignores the expected value of a deletion if it no longer has that
  /// object. While the branch is at `expected`, it has it.
  package func deleteBranch(
    _ branch: String, at expected: String, in repository: RepositoryName
  ) async throws(ForgeError) -> BranchMove {
    guard let there = try await head(of: branch, in: repository) else { return .moved }
    guard there == expected else { return .lost(head: there) }
    return try await push(branch, from: expected, to: nil, in: repository)
  }

  private func push(
    _ branch: String, from expected: String, to commit: String?, in repository: RepositoryName
  ) async throws(ForgeError) -> BranchMove {
    let update = RefUpdate("refs/heads/\(branch)", from: expected, to: commit)
    do throws(ForgeError) {
      try await host.push(update, to: repository) { () async throws(ForgeError) in
        try await head(of: branch, in: repository) == commit ? Ignored() : nil
      }
      return .moved
    } catch {
      return try await judge(error, branch, from: expected, to: commit, in: repository)
    }
  }

  /// Reads the branch after a refusal.
  ///
  /// If the branch is still at `expected`, the refusal is about something else, such as a rule.
  private func judge(
    _ error: ForgeError, _ branch: String, from expected: String, to commit: String?,
    in repository: RepositoryName
  ) async throws(ForgeError) -> BranchMove {
    guard [.rejected, .conflict].contains(error.code) else { throw error }
    let there = try await head(of: branch, in: repository)
    if there == commit { return .moved }
    guard there != expected else { throw error }
    return .lost(head: there)
  }
}

/// The name of the object in a response.
struct GitHubSHA: Decodable, Sendable {
  var sha: String

  init(_ sha: String) {
    self.sha = sha
  }

  private enum Key: String, CodingKey {
    case object
    case sha
  }

  /// Reads `{"object": {"sha": …}}` or `{"sha": …}`.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let inner =
      container.contains(.object)
      ? try container.nestedContainer(keyedBy: Key.self, forKey: .object) : container
    sha = try inner.decode(String.self, forKey: .sha)
  }
}
