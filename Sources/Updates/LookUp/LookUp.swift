import Advisories
import Configuration
import Ecosystem
import Store
import Time

extension RepositoryPass {
  /// Fetches the releases and advisories of all dependencies, and reports what failed.
  func lookUp(
    _ read: [ProjectState], on branch: String, _ report: inout RepositoryReport
  ) async -> [ProjectState] {
    let states = await world.lookUp(read, with: fleetKnowledge(of: report.repository))
    for state in states {
      report.record(
        state.problems.filter { !report.findings.contains($0) }, ofEach: state.failed,
        of: state.configured.subject(on: branch))
    }
    let notices = states.flatMap {
      [$0.notice].compactMap(\.self) + $0.registryNotices + $0.projectNotices
    }
    report.notices = (report.notices + notices).unique
    return states
  }
}

extension World {
  /// Fetches the releases that a pass needs, and the advisories for all projects at once.
  ///
  /// A pass does nothing with releases of indirect dependencies that a rule excludes and no advisory
  /// affects. Most packages of a lock are such ones, so they cost no request.
  ///
  /// - Parameters:
  ///   - read: the opened projects.
  ///   - fleet: what other repositories know; nil if that doesn't count.
  /// - Returns: the projects with candidates.
  package func lookUp(
    _ read: [ProjectState], with fleet: FleetKnowledge? = nil
  ) async -> [ProjectState] {
    async let advised = advisories(read.flatMap(\.advisedVersions).unique)
    let found = await concurrently(read, limit: 4) {
      await search(for: $0, includingExcluded: false, fleet)
    }
    let answer = await advised
    let states = await concurrently(Array(zip(read, found)), limit: 4) { state, found in
      adding(await searchAffected(found, of: state, answer, fleet), to: state, answer)
    }
    return await concurrently(states, limit: 4) { await $0.addingMigrationHints(of: self) }
  }

  /// Fetches the releases of every dependency; each failure concerns one dependency.
  package func lookUp(_ read: ProjectState) async -> ProjectState {
    async let advised = advisories(read.advisedVersions.unique)
    let found = await search(for: read, includingExcluded: true, nil)
    return await adding(found, to: read, await advised).addingMigrationHints(of: self)
  }

  private func adding(
    _ found: [Found], to read: ProjectState, _ answer: AdvisoryAnswer
  ) -> ProjectState {
    var state = read
    state.candidateSets = found.map { found in
      let first = candidateSet(of: found, in: read, answer)
      guard first.candidates.isEmpty else { return first }
      return found.higher.lazy.map { candidateSet(of: $0, in: read, answer) }
        .first { !$0.candidates.isEmpty } ?? first
    }
    let order = found.map { ($0.dependency.id, $0.releases.map(\.version)) }
    state.order = Dictionary(order) { first, _ in first }
    state.notice = read.advisedVersions.isEmpty ? nil : answer.notice
    return state
  }

  private func candidateSet(
    of found: Found, in read: ProjectState, _ answer: AdvisoryAnswer
  ) -> CandidateSet {
    if let rule = found.rule { return CandidateSet(of: found.dependency, excludedBy: rule) }
    var candidateSet = CandidateSet(
      found.dependency, releases: found.releases, policy: read.entry.policy,
      rules: read.entry.rules, facts: read.facts(of: found, answer),
      firstSeen: found.ages.firstSeen, now: now(),
      advisories: read.advisories(about: found.dependency, answer))
    candidateSet.family = found.family
    candidateSet.ageFailure = found.ages.failure
    candidateSet.note(found.remark, releases: found.releases)
    candidateSet.take(
      found.standing, upkeep: found.upkeep, releases: found.releases, read.entry.policy,
      read.entry.rules)
    if let successor = found.successor {
      candidateSet.weigh(successor, read.entry.policy, read.entry.rules, at: now())
    }
    return candidateSet
  }

  /// A dependency with its releases.
  fileprivate struct Found: Sendable {
    var dependency: Dependency
    var releases: [Release] = []
    var ages = ReleaseAges()
    /// What the registry says against the locked version, if the entry asks for it.
    var standing: PackageStatus?
    /// The package that replaces it, if a pull request may do that.
    var successor: SuccessorFound?
    /// What the registry says against the locked version, if a person asks about the project.
    var remark: PackageStatus?
    /// Whether its repository is archived, if the entry asks for it.
    var upkeep: RepositoryUpkeep?
    /// The licences by version, if a rule asks for them.
    var licences: [String: String] = [:]
    /// What results in other repositories mean, by version.
    var fleet: [String: FleetFacts] = [:]
    /// The family of packages that it is released with, if the entry asks for it.
    var family: String?
    /// The rule that excludes it, if its releases weren't requested; nil if they were.
    var rule: String?
    /// Its requirements that are locked at higher versions, each time without the lowest.
    var higher: [Found] = []
  }

