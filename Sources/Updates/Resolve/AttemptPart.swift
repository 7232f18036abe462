import Configuration
import Ecosystem

extension PartResolution {
  /// Resolves a combination.
  ///
  /// Copies of affected packages that no manifest asks for are updated too, if an advisory would
  /// otherwise stay.
  func attempt(_ choices: [Choice]) async -> Attempt {
    let names = Set(choices.filter(\.hasIndirectCopies).map(\.name))
    let first = await attempt(choices, movingCopiesOf: names)
    guard case .success(var part) = first else { return first }
    let open = choices.filter { !part.fixesAll(of: $0) && !names.contains($0.name) }
    if !open.isEmpty,
      case .success(let wider) = await attempt(
        choices, movingCopiesOf: names.union(open.map(\.name))),
      open.contains(where: wider.fixesAll), choices.allSatisfy({ wider.fixes($0, asFarAs: part) })
    {
      part = wider
    }
    if let problem = unfixedCopy(among: choices, after: part) { return .failure(problem) }
    return .success(part)
  }

  /// Resolves a combination, in which some packages are updated in all their copies.
  ///
  /// - Parameters:
  ///   - choices: the members with their releases.
  ///   - names: the packages that are updated everywhere.
  ///   - partial: the members whose advisories count as fixed although copies remain.
  /// - Returns: the part, which may leave affected copies.
  private func attempt(
    _ choices: [Choice], movingCopiesOf names: Set<String>, partial: [Choice] = []
  ) async -> Attempt {
    guard let first = choices.first else {
      return .failure(Problem(.unsolvable, "nothing can be updated"))
    }
    do throws(Problem) {
      let targets = choices.map(\.target)
      let options = options(choices, movingCopiesOf: names)
      var (change, companions) = try await solve(targets, options, choices)
      if configured.project.lock == nil { change = change.ofRequirements }
      guard !change.files.isEmpty else { return .failure(.nothingNewer(first.member)) }
      if let link = change.files.first(where: { tree.links.contains($0.path) }) {
        return .failure(
          Problem(
            .refused, "is a symbolic link", subject: link.path,
            advice: "configure the directory of the linked file in dependabot.yml"))
      }
      try await opened.checkRemovals(in: change, updating: choices.map(\.name))
      var part = configured.part(change, choices)
      part.companions = companions
      part.fixes = try await fixes(of: change, partial: partial)
      part.foreign = try await opened.foreignSources(in: change)
        .filter { !ownOrigins.contains($0.origin) }
      return .success(part)
    } catch {
      return .failure(error)
    }
  }

  /// Solves, and once more for a direct dependency that would come along at a version which its own
  /// rules hold back: with the newest ones that they allow.
  ///
  /// For example, `a` 1.1 needs `b` 2, and `b` 2.0.1 is too young: `b` comes along at 2.0.0.
  ///
  /// - Returns: the change with the direct dependencies that come along.
  /// - Throws: a problem that names the version that is held back, or that of the solver.
  private func solve(
    _ targets: [Goal.Target], _ options: UpdateOptions, _ choices: [Choice]
  ) async throws(Problem) -> (Ecosystem.Change, [Update.Lead]) {
    let change = try await opened.change(toward: .update(targets, options))
    do throws(Problem) {
      return (change, try companions(in: change, besides: choices))
    } catch {
      for target in allowedTargets(in: change, besides: choices) {
        do throws(Problem) {
          let other = try await opened.change(toward: .update(targets + [target], options))
          return (other, try companions(in: other, besides: choices))
        } catch {
          guard error.isOfVersions else { throw error }
        }
      }
      throw error
    }
  }

  private func options(
    _ choices: [Choice], movingCopiesOf names: Set<String>
  ) -> UpdateOptions {
    var options = UpdateOptions()
    options.strategy = strategy
    options.raises = configured.project.lock != nil
    options.pins = configured.entry.policy.pins
    for choice in choices where names.contains(choice.name) {
      options.staying[choice.name, default: []].formUnion(unaffectedVersions(besides: choice))
    }
    return options
  }

  /// Updates the requirements of an affected package, though other packages keep affected copies.
  ///
  /// It is the last attempt. The pull request says what stays.
  func fixPartly(
    _ choice: Choice, in joined: inout (part: Update.Part?, kept: [Choice])
  ) async -> Bool {
    let candidateSet = choice.member.candidateSet
    guard candidateSet.purpose == .securityUpdates, candidateSet.dependency.kind == .direct else {
      return false
    }
    let next = joined.kept + [choice]
    let names = Set(next.filter(\.hasIndirectCopies).map(\.name)).union([choice.name])
    guard case .success(let part) = await attempt(next, movingCopiesOf: names, partial: [choice]),
      part.leads.contains(where: {
        $0.dependency.id == choice.member.id && $0.to == choice.release.version
      }), part.fixes.contains(where: { $0.dependency == choice.name && $0.remaining != nil }),
      unfixedCopy(among: joined.kept, after: part) == nil
    else { return false }
    joined = (part, next)
    return true
  }
}

extension PartResolution.Choice {
  fileprivate var name: String { member.candidateSet.dependency.name }

  /// Whether it is affected, and the lock has copies of it that no manifest asks for.
  fileprivate var hasIndirectCopies: Bool {
    let candidateSet = member.candidateSet
    return !candidateSet.alerts.isEmpty && !candidateSet.dependency.indirectCopies.isEmpty
  }
}

extension Update.Part {
  /// Whether the change fixes a dependency if another one does.
  fileprivate func fixes(_ choice: PartResolution.Choice, asFarAs other: Update.Part) -> Bool {
    fixesAll(of: choice) || !other.fixesAll(of: choice)
  }
}
