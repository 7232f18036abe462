import Ecosystem
import Versioning

/// Resolves the members of a pull request together in one project.
///
/// 1. If all members can be updated to their best candidates, the search ends.
/// 2. Otherwise it leaves out as few members as possible: each one, last first, then each pair, and so
///    on, up to `maximumAttempts` combinations. If none works, it adds members in halves of the list.
/// 3. A member that was left out is tried with the members that it requires, then with lower
///    candidates.
///
/// A package that a registry doesn't have or doesn't show prevents the versions that need it, like a
/// conflict; any other failure of a registry ends the search.
///
/// The order of the members breaks ties, so the same input always gives the same pull request.
///
/// For example, if `a` and `b` can be updated to 2.0 but `c` 2.0 conflicts with `a` 2.0, the result is
/// `a` and `b` at 2.0 and `c` at its highest version that fits, such as 1.9.
struct PartResolution {
  struct Outcome {
    var part: Update.Part?
    /// The members that the part doesn't update.
    var problems: [(member: PlannedUpdate, problem: Problem)] = []
    /// Why members get a lower version than their newest, if a registry lacks a package.
    var unavailable: [Problem] = []
  }

  /// The project, as the look-up left it.
  let state: ProjectState
  /// The project in `tree`, which can contain changes of other projects.
  let opened: any OpenProject
  let tree: SourceTree
  /// How requirements are edited.
  let strategy: VersioningStrategy
  /// The origins that the operator names, which are not reported as foreign.
  var ownOrigins: Set<String> = []

  /// The candidates of all dependencies of the project, including those outside of the pull request.
  var candidateSets: [CandidateSet] { state.candidateSets }
  var configured: ConfiguredProject { state.configured }

  /// A member with the release to try.
  struct Choice {
    var member: PlannedUpdate
    var release: Release
  }

  typealias Attempt = Result<Update.Part, Problem>

  /// The number of combinations that the search for the largest set may try.
  private static let maximumAttempts = 40

  /// Finds the largest set of members that can be updated, with their highest versions.
  ///
  /// That a version of a member needs a package which no registry has isn't the repository's mistake,
  /// unless the repository names the package itself; otherwise the problem doesn't name it as
  /// unavailable.
  func resolve(_ members: [PlannedUpdate]) async -> Outcome {
    var outcome = await search(members)
    for index in outcome.problems.indices where await isForeign(outcome.problems[index].problem) {
      outcome.problems[index].problem.unavailable = nil
    }
    for index in outcome.unavailable.indices { outcome.unavailable[index].unavailable = nil }
    return outcome
  }

  /// Whether a problem is about a package that the project doesn't name itself.
  private func isForeign(_ problem: Problem) async -> Bool {
    guard let name = problem.unavailable else { return true }
    return await !opened.declares(name)
  }

  private func search(_ members: [PlannedUpdate]) async -> Outcome {
    let choices = members.compactMap { member in
      member.candidateSet.candidates.first.map { Choice(member: member, release: $0) }
    }
    switch await attempt(choices) {
    case .success(let part):
      do throws(Problem) {
        let (wider, all) = try await meetingPeers(part, choices)
        return complete(wider, all, Outcome())
      } catch {
        return Outcome(problems: members.map { ($0, error) })
      }
    case .failure(let problem) where problem.isGeneral || choices.count == 1:
      guard problem.isOfVersions else { return Outcome(problems: members.map { ($0, problem) }) }
      return await addRest(nil, [], out: choices, known: problem)
    case .failure:
      do throws(Problem) {
        let (part, kept) = try await largest(of: choices)
        let names = Set(kept.map(\.member.id))
        return await addRest(part, kept, out: choices.filter { !names.contains($0.member.id) })
      } catch {
        return Outcome(problems: members.map { ($0, error) })
      }
    }
  }

  /// Resolves a combination that may fail.
  ///
  /// - Parameter choices: the members with their releases.
  /// - Returns: nil if there is no solution.
  /// - Throws: a problem that does not depend on the combination, such as a registry without a response.
  func solution(of choices: [Choice]) async throws(Problem) -> Update.Part? {
    switch await attempt(choices) {
    case .success(let part): return part
    case .failure(let problem) where problem.isGeneral: throw problem
    case .failure: return nil
    }
  }

  /// Adds a problem for each member that the change does not update.
  private func complete(
    _ part: Update.Part, _ choices: [Choice], _ outcome: Outcome
  ) -> Outcome {
    let moved = Set(part.leads.map(\.dependency.id))
    let still = choices.filter { !moved.contains($0.member.id) }
    var outcome = outcome
    outcome.part = part
    outcome.problems += still.map { ($0.member, .nothingNewer($0.member)) }
    return outcome
  }
}

