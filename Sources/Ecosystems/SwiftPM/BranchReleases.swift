import Ecosystem
import Versioning

extension SwiftPMProject {
  /// Returns the releases of a package that the manifest follows by a branch or names by a commit.
  ///
  /// - The head of a branch is one release, without a cooldown: SwiftPM takes no older commit.
  /// - A commit that is a tag's has the later tags as releases, which are held back because only a
  ///   person can replace the commit. The order of other commits and tags isn't known.
  func releases(
    following requirement: Requirement, _ dependency: Dependency, _ found: Metadata.Releases
  ) -> [Release] {
    switch requirement {
    case .branch(let name):
      guard let head = found.commit(named: name) else { return [] }
      let locked = contents.pins[PackageIdentity(dependency.name)]?.state.revision
      return [.head(head, locked: locked)]
    case .revision(let commit):
      guard let entry = found.versions.entries.last(where: { $0.commit == commit }) else {
        return []
      }
      return found.versions.entries.map { other in
        var release = Release(
          version: other.version.description, isPrerelease: other.version.isPrerelease,
          satisfiesRequirement: other.version == entry.version,
          step: other.version.step(from: entry.version))
        release.heldBack =
          "is later than \(entry.tag), whose commit the manifest names; name the version there"
        return release
      }
    case .exact, .range: return []
    }
  }
}

extension String {
  /// Whether it is the name of a commit in full.
  var isCommit: Bool { utf8.count == 40 && allSatisfy(\.isHexDigit) }
}
