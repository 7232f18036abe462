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

/// The undecided packages in the order in which they are decided: a heap.
///
/// An entry is outdated if its package was decided, or has another sum or another position since.
struct Ranking: Sendable {
  struct Entry: Sendable {
    var priority: Priority
    /// The index among the required packages, which decides between equal priorities.
    var position: Int
    var package: PackageID
    var versions: SetID

    func isSame(as other: Entry) -> Bool {
      position == other.position && versions == other.versions && priority == other.priority
    }

    func precedes(_ other: Entry) -> Bool {
      priority == other.priority ? position < other.position : priority < other.priority
    }
  }

  private var heap: [Entry] = []

  var first: Entry? { heap.first }

  mutating func insert(_ entry: Entry) {
    heap.append(entry)
    var child = heap.count - 1
    while child > 0, heap[child].precedes(heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeFirst() {
    guard let last = heap.popLast(), !heap.isEmpty else { return }
    heap[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if heap[child].precedes(heap[least]) { least = child }
      }
      if least == parent { return }
      heap.swapAt(parent, least)
      parent = least
    }
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
    for package in solution.takeChanged() {
      guard let entry = entry(of: package) else {
        unranked.append(package)
        continue
      }
      ranking.insert(entry)
    }
    for package in unranked { solution.markChanged(package) }
    guard unranked.isEmpty else { return .unranked(unranked) }
    while let first = ranking.first {
      if let entry = entry(of: first.package), entry.isSame(as: first) {
        return .package(first.package)
      }
      ranking.removeFirst()
    }
    return nil
  }

  /// Returns the present entry of a package; nil if its priority is not known or it is not undecided.
  private func entry(of package: PackageID) -> Ranking.Entry? {
    guard let position = solution.position(of: package), let versions = solution[package]?.versions,
      let priority = priorities.priority(of: package, in: versions)
    else { return nil }
    return Ranking.Entry(
      priority: priority, position: position, package: package, versions: versions)
  }
}
