/// Conflict resolution: finds the root cause of a satisfied incompatibility.
extension Solver {
  /// Resolves a conflict to its root cause and backtracks to the level where that has an effect.
  ///
  /// - Parameter conflict: an incompatibility whose terms are all satisfied.
  /// - Returns: the root cause, indexed if it is new. If it is a failure, nothing is undone.
  mutating func resolve(_ conflict: IncompatibilityID) -> IncompatibilityID {
    var id = conflict
    while !knowledge.incompatibilities[id].isFailure(root: root) {
      guard let satisfier = satisfier(of: knowledge.incompatibilities[id].terms) else { return id }
      let assignment = knowledge.solution.assignments[satisfier.index]
      guard let cause = assignment.cause, satisfier.previousLevel >= Int(assignment.level) else {
        knowledge.solution.backtrack(to: satisfier.previousLevel)
        if id != conflict { knowledge.file(id) }
        return id
      }
      id = knowledge.record(priorCause(of: id, satisfier, cause: cause))
    }
    return id
  }

  /// Finds the earliest assignment at which all terms are satisfied.
  private mutating func satisfier(of terms: [Term]) -> Satisfier? {
    var latest: Satisfier?
    var previousLevel = 1
    for term in terms {
      guard let index = firstAssignment(satisfying: term) else { return nil }
      if let found = latest, found.index >= index {
        previousLevel = max(previousLevel, Int(knowledge.solution.assignments[index].level))
        continue
      }
      if let found = latest {
        previousLevel = max(previousLevel, Int(knowledge.solution.assignments[found.index].level))
      }
      let difference = intersection(knowledge.solution.assignments[index].term, term.inverse)
      if let difference, let rest = firstAssignment(satisfying: difference.inverse) {
        previousLevel = max(previousLevel, Int(knowledge.solution.assignments[rest].level))
      }
      latest = Satisfier(term: term, index: index, difference: difference, previousLevel: 1)
    }
    latest?.previousLevel = previousLevel
    return latest
  }

  /// Finds the first assignment at which a term is satisfied; nil if it is not satisfied yet.
  ///
  /// Sums only become narrower, so a binary search works.
  private mutating func firstAssignment(satisfying term: Term) -> Int? {
    let indices = knowledge.solution.indices(of: term.package)
    var low = 0
    var high = indices.count
    while low < high {
      let middle = (low + high) / 2
      let sum = knowledge.solution.assignments[indices[indices.count - 1 - middle]].sum
      if relation(of: sum, to: term.literal) == .subset {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low < indices.count ? indices[indices.count - 1 - low] : nil
  }

  /// Resolves an incompatibility with the cause of its satisfier.
  private mutating func priorCause(
    of id: IncompatibilityID, _ satisfier: Satisfier, cause: IncompatibilityID
  ) -> Incompatibility {
    let package = satisfier.term.package
    var terms = knowledge.incompatibilities[id].terms.filter { $0 != satisfier.term }
    terms += knowledge.incompatibilities[cause].terms.filter { $0.package != package }
    // An inexact client set can return the term itself, which would never end.
    if let rest = satisfier.difference?.inverse, rest != satisfier.term { terms.append(rest) }
    if terms.count > 1 { terms.removeAll { $0.package == root && $0.isPositive } }
    return Incompatibility(
      terms: merged(terms) ?? terms, cause: .conflict(id, other: cause))
  }
}

/// The assignment that completed a conflict.
private struct Satisfier {
  var term: Term
  /// Its index in the assignments.
  var index: Int
  /// The part of the assignment outside the term; nil if the assignment satisfies the term alone.
  var difference: Term?
  /// The highest level of the other assignments that the conflict needs.
  var previousLevel: Int
}
