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

extension Knowledge {
  /// The next step of decision making.
  enum Next {
    case package(PackageID)
    /// The priorities of these packages are needed first.
    case unranked([PackageID])
  }

  /// Finds the undecided package with the lowest priority, the earliest among equals.
  func nextPackage() -> Next? {
    var best: (package: PackageID, priority: Priority)?
    var unranked: [PackageID] = []
    for package in solution.undecided {
      guard let versions = solution[package]?.versions else { continue }
      guard let priority = priorities.priority(of: package, in: versions) else {
        unranked.append(package)
        continue
      }
      if let least = best, least.priority <= priority { continue }
      best = (package, priority)
    }
    return unranked.isEmpty ? best.map { .package($0.package) } : .unranked(unranked)
  }
}
