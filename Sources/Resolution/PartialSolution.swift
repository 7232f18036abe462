/// The assignments made so far, oldest first, and their sum for each package.
///
/// Backtracking cuts off the end of the list. Each assignment has its package's sum and the index of
/// the package's assignment before it, so nothing is recomputed.
struct PartialSolution: Sendable {
  private(set) var assignments: [Assignment] = []
  /// The decided packages in order of decision.
  private(set) var decisions: [PackageID] = []
  /// Packages with a positive sum, in order of their first positive assignment.
  private var required: [PackageID] = []
  /// The index of each package in `required`; -1 for a package without a positive sum.
  private var positions: [Int] = []
  private var isDecided: [Bool] = []
  private var undecidedCount = 0
  /// The packages whose sum or decision has changed since `takeChanged`.
  private var changed: [PackageID] = []
  private var isChanged: [Bool] = []
  /// The index of each package's last assignment; -1 without assignments.
  private var latest: [Int32] = []
  /// Each package's last sum, kept separately because every visit reads it.
  private var current: [Literal] = []

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
    while latest.count < count {
      latest.append(-1)
      current.append(.missing)
      positions.append(-1)
      isDecided.append(false)
      isChanged.append(false)
    }
  }

  /// The sum of a package's assignments; `Literal.missing` without assignments.
  func sum(of package: PackageID) -> Literal { current[package.index] }

  /// The versions that are allowed for a package with assignments; nil for other packages.
  func allowed(_ package: PackageID) -> SetID? {
    let sum = sum(of: package)
    return sum == .missing ? nil : sum.versions
  }

  /// Adds a term that an incompatibility forces; `sum` is the package's new sum.
  mutating func derive(_ term: Term, sum: Literal, cause: IncompatibilityID) {
    append(term, sum: sum, cause: cause)
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

  /// Moves the packages that have changed since the last call to a list, in any order.
  mutating func takeChanged(into list: inout [PackageID]) {
    list.removeAll(keepingCapacity: true)
    swap(&list, &changed)
    for package in list { isChanged[package.index] = false }
  }

  /// Sorts undecided packages in the order of `undecided`.
  func sort(_ packages: inout [PackageID]) {
    let positions = positions
    packages.sort { positions[$0.index] < positions[$1.index] }
  }

  /// Decides a version: `term` allows no other.
  mutating func decide(_ term: Term) {
    decisions.append(term.package)
    if position(of: term.package) != nil { undecidedCount -= 1 }
    isDecided[term.package.index] = true
    markChanged(term.package)
    append(term, sum: term.literal, cause: nil)
  }

  private mutating func append(_ term: Term, sum: Literal, cause: IncompatibilityID?) {
    let package = term.package.index
    assignments.append(
      Assignment(
        term: term, sum: sum, previous: latest[package], cause: cause, level: UInt32(level)))
    latest[package] = Int32(assignments.count - 1)
    current[package] = sum
  }

  /// Removes all assignments above a level.
  mutating func backtrack(to level: Int) {
    while let last = assignments.last, Int(last.level) > level {
      let package = last.term.package.index
      assignments.removeLast()
      latest[package] = last.previous
      current[package] = last.previous < 0 ? .missing : assignments[Int(last.previous)].sum
      markChanged(last.term.package)
    }
    while decisions.count > level {
      let package = decisions.removeLast()
      isDecided[package.index] = false
      if positions[package.index] >= 0 { undecidedCount += 1 }
    }
    while let last = required.last, !isRequired(last) {
      required.removeLast()
      if !isDecided[last.index] { undecidedCount -= 1 }
      positions[last.index] = -1
    }
  }

  private func isRequired(_ package: PackageID) -> Bool {
    let sum = sum(of: package)
    return sum != .missing && sum.isPositive
  }

  /// The indices of a package's assignments, newest first.
  func indices(of package: PackageID) -> [Int] {
    var result: [Int] = []
    var index = latest[package.index]
    while index >= 0 {
      result.append(Int(index))
      index = assignments[Int(index)].previous
    }
    return result
  }
}
