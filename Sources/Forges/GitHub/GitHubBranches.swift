import HTTP
import JSON

extension GitHubForge {
  /// One request, `POST git/refs`; after a 422 a second reads where the branch is.
  package func createBranch(
    _ branch: String, at commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Creation<String> {
    let call = GitHubCall.write(
      .post, repository.path("git", "refs"),
      ["ref": .string("refs/heads/\(branch)"), "sha": .string(commit)],
      role: .owner(repository.owner))
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

  /// Reads the branch, then `PATCH git/refs/heads/…`; after a refusal it is read again.
  ///
  /// GitHub has no compare-and-swap: without `force` it checks that the branch only goes forward,
  /// with it a push between the two requests is lost.
  package func moveBranch(
    _ branch: String, from expected: String, to commit: String, force: Bool,
    in repository: RepositoryName
  ) async throws(ForgeError) -> BranchMove {
    let there = try await head(of: branch, in: repository)
    if there == commit { return .moved }
    guard there == expected else { return .lost(head: there) }
    let call = GitHubCall.write(
      .patch, repository.path("git", "refs", "heads/\(branch)"),
      ["sha": .string(commit), "force": .bool(force)], role: .owner(repository.owner))
    do throws(ForgeError) {
      let _: GitHubSHA = try await host.write(call) { () async throws(ForgeError) in
        let now = try await head(of: branch, in: repository)
        if now == commit { return GitHubSHA(commit) }
        guard now == expected else { throw ForgeError(.conflict, place: call.place) }
        return nil
      }
      return .moved
    } catch {
      return try await judge(error, branch, from: expected, to: commit, in: repository)
    }
  }

  /// Reads the branch, then `DELETE git/refs/heads/…`; after a refusal it is read again.
  ///
  /// A push between the two requests goes with the branch.
  package func deleteBranch(
    _ branch: String, at expected: String, in repository: RepositoryName
  ) async throws(ForgeError) -> BranchMove {
    guard let there = try await head(of: branch, in: repository) else { return .moved }
    guard there == expected else { return .lost(head: there) }
    let call = GitHubCall.write(
      .delete, repository.path("git", "refs", "heads/\(branch)"), role: .owner(repository.owner))
    do throws(ForgeError) {
      let _: Ignored = try await host.write(call) { () async throws(ForgeError) in
        try await head(of: branch, in: repository) == nil ? Ignored() : nil
      }
      return .moved
    } catch {
      return try await judge(error, branch, from: expected, to: nil, in: repository)
    }
  }

  /// Reads where the branch is after a refusal; a refusal with the branch still in its place is
  /// about something else, such as a protected branch.
  private func judge(
    _ error: ForgeError, _ branch: String, from expected: String, to commit: String?,
    in repository: RepositoryName
  ) async throws(ForgeError) -> BranchMove {
    guard [.rejected, .conflict, .notFound].contains(error.code) else { throw error }
    let there = try await head(of: branch, in: repository)
    if there == commit { return .moved }
    guard there != expected else { throw error }
    return .lost(head: there)
  }
}

/// The name of the object that an answer is about.
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
