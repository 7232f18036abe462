import Ecosystem
import JavaScript

/// Finds out whether the order in which the registry answers pnpm can change the lock.
///
///     app > a > leaf ^1    a step that updates leaf to 1.1.0
///     app > b > leaf ~1.0  keeps its locked leaf 1.0.0, or picks a version again: 1.0.0, too
///
/// Most requirements get the same version either way. If all do, every order gives the same tree, and
/// the resolution isn't repeated: that took more than 40 % of an update of 1,500 packages.
extension TreeResolver {
  /// Returns the first package that a step keeps or updates depending on the order, if that can change
  /// the lock; nil without one.
  func uncertainUpdate() throws(Problem) -> String? {
    for (name, questions) in updates.log.uncertain {
      for question in questions where try dependsOnOrder(question.wanted, in: question.step) {
        return name
      }
    }
    return nil
  }

  /// Whether a requirement gets another version if its locked one is given up; true if that isn't sure.
  ///
  /// In pnpm 11, kept packages also decide about peers and `libc`.
  private func dependsOnOrder(_ wanted: Wanted, in step: Step) throws(Problem) -> Bool {
    guard !input.version.has(.keepsLockedPeers), !input.version.has(.keepsLibc),
      step.publishedBy == nil,
      let locked = wanted.locked
    else { return true }
    var kept = wanted
    let preferred = keep(locked, for: &kept, in: step, step.preferred)
    guard let one = try version(for: kept, in: step, preferred),
      let other = try version(for: wanted, in: step, step.preferred)
    else { return true }
    return one != other
  }

  /// Returns the version of the registry for a requirement; nil if no version fits, or if a member of the
  /// workspace can take its place.
  private func version(
    for wanted: Wanted, in step: Step, _ preferred: PreferredVersions
  ) throws(Problem) -> String? {
    guard let request = request(for: wanted, step), let spec = spec(of: wanted),
      !members.has(spec.name), case .success(let packument) = documents[request]
    else { return nil }
    return try pick(spec, packument, wanted, step, preferred, isRequested: false)?.key
  }
}
