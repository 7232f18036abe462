import Languages
package import Store

extension SplitRecord {
  /// Returns why the updates that make the checks of a pull request fail aren't searched.
  ///
  /// - Parameters:
  ///   - open: the pull request.
  ///   - verdict: the result of its checks.
  /// - Returns: nil if the search goes on, has a result, or was given up at another commit; or if the
  ///   checks don't fail any more.
  package func reasonGivenUp(
    at open: PullRequestRecord, _ verdict: VerdictRecord?
  ) -> String? {
    guard !obstacle.isEmpty, !isSearching, open.state == .open, !open.head.isEmpty,
      head == open.head, let verdict, verdict.verdict == .failed, verdict.number == open.number,
      verdict.head == open.head
    else { return nil }
    return obstacle
  }

  /// Says in the pull request of a group that the search in it was given up.
  func remark(givenUp reason: String, in language: Language = .english) -> String {
    let commit = "`\(head.prefix(10))`"
    let sentence = language(
      "The search for the updates that make the checks fail was given up at \(commit): "
        + "\(language.translated(reason)).")
    guard isBaseRed == true else { return sentence }
    return sentence + language(" It is tried again when they pass.")
  }

  /// Describes the search in a report.
  func notice(_ group: String, number: Int, sign: String, isLimited: Bool) -> String {
    let judged = trials.count { $0.outcome != nil }
    let tried =
      trials.count == 1
      ? "1 set of its updates was tried" : "\(trials.count) sets of its updates were tried"
    let limit = isLimited ? "; the limit 'split.per-day' of the operator's file is reached" : ""
    return "the checks of the group '\(group)' (\(sign)\(number)) fail: \(tried), "
      + "\(judged) of them judged\(limit)"
  }
}

extension GroupSearch {
  /// Why no search goes on in a pull request whose checks fail; nil if one does, or none was tried.
  func noticeGivenUp(sign: String) -> String? {
    guard let reason = record.reasonGivenUp(at: pullRequest, verdict) else { return nil }
    let again = record.isBaseRed == true ? " (tried again when they pass)" : ""
    return "the search for the updates that make the checks of \(sign)\(pullRequest.number) "
      + "(\(planned.key.subject.name)) fail was given up: \(reason)\(again)"
  }
}
