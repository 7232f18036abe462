package import Ecosystem

extension OpenProject {
  /// Updates a dependency to its newest version and checks what this removes from the lock.
  ///
  /// - Returns: the removed names, sorted: `b, c`; or `refused: ` and those that nothing explains.
  package func removal(by name: String) async throws -> String {
    let change = try await change(toward: .update([Goal.Target(name: name)], UpdateOptions()))
    do throws(Problem) {
      try await checkRemovals(in: change, updating: [name])
    } catch {
      let words = error.message.split(separator: " from ", maxSplits: 1)
      return "refused: " + (words.first?.dropFirst("would remove ".count) ?? "")
    }
    let kept = Set(change.moves.filter { $0.to != nil }.map(\.name))
    return Set(change.moves.map(\.name)).subtracting(kept).sorted().joined(separator: ", ")
  }
}
