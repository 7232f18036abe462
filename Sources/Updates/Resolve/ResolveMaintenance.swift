import Ecosystem
import Versioning

extension World {
  /// Updates the whole lock of a project inside of the requirements.
  ///
  /// If that takes in a version of a direct dependency that the policy holds back, only the allowed
  /// updates are made, with what they need.
  ///
  /// - Returns: no part and no problem if the lock is up to date.
  func resolveMaintenance(_ member: PlannedUpdate, in tree: SourceTree) async -> Resolved {
    var result = Resolved()
    let state = member.state
    do throws(Problem) {
      let opened: any OpenProject
      if let known = state.opened {
        opened = known
      } else {
        opened = try await state.configured.open(in: tree)
      }
      var change = try await opened.change(toward: .updateAll(UpdateOptions()))
      if state.forbiddenMove(in: change) != nil {
        var options = UpdateOptions()
        options.withDependencies = true
        let targets = state.allowedTargets
        change =
          targets.isEmpty
          ? Change(files: [], moves: [])
          : try await opened.change(toward: .update(targets, options))
        if let move = state.forbiddenMove(in: change) {
          throw Problem(
            .unsolvable,
            "cannot be updated without \(move.name) \(move.to ?? ""), which is held back",
            subject: state.project.lock)
        }
      }
      guard !change.files.isEmpty, !change.moves.isEmpty else { return result }
      var part = Update.Part(project: state.project, leads: state.leads(of: change), change: change)
      part.companions = state.otherMoves(of: change, besides: part.leads)
      part.foreign = try await opened.foreignSources(in: change).filter {
        !ownOrigins.contains($0.origin)
      }
      part.identities = try await opened.contentIdentities(in: change)
      result.parts = [part]
    } catch {
      result.problems = [(member, error)]
    }
    return result
  }
}

extension ProjectState {
  /// The first move of a direct dependency to a version that can't be proposed.
  fileprivate func forbiddenMove(in change: Change) -> Move? {
    change.moves.first { move in
      guard let version = move.to, move.from != nil,
        let known = candidateSets.first(where: { $0.dependency.name == move.name }),
        known.dependency.kind == .direct, known.dependency.problem == nil
      else { return false }
      return !known.candidates.contains { $0.version == version }
    }
  }

  /// The newest allowed versions of direct dependencies inside of their requirements.
  fileprivate var allowedTargets: [Goal.Target] {
    candidateSets.filter { $0.dependency.kind == .direct }.compactMap { known in
      known.candidates.first(where: \.satisfiesRequirement).map {
        known.dependency.target($0.version)
      }
    }
  }

  /// The direct dependencies that a change moves, or all packages if it moves none of them.
  fileprivate func leads(of change: Change) -> [Update.Lead] {
    let moved = change.moves.filter { $0.from != nil && $0.to != nil }
    let indirect = Set(
      candidateSets.filter { $0.dependency.kind == .indirect }.map(\.dependency.name))
    let direct = moved.filter { $0.kind == .direct && !indirect.contains($0.name) }
    return (direct.isEmpty ? (moved.isEmpty ? change.moves : moved) : direct).map(lead)
  }

  /// The other packages that a change moves: an automatic merge needs to allow their steps, too.
  fileprivate func otherMoves(of change: Change, besides leads: [Update.Lead]) -> [Update.Lead] {
    let known = Set(leads.map { [$0.dependency.name, $0.from, $0.to] })
    return change.moves.filter { move in
      guard let from = move.from, let to = move.to else { return false }
      return !known.contains([move.name, from, to])
    }.map(lead)
  }

  private func lead(_ move: Move) -> Update.Lead {
    let known = candidateSets.first {
      $0.dependency.name == move.name && $0.dependency.current == move.from
    }
    let release = known?.candidates.first { $0.version == move.to }
    let (from, to) = (move.from ?? "", move.to ?? "")
    var lead = Update.Lead(
      dependency: known?.dependency
        ?? Dependency(name: move.name, kind: move.kind, group: move.group, current: move.from),
      from: from, to: to, step: release?.step ?? numericStep(from: from, to: to))
    if let known, let release { lead.facts = known.leadFacts(of: release) }
    return lead
  }
}

/// The step between versions of a package whose releases weren't looked up, by the numbers at their
/// start; nil if one has none.
private func numericStep(from old: String, to new: String) -> Step? {
  let (before, after) = (leadingNumbers(old), leadingNumbers(new))
  guard !before.isEmpty, !after.isEmpty else { return nil }
  let number = { (numbers: [Int], index: Int) in
    numbers.indices.contains(index) ? numbers[index] : 0
  }
  if number(before, 0) != number(after, 0) { return .major }
  return number(before, 1) != number(after, 1) ? .minor : .patch
}
