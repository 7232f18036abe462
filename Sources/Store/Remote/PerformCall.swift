import Database
import HTTP

extension StateStore {
  /// Performs a call of another process, which the caller has checked.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - body: the body of its message.
  /// - Returns: the result.
  /// - Throws: `DatabaseError`.
  package func perform(_ call: StateCall, body: [UInt8]) async throws -> StateAnswer {
    switch call.scope {
    case .cache: try await performOnCaches(call, body)
    case .repository, .record, .rename, .follow:
      try await performOnRepository(call.adding(observations: body))
    }
  }

  private func performOnCaches(_ call: StateCall, _ body: [UInt8]) async throws -> StateAnswer {
    switch call {
    case .firstSeen(let versions, let source, let time):
      return try StateAnswer(await firstSeen(versions, of: source, now: time))
    case .content(let name):
      let found = try await content(name)
      return try StateAnswer(found != nil, body: found ?? [])
    case .keep(let name, let time): try await keep(body, as: name, now: time)
    case .response(let key):
      let found = try await response(key)
      return try StateAnswer(found.map(StoredHead.init), body: found?.body ?? [])
    case .saveResponse(let key, let head): try await save(head.response(body), as: key)
    default: throw StateRefusal("no cache performs it")
    }
    return .done
  }

  private func performOnRepository(_ call: StateCall) async throws -> StateAnswer {
    switch call {
    case .record(let repository): return try StateAnswer(await record(of: repository))
    case .observations(let repository):
      return StateAnswer(value: try await observationRows(of: repository).packed)
    case .events(let number, let repository):
      return try StateAnswer(await events(of: number, in: repository))
    case .pullRequests(let repository): return try StateAnswer(await pullRequests(of: repository))
    case .declinedVersions(let repository):
      return try StateAnswer(await declinedVersions(of: repository))
    case .begunBranches(let repository): return try StateAnswer(await begunBranches(of: repository))
    case .splits(let repository): return try StateAnswer(await splits(of: repository))
    case .verdicts(let repository): return try StateAnswer(await verdicts(of: repository))
    case .verdict(let key, let repository):
      return try StateAnswer(await verdict(of: key, in: repository))
    case .conversations(let repository):
      return try StateAnswer(await conversations(of: repository))
    case .activityMark(let repository): return try StateAnswer(await activityMark(of: repository))
    case .isProcessed(let comment, let repository):
      return try StateAnswer(await isProcessed(comment: comment, of: repository))
    case .rebuildRequests(let repository):
      return try StateAnswer(await rebuildRequests(of: repository))
    case .mergeRequests(let repository): return try StateAnswer(await mergeRequests(of: repository))
    case .ignores(let repository): return try StateAnswer(await ignores(of: repository))
    case .dashboardRequests(let repository):
      return try StateAnswer(await dashboardRequests(of: repository))
    case .previews(let repository): return try StateAnswer(await previews(of: repository))
    case .onboarding(let repository): return try StateAnswer(await onboarding(of: repository))
    case .beginOnboarding(let repository, let limit, let time):
      return try StateAnswer(await beginOnboarding(of: repository, limit: limit, now: time))
    case .ownIssue(let purpose, let repository):
      return try StateAnswer(await ownIssue(purpose, of: repository))
    case .evidence(let origins, let repository):
      return try StateAnswer(await evidence(about: origins, for: repository))
    case .problems(let repository): return try StateAnswer(await problems(of: repository))
    case .follow(let names, let forge): return try StateAnswer(await follow(names, of: forge))
    default:
      try await write(call)
      return .done
    }
  }

  private func write(_ call: StateCall) async throws {
    switch call {
    case .saveRecord(let record): try await save(record)
    case .invalidateDefaultBranch(let repository):
      try await invalidateDefaultBranch(of: repository)
    case .rename(let old, let new): try await rename(old, to: new)
    case .savePass(let result, let repository, let time):
      try await save(result, of: repository, now: time)
    case .observe(let changes, let branch, let repository, let facts):
      try await apply(changes, on: branch, of: repository, noting: facts)
    case .saveEvents(let events, let repository): try await save(events, of: repository)
    case .savePullRequest(let record, let facts): try await save(record, noting: facts)
    case .saveDeclinedVersions(let declined): try await save(declined)
    case .saveBegunBranch(let begun): try await save(begun)
    case .removeBegunBranch(let begun): try await remove(begun)
    case .saveVerdict(let record, let facts): try await save(record, noting: facts)
    case .saveSplit(let record): try await save(record)
    case .removeSplit(let record): try await remove(record)
    case .saveStepResults(let results, let repository): try await save(results, of: repository)
    default: try await writeConversation(call)
    }
  }

  private func writeConversation(_ call: StateCall) async throws {
    switch call {
    case .saveConversation(let record, let repository): try await save(record, of: repository)
    case .saveActivityMark(let time, let repository):
      try await saveActivityMark(time, of: repository)
    case .markProcessed(let comment, let repository, let time):
      try await markProcessed(comment: comment, of: repository, now: time)
    case .saveRebuildRequest(let request): try await save(request)
    case .removeRebuildRequest(let request): try await remove(request)
    case .saveMergeRequest(let request): try await save(request)
    case .removeMergeRequest(let key, let repository):
      try await removeMergeRequest(of: key, in: repository)
    case .saveIgnore(let ignore): try await save(ignore)
    case .removeIgnore(let ignore): try await remove(ignore)
    case .saveDashboardRequest(let request, let repository):
      try await save(request, of: repository)
    case .removeDashboardRequest(let request, let repository):
      try await remove(request, of: repository)
    case .savePreview(let preview, let repository): try await save(preview, of: repository)
    case .removePreview(let preview, let repository):
      try await remove(preview, of: repository)
    case .saveOnboarding(let record, let repository): try await save(record, of: repository)
    case .endOnboarding(let repository): try await endOnboarding(of: repository)
    case .saveOwnIssue(let issue, let repository): try await save(issue, of: repository)
    default: throw StateRefusal("the state does not perform it")
    }
  }
}

extension StateCall {
  /// Adds the observations in the body of the message.
  ///
  /// - Throws: a `StateRefusal` if they are malformed.
  fileprivate func adding(observations body: [UInt8]) throws -> StateCall {
    guard case .observe(var changes, let branch, let repository, let facts) = self else {
      return self
    }
    changes.saved += try [Observation](packed: body)
    return .observe(changes, branch: branch, of: repository, noting: facts)
  }
}
