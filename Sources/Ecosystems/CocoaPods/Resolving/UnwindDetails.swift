/// A state to go back to after a conflict, with the requirements in conflict that it would change.
/// (Molinillo 0.8.0, `UnwindDetails`.)
final class UnwindDetails {
  /// The index of the state; -1 if there is nothing to go back to.
  let stateIndex: Int
  /// The requirement of the state.
  let stateRequirement: PodDependency?
  /// The requirements that led to the conflicting one, which comes last.
  let tree: RequirementTree
  /// The requirements that can't be met together.
  let conflicting: [PodDependency]
  /// The trees of all of them.
  let trees: RequirementTrees
  /// The requirements that the resolution went back to instead.
  var unwoundToInstead: [PodDependency] = []

  init(
    _ stateIndex: Int, _ stateRequirement: PodDependency?, _ tree: RequirementTree,
    _ conflicting: [PodDependency], _ trees: RequirementTrees
  ) {
    self.stateIndex = stateIndex
    self.stateRequirement = stateRequirement
    self.tree = tree
    self.conflicting = conflicting
    self.trees = trees
  }

  /// Whether the conflict is worse to resolve in another state: a later one, and in the same one a
  /// requirement that is farther from the conflict.
  func isLess(than other: UnwindDetails) -> Bool {
    if stateIndex != other.stateIndex { return stateIndex < other.stateIndex }
    return reversedIndex < other.reversedIndex
  }

  private var reversedIndex: Int {
    guard let stateRequirement else { return 999_999 }
    return tree.path.reversed().firstIndex(of: stateRequirement) ?? 999_999
  }

  /// Whether the state decides the conflicting requirement itself, not one of its parents.
  var isPrimary: Bool { tree.path.last == stateRequirement }

  /// The dependencies of the state's requirement that lead to the conflict.
  var subdependenciesToAvoid: [PodDependency] {
    guard let stateRequirement else { return [] }
    return trees.all.compactMap { tree in
      guard let index = tree.path.firstIndex(of: stateRequirement),
        index + 1 < tree.path.count
      else { return nil }
      return tree.path[index + 1]
    }
  }

  /// All requirements of all trees.
  var allRequirements: [PodDependency] { trees.all.flatMap(\.path) }

  func addUnwound(to requirement: PodDependency?) {
    guard let requirement, !unwoundToInstead.contains(requirement) else { return }
    unwoundToInstead.append(requirement)
  }
}

/// The requirements from the Podfile down to one in conflict; it grows while it is built.
final class RequirementTree {
  var path: [PodDependency]

  init(_ requirement: PodDependency) {
    path = [requirement]
  }
}

/// The trees of all requirements in conflict; the list grows while it is built.
final class RequirementTrees {
  var all: [RequirementTree] = []
}

/// Requirements on a pod that can't be met together. (Molinillo 0.8.0, `Conflict`.)
struct PodConflict {
  /// The requirement whose decision failed.
  var requirement: PodDependency
  /// All requirements with those who have them.
  var requirements: [(origin: String, list: [PodDependency])]
  /// The version that was tried.
  var possibility: Possibility?
  /// Whether the pods need each other.
  var isCircular = false
}
