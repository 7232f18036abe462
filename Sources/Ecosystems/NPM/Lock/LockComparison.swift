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

  static func entries(_ lock: Document?, _ folder: String) throws(Problem) -> Entries {
    guard let lock else { return [:] }
    let file = try LockFile(lock, root: folder, arena: Arena())
    return Dictionary(
      file.entries.map { ($0.location, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Proves that the targets with a version have come there.
  func prove(_ targets: [Goal.Target]) throws(Problem) {
    for target in targets {
      guard let version = target.version else { continue }
      let found = after.values.filter { $0.folderName == target.name }
      if found.contains(where: { $0.package.version == version }) { continue }
      let held = Set(found.map(\.package.version)).sorted().joined(separator: ", ")
      throw Problem(
        .unsolvable, "cannot be had in this tree", subject: "\(target.name)@\(version)",
        explanation: [
          held.isEmpty
            ? "Nothing needs \(target.name) any more."
            : "What depends on \(target.name) takes \(held) instead."
        ])
    }
  }

  /// All packages whose versions differ, the named ones first.
  func moves(first: [String]) -> [Move] {
    let locations = Set(before.keys).union(after.keys).sorted(by: precedes)
    var moves: [Move] = []
    var seen: Set<String> = []
    for location in locations {
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

  private func precedes(_ left: String, _ right: String) -> Bool {
    let depth = { (text: String) in text.split(separator: "node_modules/").count }
    return (depth(left), left) < (depth(right), right)
  }

  private func version(_ entry: LockFile.Entry?) -> String? {
    guard let entry else { return nil }
    return entry.package.version.isEmpty ? entry.package.resolved : entry.package.version
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
