import Ecosystem
import Updates

/// Finds the highest versions with a solution for `update --latest`, if the newest ones have none.
///
/// Each dependency in turn gets its newest version that fits those before it.
struct LowerVersions {
  let project: any OpenProject
  let options: UpdateOptions
  /// The versions below those of the goal, highest first, by name.
  let lower: [String: [String]]
  private var kept: [Goal.Target] = []
  private var best: Ecosystem.Change?
  private var heldBack: [HeldBackRelease] = []

  /// The number of versions that are tried for each dependency, as in a run.
  private static let limit = 10

  init(project: any OpenProject, options: UpdateOptions, lower: [String: [String]]) {
    self.project = project
    self.options = options
    self.lower = lower
  }

  /// - Parameters:
  ///   - targets: the dependencies with their newest versions.
  ///   - problem: why these have no solution.
  /// - Returns: the change; what can't be chosen is among its releases held back.
  /// - Throws: the problem if no dependency can be updated.
  mutating func change(
    toward targets: [Goal.Target], after problem: Problem
  ) async throws(Problem) -> Ecosystem.Change {
    for target in targets { try await add(target, isOnly: targets.count == 1 ? problem : nil) }
    guard var change = best else { throw problem }
    change.heldBack += heldBack
    return change
  }

  private mutating func add(
    _ target: Goal.Target, isOnly known: Problem?
  ) async throws(Problem) {
    let versions = [target.version] + (lower[target.name] ?? []).map { $0 }
    var first = known
    for (index, version) in versions.prefix(Self.limit).enumerated() {
      if index == 0, known != nil { continue }
      var next = target
      next.version = version
      do throws(Problem) {
        best = try await project.change(toward: .update(kept + [next], options))
        kept.append(next)
        break
      } catch {
        guard error.isOfVersions else { throw error }
        first = first ?? error
      }
    }
    guard let first, let version = target.version else { return }
    heldBack.append(
      HeldBackRelease(name: target.name, version: version, reason: first.obstacle))
  }
}
