import Ecosystem
import Versioning

/// Works out how members of a batch move together in one project.
///
/// All move to their newest candidates if that can be. Else as few as possible stay behind: each
/// alone is taken out, the last first, then each two, and so on, while that takes few tries; beyond
/// that they join one after the other, halves of the list at a time. Whoever is out may come along
/// at one of its lower candidates. The members' order decides between equals, so that the same
/// input always gives the same pull request.
struct PartResolution {
  typealias Outcome = (part: Update.Part?, left: [(member: Batch.Member, problem: Problem)])

  let site: Site
  /// The site's project in `tree`.
  let opened: any OpenProject
  let tree: SourceTree
  /// Everything known of the project's dependencies: what has to move along is found among them.
  let outlooks: [Outlook]
  /// Hosts that the operator names.
  var ownHosts: Set<String> = []

  /// A member with the version that is tried.
  struct Choice {
    var member: Batch.Member
    var release: Release
  }

  typealias Attempt = Result<Update.Part, Problem>

  /// Tries that the search for the largest set may take before it settles for a large one.
  private static let patience = 40

  func resolve(_ members: [Batch.Member]) async -> Outcome {
    let choices = members.compactMap { member in
      member.outlook.candidates.first.map { Choice(member: member, release: $0) }
    }
    switch await attempt(choices) {
    case .success(let part): return complete(part, choices, [])
    case .failure(let problem) where problem.kind == .failed || choices.count == 1:
      guard problem.kind == .unsolvable else { return (nil, members.map { ($0, problem) }) }
      return await lowered(nil, [], out: choices, known: problem)
    case .failure:
      do throws(Problem) {
        let (part, kept) = try await largest(of: choices)
        let names = Set(kept.map(\.member.name))
        return await lowered(part, kept, out: choices.filter { !names.contains($0.member.name) })
      } catch {
        return (nil, members.map { ($0, error) })
      }
    }
  }

  /// Works out one combination of several that are tried.
  ///
  /// - Parameter choices: the dependencies with their versions.
  /// - Returns: nil if they can't move together.
  /// - Throws: a problem of the kind `.failed`: it says nothing about the combination.
  func solution(of choices: [Choice]) async throws(Problem) -> Update.Part? {
    switch await attempt(choices) {
    case .success(let part): return part
    case .failure(let problem) where problem.kind == .failed: throw problem
    case .failure: return nil
    }
  }

  /// Works out one combination.
  func attempt(_ choices: [Choice]) async -> Attempt {
    guard let first = choices.first else {
      return .failure(Problem(.unsolvable, "nothing can be moved"))
    }
    do throws(Problem) {
      let targets = choices.map {
        Goal.Target(name: $0.member.name, version: $0.release.version)
      }
      var options = UpdateOptions()
      options.strategy = site.entry.policy.strategy
      options.raises = site.project.lock != nil
      for outlook in choices.map(\.member.outlook)
      where !outlook.alerts.isEmpty && !outlook.dependency.copies.isEmpty {
        options.staying[outlook.dependency.name] = outlook.healthyVersions
      }
      var change = try await opened.change(toward: .update(targets, options))
      if site.project.lock == nil { change = change.ofRequirements }
      guard !change.files.isEmpty else { return .failure(.nothingNewer(first.member)) }
      if let link = change.files.first(where: { tree.links.contains($0.path) }) {
        return .failure(
          Problem(
            .refused, "is a symbolic link", subject: link.path,
            advice: "let an entry of dependabot.yml name the folder of the file itself"))
      }
      var part = site.part(change, choices)
      part.fixes = try await fixes(of: change)
      part.foreign = try opened.foreignSources(in: change)
        .filter { !ownHosts.contains($0.host) }
      if let problem = unended(choices, by: part) { return .failure(problem) }
      return .success(part)
    } catch {
      return .failure(error)
    }
  }

  /// Says of members that were to move and did not why they are missing.
  private func complete(
    _ part: Update.Part, _ choices: [Choice], _ left: [(Batch.Member, Problem)]
  ) -> Outcome {
    let moved = Set(part.leads.map(\.dependency.name))
    let still = choices.filter { !moved.contains($0.member.name) }
    return (part, left + still.map { ($0.member, .nothingNewer($0.member)) })
  }
}

