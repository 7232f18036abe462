import Forges
import Store

/// The label that people add to a pull request so that martlet does not merge it.
package let holdLabelName = "martlet: hold"

/// The reason why a pull request is not merged automatically, whatever its checks say.
package enum MergeObstacle: Hashable, Sendable {
  /// A person converted it to a draft.
  case draft
  /// The branch is not as martlet left it.
  case foreignCommits
  /// An older martlet wrote the branch, and it wasn't compared with the update since.
  case unproven
  /// A version has other contents than the pull request was opened with.
  case changedContents
  /// A version has another origin than the current one; why, as a sentence.
  case origin(String)
  /// A person changed its base branch to this one.
  case retargeted(String)
  /// A person added the label `martlet: hold`.
  case held
  /// A person switched our auto-merge off.
  case stopped
  /// The forge's merge queue removed it at this head.
  case dropped
  /// A person switched auto-merge on, by login.
  case handedOver(by: String)
  /// The logins whose latest review requests changes.
  case changesRequested([String])
  /// A required check failed or timed out.
  case red
  /// There are no checks.
  case unchecked
  /// The forge does not show the rules of the base branch, with its reason.
  case unreadRules(String)
  /// The configuration merges only updates without an impact; why that isn't known or so.
  case impact(String)
  /// The configuration allows the merge at another time.
  case delayed(MergeDelay)
}

extension MergeObstacle: CustomStringConvertible {
  /// The text that reports and pages show.
  package var description: String {
    switch self {
    case .draft: "it is a draft"
    case .foreignCommits: "its branch has commits by others"
    case .unproven: "the next pass has to compare its commit with the update first"
    case .changedContents:
      "a tag, digest or checksum of its versions changed after it was opened"
    case .origin(let reason): reason
    case .retargeted(let base): "its base branch was changed to \(base)"
    case .held: "it has the label '\(holdLabelName)'"
    case .stopped: "a person switched its auto-merge off"
    case .dropped: "the merge queue removed it; a new commit is added again"
    case .handedOver(let login): "\(login) switched its auto-merge on"
    case .changesRequested(let logins): "\(logins.joined(separator: ", ")) requested changes"
    case .red: "its checks are not green"
    case .unchecked: "it has no checks"
    case .impact(let reason): reason
    case .delayed(let delay): delay.description
    case .unreadRules(let reason): "the rules of its base branch cannot be read: \(reason)"
    }
  }
}

extension MergeObstacle {
  /// Whether martlet's state, the configuration's times or the forge's lists of changes show its end.
  var isListed: Bool {
    switch self {
    case .changesRequested, .unreadRules, .delayed(.evidence): false
    default: true
    }
  }
}

extension WatchedPullRequest {
  /// Finds an obstacle in the pull request and its verdict.
  ///
  /// Pure.
  ///
  /// - Parameters:
  ///   - me: our login.
  ///   - branch: the base branch that martlet chose.
  ///   - hasQueue: whether the forge has a merge queue. A queued pull request no longer shows
  ///     auto-merge.
  /// - Returns: nil if only checks, base and reviews remain to be examined.
  func obstacle(me: String, branch: String, hasQueue: Bool) -> MergeObstacle? {
    guard let current else { return .foreignCommits }
    if !isOurs { return .foreignCommits }
    if record.imprint.isEmpty { return .unproven }
    if !record.changedContents.isEmpty { return .changedContents }
    if current.base != branch { return .retargeted(current.base) }
    if current.isDraft || current.mergeState == .draft { return .draft }
    if current.labels.contains(holdLabelName) { return .held }
    if current.hasAutoMerge, current.autoMergeBy != me {
      return .handedOver(by: current.autoMergeBy ?? "somebody")
    }
    if status.merging == .stopped { return .stopped }
    if status.merging == .dropped { return .dropped }
    if status.merging == .handedOver, !current.hasAutoMerge, !hasQueue { return .stopped }
    switch mergeVerdict ?? .failed([]) {
    case .failed, .timedOut: return .red
    case .none: return .unchecked
    case .pending, .waiting, .passed: return nil
    }
  }

  /// Whether every check that the merge needs is green.
  var isGreen: Bool {
    if case .passed = mergeVerdict { true } else { false }
  }
}
