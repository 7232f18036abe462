package import Ecosystem
import Versioning

/// Verifies that a change moves the requirements of its targets, and no others of the same names.
package struct RequirementProof {
  private let before: DirectRequirements
  private let after: DirectRequirements

  /// Compares the requirements with the versions of the old and the new lock.
  package init(before: DirectRequirements, after: DirectRequirements) {
    self.before = before
    self.after = after
  }

  /// Verifies the versions of the targets that select requirements.
  ///
  /// - Throws: `Problem` of the kind `unsolvable` if no selected requirement gets the version, if one of
  ///   them gets a newer one, or if another one makes a larger step than the selected ones.
  package func prove(_ targets: [Goal.Target]) throws(Problem) {
    for target in targets where target.requirements != nil {
      guard let version = target.version else { continue }
      let selected = pairs(of: target.name).filter { target.moves(in: $0.manifest) }
      let others = pairs(of: target.name).filter { pair in
        !target.moves(in: pair.manifest)
          && !targets.contains { $0.name == target.name && $0.moves(in: pair.manifest) }
      }
      let isBehind = selected.contains { $0.isBehind(version) }
      if isBehind, !selected.contains(where: { $0.new == version }) {
        throw Self.unmoved(target, version, selected)
      }
      // `>=1.2.0` beside `~2.0.0`: a tool takes the newest version for it, which the rules may forbid.
      if let beyond = selected.first(where: { $0.isBehind(version) && $0.passes(version) }) {
        throw Self.dragged(target, version, beyond)
      }
      let largest = selected.compactMap(\.step).max()
      for other in others where other.new != other.old {
        guard other.isMet, other.isOlder || other.step ?? .patch > largest ?? .patch else {
          continue
        }
        throw Self.dragged(target, version, other)
      }
    }
  }

  /// Whether a selected requirement stays behind the version of its target, although it admits it.
  package func isPartial(_ targets: [Goal.Target]) -> Bool {
    targets.contains { target in
      guard target.requirements != nil, let version = target.version else { return false }
      return pairs(of: target.name).contains { pair in
        target.moves(in: pair.manifest) && pair.isBehind(version) && pair.new == pair.old
          && pair.admits(version)
      }
    }
  }

  /// A requirement with its versions in both locks.
  private struct Pair {
    var manifest: String
    var old: String
    var new: String
    /// The new requirement.
    var text: String
    /// Whether the old version fits the requirement; else every lock has another one.
    var isMet: Bool

    var step: Step? { versions.flatMap { Step(from: $0, to: $1) } }

    /// Whether the old version is older than the wanted one.
    func isBehind(_ wanted: String) -> Bool {
      guard let old = versions?.0, let wanted = Version(wanted) else { return false }
      return old < wanted
    }

    /// Whether the new requirement admits the wanted version.
    func admits(_ wanted: String) -> Bool {
      Version(wanted).map { PackageSpec(text).admits($0) } ?? false
    }

    /// Whether the new version is newer than the wanted one.
    func passes(_ wanted: String) -> Bool {
      guard let new = versions?.1, let wanted = Version(wanted) else { return false }
      return wanted < new
    }

    /// Whether the new version is older.
    var isOlder: Bool { versions.map { $1 < $0 } ?? false }

    private var versions: (Version, Version)? {
      guard let from = Version(old, loose: true), let to = Version(new, loose: true) else {
        return nil
      }
      return (from, to)
    }
  }

  private func pairs(of name: String) -> [Pair] {
    let known = after.entries(of: name)
    return before.entries(of: name).compactMap { entry in
      let same = known.first { $0.requirement.manifest == entry.requirement.manifest }
      guard let old = entry.requirement.locked, let new = same?.requirement.locked else {
        return nil
      }
      let isMet =
        Version(old, loose: true).map { PackageSpec(entry.requirement.text).admits($0) } ?? false
      return Pair(
        manifest: entry.requirement.manifest, old: old, new: new,
        text: same?.requirement.text ?? "", isMet: isMet)
    }
  }

  private static func unmoved(
    _ target: Goal.Target, _ version: String, _ pairs: [Pair]
  ) -> Problem {
    Problem(
      .unsolvable, "cannot be locked", subject: "\(target.name)@\(version)",
      explanation: pairs.map { "\($0.manifest) gets \(target.name) \($0.new) instead." })
  }

  private static func dragged(_ target: Goal.Target, _ version: String, _ pair: Pair) -> Problem {
    Problem(
      .unsolvable, "would also move the requirement of \(pair.manifest)",
      subject: "\(target.name)@\(version)",
      explanation: [
        "\(pair.manifest) would get \(target.name) \(pair.new) instead of \(pair.old)."
      ])
  }
}

extension RequirementProof {
  /// Completes the moves of targets: a copy that disappears because its requirement now resolves to
  /// another copy has moved to that one.
  package func completed(_ moves: [Move]) -> [Move] {
    moves.map { move in
      guard move.to == nil, let from = move.from else { return move }
      let pair = pairs(of: move.name).first { $0.old == from && $0.new != from }
      guard let pair else { return move }
      var move = move
      move.to = pair.new
      return move
    }
  }
}
