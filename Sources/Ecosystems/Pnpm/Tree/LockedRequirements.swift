import JSON
import JavaScript

extension TreeResolver {
  /// Adds the entries of the old lock that requirements can keep: `getDepsToResolve`.
  ///
  /// - Parameters:
  ///   - wanted: the requirements of one package or importer.
  ///   - resolved: its references in the old lock.
  ///   - preferred: the references of its earlier version.
  ///   - known: the versions that its parents prefer.
  /// - Returns: the requirements with their entries.
  func locked(
    _ wanted: [Wanted], resolved: [String: String], preferred: [String: String],
    known: PreferredVersions? = nil
  ) -> [Wanted] {
    wanted.map { wanted in
      var wanted = wanted
      let alias = wanted.alias
      var reference: String?
      if let own = resolved[alias], own.hasPrefix("file:") || satisfies(own, wanted) {
        reference = own
        if let known, let higher = directVersion(above: own, wanted, known) {
          reference = nil
          wanted.preferredVersion = higher
        }
      } else if let old = preferred[alias], Range(wanted.requirement) != nil,
        satisfies(old, wanted)
      {
        reference = old
      }
      wanted.locked = reference.flatMap { entry($0, alias: alias) }
      return wanted
    }
  }

  /// Returns the highest version of a direct dependency above a locked one that a range allows.
  private func directVersion(
    above reference: String, _ wanted: Wanted, _ known: PreferredVersions
  ) -> String? {
    guard input.version.has(.prefersDirectVersions), !reference.hasPrefix("file:"),
      let path = DependencyPath.path(of: reference, alias: wanted.alias),
      let (name, text) = input.lock.nameAndVersion(of: path), let version = Version(text),
      let range = Range(wanted.requirement)
    else { return nil }
    let fitting = (known[name] ?? [:]).filter { selector in
      guard selector.value.kind == .version, selector.value.weight == PreferredSelector.direct,
        let candidate = Version(selector.key)
      else { return false }
      return candidate > version && range.contains(candidate)
    }
    return fitting.keys.compactMap { text in Version(text).map { (text, $0) } }
      .max { $0.1 < $1.1 }?.0
  }

  /// Whether a reference of the old lock meets a requirement.
  private func satisfies(_ reference: String, _ wanted: Wanted) -> Bool {
    guard let path = DependencyPath.path(of: reference, alias: wanted.alias),
      input.lock.packages[path] != nil, let (_, version) = input.lock.nameAndVersion(of: path)
    else { return false }
    if let range = range(of: wanted.written) {
      return Version(version, loose: true).map(range.contains) ?? false
    }
    return input.version.has(.keepsTagged)
      && input.lock.importers.values.contains { $0.specifiers[wanted.alias] == wanted.written }
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
    let bound = (peers?.members ?? []).map(\.key).compactMap { peer in
      package.reference(of: peer).flatMap { DependencyPath.path(of: $0, alias: peer) }
        .map { (name: peer, path: $0) }
    }
    return LockedEntry(
      name: name, version: version, id: isSemver ? "\(name)@\(version)" : parts.version,
      manifest: package.manifest,
      dependencies: dependencies.merging(package.optionalDependencies) { $1 },
      lockedPath: LockedPath(path: path, peers: bound))
  }
}
