/// Unit propagation: derives the assignments that the incompatibilities force.
extension Solver {
  /// Derives all consequences of a change to a package.
  ///
  /// - Parameter package: the package that was decided or excluded last.
  /// - Returns: the incompatibility that proves that there is no solution, or nil.
  mutating func propagate(_ package: PackageID) -> IncompatibilityID? {
    knowledge.changes.restart(with: package)
    while true {
      switch knowledge.propagate() {
      case .done: return nil
      case .question(let question): answer(question)
      case .conflict(let id):
        switch recover(from: id) {
        case .failure(let proof): return proof.id
        case .success(let other):
          let keepsWalk = knowledge.propagation.continuesAfterConflict
          knowledge.changes.restart(with: other, keepsWalk: keepsWalk)
        }
      }
    }
  }

  /// Resolves a conflict and derives the consequence of its root cause.
  private mutating func recover(from conflict: IncompatibilityID) -> Result<PackageID, Proof> {
    var conflict = conflict
    while true {
      counted.conflicts += 1
      let cause = resolve(conflict)
      let learned = knowledge.incompatibilities[cause]
      if learned.isFailure(root: root) { return .failure(Proof(id: cause)) }
      switch visit(cause) {
      case .derived(let package): return .success(package)
      case .conflict: conflict = cause
      case .nothing, .question: return .success(learned.terms[0].package)
      }
    }
  }

  /// Visits an incompatibility and answers all questions on the way.
  private mutating func visit(_ id: IncompatibilityID) -> Knowledge.Visit {
    while true {
      let visit = knowledge.visit(id)
      guard case .question(let question) = visit else { return visit }
      answer(question)
    }
  }

  private mutating func answer(_ question: Knowledge.Question) {
    switch question {
    case .relation(let sum, let term): _ = relation(of: sum, to: term)
    case .intersection(let one, let other): _ = intersection(one, other)
    }
  }
}

/// The proof that there is no solution.
private struct Proof: Error {
  var id: IncompatibilityID
}

extension Knowledge {
  /// The reason why propagation stops.
  enum Stop {
    /// There is nothing more to derive.
    case done
    case conflict(IncompatibilityID)
    /// Propagation continues after this is answered.
    case question(Question)
  }

  /// The result of visiting an incompatibility.
  enum Visit {
    case nothing
    /// All terms are satisfied.
    case conflict
    /// One term was not satisfied, and its inverse was derived for this package.
    case derived(PackageID)
    case question(Question)
  }

  /// Continues propagation: visits the incompatibilities of changed packages, newest first.
  mutating func propagate() -> Stop {
    while true {
      guard let (package, rest) = changes.walk, rest > 0 else {
        guard let next = changes.next() else { return .done }
        changes.walk = (next, mentions[next.index].count)
        continue
      }
      let id = mentions[package.index][rest - 1]
      switch visit(id) {
      case .question(let question): return .question(question)
      case .nothing: changes.advance()
      case .derived(let other):
        changes.advance()
        changes.append(other)
      case .conflict:
        changes.advance()
        return .conflict(id)
      }
    }
  }

  /// Derives the inverse of the only unsatisfied term, if there is exactly one.
  mutating func visit(_ id: IncompatibilityID) -> Visit {
    if let obstacle = incompatibilities.obstacle(of: id), solution[obstacle.package] == obstacle {
      return .nothing
    }
    visits += 1
    var open: Term?
    for index in incompatibilities.termIndices(of: id) {
      let term = incompatibilities.term(at: index)
      if let sum = solution[term.package] {
        guard let relation = relation(of: sum, to: term) else {
          return .question(.relation(of: sum, to: term))
        }
        if relation == .subset { continue }
        if relation == .disjoint {
          setObstacle(sum, of: id)
          return .nothing
        }
      }
      if open != nil { return .nothing }
      open = term
    }
    guard let open else { return .conflict }
    return derive(open.inverse, cause: id)
  }

  private mutating func derive(_ term: Term, cause: IncompatibilityID) -> Visit {
    var sum = term
    if let before = solution[term.package] {
      switch intersection(before, term) {
      case nil: return .question(.intersection(before, term))
      case .term(let both)?: sum = both
      case .never?: break
      }
    }
    derive(term, sum: sum, cause: cause)
    return .derived(term.package)
  }
}

/// A queue of changed packages without duplicates, and the progress of the walk over the
/// incompatibilities that mention the first of them.
struct Changes: Sendable {
  private var waiting: [PackageID] = []
  private var first = 0
  private var isWaiting: [Bool] = []
  /// The package whose incompatibilities are being visited, and how many are left.
  var walk: (package: PackageID, rest: Int)?

  /// Grows the table to hold `count` packages.
  mutating func reserve(_ count: Int) {
    while isWaiting.count < count { isWaiting.append(false) }
  }

  /// Clears the queue and starts with `package`, after the current walk if `keepsWalk` is true.
  mutating func restart(with package: PackageID, keepsWalk: Bool = false) {
    for left in waiting[first...] { isWaiting[left.index] = false }
    waiting.removeAll(keepingCapacity: true)
    first = 0
    if !keepsWalk { walk = nil }
    append(package)
  }

  mutating func append(_ package: PackageID) {
    if isWaiting[package.index] { return }
    isWaiting[package.index] = true
    waiting.append(package)
  }

  mutating func next() -> PackageID? {
    guard first < waiting.count else { return nil }
    first += 1
    isWaiting[waiting[first - 1].index] = false
    return waiting[first - 1]
  }

  /// Moves on to the next incompatibility of the walk.
  mutating func advance() { walk?.rest -= 1 }
}
