import Ecosystem
import JSON

/// Two states of a lock side by side.
struct LockComparison {
  /// Locations and what lies there.
  typealias Entries = [String: LockFile.Entry]

  let before: Entries
  let after: Entries
  let edits: [ManifestEdit]
  /// Names that manifests wish for.
  let direct: Set<String>
  /// Locations where both do not say the same, byte for byte.
  private let differing: [String]

  init(before: Entries, after: Entries, edits: [ManifestEdit], direct: Set<String>) {
    self.before = before
    self.after = after
    self.edits = edits
    self.direct = direct
    let gone = before.keys.filter { after[$0] == nil }
    let other = after.filter { location, entry in
      before[location].map { !$0.isSpelled(as: entry) } ?? true
    }
    differing = gone + other.keys
  }

  static func entries(_ lock: LockFile?) -> Entries {
    Dictionary(
      (lock?.entries ?? []).map { ($0.location, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Proves that the targets with a version have come there.
  func prove(_ targets: [Goal.Target]) throws(Problem) {
    for target in targets {
      guard let version = target.version else { continue }
      let found = after.values.filter { $0.folderName == target.name }
      if found.contains(where: { $0.version == version }) { continue }
      let held = Set(found.map(\.version)).sorted().joined(separator: ", ")
      throw Problem(
        .unsolvable, "has no place in this tree", subject: "\(target.name)@\(version)",
        explanation: [
          held.isEmpty
            ? "Nothing needs \(target.name) any more."
            : "What depends on \(target.name) takes \(held) instead."
        ])
    }
  }

  /// Proves that no version that stays has changed its digest: a registry must not replace what it
  /// has published.
  func proveDigests() throws(Problem) {
    let fresh = differing.compactMap { after[$0] }
    if fresh.isEmpty { return }
    var known: [String: String] = [:]
    for entry in before.values where entry.linkTarget == nil {
      known[entry.spec] = entry.integrity
    }
    let changed = fresh.filter { entry in
      guard let told = entry.integrity, let locked = known[entry.spec] else { return false }
      return !Integrity.agree(locked, told)
    }
    guard let first = changed.map(\.spec).min() else { return }
    throw Problem(
      .failed, "is locked with another digest than its registry tells", subject: first,
      advice: "find out why its content was replaced before the lock is made anew")
  }

  /// All packages whose versions differ, the named ones first.
  func moves(first: [String]) -> [Move] {
    let locations = differing.filter { version(before[$0]) != version(after[$0]) }
      .map { (Paths.depth(of: $0), $0) }.sorted(by: <)
    var moves: [Move] = []
    var seen: Set<String> = []
    for (_, location) in locations {
      let old = before[location]
      let new = after[location]
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
