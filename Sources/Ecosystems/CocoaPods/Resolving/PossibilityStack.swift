/// The sets of versions that are left to try for a requirement, the newest first.
///
/// Sets are computed on demand, so that podspecs of versions that aren't tried aren't fetched.
final class PossibilityStack {
  private let candidates: Possibilities
  private let dependencies: (Possibility) throws(PodStop) -> [PodDependency]
  private var known: [PossibilitySet] = []
  /// Where the next set starts among the candidates.
  private var start = 0
  private var lastSize: (() throws(PodStop) -> Int)?
  private var popped = 0
  /// Conditions that rule out sets that are left.
  private var rejections: [(PossibilitySet) throws(PodStop) -> Bool] = []

  /// Takes the versions that satisfy a requirement.
  init(
    _ candidates: Possibilities,
    dependencies: @escaping (Possibility) throws(PodStop) -> [PodDependency]
  ) {
    self.candidates = candidates
    self.dependencies = dependencies
  }

  /// Removes the newest set; nil if none is left.
  func pop() throws(PodStop) -> PossibilitySet? {
    while let set = try set(popped) {
      popped += 1
      if try !isRejected(set) { return set }
    }
    return nil
  }

  /// Rules out sets that satisfy a condition.
  func reject(where condition: @escaping (PossibilitySet) throws(PodStop) -> Bool) {
    rejections.append(condition)
  }

  /// Whether a set that is left satisfies a condition.
  func contains(
    where condition: (PossibilitySet) throws(PodStop) -> Bool
  ) throws(PodStop) -> Bool {
    var index = popped
    while let set = try set(index) {
      if try !isRejected(set), try condition(set) { return true }
      index += 1
    }
    return false
  }

  /// Whether no set was ruled out, so that all candidates that are left can be chosen.
  var isComplete: Bool { rejections.isEmpty }

  private func isRejected(_ set: PossibilitySet) throws(PodStop) -> Bool {
    for rejection in rejections where try rejection(set) { return true }
    return false
  }

  private func set(_ index: Int) throws(PodStop) -> PossibilitySet? {
    while known.count <= index {
      if let lastSize {
        start += try lastSize()
        self.lastSize = nil
      }
      guard let newest = try candidates.element(start) else { return nil }
      known.append(try group(from: start, newest))
    }
    return known[index]
  }

  private func group(
    from start: Int, _ newest: Possibility
  ) throws(PodStop) -> PossibilitySet {
    let own = try dependencies(newest)
    let members = Possibilities { [candidates, dependencies] index throws(PodStop) in
      guard let next = try candidates.element(start + index) else { return nil }
      if index == 0 { return next }
      return try dependencies(next) == own ? next : nil
    }
    lastSize = { () throws(PodStop) in
      var size = 0
      while try members.element(size) != nil { size += 1 }
      return size
    }
    return PossibilitySet(dependencies: own, members: members)
  }
}
