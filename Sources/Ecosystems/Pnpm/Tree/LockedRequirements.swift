import JSON
import JavaScript

extension TreeResolver {
  /// Adds the entries of the old lock that requirements can keep: `getDepsToResolve`.
  ///
  /// - Parameters:
  ///   - wanted: the requirements of one package or importer.
  ///   - resolved: its references in the old lock.
  ///   - preferred: the references of its earlier version.
  /// - Returns: the requirements with their entries.
  func locked(
    _ wanted: [Wanted], resolved: [String: String], preferred: [String: String]
  ) -> [Wanted] {
    wanted.map { wanted in
      var wanted = wanted
      let alias = wanted.alias
      var reference: String?
      if let own = resolved[alias], own.hasPrefix("file:") || satisfies(own, wanted) {
        reference = own
      } else if let old = preferred[alias], Range(wanted.requirement) != nil,
        satisfies(old, wanted)
      {
        reference = old
      }
      wanted.locked = reference.flatMap { entry($0, alias: alias) }
      return wanted
    }
  }

  /// Whether a reference of the old lock meets a requirement.
  private func satisfies(_ reference: String, _ wanted: Wanted) -> Bool {
    guard let path = DependencyPath.path(of: reference, alias: wanted.alias),
      input.lock.packages[path] != nil, let (_, version) = input.lock.nameAndVersion(of: path)
    else { return false }
    if let range = Range(wanted.written) {
      return Version(version, loose: true).map {
        (Range(wanted.written, loose: true) ?? range).contains($0)
      } ?? false
    }
    if input.lock.importers.values.contains(where: {
      $0.specifiers[wanted.alias] == wanted.written
    }) {
      return true
    }
    return false
  }

  private func entry(_ reference: String, alias: String) -> LockedEntry? {
    guard let path = DependencyPath.path(of: reference, alias: alias),
      let package = input.lock.packages[path],
      let (name, version) = input.lock.nameAndVersion(of: path),
      let parts = DependencyPath.parts(path)
    else { return nil }
    let peers = package.manifest["peerDependencies"]?.object
    var dependencies = package.dependencies
    if peers != nil { dependencies = dependencies.filter { peers?[$0.key] == nil } }
    let isSemver = Version(parts.version) != nil
    return LockedEntry(
      name: name, version: version, id: isSemver ? "\(name)@\(version)" : parts.version,
      dependencies: dependencies.merging(package.optionalDependencies) { $1 })
  }
}