extension PartResolution {
  /// Finds the largest set that can move together, in the order of the members.
  private func largest(
    of choices: [Choice]
  ) async throws(Problem) -> (Update.Part?, [Choice]) {
    var patience = Self.patience
    for size in 1..<choices.count {
      let combinations = leavingOut(size, of: choices.count, atMost: patience)
      guard let combinations else { break }
      patience -= combinations.count
      for out in combinations {
        let kept = choices.indices.filter { !out.contains($0) }.map { choices[$0] }
        if let part = try await solution(of: kept) { return (part, kept) }
      }
    }
    var joined: (part: Update.Part?, kept: [Choice]) = (nil, [])
    try await join(choices[...], to: &joined)
    return joined
  }

  /// Adds what can be added, in halves if not all can.
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

  /// Lets those that are out come along at lower versions, at most nine each; what is told of one
  /// that cannot is what its best version had against it.
  private func lowered(
    _ part: Update.Part?, _ kept: [Choice], out: [Choice], known: Problem? = nil
  ) async -> Outcome {
    var joined = (part: part, kept: kept)
    var left: [(Batch.Member, Problem)] = []
    for choice in out {
      let best =
        if let known { Attempt.failure(known) } else { await attempt(joined.kept + [choice]) }
      switch best {
      case .success(let part): joined = (part, joined.kept + [choice])
      case .failure(let problem):
        guard problem.kind == .unsolvable else {
          left.append((choice.member, problem))
          continue
        }
        do throws(Problem) {
          if try await couple(choice, in: &joined) { continue }
          if try await lower(choice, in: &joined) { continue }
          if try await !carry(choice, in: &joined) { left.append((choice.member, problem)) }
        } catch {
          left.append((choice.member, error))
        }
      }
    }
    guard let part = joined.part else { return (nil, left) }
    return complete(part, joined.kept, left)
  }

  /// Takes along what the ecosystem says has to move with it, if the policy lets all of that go.
  private func couple(
    _ choice: Choice, in joined: inout (part: Update.Part?, kept: [Choice])
  ) async throws(Problem) -> Bool {
    let target = Goal.Target(name: choice.member.name, version: choice.release.version)
    let targets = try await opened.coupled(with: target)
    guard !targets.isEmpty else { return false }
    let kept = Set(joined.kept.map(\.member.name))
    var others: [Choice] = []
    for target in targets where !kept.contains(target.name) {
      guard let other = self.choice(target, survey: choice.member.survey) else { return false }
      others.append(other)
    }
    let next = joined.kept + [choice] + others
    guard let part = try await solution(of: next) else { return false }
    joined = (part, next)
    return true
  }

  /// The target as a choice; nil where the policy holds it back.
  private func choice(_ target: Goal.Target, survey: Int) -> Choice? {
    guard let outlook = outlooks.first(where: { $0.dependency.name == target.name }),
      let release = outlook.candidates.first(where: { $0.version == target.version })
    else { return nil }
    return Choice(member: .init(survey: survey, outlook: outlook), release: release)
  }

  private func lower(
    _ choice: Choice, in joined: inout (part: Update.Part?, kept: [Choice])
  ) async throws(Problem) -> Bool {
    for release in choice.member.outlook.candidates.dropFirst().prefix(9) {
      let next = joined.kept + [Choice(member: choice.member, release: release)]
      guard let part = try await solution(of: next) else { continue }
      joined = (part, next)
      return true
    }
    return false
  }
}

/// Lists the ways to leave `size` of `count` out, those of the last places first; nil where there
/// are more than `limit`.
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
  /// The change without the lock that it would bring to a project that keeps none.
  fileprivate var ofRequirements: Ecosystem.Change {
    Ecosystem.Change(
      files: files.filter { $0.before != nil }, moves: moves.filter { $0.requirement != nil })
  }
}

extension Problem {
  fileprivate static func nothingNewer(_ member: Batch.Member) -> Problem {
    Problem(.unsolvable, "has no newer version that changes the lock", subject: member.name)
  }
}

extension Site {
  /// Describes a change by those of the choices that it moves.
  fileprivate func part(
    _ change: Ecosystem.Change, _ choices: [PartResolution.Choice]
  ) -> Update.Part {
    let leads = choices.compactMap { choice -> Update.Lead? in
      let dependency = choice.member.outlook.dependency
      let own = change.moves.filter { $0.name == dependency.name }
      let move = own.first { $0.to == choice.release.version } ?? own.first
      // Alone it is what the change is about, whatever the change calls it.
      guard move != nil || choices.count == 1 else { return nil }
      return Update.Lead(
        dependency: dependency,
        from: move?.from ?? dependency.current ?? choice.member.outlook.wanted ?? "",
        to: move?.to ?? choice.release.version, step: choice.release.step)
    }
    return Update.Part(project: project, leads: leads, change: change)
  }
}
