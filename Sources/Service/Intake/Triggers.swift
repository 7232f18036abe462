package import Configuration
package import Forges
package import Store
package import Time
import Updates

/// Decides which visits a webhook event leads to; pure.
package struct Triggers: Hashable, Sendable {
  /// The delay for events about commits that aren't known to be ours.
  static let unknownCommitDelay = Duration.seconds(30)

  private let forge: String
  private let patterns: [RepositoryPattern]
  private let login: String?

  /// Creates the rules for a forge; `login` is our account there, if it is known.
  package init(_ forge: ForgeSettings, login: String?) {
    self.forge = forge.name
    patterns = forge.repositories
    self.login = login
  }

  /// The repository with the state that an event depends on; nil if it depends on none.
  package func subject(of event: WebhookEvent) -> RepositoryName? {
    switch event.hint {
    case .push(let name, _, isDefault: false), .pullRequest(let name, _), .check(let name, _, _):
      served(name)
    case .nothing, .push, .comment, .dashboard, .granted, .renamed, .withdrawn: nil
    }
  }

  /// Whether the list of repositories must be read again.
  package func changesList(_ event: WebhookEvent) -> Bool {
    switch event.hint {
    case .granted, .renamed, .withdrawn: true
    case .nothing, .push, .pullRequest, .check, .comment, .dashboard: false
    }
  }

  /// Returns the visits that an event leads to.
  ///
  /// Our own actions lead to none: the pass that made them has seen them.
  ///
  /// - Parameters:
  ///   - event: the event of a webhook.
  ///   - snapshot: the state of its repository.
  ///   - now: the current time.
  /// - Returns: at most one for each repository that the operator selects.
  package func jobs(for event: WebhookEvent, _ snapshot: RepositorySnapshot, now: Timestamp)
    -> [Job]
  {
    let isOurs = login != nil && event.sender?.lowercased() == login?.lowercased()
    switch event.hint {
    case .nothing, .withdrawn: return []
    case .granted(let names): return names.flatMap { job($0, .push, now, at: now) }
    case .renamed(let old, let name):
      // A visit under the old name follows the repository with what is known of it. One that has
      // another owner doesn't concern the old one.
      let isFollowed = old.owner.lowercased() == name.owner.lowercased()
      let followed = isFollowed ? job(old, .push, now, at: now) : []
      return followed.isEmpty ? job(name, .push, now, at: now) : followed
    case .comment(let name, let isAddressed):
      return isAddressed && !isOurs ? job(name, .person, now, at: now) : []
    case .dashboard(let name):
      return isOurs ? [] : job(name, .person, now, at: now)
    case .push(let name, let branch, let isDefault):
      let isBase = isDefault || snapshot.targets.contains(branch)
      guard isBase || (snapshot.owns(branch) && !isOurs) else { return [] }
      return job(name, .push, now, at: now)
    case .pullRequest(let name, let branch):
      return snapshot.owns(branch) && !isOurs ? job(name, .push, now, at: now) : []
    case .check(let name, let commit, let branches):
      guard let delay = snapshot.delay(commit, branches) else { return [] }
      return job(name, .check, now, at: now + delay)
    }
  }

  private func job(
    _ name: RepositoryName, _ cause: Job.Cause, _ now: Timestamp, at dueAt: Timestamp
  ) -> [Job] {
    guard let name = served(name) else { return [] }
    return [
      Job(
        repository: RepositoryID(forge: forge, name: name), cause: cause, dueAt: dueAt,
        enqueuedAt: now)
    ]
  }

  /// The repository as the operator spells it, if it is selected; forges ignore case.
  private func served(_ name: RepositoryName) -> RepositoryName? {
    guard patterns.include(name.description) else { return nil }
    let literal = patterns.last { $0.isLiteral && !$0.isExclusion && $0.matches(name.description) }
    return literal.flatMap { RepositoryName($0.text) } ?? name
  }
}

extension RepositorySnapshot {
  fileprivate func owns(_ branch: String) -> Bool {
    branches.contains(branch) || branch.hasPrefix(BranchStyle().prefix)
  }

  /// The delay for an event about a check; nil if it leads to no visit.
  ///
  /// Without open pull requests of ours no check matters. Events about an unknown commit
  /// may concern one that a person has just pushed: they wait a little, so that a busy repository's
  /// own CI doesn't lead to many visits.
  fileprivate func delay(_ commit: String?, _ names: [String]) -> Duration? {
    guard !branches.isEmpty || isVisited else { return nil }
    let isKnown = commit.map(heads.contains) ?? true
    return isKnown || isVisited || names.contains(where: owns) ? .zero : Triggers.unknownCommitDelay
  }
}
