import Ecosystem
import JavaScript

/// The differences between the old and the new lock.
struct YarnComparison {
  let before: LockedCopies
  let after: LockedCopies
  /// The changed requirements by package.
  let edits: [String: Move.Edit]
  /// The names of direct dependencies.
  let direct: Set<String>

  /// Verifies that the new lock contains the demanded versions.
  ///
  /// - Parameters:
  ///   - targets: the packages of the goal.
  ///   - rules: returns sentences about the rules that exclude a version.
  /// - Throws: `Problem` if a version is missing.
  func prove(
    _ targets: [Goal.Target], _ rules: (Goal.Target) -> [String]
  ) throws(Problem) {
    for target in targets {
      guard let version = target.version else { continue }
      let found = after.copies(of: target.name).map(\.version)
      if found.contains(version) { continue }
      throw Problem(
        .unsolvable, "cannot be locked", subject: "\(target.name)@\(version)",
        explanation: [
          found.isEmpty
            ? "No package depends on \(target.name) any longer."
            : "The packages that depend on \(target.name) get "
              + "\(found.joined(separator: ", ")) instead."
        ] + rules(target))
    }
  }

  /// Verifies that the digests of unchanged versions are the same: a registry must not replace
  /// published content.
  func proveDigests() throws(Problem) {
    var known: [String: String] = [:]
    for copy in before.all where copy.digest != nil {
      known["\(copy.package)@\(copy.version)"] = copy.digest
    }
    let changed = after.all.filter { copy in
      guard let told = copy.digest, let locked = known["\(copy.package)@\(copy.version)"] else {
        return false
      }
      return !Integrity.agree(locked, told)
    }
    guard let first = changed.map({ "\($0.package)@\($0.version)" }).min() else { return }
    throw Problem(
      .failed, "is locked with a digest other than the registry's", subject: first,
      advice: "find out why its content was replaced before you create a new lock")
  }

  /// Returns all packages with different versions, the named ones first.
  ///
  /// The versions that only one lock has are paired, oldest first.
  func moves(first: [String]) -> [Move] {
    var moves: [Move] = []
    for name in before.names.union(after.names).sorted() {
      let old = before.copies(of: name).map(\.version)
      let new = after.copies(of: name).map(\.version)
      var gone = old.filter { !new.contains($0) }
      var added = new.filter { !old.contains($0) }
      while let from = gone.first {
        gone.removeFirst()
        moves.append(move(name, from, added.isEmpty ? nil : added.removeFirst()))
      }
      for to in added { moves.append(move(name, nil, to)) }
    }
    return moves.filter { first.contains($0.name) } + moves.filter { !first.contains($0.name) }
  }

  private func move(_ name: String, _ from: String?, _ to: String?) -> Move {
    Move(
      name: name, from: from, to: to, kind: direct.contains(name) ? .direct : .indirect,
      requirement: edits[name])
  }
}
