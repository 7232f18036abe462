import Ecosystem
import Time
import Updates
import Versioning

/// Finds the newer releases that an update leaves out because the project's toolchain, or for
/// `--latest` a rule, excludes them.
///
/// `martlet update a` in a project with `.nvmrc` 20 takes a 1.4.0 and reports:
///
///     a 1.5.0, which fixes GHSA-35jh-r3h4-6jhm, is held back: it needs Node >=24, but .nvmrc names 20
struct HeldBackSearch: Sendable {
  let world: World
  let configured: ConfiguredProject
  let opened: any OpenProject

  /// Releases of a dependency that fit its requirement and are newer than the current version.
  struct Candidates: Sendable {
    var dependency: Dependency
    /// Oldest first.
    var held: [Release] = []
    /// All versions, oldest first.
    var order: [String] = []
  }

  /// The candidates of a goal, and what couldn't be looked up.
  struct Result: Sendable {
    var candidates: [Candidates] = []
    var notices: [String] = []
  }

  /// The releases that a change left out, and why others couldn't be looked for.
  struct Report: Sendable {
    var releases: [HeldBackRelease] = []
    var notices: [String] = []
  }

  /// Looks up the dependencies that a goal updates: the named ones without a version, or all.
  ///
  /// It makes no request if nothing can be held back. The requirements on an indirect dependency are
  /// those of the lock's packages before the update.
  func candidates(for goal: Goal) async -> Result {
    switch goal {
    case .update(let targets, let options):
      let names = Set(targets.filter { $0.version == nil }.map(\.name))
      guard !names.isEmpty else { return Result() }
      return await candidates(upTo: options.level, named: names)
    case .updateAll(let options): return await candidates(upTo: options.level, named: nil)
    case .lock: return Result()
    }
  }

  /// Looks up the dependencies that a lock has for the first time.
  func candidates(newIn change: Change) async -> Result {
    let new = Set(change.moves.filter { $0.from == nil && $0.kind == .direct }.map(\.name))
    return new.isEmpty ? Result() : await candidates(upTo: nil, named: new)
  }

  private func candidates(upTo level: Step?, named names: Set<String>?) async -> Result {
    guard opened.canHoldBack else { return Result() }
    let dependencies: [Dependency]
    do throws(Problem) {
      dependencies = try await world.read(configured, from: opened, named: names).dependencies
    } catch {
      return Result(notices: [Self.notice(about: configured.project.manifest, error)])
    }
    let wanted: [Dependency] = dependencies.filter { $0.problem == nil }
    let found = await concurrently(wanted, limit: 16) { await candidates(of: $0, upTo: level) }
    return Result(
      candidates: found.flatMap(\.candidates), notices: found.flatMap(\.notices))
  }

  private func candidates(of dependency: Dependency, upTo level: Step?) async -> Result {
    do throws(Problem) {
      let releases = try await opened.releases(of: dependency)
      let held = releases.filter { release in
        release.heldBack != nil && release.satisfiesRequirement && !release.isPrerelease
          && !release.isWithdrawn && release.step.map { $0 <= level ?? .major } ?? false
      }
      let order = releases.map(\.version)
      return Result(
        candidates: held.isEmpty
          ? [] : [Candidates(dependency: dependency, held: held, order: order)])
    } catch {
      return Result(notices: [Self.notice(about: dependency.name, error)])
    }
  }

  private static func notice(about subject: String, _ problem: Problem) -> String {
    "whether newer versions of \(subject) are held back is not known: \(problem.fullMessage)"
  }
}

extension HeldBackSearch {
  /// Selects the newest release of each dependency that is newer than the version of a change, and
  /// looks up the advisories that it fixes.
  func report(_ found: Result, after change: Change) async -> Report {
    var report = Report(notices: found.notices)
    var newer: [Dependency] = []
    for candidates in found.candidates {
      guard let release = candidates.newest(after: change) else { continue }
      let dependency = candidates.dependency
      let known = change.heldBack + report.releases
      if known.contains(where: { $0.name == dependency.name && $0.version == release.version }) {
        continue
      }
      newer.append(dependency)
      report.releases.append(
        HeldBackRelease(
          name: dependency.name, version: release.version, reason: release.heldBack ?? ""))
    }
    guard !newer.isEmpty else { return report }
    let state = await world.lookUp(
      ProjectState(configured, opened: opened, dependencies: newer))
    report.notices += [state.notice].compactMap(\.self)
    for index in report.releases.indices {
      report.releases[index].addFixes(from: state.candidateSets)
    }
    return report
  }
}

extension HeldBackRelease {
  /// Adds the advisories that affect the locked version and not this release.
  mutating func addFixes(from candidateSets: [CandidateSet]) {
    let alerts = candidateSets.filter { $0.dependency.name == name }.flatMap(\.alerts)
    fixes = alerts.filter { $0.safe.contains(version) }.map(\.id)
  }

  /// What holds the newest release of a candidate set back; nil if nothing does.
  init?(_ candidateSet: CandidateSet) {
    guard let held = candidateSet.held, let version = held.version else { return nil }
    let reason: String
    switch held {
    case .heldBack(_, let why): reason = why
    case .ignored(_, let rule): reason = "is ignored by \(rule)"
    case .leftOut(_, let rule): reason = "is excluded by \(rule)"
    case .coolingDown(_, let until): reason = "is cooling down until \(until.date)"
    case .awaitingApproval: reason = "waits for an approval in the dashboard"
    default: return nil
    }
    self.init(name: candidateSet.dependency.name, version: version, reason: reason)
    addFixes(from: [candidateSet])
  }
}

extension HeldBackSearch.Candidates {
  /// The newest release that the change doesn't reach.
  fileprivate func newest(after change: Change) -> Release? {
    let move = change.moves.first { $0.name == dependency.name && $0.from == dependency.current }
    let reached = move?.to ?? dependency.current
    guard let index = reached.flatMap(order.firstIndex(of:)) else { return held.last }
    let newer = Set(order[(index + 1)...])
    return held.last { newer.contains($0.version) }
  }
}
