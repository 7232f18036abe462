import Forges
import Store

/// The label by which a person asks martlet to leave a merge to people.
package let holdLabelName = "martlet: hold"

/// What keeps a pull request from merging by itself, whatever its checks say.
package enum MergeObstacle: Hashable, Sendable {
  /// A person marked it as not yet ready.
  case draft
  /// The branch is not as martlet left it.
  case foreignCommits
  /// A person turned it to another base, which is named.
  case retargeted(String)
  /// A person put the label `martlet: hold` on it.
  case held
  /// Somebody took the wish for a merge by the host back.
  case stopped
  /// Somebody else asked the host to merge it, by login.
  case handedOver(by: String)
  /// The logins whose latest review asks for changes.
  case changesRequested([String])
  /// A check that counts failed, or said nothing in time.
  case red
  /// Nothing checks it, so nothing vouches for it.
  case unchecked
  /// The forge does not show the rules of the base, with its reason.
  case unreadRules(String)

  /// The words that reports and pages show.
  package var words: String {
    switch self {
    case .draft: "it is a draft"
    case .foreignCommits: "somebody else's commits are on its branch"
    case .retargeted(let base): "it was turned to \(base)"
    case .held: "the label '\(holdLabelName)' asks for it"
    case .stopped: "somebody switched its auto-merge off"
    case .handedOver(let login): "\(login) asked the forge to merge it"
    case .changesRequested(let logins): "\(logins.joined(separator: ", ")) asked for changes"
    case .red: "its checks are not green"
    case .unchecked: "no check says anything of it"
    case .unreadRules(let reason): "the rules of its base branch cannot be read: \(reason)"
    }
  }
}

extension Watched {
  /// Finds what the pull request itself and its verdict tell; pure.
  ///
  /// - Parameters:
  ///   - me: our own login.
  ///   - branch: the base that martlet opened it for.
  ///   - hasQueue: whether being in the host's queue hides the wish for a merge.
  /// - Returns: nil where only the checks, the base and the reviews are left to look at.
  func obstacle(me: String, branch: String, hasQueue: Bool) -> MergeObstacle? {
    guard let present else { return .foreignCommits }
    if !isOurs { return .foreignCommits }
    if present.base != branch { return .retargeted(present.base) }
    if present.isDraft || present.mergeState == .draft { return .draft }
    if present.labels.contains(holdLabelName) { return .held }
    if present.hasAutoMerge, present.autoMergeBy != me {
      return .handedOver(by: present.autoMergeBy ?? "somebody")
    }
    if note.merging == .stopped { return .stopped }
    if note.merging == .handedOver, !present.hasAutoMerge, !hasQueue { return .stopped }
    switch mergeVerdict ?? .failed([]) {
    case .failed, .timedOut: return .red
    case .none: return .unchecked
    case .pending, .passed: return nil
    }
  }

  /// Whether every check that merging needs is green.
  var isGreen: Bool {
    if case .passed = mergeVerdict { true } else { false }
  }
}
