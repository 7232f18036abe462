extension OpenProject {
  /// Checks that what leaves the lock was needed by what an update moves.
  ///
  /// For example, a lock has a pin of `log`, and the project has a local package that isn't found:
  /// an update of `kit`, which doesn't need `log`, would remove its pin.
  ///
  /// - Parameters:
  ///   - change: the result of an update of some names.
  ///   - names: the names that the update was asked for.
  /// - Throws: a refusal that names the packages.
  package func checkRemovals(
    in change: Change, updating names: [String]
  ) async throws(Problem) {
    guard let lost = try await unexplainedRemovals(in: change, updating: names) else { return }
    throw Problem(
      .refused, "would remove \(lost), though nothing that is updated needs it",
      subject: project.lock ?? project.manifest,
      advice: "if it is no longer needed, remove it with `martlet lock` first")
  }

  /// Names what an update removes from the lock although nothing that it moves needed it.
  ///
  /// The native tools remove such packages, too, and don't say so.
  ///
  /// - Returns: `log, zip from Package.resolved`; nil if there are no such packages.
  package func unexplainedRemovals(
    in change: Change, updating names: [String]
  ) async throws(Problem) -> String? {
    let kept = Set(change.moves.filter { $0.to != nil }.map(\.name))
    let removed = Set(change.moves.map(\.name)).subtracting(kept)
    guard !removed.isEmpty else { return nil }
    let lost = removed.subtracting(try await packages(neededBy: kept.union(names))).sorted()
    return lost.isEmpty
      ? nil : "\(lost.joined(separator: ", ")) from \(project.lock ?? project.manifest)"
  }
}
