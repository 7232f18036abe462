package import Ecosystem

extension JavaScriptProject {
  /// Follows the lock from the packages down.
  package func packages(neededBy names: Set<String>) async throws(Problem) -> Set<String>? {
    let lock = try sources.copies()
    return lock.all.isEmpty ? nil : lock.names(neededBy: names).union(names)
  }
}
