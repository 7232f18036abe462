/// Conflict resolution: the root cause of a satisfied incompatibility.
extension Solver {
  /// The assignment that completed a conflict.
  private struct Satisfier {
    var term: Term
    /// Its place among the assignments.
    var index: Int
    /// What the assignment allows beyond the term; nil where it satisfies the term alone.
    var difference: Term?
    /// The level that is needed besides it.
    var previousLevel: Int
  }

  /// Follows a conflict back to its root cause and backtracks to where that bites.
  ///
  /// - Parameter conflict: an incompatibility all of whose terms are satisfied.
  /// - Returns: the root cause, filed if it is new; or a failure, with nothing undone.
  mutating func resolve(_ conflict: IncompatibilityID) -> IncompatibilityID {
    var id = conflict
    while !incompatibilities[id.index].isFailure(root: root) {
      guard let satisfier = satisfier(of: incompatibilities[id.index].terms) else { return id }
      let assignment = solution.assignments[satisfier.index]
      guard let cause = assignment.cause, satisfier.previousLevel >= assignment.level else {
        solution.backtrack(to: satisfier.previousLevel)
        if id != conflict { file(id) }
        return id
      }
      id = record(priorCause(of: id, satisfier, cause: cause))
    }
    return id
  }

  /// Finds the earliest assignment with which all terms hold.
  private mutating func satisfier(of terms: [Term]) -> Satisfier? {
    var latest: Satisfier?
    var previousLevel = 1
    for term in terms {
      guard let index = solution.satisfier(of: term, in: &sets) else { return nil }
      if let found = latest, found.index >= index {
        previousLevel = max(previousLevel, solution.assignments[index].level)
        continue
      }
      if let found = latest {
        previousLevel = max(previousLevel, solution.assignments[found.index].level)
      }
      let difference = sets.intersection(solution.assignments[index].term, term.inverse)
      if let difference, let rest = solution.satisfier(of: difference.inverse, in: &sets) {
        previousLevel = max(previousLevel, solution.assignments[rest].level)
      }
      latest = Satisfier(term: term, index: index, difference: difference, previousLevel: 1)
    }
    latest?.previousLevel = previousLevel
    return latest
  }

  /// Resolves an incompatibility with the cause of its satisfier.
  private mutating func priorCause(
    of id: IncompatibilityID, _ satisfier: Satisfier, cause: IncompatibilityID
  ) -> Incompatibility {
    let package = satisfier.term.package
    var terms = incompatibilities[id.index].terms.filter { $0 != satisfier.term }
    terms += incompatibilities[cause.index].terms.filter { $0.package != package }
    // A client's set that is not exact can give back the term itself, which would never end.
    if let rest = satisfier.difference?.inverse, rest != satisfier.term { terms.append(rest) }
    if terms.count > 1 { terms.removeAll { $0.package == root && $0.isPositive } }
    return Incompatibility(
      terms: merged(terms) ?? terms, cause: .conflict(id, other: cause))
  }
}
