import Git

/// Sends writes that can't succeed, to find out which of them the credential may not do.
///
/// Hosts check the permission before the content of a request. So a request about a commit or branch
/// that doesn't exist is refused as forbidden, or else as invalid, which means that the write is
/// permitted.
///
///     var probe = WriteProbe()
///     try await probe.attempt("push branches") { … }
///     return probe.refused
struct WriteProbe {
  /// A branch that doesn't exist in any repository.
  static let branch = "martlet/doctor"
  /// A commit that doesn't exist in any repository.
  static let missingCommit = String(repeating: "1", count: 40)

  /// The writes that aren't permitted, in the order of the attempts.
  private(set) var refused: [RefusedWrite] = []

  /// A move of the branch from a commit that doesn't exist, which no server carries out.
  static func push(to head: String) -> RefUpdate {
    RefUpdate("refs/heads/\(branch)", from: missingCommit, to: head)
  }

  /// Sends a push that expects a commit that doesn't exist; nothing if the repository is empty.
  ///
  /// - Parameters:
  ///   - write: completes "may not …".
  ///   - repository: the repository, whose default branch is read first.
  ///   - forge: the client that reads it.
  ///   - host: the client that pushes.
  ///   - reason: the explanation of a refusal.
  /// - Throws: errors that say nothing about permissions.
  mutating func attemptPush(
    _ write: String = "push branches", to repository: Repository, on forge: any Forge,
    by host: HostClient, reason: (ForgeError) -> String = { $0.detail }
  ) async throws(ForgeError) {
    let name = repository.name
    guard let head = try await forge.head(of: repository.defaultBranch, in: name) else { return }
    try await attempt(write, reason: reason) { () async throws(ForgeError) in
      try await host.push(Self.push(to: head), to: name) { () async throws(ForgeError) in nil }
    }
  }

  /// Opens a pull request of a branch that doesn't exist.
  mutating func attemptOpening(
    _ write: String = "open pull requests", isMissingExpected: Bool = true,
    in repository: Repository, on forge: any Forge
  ) async throws(ForgeError) {
    let draft = PullRequestDraft(
      head: Self.branch, base: repository.defaultBranch, title: "martlet doctor", body: "")
    try await attempt(write, isMissingExpected: isMissingExpected) {
      () async throws(ForgeError) in
      _ = try await forge.open(draft, in: repository.name)
    }
  }

  /// Sends a write, and records it if it isn't permitted.
  ///
  /// - Parameters:
  ///   - write: completes "may not …".
  ///   - isMissingExpected: whether the host answers 404 to the missing branch.
  ///   - reason: the explanation of a refusal.
  ///   - body: sends the request.
  /// - Throws: errors that say nothing about permissions.
  mutating func attempt(
    _ write: String, isMissingExpected: Bool = false,
    reason: (ForgeError) -> String = { $0.detail }, _ body: () async throws(ForgeError) -> Void
  ) async throws(ForgeError) {
    do throws(ForgeError) {
      try await body()
    } catch {
      switch error.code {
      case .notFound where isMissingExpected: return
      // A rule of the host forbids branches with our names.
      case .rejected where error.detail.contains("hook declined"): break
      case .rejected, .conflict: return
      case .forbidden, .notFound, .archived, .unauthorized: break
      default: throw error
      }
      refused.append(RefusedWrite(write: write, reason: reason(error)))
    }
  }
}
