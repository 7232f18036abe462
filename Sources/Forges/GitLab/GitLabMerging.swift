import HTTP
import JSON

extension GitLabForge {
  /// `PUT merge_requests/N/merge` with the expected head, after the project's settings: the project
  /// chooses between merge commits and fast-forward, a request only whether to squash.
  package func merge(
    _ number: Int, at head: String, by method: MergeMethod, in repository: RepositoryName
  ) async throws(ForgeError) -> MergeOutcome {
    let project = try await project(repository)
    let squash: Bool?
    switch project.choice(for: method) {
    case .refused(let reason): return .refused(reason)
    case .squash(let value): squash = value
    }
    let body = try await mergeBody(project, at: head, squash: squash, in: repository)
    let call = HostCall.write(
      .put, repository.mergeRequest(number, "merge"), .object(body),
      scope: .owner(repository.owner))
    var outcome = try await send(call, number, at: head, in: repository)
    // GitLab checks in the background after each push, mostly for less than a second.
    for attempt in 1...3 {
      guard case .later = outcome else { break }
      try await host.pause(attempt)
      outcome = try await send(call, number, at: head, in: repository)
    }
    return outcome
  }

  /// The fields that both kinds of merge take.
  ///
  /// GitLab's message for squashed commits is the title alone, unless the project has a template. Ours
  /// is the commit's own, whose trailer tools read.
  private func mergeBody(
    _ project: GitLabProject, at head: String, squash: Bool?, in repository: RepositoryName
  ) async throws(ForgeError) -> Object {
    var body = Object([("sha", .string(head))])
    body["squash"] = squash.map(Value.bool)
    if squash != false, project.squashCommitTemplate == nil {
      body["squash_commit_message"] = try await message(of: head, in: repository)
        .map(Value.string)
    }
    return body
  }

  private func send(
    _ call: HostCall, _ number: Int, at head: String, in repository: RepositoryName
  ) async throws(ForgeError) -> MergeOutcome {
    do throws(ForgeError) {
      let merged: GitLabMergeRequest = try await host.write(call) { () async throws(ForgeError) in
        let now = try await details(number, in: repository)
        return now.state == "merged" ? now : nil
      }
      guard merged.state == "merged", let commit = merged.mergeCommit else {
        return .later("GitLab is merging it")
      }
      return .merged(commit: commit)
    } catch {
      return try await judge(error, number, at: head, in: repository)
    }
  }

  /// Reads the merge request after a refusal, whose own words say little.
  ///
  /// - 401: the account may not merge into this branch, or the token is no longer valid.
  /// - 405, 406, 422: it can't be merged now.
  /// - 409: the head is another commit.
  private func judge(
    _ error: ForgeError, _ number: Int, at head: String, in repository: RepositoryName
  ) async throws(ForgeError) -> MergeOutcome {
    guard [.unauthorized, .rejected, .conflict].contains(error.code) else { throw error }
    let now = try await details(number, in: repository)
    if now.state == "merged", let commit = now.mergeCommit { return .merged(commit: commit) }
    if let sha = now.sha, sha != head { return .headMoved }
    if error.code == .unauthorized {
      return .refused("the account may not merge into \(now.targetBranch)")
    }
    guard let status = now.status else { return .refused(error.detail) }
    if status.isComputing { return .later("its status is '\(status.word)'") }
    let reason = [status.obstacle ?? error.detail, now.mergeError ?? ""].filter { !$0.isEmpty }
      .joined(separator: "; ")
    return status.state == .conflicting ? .conflicting(reason) : .refused(reason)
  }