extension PartResolution {
  /// Finds the largest set with a solution.
  private func largest(
    of choices: [Choice]
  ) async throws(Problem) -> (Update.Part?, [Choice]) {
    var attempts = Self.maximumAttempts
    for size in 1..<choices.count {
      let combinations = leavingOut(size, of: choices.count, atMost: attempts)
      guard let combinations else { break }
      attempts -= combinations.count
      for out in combinations {
        let kept = choices.indices.filter { !out.contains($0) }.map { choices[$0] }
        if let part = try await solution(of: kept) { return (part, kept) }
      }
    }
    var joined: (part: Update.Part?, kept: [Choice]) = (nil, [])
    try await join(choices[...], to: &joined)
    return joined
  }

  /// Adds the choices that can be added, in halves if not all can.
  private func join(
    _ more: ArraySlice<Choice>, to joined: inout (part: Update.Part?, kept: [Choice])
  ) async throws(Problem) {
    if let part = try await solution(of: joined.kept + more) {
      joined = (part, joined.kept + more)
    } else if more.count > 1 {
      let middle = more.startIndex + more.count / 2
      try await join(more[..<middle], to: &joined)
      try await join(more[middle...], to: &joined)
    }
  }

  /// Adds members that were left out, at lower versions if necessary.
  ///
  /// The reported problem of a member is that of its best version.
  private func addRest(
    _ part: Update.Part?, _ kept: [Choice], out: [Choice], known: Problem? = nil
  ) async -> Outcome {
    var joined = (part: part, kept: kept)
    var outcome = Outcome()
    var blocked: [HeldBackRelease] = []
    for choice in out where !joined.kept.contains(where: { $0.member.id == choice.member.id }) {
      let best =
        if let known { Attempt.failure(known) } else { await attempt(joined.kept + [choice]) }
      switch best {
      case .success(let part): joined = (part, joined.kept + [choice])
      case .failure(let problem):
        guard problem.isOfVersions else {
          outcome.problems.append((choice.member, problem))
          continue
        }
        do throws(Problem) {
          if try await addCoupled(choice, in: &joined) { continue }
          if try await addLower(choice, in: &joined) {
            outcome.unavailable += [problem.preventing(choice)].compactMap(\.self)
            blocked.append(choice.blocked(by: problem))
            continue
          }
          if try await updateDependents(of: choice, in: &joined) { continue }
          if await !fixPartly(choice, in: &joined) {
            outcome.problems.append((choice.member, problem))
          }
        } catch {
          outcome.problems.append((choice.member, error))
        }
      }
    }
    guard var part = joined.part else { return outcome }
    part.change.heldBack += blocked.filter { !part.change.heldBack.contains($0) }
    return complete(part, joined.kept, outcome)
  }

  /// Adds a choice with the dependencies that have to be updated with it, if the policy allows all of
  /// them.
  private func addCoupled(
    _ choice: Choice, in joined: inout (part: Update.Part?, kept: [Choice])
  ) async throws(Problem) -> Bool {
    let targets = try await opened.coupled(with: choice.target)
    guard !targets.isEmpty else { return false }
    let kept = Set(joined.kept.map(\.member.candidateSet.dependency.name))
    var others: [Choice] = []
    for target in targets where !kept.contains(target.name) {
      guard let other = self.choice(target, with: choice.member) else { return false }
      others.append(other)
    }
    let next = joined.kept + [choice] + others
    guard let part = try await solution(of: next) else { return false }
    joined = (part, next)
    return true
  }

  /// Adds the dependencies that have to be updated with others, if the tool only warns about it.
  ///
  /// - Returns: the part and its choices, unchanged if nothing can be added.
  private func meetingPeers(
    _ part: Update.Part, _ choices: [Choice]
  ) async throws(Problem) -> (Update.Part, [Choice]) {
    var best = (part: part, choices: choices)
    for choice in choices {
      let unmet = best.part.change.peerWarnings.count
      if unmet == 0 { break }
      let others = best.choices.filter { $0.member.id != choice.member.id }
      var joined: (part: Update.Part?, kept: [Choice]) = (best.part, others)
      guard try await addCoupled(choice, in: &joined), let wider = joined.part,
        wider.change.peerWarnings.count < unmet
      else { continue }
      best = (wider, joined.kept)
    }
    return best
  }