  /// Fetches the releases of all dependencies, or of those that no rule excludes.
  private func search(
    for state: ProjectState, includingExcluded: Bool, _ fleet: FleetKnowledge?
  ) async -> [Found] {
    guard let opened = state.opened else { return [] }
    // Most packages of a lock are excluded, and a task for each takes longer than the rule.
    var found = state.dependencies.map { dependency in
      let rule = includingExcluded ? nil : state.rule(excluding: dependency)
      return Found(dependency: dependency, rule: rule)
    }
    let rest = found.indices.filter { found[$0].rule == nil }
    let searched = await concurrently(rest.map { found[$0].dependency }, limit: 16) { dependency in
      await search(
        for: dependency, of: opened, at: state.configured, fleet, isShown: includingExcluded)
    }
    for (index, result) in zip(rest, searched) { found[index] = result }
    return found
  }

  /// Fetches the releases of excluded dependencies that an advisory affects.
  private func searchAffected(
    _ found: [Found], of state: ProjectState, _ answer: AdvisoryAnswer, _ fleet: FleetKnowledge?
  ) async -> [Found] {
    guard let opened = state.opened else { return found }
    let affected = found.indices.filter { index in
      found[index].rule != nil && state.isAffected(found[index].dependency, answer)
    }
    let searched = await concurrently(affected, limit: 16) { index in
      await search(for: found[index].dependency, of: opened, at: state.configured, fleet)
    }
    var result = found
    for (index, again) in zip(affected, searched) { result[index] = again }
    return result
  }

  /// Fetches the releases of a dependency, once more for its requirements at higher versions, whose
  /// steps are others.
  private func search(
    for dependency: Dependency, of opened: any OpenProject, at configured: ConfiguredProject,
    _ fleet: FleetKnowledge?, isShown: Bool = false
  ) async -> Found {
    var found = await releases(for: dependency, of: opened, at: configured, fleet, isShown)
    var rest = dependency
    let order = configured.ecosystem.description.versions
    while found.dependency.problem == nil, let higher = rest.higherRequirements(by: order) {
      found.higher.append(await releases(for: higher, of: opened, at: configured, fleet, isShown))
      rest = higher
    }
    return found
  }

  private func releases(
    for dependency: Dependency, of opened: any OpenProject, at configured: ConfiguredProject,
    _ fleet: FleetKnowledge?, _ isShown: Bool
  ) async -> Found {
    guard dependency.problem == nil else { return Found(dependency: dependency) }
    do {
      var releases = try await opened.releases(of: dependency)
      if dependency.current == nil, configured.project.lock != nil {
        // A dependency that isn't in the lock must be locked by a person first.
        for index in releases.indices { releases[index].step = nil }
      }
      if configured.entry.policy.pins, releases.allSatisfy({ !$0.isProposable }),
        let pinning = try await opened.pinning(of: dependency)
      {
        releases.append(pinning)
      }
      let ages = try await addAges(to: &releases, of: dependency, opened, at: configured)
      var found = Found(dependency: dependency, releases: releases)
      found.ages = ages
      if configured.entry.policy.replace != .off || configured.entry.rules.hasReplace {
        found.standing = try await opened.standing(of: dependency, among: releases)
        found.upkeep = await upkeep(of: dependency, in: configured.project.ecosystem)
        if let name = found.standing?.namedSuccessor, configured.mayReplace(dependency) {
          found.successor = try await successor(
            name, of: dependency, among: releases, of: opened, at: configured)
        }
      }
      if isShown { found.remark = try await opened.standing(of: dependency, among: releases) }
      if configured.entry.rules.needsLicences {
        found.licences = try await opened.licences(
          of: dependency, versions: releases.versionsWithLicences(from: dependency.current))
      }
      if configured.entry.needsFamilies {
        found.family = try await family(of: dependency, releases, at: configured)
      }
      if let fleet {
        found.fleet = try await fleet.facts(
          about: releases, of: dependency, in: configured.project.ecosystem)
      }
      return found
    } catch {
      var broken = dependency
      broken.problem =
        error as? Problem ?? Problem(.failed, "the state cannot be read", subject: "\(error)")
      return Found(dependency: broken)
    }
  }

  /// Returns whether the repository of a direct dependency is archived.
  ///
  /// A registry that doesn't name the repository leaves that unknown, too.
  private func upkeep(
    of dependency: Dependency, in ecosystem: EcosystemID
  ) async -> RepositoryUpkeep? {
    guard dependency.kind == .direct, let current = dependency.current,
      let asked = ecosystems.first(where: { $0.id == ecosystem })
    else { return nil }
    do {
      let upstream = try await asked.upstream(of: dependency, from: current, to: current)
      return await upkeep(dependency.name, upstream)
    } catch {
      return .unknown(page: "the registry", Task.isCancelled ? .ended : .noAnswer)
    }
  }
}

