package import Forges

/// What a call reads or changes.
package enum CallScope: Hashable, Sendable {
  /// Rows of a repository.
  case repository(RepositoryID)
  /// The record of a repository, with the forge's identifier of it.
  case record(RepositoryID, identifier: String?)
  /// The name of a repository.
  case rename(RepositoryID, to: RepositoryName)
  /// The names of the repositories with some identifiers.
  case follow([String: RepositoryName], forge: String)
  /// A cache that repositories share.
  case cache
}

extension StateCall {
  /// What the call reads or changes.
  package var scope: CallScope {
    switch self {
    case .record(let repository), .invalidateDefaultBranch(let repository),
      .savePass(_, let repository, _), .observations(let repository),
      .observe(_, _, let repository, _), .events(_, let repository),
      .saveEvents(_, let repository), .pullRequests(let repository),
      .begunBranches(let repository), .declinedVersions(let repository), .verdicts(let repository),
      .verdict(_, let repository),
      .conversations(let repository), .saveConversation(_, let repository),
      .activityMark(let repository), .saveActivityMark(_, let repository),
      .isProcessed(_, let repository), .markProcessed(_, let repository, _),
      .mergeRequests(let repository), .removeMergeRequest(_, let repository),
      .rebuildRequests(let repository), .ignores(let repository), .splits(let repository):
      .repository(repository)
    case .dashboardRequests(let repository), .saveDashboardRequest(_, let repository),
      .removeDashboardRequest(_, let repository), .onboarding(let repository),
      .saveOnboarding(_, let repository), .beginOnboarding(let repository, _, _),
      .endOnboarding(let repository), .ownIssue(_, let repository),
      .saveOwnIssue(_, let repository):
      .repository(repository)
    case .problems(let repository), .previews(let repository), .savePreview(_, let repository),
      .removePreview(_, let repository):
      .repository(repository)
    case .evidence(_, let repository), .saveStepResults(_, let repository):
      .repository(repository)
    case .saveRecord(let record): .record(record.repository, identifier: record.identifier)
    case .rename(let old, let new): .rename(old, to: new)
    case .follow(let names, let forge): .follow(names, forge: forge)
    case .savePullRequest(let record, _): .repository(record.repository)
    case .saveDeclinedVersions(let declined): .repository(declined.repository)
    case .saveBegunBranch(let begun), .removeBegunBranch(let begun): .repository(begun.repository)
    case .saveVerdict(let record, _): .repository(record.repository)
    case .saveSplit(let record), .removeSplit(let record): .repository(record.repository)
    case .saveRebuildRequest(let request), .removeRebuildRequest(let request):
      .repository(request.repository)
    case .saveMergeRequest(let request): .repository(request.repository)
    case .saveIgnore(let ignore), .removeIgnore(let ignore): .repository(ignore.repository)
    case .firstSeen, .content, .keep, .response, .saveResponse: .cache
    }
  }

  /// Returns the call with at most the operator's limit of repositories that are asked in a day.
  package func limited(toOnboardings limit: Int) -> StateCall {
    guard case .beginOnboarding(let repository, let wanted, let time) = self else { return self }
    return .beginOnboarding(of: repository, limit: min(wanted, limit), at: time)
  }

  /// Returns the call with a cache of its own for `owner`, so that a visit can't change what the
  /// visits of other owners read.
  package func inCache(of owner: String) -> StateCall {
    switch self {
    case .firstSeen(let versions, let source, let time):
      .firstSeen(versions, source: "\(owner) \(source)", at: time)
    case .content(let name): .content("\(owner) \(name)")
    case .keep(let name, let time): .keep("\(owner) \(name)", at: time)
    case .response(let key): .response("\(owner) \(key)")
    case .saveResponse(let key, let head): .saveResponse("\(owner) \(key)", head)
    default: self
    }
  }
}
