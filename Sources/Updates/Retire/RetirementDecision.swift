/// What becomes of an open pull request of ours that the plan has no batch for.
enum RetirementDecision: Hashable, Sendable {
  /// Nobody can say yet that it is not wanted.
  case keep
  case close(ClosingReason)
  /// It goes once the pull request that takes its dependency along is there.
  case followedBy(UpdateKey)
}

extension RetirementDecision {
  /// Judges by why there is no pull request for the dependency any more.
  init(_ state: UpdateState, current: String?, proposed: String) {
    self =
      switch state {
      case .upToDate: .close(.upToDate(version: current == proposed ? proposed : nil))
      case .ignored(_, let rule), .leftOut(_, let rule): .close(.ignored(rule: rule))
      case .heldBack: .close(.impossible(state.description))
      default: .keep
      }
  }
}
