/// Unit propagation: what must be true, given what is.
extension Solver {
  /// Derives all that follows from a change of a package.
  ///
  /// - Parameter package: what was decided or excluded last.
  /// - Returns: the incompatibility that proves that there is no solution, or nil.
  mutating func propagate(_ package: PackageID) -> IncompatibilityID? {
    var changed = Changes()
    changed.append(package)
    while let package = changed.next() {
      var index = mentions[package.index].count
      while index > 0 {
        index -= 1
        let id = mentions[package.index][index]
        switch visit(id) {
        case .nothing: break
        case .derived(let other): changed.append(other)
        case .conflict:
          switch recover(from: id) {
          case .failure(let proof): return proof.id
          case .success(let other):
            changed = Changes()
            changed.append(other)
          }
          if !propagation.goesOnAfterConflict { index = 0 }
        }
      }
    }
    return nil
  }

  /// Resolves a conflict and derives what its root cause forces.
  private mutating func recover(from conflict: IncompatibilityID) -> Result<PackageID, Proof> {
    var conflict = conflict
    while true {
      effort.conflicts += 1
      let cause = resolve(conflict)
      if incompatibilities[cause.index].isFailure(root: root) { return .failure(Proof(id: cause)) }
      switch visit(cause) {
      case .derived(let package): return .success(package)
      case .conflict: conflict = cause
      case .nothing: return .success(incompatibilities[cause.index].terms[0].package)
      }
    }
  }

  /// Derives the inverse of an incompatibility's only open term.
  private mutating func visit(_ id: IncompatibilityID) -> Outcome {
    effort.visits += 1
    var open: Term?
    for term in incompatibilities[id.index].terms {
      switch relation(to: term) {
      case .disjoint: return .nothing
      case .subset: continue
      case .overlap:
        if open != nil { return .nothing }
        open = term
      }
    }
    guard let open else { return .conflict }
    derive(open.inverse, cause: id)
    return .derived(open.package)
  }
}

// Types inside the generic `Solver` would be generic too, and their metadata looked up at run time
// for every visit: those of the hot paths stand beside it.

/// What a visit to an incompatibility came to.
private enum Outcome {
  case nothing
  case derived(PackageID)
  case conflict
}

/// The end of a search without a solution.
private struct Proof: Error {
  var id: IncompatibilityID
}

/// Packages to look at again, each once, in order of change.
private struct Changes {
  private var waiting: [PackageID] = []
  private var first = 0
  private var isWaiting: Set<PackageID> = []

  mutating func append(_ package: PackageID) {
    if isWaiting.insert(package).inserted { waiting.append(package) }
  }

  mutating func next() -> PackageID? {
    guard first < waiting.count else { return nil }
    first += 1
    isWaiting.remove(waiting[first - 1])
    return waiting[first - 1]
  }
}
