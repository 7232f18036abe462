package import Ecosystem

extension JavaScriptProject {
  /// Follows the lock from the packages down.
  package func packages(neededBy names: Set<String>) async throws(Problem) -> Set<String> {
    try sources.copies().names(neededBy: names).union(names)
  }
}
