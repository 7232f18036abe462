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
  /// Packages with a positive sum, in order of their first positive assignment.
  private var required: [PackageID] = []
  /// The index of each package in `required`; -1 for a package without a positive sum.
  private var positions: [Int] = []
  private var isDecided: [Bool] = []
  private var undecidedCount = 0
  /// The required packages whose sum or decision has changed since `takeChanged`.
  private var changed: [PackageID] = []
  private var isChanged: [Bool] = []
  private var sums: [[Sum]] = []
  /// Each package's last sum, kept separately because every visit reads it.
  private var current: [Term?] = []

  /// The decision level of the next assignment.
  var level: Int { decisions.count }

  /// Packages with a positive sum and no decision, in order of their first positive assignment.
  var undecided: [PackageID] { required.filter { !isDecided[$0.index] } }

  /// Whether every package with a positive sum is decided.
  var isComplete: Bool { undecidedCount == 0 }

  /// The index of an undecided package among the required ones; nil for other packages.
  func position(of package: PackageID) -> Int? {
    isDecided[package.index] || positions[package.index] < 0 ? nil : positions[package.index]
  }

  /// Grows the tables to hold `count` packages.
  mutating func reserve(_ count: Int) {
    while sums.count < count {
      sums.append([])
      current.append(nil)
      positions.append(-1)
      isDecided.append(false)
      isChanged.append(false)
    }
  }

  /// The sum of a package's assignments; nil without assignments.
  subscript(package: PackageID) -> Term? { current[package.index] }

  /// Adds a term that an incompatibility forces; `sum` is the package's new sum.
  mutating func derive(_ term: Term, sum: Term, cause: IncompatibilityID) {
    append(Assignment(term: term, cause: cause, level: level), sum: sum)
    let package = term.package
    if sum.isPositive, positions[package.index] < 0 {
      positions[package.index] = required.count
      required.append(package)
      if !isDecided[package.index] { undecidedCount += 1 }
    }
    markChanged(package)
  }

  /// Notes that the priority of a package can be another one.
  mutating func markChanged(_ package: PackageID) {
    if isChanged[package.index] { return }
    isChanged[package.index] = true
    changed.append(package)
  }

  /// Returns the undecided packages that have changed since the last call, in the order of `undecided`.
  mutating func takeChanged() -> [PackageID] {
    for package in changed { isChanged[package.index] = false }
    let open = changed.filter { position(of: $0) != nil }
    let result = open.sorted { positions[$0.index] < positions[$1.index] }
    changed.removeAll(keepingCapacity: true)
    return result
  }

  /// Decides a version: `term` allows no other.
  mutating func decide(_ term: Term) {
    decisions.append(term.package)
    if position(of: term.package) != nil { undecidedCount -= 1 }
    isDecided[term.package.index] = true
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
      markChanged(last.term.package)
    }
    while decisions.count > level {
      let package = decisions.removeLast()
      isDecided[package.index] = false
      if positions[package.index] >= 0 { undecidedCount += 1 }
    }
    while let last = required.last, self[last]?.isPositive != true {
      required.removeLast()
      if !isDecided[last.index] { undecidedCount -= 1 }
      positions[last.index] = -1
    }
  }

  /// The package's sums after each of its assignments, oldest first.
  func sums(of package: PackageID) -> [Sum] { sums[package.index] }
}
