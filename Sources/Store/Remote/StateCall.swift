package import Forges
package import Time

/// A read or a write of the state by the visit of one repository.
///
/// A visit runs in a process of its own, which has no access to the database: it sends calls to its
/// parent, which performs those about the visited repository. This list is all that a visit can do.
package enum StateCall: Codable, Sendable {
  case record(of: RepositoryID)
  case saveRecord(RepositoryRecord)
  case invalidateDefaultBranch(of: RepositoryID)
  case rename(RepositoryID, to: RepositoryName)
  case follow([String: RepositoryName], forge: String)

  case savePass(PassResult, of: RepositoryID, at: Timestamp)
  case observations(of: RepositoryID)
  /// The body of the message has the new and changed observations.
  case observe(ObservationChanges, branch: String, of: RepositoryID, noting: [Fact])
  case events(of: Int, in: RepositoryID)
  case saveEvents([Event], of: RepositoryID)

  case pullRequests(of: RepositoryID)
  case savePullRequest(PullRequestRecord, noting: [Fact])
  case declinedVersions(of: RepositoryID)
  case saveDeclinedVersions(DeclinedVersions)
  case begunBranches(of: RepositoryID)
  case saveBegunBranch(BegunBranch)
  case removeBegunBranch(BegunBranch)
  case verdicts(of: RepositoryID)
  case verdict(key: String, in: RepositoryID)
  case saveVerdict(VerdictRecord, noting: [Fact])
  case splits(of: RepositoryID)
  case saveSplit(SplitRecord)
  case removeSplit(SplitRecord)

  case evidence(about: [StepOrigin], for: RepositoryID)
  case saveStepResults([StepResult], of: RepositoryID)

  case conversations(of: RepositoryID)
  case saveConversation(ConversationRecord, of: RepositoryID)
  case activityMark(of: RepositoryID)
  case saveActivityMark(Timestamp, of: RepositoryID)
  case isProcessed(comment: Int, of: RepositoryID)
  case markProcessed(comment: Int, of: RepositoryID, at: Timestamp)
  case rebuildRequests(of: RepositoryID)
  case saveRebuildRequest(RebuildRequest)
  case removeRebuildRequest(RebuildRequest)
  case mergeRequests(of: RepositoryID)
  case saveMergeRequest(MergeRequest)
  case removeMergeRequest(key: String, in: RepositoryID)
  case ignores(of: RepositoryID)
  case saveIgnore(Ignore)
  case removeIgnore(Ignore)
  case dashboardRequests(of: RepositoryID)
  case saveDashboardRequest(DashboardRequest, of: RepositoryID)
  case removeDashboardRequest(DashboardRequest, of: RepositoryID)
  case previews(of: RepositoryID)
  case savePreview(PreviewRecord, of: RepositoryID)
  case removePreview(PreviewRecord, of: RepositoryID)
  case onboarding(of: RepositoryID)
  case saveOnboarding(OnboardingRecord, of: RepositoryID)
  case beginOnboarding(of: RepositoryID, limit: Int, at: Timestamp)
  case endOnboarding(of: RepositoryID)
  case ownIssue(IssuePurpose, of: RepositoryID)
  case saveOwnIssue(OwnIssue, of: RepositoryID)
  case problems(of: RepositoryID)

  case firstSeen([String], source: String, at: Timestamp)
  /// The answer's body is the content.
  case content(String)
  /// The body of the message is the content.
  case keep(String, at: Timestamp)
  /// The answer's body is the body of the response.
  case response(String)
  /// The body of the message is the body of the response.
  case saveResponse(String, StoredHead)
}

/// The result of a call.
package struct StateAnswer: Sendable {
  /// The value as JSON.
  package var value: [UInt8]
  /// The content or the body of a response; empty for other calls.
  package var body: [UInt8]

  /// Creates an answer.
  package init(value: [UInt8], body: [UInt8] = []) {
    self.value = value
    self.body = body
  }
}

/// A cached response without its body.
package struct StoredHead: Codable, Sendable {
  var url: String
  /// One `Name: value` per line.
  var headers: String
  var validatedAt: Timestamp
}

/// Why a call of a visit wasn't performed.
package struct StateRefusal: Error, Codable, Hashable, Sendable, CustomStringConvertible {
  /// What the call would have done.
  package var reason: String

  /// Creates a refusal.
  package init(_ reason: String) {
    self.reason = reason
  }

  /// For logs and messages.
  package var description: String { "the state refused a call of the visit: \(reason)" }
}
