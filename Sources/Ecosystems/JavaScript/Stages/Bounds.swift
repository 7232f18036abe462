import Ecosystem
import JSON

extension JavaScriptProject {
  /// Returns the ranges that packages ask of an indirect dependency, from the registry for a lock that
  /// doesn't have them.
  ///
  /// A package that no registry has bounds nothing.
  ///
  /// - Throws: a `Problem` if a registry can't be asked.
  func bounds(of dependency: Dependency) async throws(Problem) -> [String] {
    let lock = try sources.copies()
    let rules = ReplacementRules(sources.replacementRules, lock)
    var result: Set<String> = []
    for (parent, link) in lock.dependents(of: dependency.name) {
      let copy = lock.all[parent]
      if let target = link.target, lock.all[target].version != dependency.current { continue }
      if let range = rules.range(of: link, in: copy) {
        result.insert(range)
      } else if copy.isRegistered, let range = try await asked(of: link.name, by: copy) {
        result.insert(range)
      }
    }
    return result.sorted()
  }

  private func asked(
    of name: String, by copy: LockedCopy
  ) async throws(Problem) -> String? {
    let manifest: VersionManifest?
    do throws(LookUpFailure) {
      manifest = try await registry.packument(of: copy.package, .full, keeping: .resolution)[
        copy.version]
    } catch {
      if error.isOfPackage { return nil }
      throw error.problem
    }
    guard let node = try manifest?.read() else { return nil }
    let sections = ["optionalDependencies", "dependencies", "peerDependencies"]
    return sections.lazy.compactMap { node[$0]?[name]?.string }.first
  }
}
