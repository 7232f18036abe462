import Configuration
import Ecosystem

extension PlannedPullRequest {
  /// Plans the update of a whole lock; nil if the entry doesn't ask for it, or if there is no lock.
  ///
  /// Its only member stands for the lock: what changes is known after the resolution.
  init?(maintaining state: ProjectState, at target: Plan.Target) {
    let project = state.project
    guard state.entry.lockMaintenance != nil, project.lock != nil, state.opened != nil,
      state.problem == nil, state.entry.policy.limit > 0
    else { return nil }
    var whole = CandidateSet(
      of: Dependency(name: UpdateKey.Subject.maintenance.name, kind: .direct), excludedBy: "")
    whole.notProposed = nil
    whole.candidates = [Release(version: "", satisfiesRequirement: true, step: nil)]
    self.init(
      key: UpdateKey(
        repository: target.repository, base: target.base,
        scope: .directory(project.ecosystem, project.directory), subject: .maintenance),
      group: nil, members: [PlannedUpdate(of: state, whole)])
  }
}
