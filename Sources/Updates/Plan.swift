import Ecosystem
import Forges
import Store

/// A dependency with the update that it wants, or with the reason why it wants none.
enum Plan: Sendable {
  case settled(Dependency, UpdateState)
  case propose(Dependency, Proposal)

  var dependency: Dependency {
    switch self {
    case .settled(let dependency, _), .propose(let dependency, _): dependency
    }
  }
}

extension Run {
  /// Decides for every dependency of a site; works out and describes what it wants to propose.
  func plan(_ survey: Survey, _ checkout: Checkout) async -> [Plan] {
    await concurrently(survey.outlooks, limit: 4) { outlook in
      if let state = settled(outlook, survey.site.entry.policy) {
        return .settled(outlook.dependency, state)
      }
      switch await world.resolve(outlook, at: survey.site, in: checkout.tree.source) {
      case .problem(let problem): return .settled(outlook.dependency, .problem(problem))
      case .change(let change, let release):
        let update = update(outlook, to: release, change, survey.site, checkout)
        return .propose(outlook.dependency, describe(update, survey.site, checkout))
      }
    }
  }

  /// Says what needs no resolving.
  private func settled(_ outlook: Outlook, _ policy: Policy) -> UpdateState? {
    if let problem = outlook.dependency.problem { return .problem(problem) }
    guard policy.allows(outlook.dependency) else { return outlook.held ?? .upToDate }
    return outlook.candidates.isEmpty ? outlook.held ?? .upToDate : nil
  }

  private func update(
    _ outlook: Outlook, to release: Release, _ change: Ecosystem.Change, _ site: Site,
    _ checkout: Checkout
  ) -> Update {
    let dependency = outlook.dependency
    let key = UpdateKey(
      forge: forge.name, repository: checkout.base.repository, base: checkout.branch,
      ecosystem: site.project.ecosystem, directory: site.project.directory,
      subject: .dependency(dependency.name))
    let move = change.moves.first { $0.name == dependency.name }
    let lead = Update.Lead(
      dependency: dependency, from: move?.from ?? dependency.current ?? "",
      to: move?.to ?? release.version, step: release.step)
    return Update(key: key, project: site.project, leads: [lead], change: change)
  }
}
