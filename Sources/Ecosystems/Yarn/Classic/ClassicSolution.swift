import Ecosystem

/// A resolved lock of Yarn 1.
struct ClassicSolution {
  var lock: ClassicLock
  /// Whether Yarn leaves the present file alone.
  var isUnchanged: Bool
}

extension ClassicResolver {
  /// Collects the patterns that don't lead to members of the workspace.
  func solution() throws(Problem) -> ClassicSolution {
    let kept = patterns.filter { member(for: Pattern($0.key)) == nil }
    var groups: [Key: [String]] = [:]
    for (pattern, package) in kept {
      groups[Key(package, pattern), default: []].append(pattern)
    }
    var result = ClassicLock()
    for group in groups.values {
      let sorted = group.sorted(by: ClassicLockWriter.precedes)
      guard let entry = entry(of: sorted) else { continue }
      result.add(sorted, entry)
    }
    let solution = ClassicSolution(lock: result, isUnchanged: isUnchanged(result))
    if !solution.isUnchanged { try requireKnownRevisions(result) }
    return solution
  }

  /// Patterns with the same key share an entry.
  private enum Key: Hashable {
    case resolved(String)
    case package(ObjectIdentifier)
    case pattern(String)

    init(_ package: ClassicPackage, _ pattern: String) {
      if let resolved = package.resolved {
        self = .resolved(resolved)
      } else if case .folder = package.source {
        self = .package(ObjectIdentifier(package))
      } else {
        self = .pattern(pattern)
      }
    }
  }

  private func entry(of sorted: [String]) -> ClassicLock.Entry? {
    guard let first = sorted.first, let package = patterns[first] else { return nil }
    var entry = package.entry(named: Pattern(first).name)
    for pattern in sorted.dropFirst() where entry.name == nil {
      guard let other = patterns[pattern], Pattern(pattern).name != other.name else { continue }
      entry.name = other.name
    }
    return entry
  }

  /// Whether the lock has the same patterns with the same tarballs and digests.
  ///
  /// Yarn doesn't compare the dependencies.
  private func isUnchanged(_ result: ClassicLock) -> Bool {
    guard input.lock != nil, case .install(let names) = input.aim, names.isEmpty else {
      return false
    }
    let root = input.root
    let own = root.dependencies + root.devDependencies + root.optionalDependencies
    let direct = own.filter { member(for: $0) == nil }.map(\.description)
    guard !direct.isEmpty, direct.allSatisfy({ lock.index[$0] != nil }),
      lock.index.keys.allSatisfy({ result.index[$0] != nil })
    else { return false }
    return result.index.keys.allSatisfy { pattern in
      guard let old = lock[pattern], let new = result[pattern] else { return false }
      return old.resolved == new.resolved && Set(old.prebuiltVariants) == Set(new.prebuiltVariants)
        && (new.integrity == nil || old.integrity == new.integrity)
    }
  }

  /// Refuses a lock with revisions of git repositories in fields of their own.
  ///
  /// Whether Yarn keeps them depends on its cache.
  private func requireKnownRevisions(_ lock: ClassicLock) throws(Problem) {
    for (patterns, entry) in lock.entries where entry.uid?.isEmpty == false {
      throw Problem(
        .refused, "has a uid in the lock, which Yarn keeps or drops depending on its cache",
        subject: patterns.first)
    }
  }
}
