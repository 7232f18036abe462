import HTTP
import JSON

extension GiteaForge {
  /// How often a merge is tried while the server looks for conflicts.
  private static let attempts = 4

  /// `POST pulls/N/merge` with the expected head.
  ///
  /// After a push the server looks for conflicts for some seconds and refuses with "Please try again
  /// later" meanwhile; it does the same if there is a conflict.
  package func merge(
    _ number: Int, at head: String, by method: MergeMethod, in repository: RepositoryName
  ) async throws(ForgeError) -> MergeOutcome {
    var body = Object([("Do", .string(method.rawValue)), ("head_commit_id", .string(head))])
    // The server's message for squashed commits is the title alone: the trailer would be lost.
    if method == .squash {
      body["MergeMessageField"] = try await text(of: head, in: repository).map(Value.string)
    }
    let call = change(
      .post, repository, "pulls", "\(number)", "merge", body: .object(body))
    var reason = ""
    for attempt in 1...Self.attempts {
      do throws(ForgeError) {
        let _: Ignored = try await host.write(call) { () async throws(ForgeError) in
          try await read(number, in: repository).isMerged ? Ignored() : nil
        }
        return try await merged(number, in: repository)
      } catch {
        guard [.conflict, .rejected].contains(error.code) else { throw error }
        let now = try await pullRequest(number, in: repository)
        if let commit = now.mergeCommit { return .merged(commit: commit) }
        if now.headSHA != head { return .headMoved }
        reason = error.detail
        let refusal = GiteaRefusal(error, isConflicting: now.isMergeable == false)
        guard refusal == .computing else { return try await outcome(refusal, method, repository) }
      }
      if attempt < Self.attempts { try await host.pause(attempt) }
    }
    return .later(reason)
  }

  /// Reads the commit of a merge that the host reported.
  private func merged(
    _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> MergeOutcome {
    let now = try await read(number, in: repository)
    guard now.isMerged, let commit = now.mergeCommitSha else {
      return .later("the server has not recorded the merge yet")
    }
    return .merged(commit: commit)
  }

  private func outcome(
    _ refusal: GiteaRefusal, _ method: MergeMethod, _ repository: RepositoryName
  ) async throws(ForgeError) -> MergeOutcome {
    switch refusal {
    case .computing: return .later("")
    case .headMoved: return .headMoved
    case .behind(let message): return .behind(message)
    case .conflicting(let message): return .conflicting(message)
    case .unapproved(let message): return .unapproved(message)
    case .rule(let message): return .refused(message)
    case .style:
      let allowed = try await details(of: repository).mergeMethods.map(\.rawValue)
      let list = allowed.isEmpty ? "none of martlet's methods" : allowed.joined(separator: ", ")
      return .refused(
        "the repository does not allow the method '\(method.rawValue)'; it allows \(list)")
    }
  }
}

/// Why a merge was refused, by the words of the server.
enum GiteaRefusal: Hashable, Sendable {
  /// It still looks for conflicts, or for the result of another merge.
  case computing
  /// The head is another commit.
  case headMoved
  /// The head lacks commits of the base, which a rule requires.
  case behind(String)
  /// The branches conflict.
  case conflicting(String)
  /// The repository doesn't allow the method.
  case style
  /// It lacks approvals.
  case unapproved(String)
  /// Another rule isn't met.
  case rule(String)

  /// Reads a refusal.
  ///
  /// - Parameters:
  ///   - error: a 405, 409 or 422; the server answers a conflict with a 409 without words, or with the
  ///     words for "still computing".
  ///   - isConflicting: whether the pull request is known to conflict.
  init(_ error: ForgeError, isConflicting: Bool) {
    let message = error.detail
    let text = message.lowercased()
    let reason = Self.reason(in: message)
    if isConflicting {
      self = .conflicting(message.isEmpty ? "the branches conflict" : message)
    } else if text.contains("head out of date") {
      self = .headMoved
    } else if text.contains("try again later") || text.contains("push out of date") {
      self = .computing
    } else if text.contains("behind the base branch") {
      self = .behind(reason)
    } else if text.contains("merge style") {
      self = .style
    } else if text.contains("not have enough approvals") {
      self = .unapproved(reason)
    } else if error.code == .conflict, !text.contains("reject") {
      self = .conflicting(message.isEmpty ? "the branches conflict" : message)
    } else {
      self = .rule(reason.isEmpty ? "it gave no reason" : reason)
    }
  }

  /// The reason in `not allowed to merge [reason: Does not have enough approvals]`.
  private static func reason(in message: String) -> String {
    guard let start = message.firstRange(of: "[reason: "), message.hasSuffix("]") else {
      return message
    }
    return String(message[start.upperBound...].dropLast())
  }
}
