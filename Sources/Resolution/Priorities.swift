/// How soon packages are to be decided, as far as the client has said so.
struct Priorities: Sendable {
  /// What the client said, and the set that it said it of.
  private var known: [(versions: SetID, priority: Priority)?] = []

  /// Makes room for packages up to `count`.
  mutating func reserve(_ count: Int) {
    while known.count < count { known.append(nil) }
  }

  /// A package's priority, unless it has been narrowed since it was asked for.
  func priority(of package: PackageID, in versions: SetID) -> Priority? {
    guard let last = known[package.index], last.versions == versions else { return nil }
    return last.priority
  }

  /// Takes in what the client says.
  mutating func learn(_ priority: Priority, of package: PackageID, in versions: SetID) {
    known[package.index] = (versions, priority)
  }
}

extension Knowledge {
  /// What is to be decided next.
  enum Next {
    case package(PackageID)
    /// These must be asked for first.
    case unranked([PackageID])
  }

  /// Finds the undecided package of least priority, the earliest among equals.
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
