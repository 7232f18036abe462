import FoundationEssentials
import Git
import Time

/// Writes branches of a host by git push, for hosts whose API has no compare-and-swap.
///
/// It builds the commit in the local cache and pushes it with the value that the branch must still
/// have, as `git push --force-with-lease` does: the server compares while it locks the branch, so a
/// person's push is never lost. The host's rules for pushes apply. Commits are signed if the operator
/// has a key for that.
///
///     let writer = GitBranchWriter(host, objects, source: self)
///     try await writer.place(proposal, on: "martlet/npm/a", expecting: nil, by: bot, in: name)
struct GitBranchWriter: Sendable {
  private let host: HostClient
  private let objects: GitObjects
  private let source: any SourceReading
  /// Lists a commit's folders, for a host whose git can't be relied on for reading.
  var listing: (@Sendable (_ commit: String) async throws(ForgeError) -> ListedTree)?

  /// Sends nothing yet.
  ///
  /// - Parameters:
  ///   - host: paces the pushes, and repeats those that failed for a while.
  ///   - objects: has the cache and the credential.
  ///   - source: reads a branch after a refusal or a lost response.
  init(_ host: HostClient, _ objects: GitObjects, source: any SourceReading) {
    self.host = host
    self.objects = objects
    self.source = source
  }

  /// Builds a commit and makes it the head of a branch, if the branch is still at `expected`.
  ///
  /// - Parameters:
  ///   - proposal: the commit; one that changes nothing places its parent.
  ///   - branch: without `refs/heads/`.
  ///   - expected: the present commit; nil if the branch must not exist.
  ///   - account: author and committer if the proposal names none; the host connects the address with
  ///     an account.
  ///   - repository: the repository by its present name: a push follows no redirect.
  /// - Returns: the new head, or the unexpected one.
  /// - Throws: `ForgeError`; `.rejected` with the server's reason if a rule forbids the push.
  func writeBranch(
    _ proposal: CommitProposal, on branch: String, expecting expected: String?,
    by account: Author, in repository: RepositoryName
  ) async throws(ForgeError) -> BranchWrite {
    let writer = try writer(for: repository)
    let draft = draft(proposal, by: host.signer?.author ?? account, in: repository)
    let built = try await build(draft, writer, in: repository)
    let commit = built ?? .existing(proposal.parent)
    guard commit.sha != expected else { return .written(commit: commit.sha) }
    let outcome = try await pushing(to: repository) { () async throws(ForgeError) in
      try await ForgeError.wrapHost { () async throws(GitError) in
        try await writer.move(branch, from: expected, to: commit)
      }
    }
    let move = try await result(
      outcome, branch, from: expected, to: commit.sha, in: repository)
    return BranchWrite(move, of: commit.sha)
  }

  private func build(
    _ draft: BranchWriter.Draft, _ writer: BranchWriter, in repository: RepositoryName
  ) async throws(ForgeError) -> BranchWriter.Built? {
    if let listing {
      let tree = try await listing(draft.parent)
      return try await ForgeError.wrapHost { () async throws(GitError) in
        try await writer.build(draft, on: tree)
      }
    }
    return try await pushing(to: repository) { () async throws(ForgeError) in
      try await ForgeError.wrapHost { () async throws(GitError) in try await writer.build(draft) }
    }
  }

  /// Deletes a branch if it is still at `expected`; a branch that doesn't exist counts as deleted.
  func delete(
    _ branch: String, at expected: String, in repository: RepositoryName
  ) async throws(ForgeError) -> BranchMove {
    let writer = try writer(for: repository)
    let outcome = try await pushing(to: repository) { () async throws(ForgeError) in
      try await ForgeError.wrapHost { () async throws(GitError) in
        try await writer.delete(branch, at: expected)
      }
    }
    return try await result(outcome, branch, from: expected, to: nil, in: repository)
  }

  /// Repeats what failed for a while.
  ///
  /// A repeated push is safe: if the first one arrived, the second one is refused, and the branch is
  /// found at its new commit.
  private func pushing<Value: Sendable>(
    to repository: RepositoryName, _ body: @Sendable () async throws(ForgeError) -> Value
  ) async throws(ForgeError) -> Value {
    let slot = RequestSlot(
      owner: nil, isWrite: true, isContent: false, summary: "push to \(repository)")
    return try await host.retrying(slot.summary) { () async throws(ForgeError) in
      try await host.limiter.pass(slot, body)
    }
  }

  private func result(
    _ outcome: BranchWriter.Outcome, _ branch: String, from expected: String?, to commit: String?,
    in repository: RepositoryName
  ) async throws(ForgeError) -> BranchMove {
    guard case .refused(let reason) = outcome else { return .moved }
    let head = try await source.head(of: branch, in: repository)
    // A push whose response was lost is refused when it is repeated.
    if head == commit { return .moved }
    // If the branch is where it was expected, a rule forbids the push.
    guard head != expected else { throw ForgeError(.rejected, subject: branch, detail: reason) }
    return .lost(head: head)
  }

  private func writer(for repository: RepositoryName) throws(ForgeError) -> BranchWriter {
    do throws(GitError) {
      return try BranchWriter(objects.remotes, at: objects.address(of: repository))
    } catch {
      throw ForgeError(host: error)
    }
  }

  private func draft(
    _ proposal: CommitProposal, by account: Author, in repository: RepositoryName
  ) -> BranchWriter.Draft {
    let author = proposal.author ?? account
    let date = author.date ?? host.pacing.now()
    var files: [String: (bytes: [UInt8], mode: UInt32)?] = [:]
    for (path, change) in proposal.changes {
      switch change {
      case .delete: files[path] = .some(nil)
      case .write(let bytes, let mode): files[path] = (bytes, mode.number)
      }
    }
    var draft = BranchWriter.Draft(
      parent: proposal.parent, files: files, message: proposal.message,
      author: Signature(
        name: author.name, email: author.email, seconds: date.seconds))
    guard let signer = host.signer else { return draft }
    draft.sign = { commit throws(GitError) in
      do throws(ForgeError) { return try await signer.sign(commit, repository) } catch {
        throw GitError(.invalid, subject: "signing", detail: error.detail)
      }
    }
    return draft
  }
}

extension ForgeError {
  /// Translates an error of git over HTTP.
  init(host error: GitError) {
    let (code, outage): (Code, Outage?) =
      switch error.code {
      case .notFound: (.notFound, nil)
      case .invalid: (.rejected, nil)
      case .conflict: (.conflict, nil)
      case .unauthorized, .forbiddenAddress: (.forbidden, nil)
      case .tooLarge(let limit): (.tooLarge(limit: limit), nil)
      case .cancelled: (.cancelled, nil)
      case .timedOut: (.unavailable, .timeout)
      case .unreachable: (.unavailable, .connection)
      case .other: (.unavailable, .serverError)
      }
    self.init(code, subject: error.subject, detail: error.detail)
    self.outage = outage
  }

  fileprivate static func wrapHost<Value: Sendable>(
    _ body: () async throws(GitError) -> Value
  ) async throws(ForgeError) -> Value {
    do throws(GitError) { return try await body() } catch { throw ForgeError(host: error) }
  }
}
