/// What to do with an open pull request of ours that is not in the plan.
enum RetirementDecision: Hashable, Sendable {
  /// It is not known that the pull request is obsolete.
  case keep
  case close(ClosingReason)
  /// Close it as soon as the pull request that includes its dependency is open.
  case replacedBy(UpdateKey)
}

extension RetirementDecision {
  /// Decides by the reason why the dependency needs no pull request any more.
  init(_ state: UpdateState, current: String?, proposed: String) {
    self =
      switch state {
      case .upToDate: .close(.upToDate(version: current == proposed ? proposed : nil))
      // Releases were not requested, but the lock has the proposed version.
      case .leftOut(nil, _) where current == proposed: .close(.upToDate(version: proposed))
      case .ignored(_, let rule), .leftOut(_, let rule): .close(.ignored(rule: rule))
      case .heldBack: .close(.impossible(state.description))
      default: .keep
      }
  }
}
