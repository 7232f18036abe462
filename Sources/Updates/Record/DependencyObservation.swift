import Advisories
import Configuration
import Ecosystem
import Store
import Time

extension Observation {
  /// Records a dependency as the pass found it.
  ///
  /// - Parameters:
  ///   - report: the dependency's report.
  ///   - found: the state of its project, and its candidates.
  ///   - branch: the base branch.
  ///   - known: the observations of the last pass, which fill in for failed requests.
  ///   - sign: the sign before the numbers of pull requests.
  ///   - now: the current time.
  init(
    _ report: DependencyReport, _ found: ProjectStateIndex.Entry?, on branch: String,
    known: ObservationIndex, sign: String, now: Timestamp
  ) {
    self.init(report, on: branch, sign: sign, now: now)
    let before = known[self]
    behind = found?.candidateSet?.age.map { Int($0.components.seconds) }
    keepLatest(of: before)
    addRegistry(of: found?.candidateSet)
    addAdvisories(of: report.dependency, found?.state, found?.candidateSet, before)
  }

  private init(
    _ report: DependencyReport, on branch: String, sign: String, now: Timestamp
  ) {
    let dependency = report.dependency
    let text = ([report.state] + report.obstacles).map { $0.message(sign: sign) }
      .joined(separator: "; ")
    self.init(
      branch: branch, manifest: report.project.manifest, name: dependency.name,
      ecosystem: report.project.ecosystem.rawValue, directory: report.project.directory,
      kind: dependency.kind.rawValue, purpose: dependency.group.rawValue,
      requirement: dependency.requirement, current: dependency.current,
      latest: report.key?.replacement == nil
        ? report.state.version ?? report.held?.version : nil, state: report.state.observed,
      reason: text, number: report.state.number, seenAt: now)
    let newest = report.held ?? report.state
    guard newest.observed.isHeldBack else { return }
    held = newest.observed
    heldVersion = newest.version
    if case .coolingDown(_, let until) = newest { heldUntil = until }
  }

  /// Keeps the newer version that the last pass found if this one failed, with its date.
  private mutating func keepLatest(of before: Observation?) {
    guard state == .problem, latest == nil, let before, let newer = before.latest,
      newer != current
    else { return }
    latest = newer
    behind = before.behind
    number = before.number
    seenAt = before.seenAt
    reason += "; \(newer) was the newest version on \(before.seenAt.date)"
  }

  /// Adds a newer release that the registry doesn't have, and that the registry is read-only.
  ///
  /// A dependency with such a release isn't up to date, but nothing can be proposed for it.
  private mutating func addRegistry(of candidateSet: CandidateSet?) {
    if let migrationHint = candidateSet?.migrationHint {
      reason += "; \(migrationHint.sentence)"
      if state == .upToDate, let version = migrationHint.version {
        state = .heldBack
        latest = version
      }
    }
    if let sentence = candidateSet?.standingSentence { reason += "; \(sentence)" }
    if let frozen = candidateSet?.frozen { reason += "; \(frozen)" }
  }

  /// Adds the advisories that affect the dependency.
  ///
  /// If the advisories could not be read, those of the last pass for the same version are kept.
  private mutating func addAdvisories(
    of dependency: Dependency, _ project: ProjectState?, _ candidateSet: CandidateSet?,
    _ before: Observation?
  ) {
    let alerts = candidateSet?.alerts ?? []
    advisories = alerts.map(\.observed)
    fix = alerts.isEmpty ? nil : candidateSet?.lowestFix
    // A fix for another copy may be older than the current version.
    let locked = dependency.versions.first ?? ""
    let affectsCopy = !alerts.isEmpty && !alerts.contains { $0.affected.contains(locked) }
    if affectsCopy, let candidateSet,
      candidateSet.unfixed != nil || candidateSet.purpose == .securityUpdates
    {
      latest = candidateSet.latest == current ? nil : candidateSet.latest
    }
    if let configured = project?.configured, configured.entry.policy.fixes != nil,
      !dependency.versions.isEmpty
    {
      advised = dependency.advisedPackage(in: configured.ecosystem.description)?.name
      versions = advised == nil ? [] : dependency.versions
    }
    if alerts.isEmpty, project?.notice != nil, let before {
      advisories = before.advisories
      fix = before.fix
    }
  }
}
