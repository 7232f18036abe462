import HTTP
import JSON

extension BitbucketForge {
  /// How often a merge is tried while others change texts or reviewers of the pull request.
  private static let attempts = 4

  /// `POST pull-requests/N/merge` with the version that has the judged commit as its head.
  ///
  /// The server refuses another version, and every change of the head makes one.
  package func merge(
    _ number: Int, at head: String, by method: MergeMethod, in repository: RepositoryName
  ) async throws(ForgeError) -> MergeOutcome {
    let allowed = try await settings(of: repository).strategies
    guard let strategy = method.strategy(among: allowed) else {
      let list = allowed.isEmpty ? "none" : allowed.sorted().joined(separator: ", ")
      return .refused(
        "the repository does not allow the method '\(method.rawValue)'; its strategies are \(list)")
    }
    for _ in 1...Self.attempts {
      let present = try await read(number, in: repository)
      if let commit = present.mergeCommit { return .merged(commit: commit) }
      guard present.isOpen else { return .refused("it is declined") }
      guard present.head == head else { return .headMoved }
      let call = mergeCall(number, present.version, strategy, in: repository)
      do throws(ForgeError) {
        let merged: BitbucketPullRequest = try await host.write(call) {
          () async throws(ForgeError) in
          let now = try await read(number, in: repository)
          return now.state == "MERGED" ? now : nil
        }
        return try outcome(merged, at: head, call)
      } catch {
        guard [.conflict, .rejected].contains(error.code) else { throw error }
        let now = try await read(number, in: repository)
        if let commit = now.mergeCommit { return .merged(commit: commit) }
        if now.head != head { return .headMoved }
        if now.version == present.version {
          return try await obstacle(to: number, error, in: repository)
        }
      }
    }
    return .later("others change the pull request at the same time")
  }

  private func mergeCall(
    _ number: Int, _ version: Int, _ strategy: String, in repository: RepositoryName
  ) -> HostCall {
    var call = HostCall.write(
      .post, path(repository, ["pull-requests", "\(number)", "merge"]),
      ["version": .int(version), "strategyId": .string(strategy)], scope: .account)
    // Servers before 8.0 read the version from the query only.
    call.query = [("version", "\(version)")]
    return call
  }

  /// - Throws: `.malformed` if the server says that it merged another commit.
  private func outcome(
    _ merged: BitbucketPullRequest, at head: String, _ call: HostCall
  ) throws(ForgeError) -> MergeOutcome {
    guard let commit = merged.mergeCommit else { return .later("the server is merging it") }
    guard merged.head == head else {
      throw ForgeError(
        .malformed, subject: call.summary, detail: "it merged \(merged.head) instead of \(head)")
    }
    return .merged(commit: commit)
  }

  /// `GET pull-requests/N/merge`, which names conflicts and the checks that forbid the merge.
  private func obstacle(
    to number: Int, _ error: ForgeError, in repository: RepositoryName
  ) async throws(ForgeError) -> MergeOutcome {
    struct Mergeability: Decodable {
      struct Veto: Decodable {
        var summaryMessage: String?
        var detailedMessage: String?
      }

      var conflicted: Bool?
      var outcome: String?
      var vetoes: [Veto]?
    }
    let now: Mergeability = try await host.read(
      get(repository, "pull-requests", "\(number)", "merge"))
    if now.conflicted == true { return .conflicting(error.detail) }
    let vetoes = (now.vetoes ?? []).compactMap { $0.detailedMessage ?? $0.summaryMessage }
    if vetoes.isEmpty, now.outcome == "UNKNOWN" { return .later(error.detail) }
    return .refused(vetoes.isEmpty ? error.detail : vetoes.joined(separator: "; "))
  }
}

extension MergeMethod {
  /// The first of the host's strategies for a method that a repository allows, or nil.
  fileprivate func strategy(among allowed: [String]) -> String? {
    let names =
      switch self {
      case .merge: ["no-ff", "ff"]
      case .squash: ["squash", "squash-ff-only"]
      case .rebase: ["rebase-ff-only", "rebase-no-ff"]
      }
    return names.first(where: allowed.contains)
  }
}
