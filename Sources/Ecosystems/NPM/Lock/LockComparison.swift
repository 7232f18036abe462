import Ecosystem
import JSON
import JavaScript

/// The differences between the old and the new lock.
struct LockComparison {
  /// A location that only one lock has, or with different bytes in both.
  private struct Difference {
    var location: String
    var before: LockFile.Entry?
    var after: LockFile.Entry?
  }

  private let before: [LockFile.Entry]
  private let after: [LockFile.Entry]
  private let differences: [Difference]
  private let edits: [ManifestEdit]
  private let direct: Set<String>

  /// Compares two locks.
  ///
  /// - Parameters:
  ///   - before: the old lock, if there is one.
  ///   - after: the new one.
  ///   - edits: the changed requirements in manifests.
  ///   - direct: the names of direct dependencies.
  init(before: LockFile?, after: LockFile, edits: [ManifestEdit], direct: Set<String>) {
    self.before = before?.entries ?? []
    self.after = after.entries
    self.edits = edits
    self.direct = direct
    differences = Self.differences(self.before[...], self.after[...])
  }

  /// Skips the common entries at both ends, which are most; the rest may be in any order.
  private static func differences(
    _ before: ArraySlice<LockFile.Entry>, _ after: ArraySlice<LockFile.Entry>
  ) -> [Difference] {
    var (before, after) = (before, after)
    while let old = before.first, let new = after.first, old.isSame(as: new) {
      before.removeFirst()
      after.removeFirst()
    }
    while let old = before.last, let new = after.last, old.isSame(as: new) {
      before.removeLast()
      after.removeLast()
    }
    var known: [String: LockFile.Entry] = [:]
    for old in before { known[old.location] = old }
    var differences: [Difference] = []
    for new in after {
      let old = known.removeValue(forKey: new.location)
      if let old, old.isSpelled(as: new) { continue }
      differences.append(Difference(location: new.location, before: old, after: new))
    }
    for old in before where known[old.location] != nil {
      differences.append(Difference(location: old.location, before: old))
    }
    return differences
  }

  /// Verifies that the new lock contains the requested versions.
  ///
  /// - Parameters:
  ///   - targets: the packages of the goal.
  ///   - rules: returns sentences about the overrides that exclude a version.
  /// - Throws: `Problem` if a version is missing.
  func prove(
    _ targets: [Goal.Target], _ rules: (_ name: String, _ version: String) -> [String]
  ) throws(Problem) {
    for target in targets {
      guard let version = target.version else { continue }
      let found = after.filter { $0.isNamed(target.name) }
      if found.contains(where: { $0.version == version }) { continue }
      let held = Set(found.map(\.version)).sorted().joined(separator: ", ")
      throw Problem(
        .unsolvable, "cannot be placed in this tree", subject: "\(target.name)@\(version)",
        explanation: [
          held.isEmpty
            ? "No package depends on \(target.name) any longer."
            : "The packages that depend on \(target.name) get \(held) instead."
        ] + rules(target.name, version))
    }
  }

  /// Verifies that the digests of unchanged versions are the same: a registry must not replace
  /// published content.
  func proveDigests() throws(Problem) {
    let fresh = differences.compactMap(\.after)
    if fresh.isEmpty { return }
    let versions = Set(fresh.map(\.version))
    var known: [String: String] = [:]
    for entry in before where entry.linkTarget == nil && versions.contains(entry.version) {
      known[entry.spec] = entry.integrity
    }
    let changed = fresh.filter { entry in
      guard let told = entry.integrity, let locked = known[entry.spec] else { return false }
      return !Integrity.agree(locked, told)
    }
    guard let first = changed.map(\.spec).min() else { return }
    throw Problem(
      .failed, "is locked with a digest other than the registry's", subject: first,
      advice: "find out why its content was replaced before you create a new lock")
  }

  /// Returns all packages with different versions, the named ones first.
  func moves(first: [String]) -> [Move] {
    let sorted = differences.filter { version($0.before) != version($0.after) }
      .map { (depth: Paths.depth(of: $0.location), difference: $0) }
      .sorted { ($0.depth, $0.difference.location) < ($1.depth, $1.difference.location) }
    var moves: [Move] = []
    var seen: Set<String> = []
    for (_, difference) in sorted {
      let (old, new) = (difference.before, difference.after)
      guard let name = (new ?? old)?.folderName, new?.linkTarget == nil, old?.linkTarget == nil
      else { continue }
      let (from, to) = (version(old), version(new))
      guard from != to, seen.insert("\(name) \(from ?? "") \(to ?? "")").inserted else { continue }
      moves.append(move(name, from, to, (new ?? old)))
    }
    return moves.filter { first.contains($0.name) } + moves.filter { !first.contains($0.name) }
  }

  private func version(_ entry: LockFile.Entry?) -> String? {
    guard let entry else { return nil }
    let version = entry.version
    return version.isEmpty ? entry.resolved : version
  }

  private func move(
    _ name: String, _ from: String?, _ to: String?, _ entry: LockFile.Entry?
  ) -> Move {
    let edit = edits.first { $0.name == name }
    return Move(
      name: name, from: from, to: to, kind: direct.contains(name) ? .direct : .indirect,
      group: entry?.isDev == true ? .development : .production,
      requirement: edit.map { Move.Edit(before: $0.before, after: $0.after) })
  }
}

extension LockFile.Entry {
  fileprivate func isSame(as other: Self) -> Bool {
    location == other.location && isSpelled(as: other)
  }
}
