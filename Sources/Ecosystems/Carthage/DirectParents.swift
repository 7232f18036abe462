import Ecosystem

extension CarthageProject {
  /// Follows the Cartfiles of the pinned versions from the dependencies down.
  func packages(neededBy names: Set<String>) async throws(Problem) -> Set<String> {
    var metadata = CarthageMetadata()
    var edges: [String: Set<String>] = [:]
    for (origin, _, needs) in try await lockedCartfiles(&metadata) {
      edges[origin.identity] = Set(needs.map(\.origin.identity))
    }
    return closure(of: names, edges)
  }
}
