import Ecosystem

extension PartResolution {
  /// Checks that what leaves the lock was needed by what the change updates, and by that only.
  ///
  /// For example, a lock has a pin of `log`, and the project has a local package that isn't found:
  /// a change of `kit`, which doesn't need `log`, would remove its pin.
  ///
  /// - Throws: a refusal that names the packages.
  func checkRemovals(in change: Change, _ choices: [Choice]) async throws(Problem) {
    let kept = Set(change.moves.filter { $0.to != nil }.map(\.name))
    let removed = Set(change.moves.map(\.name)).subtracting(kept)
    guard !removed.isEmpty else { return }
    let causes = kept.union(choices.map(\.member.candidateSet.dependency.name))
    guard let explained = try await opened.packages(neededBy: causes) else { return }
    let lost = removed.subtracting(explained).sorted()
    guard !lost.isEmpty else { return }
    throw Problem(
      .refused,
      "would remove \(lost.joined(separator: ", ")) from \(project.lock ?? project.manifest), "
        + "though nothing that is updated needs it",
      subject: project.lock ?? project.manifest,
      advice: "if it is no longer needed, update the lock file with the package manager first")
  }

  private var project: Project { opened.project }
}
