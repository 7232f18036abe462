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
      guard var mention = changes.walk else {
        guard let next = changes.next() else { return .done }
        changes.walk = mentions.first(of: next)
        continue
      }
      let stop = visitAll(from: &mention)
      changes.walk = mention > 0 ? mention : nil
      if let stop { return stop }
    }
  }

  /// Visits incompatibilities of a package, until one stops propagation.
  ///
  /// - Parameter mention: the index of the next mention of the package; 0 after the last.
  /// - Returns: the reason to stop; nil after the last mention.
  private mutating func visitAll(from mention: inout Int) -> Stop? {
    while mention > 0 {
      let (id, next) = mentions[mention]
      if isContradicted(id) {
        mention = next
        continue
      }
      let visit = visit(id)
      if case .question(let question) = visit { return .question(question) }
      mention = next
      if case .derived(let other) = visit { changes.append(other) }
      if case .conflict = visit { return .conflict(id) }
    }
    return nil
  }

  /// Whether a term is known to be contradicted, so that a visit has no effect.
  @inline(__always)
  private func isContradicted(_ id: IncompatibilityID) -> Bool {
    let obstacle = incompatibilities.obstacle(of: id)
    return obstacle.sum != .missing && solution.sum(of: obstacle.package) == obstacle.sum
  }

  /// Derives the inverse of the only unsatisfied term, if there is exactly one.
  mutating func visit(_ id: IncompatibilityID) -> Visit {
    visits += 1
    // The term that was contradicted last probably still is.
    let first = Int(incompatibilities.obstacle(of: id).index)
    guard let firstRelation = relation(at: first) else { return .question(question(at: first)) }
    if firstRelation == .disjoint { return contradicted(first, in: id) }
    var open: Term?
    for index in incompatibilities.termIndices(of: id) {
      guard let relation = index == first ? firstRelation : relation(at: index) else {
        return .question(question(at: index))
      }
      if relation == .subset { continue }
      if relation == .disjoint { return contradicted(index, in: id) }
      if open != nil { return .nothing }
      open = incompatibilities.term(at: index)
    }
    guard let open else { return .conflict }
    return derive(open.inverse, cause: id)
  }

  /// The relation of a package's sum to the term at an index; nil if they have not been compared.
  @inline(__always)
  private func relation(at index: Int) -> Relation? {
    let term = incompatibilities.term(at: index)
    return comparisons.relation(of: solution.sum(of: term.package), to: term.literal)
  }

  /// The question whose answer `relation(at:)` lacks.
  private func question(at index: Int) -> Question {
    let term = incompatibilities.term(at: index)
    return .relation(of: solution.sum(of: term.package), to: term.literal)
  }

  /// Records a contradicted term, so that the next visit ends early.
  @inline(__always)
  private mutating func contradicted(_ index: Int, in id: IncompatibilityID) -> Visit {
    let sum = solution.sum(of: incompatibilities.term(at: index).package)
    incompatibilities.setObstacle(index, sum, of: id)
    return .nothing
  }

  private mutating func derive(_ term: Term, cause: IncompatibilityID) -> Visit {
    let before = solution.sum(of: term.package)
    var sum = term.literal
    if before != .missing {
      switch comparisons.intersection(before, sum) {
      case nil: return .question(.intersection(before, sum))
      case .term(let both)?: sum = both
      case .never?: break
      }
    }
    solution.derive(term, sum: sum, cause: cause)
    return .derived(term.package)
  }
}

/// A queue of changed packages without duplicates, and the progress of the walk over the
/// incompatibilities that mention the first of them.
struct Changes: Sendable {
  private var waiting: [PackageID] = []
  private var first = 0
  private var isWaiting: [Bool] = []
  /// The next mention of the package that is being visited; nil before the next package.
  var walk: Int?

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
}
