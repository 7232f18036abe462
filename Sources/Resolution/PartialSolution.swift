/// The assignments made so far, oldest first, and what they add up to for each package.
///
/// Backtracking cuts the list's tail; every package keeps its own stack of sums, so nothing is
/// computed again.
struct PartialSolution: Sendable {
  /// A package's sum after one of its assignments.
  struct Sum: Sendable {
    var term: Term
    /// The assignment's place in `assignments`.
    var index: Int
  }

  private(set) var assignments: [Assignment] = []
  /// Packages in order of decision.
  private(set) var decisions: [PackageID] = []
  /// Packages with a positive sum and no decision, in order of their first positive assignment.
  private(set) var undecided: [PackageID] = []
  private var required: [PackageID] = []
  private var isRequired: [Bool] = []
  private var isDecided: [Bool] = []
  private var sums: [[Sum]] = []
  /// The last of each package's sums, which is asked for at every visit.
  private var current: [Term?] = []

  /// The level of what is assigned next.
  var level: Int { decisions.count }

  /// Makes room for packages up to `count`.
  mutating func reserve(_ count: Int) {
    while sums.count < count {
      sums.append([])
      current.append(nil)
      isRequired.append(false)
      isDecided.append(false)
    }
  }

  /// All assignments of a package as one term; nil where there is none.
  subscript(package: PackageID) -> Term? { current[package.index] }

  /// Adds a term that an incompatibility forces; `sum` is what the package then adds up to.
  mutating func derive(_ term: Term, sum: Term, cause: IncompatibilityID) {
    append(Assignment(term: term, cause: cause, level: level), sum: sum)
    let package = term.package
    if sum.isPositive, !isRequired[package.index] {
      isRequired[package.index] = true
      required.append(package)
      undecided.append(package)
    }
  }

  /// Chooses a version: `term` allows no other.
  mutating func decide(_ term: Term) {
    decisions.append(term.package)
    isDecided[term.package.index] = true
    undecided.removeAll { $0 == term.package }
    append(Assignment(term: term, cause: nil, level: level), sum: term)
  }

  private mutating func append(_ assignment: Assignment, sum: Term) {
    sums[sum.package.index].append(Sum(term: sum, index: assignments.count))
    current[sum.package.index] = sum
    assignments.append(assignment)
  }

  /// Forgets everything above a level.
  mutating func backtrack(to level: Int) {
    while let last = assignments.last, last.level > level {
      let package = last.term.package.index
      assignments.removeLast()
      sums[package].removeLast()
      current[package] = sums[package].last?.term
    }
    while decisions.count > level {
      isDecided[decisions.removeLast().index] = false
    }
    while let last = required.last, self[last]?.isPositive != true {
      required.removeLast()
      isRequired[last.index] = false
    }
    undecided = required.filter { !isDecided[$0.index] }
  }

  /// What a package added up to after each of its assignments, oldest first.
  func sums(of package: PackageID) -> [Sum] { sums[package.index] }
}
