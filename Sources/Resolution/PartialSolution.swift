/// The assignments made so far, oldest first, and their sum for each package.
///
/// Backtracking cuts off the end of the list. Each package has its own stack of sums, so nothing is
/// recomputed.
struct PartialSolution: Sendable {
  /// A package's sum after one of its assignments.
  struct Sum: Sendable {
    var term: Term
    /// The assignment's index in `assignments`.
    var index: Int
  }

  private(set) var assignments: [Assignment] = []
  /// The decided packages in order of decision.
  private(set) var decisions: [PackageID] = []
  /// Packages with a positive sum and no decision, in order of their first positive assignment.
  private(set) var undecided: [PackageID] = []
  private var required: [PackageID] = []
  private var isRequired: [Bool] = []
  private var isDecided: [Bool] = []
  private var sums: [[Sum]] = []
  /// Each package's last sum, kept separately because every visit reads it.
  private var current: [Term?] = []

  /// The decision level of the next assignment.
  var level: Int { decisions.count }

  /// Grows the tables to hold `count` packages.
  mutating func reserve(_ count: Int) {
    while sums.count < count {
      sums.append([])
      current.append(nil)
      isRequired.append(false)
      isDecided.append(false)
    }
  }

  /// The sum of a package's assignments; nil without assignments.
  subscript(package: PackageID) -> Term? { current[package.index] }

  /// Adds a term that an incompatibility forces; `sum` is the package's new sum.
  mutating func derive(_ term: Term, sum: Term, cause: IncompatibilityID) {
    append(Assignment(term: term, cause: cause, level: level), sum: sum)
    let package = term.package
    if sum.isPositive, !isRequired[package.index] {
      isRequired[package.index] = true
      required.append(package)
      undecided.append(package)
    }
  }

  /// Decides a version: `term` allows no other.
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

  /// Removes all assignments above a level.
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

  /// The package's sums after each of its assignments, oldest first.
  func sums(of package: PackageID) -> [Sum] { sums[package.index] }
}
