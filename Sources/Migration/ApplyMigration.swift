package import Ecosystem
import Text

extension ProjectMigration {
  /// Computes the files after a move.
  ///
  /// - Parameters:
  ///   - plan: the result of `plan`.
  ///   - names: the dependencies to move; all that can move if empty.
  ///   - tree: the files.
  /// - Returns: the changed files of both sides, and what is left to do by hand; nothing if nothing
  ///   can move.
  /// - Throws: a refusal if a named dependency can't move, or not without others; `unsolvable` if
  ///   versions can't be kept.
  package func apply(
    _ plan: MigrationPlan, _ names: [String], in tree: SourceTree
  ) async throws(Problem) -> (change: Change, afterwards: [String]) {
    let chosen = try plan.moving(names)
    let moving = chosen + plan.following(chosen)
    let removals = moving.map { MigrationRemoval(name: $0.name, parts: $0.parts) }
    guard !removals.isEmpty else { return (Change(files: [], moves: []), []) }
    let removed = try await project.removing(removals)
    let left = plan.rows.filter { row in
      !removed.moves.contains { $0.name == row.name && $0.to == nil }
    }
    let gone = plan.rows.filter { row in removed.moves.contains { $0.name == row.name } }
    let after = tree.overlaying(removed.texts)
    let added = try await destination.adding(
      additions(of: moving), keeping: gone.compactMap(\.offer),
      without: left.compactMap { $0.offer?.origin.repository }, in: after)
    return (removed.followed(by: added), project.afterwards(removing: removals))
  }

  /// Combines the dependencies of a repository into one addition.
  private func additions(of rows: [MigrationPlan.Row]) -> [PackageAddition] {
    var result: [PackageAddition] = []
    for row in rows {
      guard let offer = row.offer, let requirement = row.requirement else { continue }
      let index = result.firstIndex {
        destination.isSame($0.offer.origin.repository, offer.origin.repository)
      }
      if let index {
        result[index].links += row.links.filter { !result[index].links.contains($0) }
      } else {
        result.append(PackageAddition(offer: offer, requirement: requirement, links: row.links))
      }
    }
    return result
  }
}

extension MigrationPlan {
  /// Returns the dependencies that a move of some names includes, in order.
  fileprivate func moving(_ names: [String]) throws(Problem) -> [Row] {
    let all = steps.flatMap(\.self)
    let chosen = names.isEmpty ? Set(all) : Set(names)
    for name in names { try requireMovable(name) }
    var earlier: Set<String> = []
    for step in steps where !chosen.isDisjoint(with: step) {
      let missing = step.filter { !chosen.contains($0) }
      if let first = step.first(where: chosen.contains), !missing.isEmpty {
        throw Problem(
          .refused, "can only move together with \(missing.joined(separator: ", "))",
          subject: first, advice: "name all of them")
      }
      earlier.formUnion(step)
    }
    for name in earlier.sorted() {
      let users = rows.filter { $0.candidate.needs.contains(name) && !earlier.contains($0.name) }
      guard let user = users.first(where: { $0.status != .follows }) else { continue }
      throw Problem(
        .refused, "is needed by \(user.name), which has to move first", subject: name,
        advice: "name both, or move \(user.name) first")
    }
    return all.filter(chosen.contains).compactMap { self[$0] }
  }

  /// The dependencies that nothing needs after a move, and that targets link themselves.
  fileprivate func following(_ moving: [Row]) -> [Row] {
    let leaving = Set(moving.map(\.name))
    let staying = rows.filter { $0.isDirect && !leaving.contains($0.name) }.map(\.name)
    var needed = Set(staying)
    var open = staying
    while let next = open.popLast() {
      for other in self[next]?.candidate.needs ?? [] where needed.insert(other).inserted {
        open.append(other)
      }
    }
    return rows.filter { !$0.isDirect && !needed.contains($0.name) && !$0.links.isEmpty }
  }

  private func requireMovable(_ name: String) throws(Problem) {
    guard let row = self[name] else {
      throw Problem(.usage, "is not a dependency here", subject: name)
    }
    guard row.candidate.kind == .direct else {
      throw Problem(
        .usage, "isn't named by the manifest: it moves with those that need it", subject: name)
    }
    if let problem = row.problem, row.obstacles.isEmpty { throw problem }
    guard row.status == .movable else {
      throw Problem(
        .refused, "can't move: it \(row.obstacles.first?.message ?? "is unknown")", subject: name,
        at: row.candidate.location)
    }
  }
}

extension Change {
  /// The new texts by path.
  fileprivate var texts: [String: SourceText?] {
    Dictionary(
      files.map { file in (file.path, file.after.map { SourceText(file: file.path, bytes: $0) }) }
    ) { $1 }
  }

  /// Returns this change and a later one as one.
  fileprivate func followed(by later: Change) -> Change {
    let first = Dictionary(files.map { ($0.path, $0) }) { $1 }
    let second = Set(later.files.map(\.path))
    let joined = later.files.map { file in
      FileChange(
        path: file.path, before: first[file.path].map(\.before) ?? file.before, after: file.after)
    }
    let all = files.filter { !second.contains($0.path) } + joined
    return Change(
      files: all.sorted { $0.path < $1.path }.filter { $0.before != $0.after },
      moves: moves + later.moves)
  }
}
