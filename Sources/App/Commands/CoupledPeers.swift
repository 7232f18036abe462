import Ecosystem
import Updates

/// The dependencies that `update --latest` moves besides the named ones, as a run does: peers that
/// aren't released for the new versions.
struct CoupledPeers: Sendable {
  var world: World
  var configured: ConfiguredProject
  var project: any OpenProject
  var options: UpdateOptions

  /// Adds what a change needs, if the policy allows it and fewer peers stay unmet.
  ///
  /// - Parameters:
  ///   - change: the change of the targets alone.
  ///   - targets: the named dependencies with their newest versions.
  /// - Returns: the wider change, or the same one.
  /// - Throws: a problem that other versions don't solve, such as a registry without a response.
  func joined(
    to change: Ecosystem.Change, of targets: [Goal.Target]
  ) async throws(Problem) -> Ecosystem.Change {
    let unmet = change.peerWarnings.count
    guard unmet > 0 else { return change }
    var all = targets
    for target in targets where target.version != nil {
      for partner in try await project.coupled(with: target)
      where !all.contains(where: { $0.name == partner.name }) { all.append(partner) }
    }
    guard all.count > targets.count, let allowed = try await allowed(all) else { return change }
    do throws(Problem) {
      let wider = try await project.change(toward: .update(allowed, options))
      return wider.peerWarnings.count < unmet ? wider : change
    } catch {
      guard error.isOfVersions else { throw error }
      return change
    }
  }

  /// Returns the targets with their requirements; nil if the policy doesn't allow all of their versions.
  private func allowed(_ targets: [Goal.Target]) async throws(Problem) -> [Goal.Target]? {
    let names = Set(targets.map(\.name))
    let present = try await world.read(configured, from: project, named: names).dependencies
    let state = await world.lookUp(
      ProjectState(configured, opened: project, dependencies: present))
    let all = targets.compactMap { target in
      state.candidateSets.first { set in
        set.dependency.name == target.name
          && set.candidates.contains { $0.version == target.version }
      }.flatMap { set in target.version.map { set.dependency.target($0) } }
    }
    return all.count == targets.count ? all : nil
  }
}
