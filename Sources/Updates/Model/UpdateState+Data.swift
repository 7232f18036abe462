package import Store

/// The data of a state for programs.
extension UpdateState {
  /// The name of the case in JSON and in the database.
  package var word: String { observed.rawValue }

  /// The state without its data.
  package var observed: ObservationState {
    switch self {
    case .upToDate, .merged: .upToDate
    case .ignored: .ignored
    case .leftOut: .leftOut
    case .switchedOff: .switchedOff
    case .apart: .apart
    case .toClose: .toClose
    case .unfixed: .unfixed
    case .heldBack: .heldBack
    case .coolingDown: .coolingDown
    case .awaitingApproval: .awaitingApproval
    case .scheduled: .scheduled
    case .limited, .waiting, .endedMeanwhile: .limited
    case .problem: .problem
    case .declined: .declined
    case .foreignCommits: .foreignCommits
    case .current: .current
    case .toOpen: .toOpen
    case .toUpdate: .toUpdate
    case .opened: .opened
    case .updated: .updated
    case .closed: .closed
    }
  }

  /// The number of the pull request.
  package var number: Int? {
    switch self {
    case .declined(_, let number), .current(let number, _), .toUpdate(let number, _),
      .opened(let number, _), .updated(let number, _), .closed(let number, _),
      .toClose(let number, _):
      number
    case .foreignCommits(let number, _): number
    case .upToDate, .ignored, .leftOut, .switchedOff, .heldBack, .coolingDown,
      .awaitingApproval, .scheduled, .limited, .waiting, .endedMeanwhile, .merged, .problem,
      .apart, .toOpen, .unfixed:
      nil
    }
  }

  /// The version that is proposed or held back.
  package var version: String? {
    switch self {
    case .ignored(let version, _), .switchedOff(let version),
      .heldBack(let version, _), .coolingDown(let version, _),
      .awaitingApproval(let version), .scheduled(let version),
      .limited(let version, _), .waiting(let version, _), .endedMeanwhile(let version),
      .merged(let version, _),
      .apart(let version, _, _), .declined(let version, _), .current(_, let version),
      .toOpen(let version),
      .toUpdate(_, let version), .opened(_, let version), .updated(_, let version):
      version
    case .unfixed(let version, _, _), .leftOut(let version, _): version
    case .upToDate, .problem, .foreignCommits, .toClose, .closed: nil
    }
  }
}