  /// `PUT merge_requests/N/merge` with `auto_merge`, or the merge train.
  ///
  /// GitLab merges at once if there is no pipeline that it can wait for, so it is only asked while a
  /// pipeline of this head runs. A push by anyone switches it off.
  package func enableAutoMerge(
    _ number: Int, at head: String, by method: MergeMethod, in repository: RepositoryName
  ) async throws(ForgeError) -> AutoMergeOutcome {
    let now = try await details(number, in: repository)
    if now.mergeWhenPipelineSucceeds == true { return .enabled }
    guard now.sha == head else { return .unavailable("the head moved") }
    let project = try await project(repository)
    let squash: Bool?
    switch project.choice(for: method) {
    case .refused(let reason): return .unavailable(reason)
    case .squash(let value): squash = value
    }
    let isQueued = project.mergeTrainsEnabled ?? false
    if let outcome = now.obstacleToAutoMerge(isQueued: isQueued) { return outcome }
    if isQueued {
      var body = Object([("sha", .string(head)), ("auto_merge", true)])
      body["squash"] = squash.map(Value.bool)
      let call = HostCall.write(
        .post, repository.project("merge_trains", "merge_requests", "\(number)"), .object(body),
        scope: .owner(repository.owner))
      return try await enable(call, number, in: repository)
    }
    var body = try await mergeBody(project, at: head, squash: squash, in: repository)
    body["merge_when_pipeline_succeeds"] = true
    let call = HostCall.write(
      .put, repository.mergeRequest(number, "merge"), .object(body),
      scope: .owner(repository.owner))
    return try await enable(call, number, in: repository)
  }

  /// `GET merge_trains/merge_requests/N`, which answers 404 for a merge request that isn't in a train.
  ///
  /// It may also wait to be added, as soon as nothing else is in the way.
  package func isQueued(
    _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> Bool? {
    let path = repository.project("merge_trains", "merge_requests", "\(number)")
    let car: Ignored? = try await host.readIfPresent(.get(path, of: repository))
    if car != nil { return true }
    let now = try await details(number, in: repository)
    return now.mergeWhenPipelineSucceeds == true && now.status?.state != .clean
  }

  private func enable(
    _ call: HostCall, _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> AutoMergeOutcome {
    do throws(ForgeError) {
      let _: Ignored = try await host.write(call) { () async throws(ForgeError) in
        let now = try await details(number, in: repository)
        return now.mergeWhenPipelineSucceeds == true || now.state == "merged" ? Ignored() : nil
      }
      return .enabled
    } catch {
      guard [.unauthorized, .rejected, .conflict, .forbidden].contains(error.code) else {
        throw error
      }
      let now = try await details(number, in: repository)
      if now.mergeWhenPipelineSucceeds == true || now.state == "merged" { return .enabled }
      return .unavailable(now.status?.obstacle ?? error.detail)
    }
  }

  /// `POST merge_requests/N/cancel_merge_when_pipeline_succeeds`, which answers 405 or 406 if there
  /// is nothing to switch off.
  package func disableAutoMerge(
    _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    do throws(ForgeError) {
      try await host.repeatable(
        .write(
          .post, repository.mergeRequest(number, "cancel_merge_when_pipeline_succeeds"),
          scope: .owner(repository.owner)))
    } catch {
      guard error.code == .rejected else { throw error }
      let now = try await details(number, in: repository)
      guard now.mergeWhenPipelineSucceeds == true, now.state == "opened" else { return }
      throw error
    }
  }
}

extension GitLabMergeRequest {
  /// Why auto-merge can't be switched on; nil if it can.
  fileprivate func obstacleToAutoMerge(isQueued: Bool) -> AutoMergeOutcome? {
    if isQueued { return nil }
    if status?.state == .clean { return headPipeline?.isActive == true ? nil : .ready }
    // Other obstacles than the pipeline keep GitLab from merging at once, such as a missing approval.
    let canWait = headPipeline?.isActive == true || headPipeline?.status == "success"
    return canWait ? nil : .unavailable(status?.obstacle ?? "it has no pipeline that runs")
  }
}

extension GitLabProject {
  /// What a request for a merge asks for.
  enum MergeChoice: Hashable, Sendable {
    /// Whether to squash; nil leaves it to the merge request, whose default is the project's.
    case squash(Bool?)
    /// The project's settings don't allow the method.
    case refused(String)
  }

  /// Translates a method: `merge` is whatever the project does, the others must agree with its
  /// settings.
  func choice(for method: MergeMethod) -> MergeChoice {
    let squash = squashOption ?? "default_off"
    switch method {
    case .squash where squash == "never":
      return .refused("the project's settings do not allow squashing")
    case .squash: return .squash(true)
    case .rebase where mergeMethod != "ff":
      return .refused("the project's merge method is not fast-forward")
    case .rebase where squash == "always":
      return .refused("the project's settings require squashing")
    case .rebase: return .squash(false)
    case .merge:
      switch squash {
      case "always": return .squash(true)
      case "default_on": return .squash(nil)
      default: return .squash(false)
      }
    }
  }
}
