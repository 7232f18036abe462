import Ecosystem
import JavaScript

/// The differences between the old and the new lock.
struct LockChanges {
  let before: LockedCopies
  let after: LockedCopies
  /// The changed requirements by package.
  let edits: [String: Move.Edit]
  /// The names of direct dependencies.
  let direct: Set<String>

  /// Verifies that the new lock contains the demanded versions.
  ///
  /// - Throws: `Problem` if a version is missing.
  func prove(_ targets: [Goal.Target]) throws(Problem) {
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
        ])
    }
  }

  /// Verifies that the digests of unchanged versions are the same: a registry must not replace
  /// published content.
  func proveDigests() throws(Problem) {
    var known: [String: String] = [:]
    for copy in before.all where !copy.digest.isEmpty {
      known["\(copy.package)@\(copy.version)"] = copy.digest
    }
    let changed = after.all.filter { copy in
      guard !copy.digest.isEmpty, let locked = known["\(copy.package)@\(copy.version)"] else {
        return false
      }
      return !Integrity.agree(locked, copy.digest)
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
      let gone = old.filter { !new.contains($0) }
      let added = new.filter { !old.contains($0) }
      for index in 0..<max(gone.count, added.count) {
        let from = index < gone.count ? gone[index] : nil
        let to = index < added.count ? added[index] : nil
        moves.append(
          Move(
            name: name, from: from, to: to, kind: direct.contains(name) ? .direct : .indirect,
            requirement: edits[name]))
      }
    }
    return moves.filter { first.contains($0.name) } + moves.filter { !first.contains($0.name) }
  }
}