  /// Returns the choice for a target that a member needs; nil if the policy does not allow it.
  ///
  /// Of several dependencies of the name, it is that of the manifests that require the member.
  private func choice(_ target: Goal.Target, with member: PlannedUpdate) -> Choice? {
    let manifests = Set(member.candidateSet.dependency.requirements.map(\.manifest))
    let named = candidateSets.filter { $0.dependency.name == target.name }
    let beside = named.first { candidateSet in
      candidateSet.dependency.requirements.contains { manifests.contains($0.manifest) }
    }
    guard let candidateSet = beside ?? named.first,
      let release = candidateSet.candidates.first(where: { $0.version == target.version })
    else { return nil }
    return Choice(member: PlannedUpdate(of: state, candidateSet), release: release)
  }

  private func addLower(
    _ choice: Choice, in joined: inout (part: Update.Part?, kept: [Choice])
  ) async throws(Problem) -> Bool {
    for release in choice.member.candidateSet.candidates.dropFirst().prefix(9) {
      let lower = Choice(member: choice.member, release: release)
      if let part = try await solution(of: joined.kept + [lower]) {
        joined = (part, joined.kept + [lower])
        return true
      }
      if try await addCoupled(lower, in: &joined) { return true }
    }
    return false
  }
}

extension PartResolution.Choice {
  /// The goal of the update or replacement.
  var target: Goal.Target {
    let candidateSet = member.candidateSet
    var target = candidateSet.dependency.target(release.version)
    target.successor = candidateSet.successor
    return target
  }

  /// The release, with the reason why a lower one is proposed.
  fileprivate func blocked(by problem: Problem) -> HeldBackRelease {
    HeldBackRelease(
      name: member.candidateSet.dependency.name, version: release.version,
      reason: problem.obstacle)
  }
}

extension Problem {
  /// What prevents a release, as the continuation of its version.
  package var obstacle: String {
    let reasons = explanation.isEmpty ? ["\(subject ?? "it") \(message)."] : explanation
    let text = reasons.prefix(3).joined(separator: " ")
    return "cannot be chosen: " + (text.hasSuffix(".") ? String(text.dropLast()) : text)
  }
}

/// Lists the combinations of `size` out of `count` indices, highest indices first; nil if there are
/// more than `limit`.
private func leavingOut(_ size: Int, of count: Int, atMost limit: Int) -> [[Int]]? {
  var all: [[Int]] = [[]]
  for _ in 0..<size {
    all = all.flatMap { out in
      (0..<(out.last ?? count)).reversed().map { out + [$0] }
    }
    if all.count > limit { return nil }
  }
  return all
}

extension Ecosystem.Change {
  /// The change without the new lock file, for a project that has none.
  var ofRequirements: Ecosystem.Change {
    var result = self
    result.files = files.filter { $0.before != nil }
    result.moves = moves.filter { $0.requirement != nil }
    return result
  }
}

extension Problem {
  /// Whether other versions of the same dependencies can succeed.
  package var isOfVersions: Bool { kind == .unsolvable || unavailable != nil }

  /// Whether a resolution fails in the same way with every version.
  fileprivate var isGeneral: Bool { kind == .failed && unavailable == nil }

  /// Returns the problem as the reason why a member gets a lower version; nil for a conflict.
  fileprivate func preventing(_ choice: PartResolution.Choice) -> Problem? {
    guard let unavailable else { return nil }
    var problem = self
    problem.kind = .failed
    problem.subject =
      "\(choice.member.candidateSet.dependency.name)@\(choice.release.version)"
    problem.message = "needs \(unavailable), which \(message); a lower version is proposed"
    problem.explanation = []
    return problem
  }

  static func nothingNewer(_ member: PlannedUpdate) -> Problem {
    Problem(
      .unsolvable, "has no newer version that changes the lock",
      subject: member.candidateSet.dependency.name)
  }
}

extension ConfiguredProject {
  /// Creates a part whose leads are the choices that the change updates.
  func part(
    _ change: Ecosystem.Change, _ choices: [PartResolution.Choice]
  ) -> Update.Part {
    let leads = choices.compactMap { choice -> Update.Lead? in
      let dependency = choice.member.candidateSet.dependency
      let own = change.moves.filter { $0.name == dependency.name }
      let reaching = own.filter { $0.to == choice.release.version }
      let move =
        reaching.first { $0.from == dependency.current } ?? reaching.first
        ?? (dependency.line == nil ? own.first : nil)
      // A single choice is the lead, even if the change uses another name for it.
      guard move != nil || choices.count == 1 else { return nil }
      var lead = Update.Lead(
        dependency: dependency,
        from: move?.from ?? dependency.current ?? choice.member.candidateSet.wanted ?? "",
        to: move?.to ?? choice.release.version, step: choice.release.step)
      lead.facts = choice.member.candidateSet.leadFacts(of: choice.release)
      lead.successor = choice.member.candidateSet.successor
      return lead
    }
    return Update.Part(project: project, leads: leads, change: change)
  }
}