extension [Finding] {
  /// Whether a finding says the same as a problem, such as the mistake of an entry.
  fileprivate func contains(_ problem: Problem) -> Bool {
    contains { $0.location == problem.location && $0.message == problem.message }
  }
}

extension ProjectState {
  /// The problems of dependencies whose releases could not be looked up, by name.
  fileprivate var failed: [String: Problem] {
    let pairs = candidateSets.compactMap { found in
      found.dependency.problem.map { (found.dependency.name, $0) }
    }
    return Dictionary(pairs) { first, _ in first }
  }
}

extension ProjectState {
  /// Returns this state with releases that the project's registry doesn't have.
  fileprivate func addingMigrationHints(of world: World) async -> ProjectState {
    let found = await world.migrationHints(candidateSets, of: opened)
    let frozen = world.frozen(candidateSets, of: opened)
    var state = self
    for index in state.candidateSets.indices {
      let name = state.candidateSets[index].dependency.name
      state.candidateSets[index].migrationHint = found[name]
      state.candidateSets[index].frozen = frozen[name]
    }
    return state
  }

  /// What a pass reports about registries: that one is read-only, and releases that it doesn't have.
  fileprivate var registryNotices: [String] {
    let releases = candidateSets.compactMap { candidateSet in
      candidateSet.migrationHint.map { "\(candidateSet.dependency.name): \($0.sentence)" }
    }
    return [freezeNotice].compactMap(\.self) + ruleNotices + standingNotices
      + ageNotices.map { "\(configured.project.manifest): \($0)" }
      + releases.map { "\(configured.project.manifest): \($0)" }
  }

  /// The dependencies whose releases count from first sight because a server didn't answer.
  package var ageNotices: [String] {
    candidateSets.compactMap { candidateSet in
      candidateSet.ageFailure.map { failure in
        let reason = [failure.subject, failure.message].compactMap(\.self).joined(separator: " ")
        let name = candidateSet.dependency.name
        return "\(name): the age of newer versions counts from first sight: \(reason)"
      }
    }
  }

  /// What registries say against locked versions.
  package var standingNotices: [String] {
    candidateSets.compactMap { candidateSet in
      candidateSet.standingSentence.map {
        "\(project.manifest): \(candidateSet.dependency.name) \($0)"
      }
    }
  }

  /// What a pass reports about the project: tools that aren't measured, and locks that go stale.
  fileprivate var projectNotices: [String] {
    (projectRemarks + [maintenanceRemark].compactMap(\.self))
      .map { "\(configured.project.manifest): \($0)" }
  }

  /// That `lock-file-maintenance` does nothing beside a limit of 0, which switches version updates off.
  private var maintenanceRemark: String? {
    guard entry.lockMaintenance != nil, project.lock != nil, entry.policy.limit == 0 else {
      return nil
    }
    return "'lock-file-maintenance' opens nothing, since 'open-pull-requests-limit' is 0"
  }

  /// Sentences about the project that every report has.
  package var projectRemarks: [String] {
    guard let opened else { return [] }
    return opened.toolVersions.filter { $0.remark != nil }.map(\.description) + opened.remarks
  }
}

extension ProjectState {
  /// Collects what conditions of rules need about a dependency.
  fileprivate func facts(of found: World.Found, _ answer: AdvisoryAnswer) -> RuleFacts {
    let dependency = found.dependency
    var facts = RuleFacts()
    facts.licences = found.licences
    facts.fleet = found.fleet
    if let advisories = advisories(about: dependency, answer) {
      facts.isAdvised = dependency.versions.contains { !advisories.isSafe($0) }
    } else if answer.notice == nil, configured.entry.policy.fixes != nil,
      dependency.advisedPackage(in: configured.ecosystem.description) != nil
    {
      facts.isAdvised = false
    }
    return facts
  }

  /// Sentences about rules that can't be decided for the newest candidate of a dependency.
  package var ruleNotices: [String] {
    candidateSets.flatMap { candidateSet -> [String] in
      let (dependency, facts) = (candidateSet.dependency, candidateSet.facts)
      guard let newest = candidateSet.candidates.first else { return [] }
      return entry.rules.applied(to: dependency, newest, facts).uncertainties.map {
        "\(project.manifest): \(dependency.name): \($0); it isn't applied"
      }
    }
  }
}

extension [Release] {
  /// The current version and the newer ones, newest first.
  fileprivate func versionsWithLicences(from current: String?) -> [String] {
    let newer = filter { $0.step != nil && !$0.isWithdrawn }.map(\.version).reversed()
    return [current].compactMap(\.self) + newer
  }
}

extension Release {
  /// Whether a version update can propose it, if the policy allows it.
  fileprivate var isProposable: Bool {
    step != nil && !isPrerelease && !isWithdrawn && heldBack == nil
  }
}
