import Configuration
import Ecosystem
import Forges
import Store

extension RepositoryPass {
  /// Leaves out the versions that people declined by closing pull requests, whatever group their
  /// dependencies are in now.
  func leavingOutDeclined(
    from states: [ProjectState], in checkout: Checkout
  ) async throws -> [ProjectState] {
    let repository = forge.id(of: checkout.base.repository)
    var known = try await world.store.declinedVersions(of: repository)
    if let all = checkout.base.pullRequests {
      known += try await restoreDeclined(all, known, for: states, in: checkout)
    }
    let declines = Declines(known, on: checkout.branch)
    guard !declines.isEmpty else { return states }
    return states.map { $0.leavingOut(declines) }
  }

  /// Finds the pull requests that people closed before the state was lost, as far as they matter.
  ///
  /// Only a host that names who closed them distinguishes those that martlet closed itself.
  private func restoreDeclined(
    _ all: [PullRequest], _ known: [DeclinedVersions], for states: [ProjectState],
    in checkout: Checkout
  ) async throws -> [DeclinedVersions] {
    guard let closings = forge.closings, !isDry else { return [] }
    let base = checkout.base
    let repository = forge.id(of: base.repository)
    let numbers = Set(known.map(\.number))
    var restored: [DeclinedVersions] = []
    for found in all.sorted(by: { $0.number > $1.number }) {
      guard found.state == .closed, found.base == checkout.branch, !numbers.contains(found.number),
        found.author?.login == identity.login, let marker = BodyMarker(in: found.body)
      else { continue }
      let key = UpdateKey(
        repository: repository, base: found.base, scope: marker.scope, subject: marker.subject,
        step: marker.step)
      let declined = DeclinedVersions(
        repository: repository, number: found.number, key: key.recordKey, versions: marker.versions)
      let declines = Declines([declined], on: checkout.branch)
      guard states.contains(where: { $0.isChanged(by: declines) }),
        let closer = try await closings.closer(of: found.number, in: base.repository)
      else { continue }
      if closer.login == identity.login {
        let comments = try await forge.comments(on: found.number, in: base.repository)
        guard DeclineComment.isPresent(in: comments, by: identity) else { continue }
      }
      try await world.store.save(declined)
      restored.append(declined)
    }
    return restored
  }
}
