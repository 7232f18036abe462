/// The priorities that the provider has returned so far.
struct Priorities: Sendable {
  /// Each priority with the version set that it was computed for.
  private var known: [(versions: SetID, priority: Priority)?] = []

  /// Grows the table to hold `count` packages.
  mutating func reserve(_ count: Int) {
    while known.count < count { known.append(nil) }
  }

  /// A package's priority, or nil if the allowed set has changed since it was computed.
  func priority(of package: PackageID, in versions: SetID) -> Priority? {
    guard let last = known[package.index], last.versions == versions else { return nil }
    return last.priority
  }

  /// Stores a priority.
  mutating func learn(_ priority: Priority, of package: PackageID, in versions: SetID) {
    known[package.index] = (versions, priority)
  }
}

/// The undecided packages with their priorities: a tournament.
///
/// Each package is a leaf, and each node above has the better one of its two players, so the first
/// node has the package to decide next. If a package's priority changes, only its own matches are
/// played again, and only up to a match that it neither wins nor has won before:
///
///                  b                 priorities: a 3, b 1, c 2; d is decided
///            b           c
///         a     b     c     -
struct Ranking: Sendable {
  struct Entry: Hashable, Sendable {
    var priority: Priority
    /// The index among the required packages, which decides between equal priorities.
    var position: Int

    func precedes(_ other: Entry) -> Bool {
      priority == other.priority ? position < other.position : priority < other.priority
    }
  }

  /// The entries by package; nil for packages that cannot be decided.
  private var entries: [Entry?] = []
  /// The winner of each match, -1 for none: those of the nodes 2n and 2n + 1 play for node n.
  private var winners: [Int32] = [-1, -1]

  /// The package that precedes all others.
  var first: PackageID? { winners[1] < 0 ? nil : PackageID(index: Int(winners[1])) }

  /// The number of leaves.
  private var width: Int { winners.count / 2 }

  /// Grows the tournament to hold `count` packages.
  mutating func reserve(_ count: Int) {
    while entries.count < count { entries.append(nil) }
    guard width < count else { return }
    var width = width
    while width < count { width *= 2 }
    winners = [Int32](repeating: -1, count: 2 * width)
    for (index, entry) in entries.enumerated() where entry != nil { play(index) }
  }

  /// Sets a package's entry; nil takes the package out.
  mutating func set(_ entry: Entry?, for package: PackageID) {
    if entries[package.index] == entry { return }
    entries[package.index] = entry
    play(package.index)
  }

  /// Plays the matches of a package.
  private mutating func play(_ player: Int) {
    var node = width + player
    winners[node] = entries[player] == nil ? -1 : Int32(player)
    while node > 1 {
      node /= 2
      let winner = better(winners[2 * node], winners[2 * node + 1])
      if winner == winners[node], winner != player { return }
      winners[node] = winner
    }
  }

  private func better(_ one: Int32, _ other: Int32) -> Int32 {
    guard one >= 0, let left = entries[Int(one)] else { return other }
    guard other >= 0, let right = entries[Int(other)] else { return one }
    return right.precedes(left) ? other : one
  }
}

extension Knowledge {
  /// The next step of decision making.
  enum Next {
    case package(PackageID)
    /// The priorities of these packages are needed first.
    case unranked([PackageID])
  }

  /// Finds the undecided package with the lowest priority, the earliest among equals.
  mutating func nextPackage() -> Next? {
    var unranked: [PackageID] = []
    solution.takeChanged(into: &changed)
    for package in changed {
      let entry = entry(of: package)
      ranking.set(entry, for: package)
      if entry == nil, solution.position(of: package) != nil { unranked.append(package) }
    }
    if unranked.isEmpty { return ranking.first.map { .package($0) } }
    for package in unranked { solution.markChanged(package) }
    solution.sort(&unranked)
    return .unranked(unranked)
  }

  /// Returns the present entry of a package; nil if its priority is not known or it is not undecided.
  @inline(__always)
  private func entry(of package: PackageID) -> Ranking.Entry? {
    guard let position = solution.position(of: package), let versions = solution.allowed(package),
      let priority = priorities.priority(of: package, in: versions)
    else { return nil }
    return Ranking.Entry(priority: priority, position: position)
  }
}
