import Configuration
import Ecosystem
import Versioning

extension PartResolution {
  /// Finds the direct dependencies that a change raises besides those that it is for.
  ///
  /// A lock can only have `a` 2 together with `b` 3, say. The rules for `b` apply then, too.
  ///
  /// - Returns: the other direct dependencies, with their steps; the step of a version that isn't a
  ///   candidate is unknown.
  /// - Throws: a problem that names a version which its own rules hold back.
  func companions(
    in change: Ecosystem.Change, besides choices: [Choice]
  ) throws(Problem) -> [Update.Lead] {
    let names = Set(choices.map(\.member.candidateSet.dependency.name))
    var companions: [Update.Lead] = []
    for move in change.moves where !names.contains(move.name) {
      guard let from = move.from, let to = move.to, isRaise(from, to) else { continue }
      let known = candidateSets.filter { $0.hasRequirement(of: move.name, at: from) }
      guard let first = known.first else { continue }
      let release = known.lazy.compactMap { $0.release(to, forFix: choices.areFixes) }.first
      if release == nil, let reason = known.lazy.compactMap({ $0.objection(to: to) }).first {
        throw Problem(
          .unsolvable, "can't be updated without \(move.name) \(to): \(reason)",
          subject: names.count > 1 ? names.sorted().joined(separator: ", ") : nil)
      }
      companions.append(
        Update.Lead(dependency: first.dependency, from: from, to: to, step: release?.step))
    }
    return companions
  }

  /// The maximum number of versions to try for a dependency that comes along.
  private static let allowedVersions = 3

  /// Returns the newest allowed versions of the first direct dependency that a change raises to a
  /// version which its own rules hold back.
  func allowedTargets(
    in change: Ecosystem.Change, besides choices: [Choice]
  ) -> [Goal.Target] {
    let names = Set(choices.map(\.member.candidateSet.dependency.name))
    for move in change.moves where !names.contains(move.name) {
      guard let from = move.from, let to = move.to, isRaise(from, to) else { continue }
      let known = candidateSets.filter { $0.hasRequirement(of: move.name, at: from) }
      let isAllowed = known.contains { $0.release(to, forFix: choices.areFixes) != nil }
      let isHeldBack = !isAllowed && known.contains { $0.objection(to: to) != nil }
      guard let first = known.first, isHeldBack else { continue }
      return first.allowed(forFix: choices.areFixes).filter { isRaise(from, $0) && $0 != to }
        .prefix(Self.allowedVersions).map { first.dependency.target($0) }
    }
    return []
  }

  private func isRaise(_ from: String, _ to: String) -> Bool {
    state.configured.ecosystem.description.versions.isLower(from, to) ?? false
  }
}

extension [PartResolution.Choice] {
  /// Whether they fix advisories, which other dependencies may move for.
  fileprivate var areFixes: Bool {
    contains { $0.member.candidateSet.purpose == .securityUpdates }
  }
}

extension CandidateSet {
  /// Whether a manifest requires a name and is locked at a version.
  fileprivate func hasRequirement(of name: String, at version: String) -> Bool {
    dependency.name == name && dependency.kind == .direct && dependency.problem == nil
      && (dependency.current == version
        || dependency.requirements.contains { $0.locked == version })
  }

  /// The allowed versions, newest first.
  fileprivate func allowed(forFix: Bool) -> [String] {
    (forFix ? movable.reversed() : candidates).map(\.version)
  }

  /// Returns the release of a version if the rules allow it.
  fileprivate func release(_ version: String, forFix: Bool) -> Release? {
    (candidates + (forFix ? movable : [])).first { $0.version == version }
  }

  /// Returns why the rules don't propose a version; nil if they do, or if the dependency only isn't among
  /// those that `allow` lists.
  fileprivate func objection(to version: String) -> String? {
    if let objection = objections[version] { return objection.description }
    guard case .leftOut(_, let rule)? = held ?? notProposed,
      ![Policy.notAllowed, Policy.onlyDirect].contains(rule)
    else { return nil }
    return (held ?? notProposed)?.description
  }
}
