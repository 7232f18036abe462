import Ecosystem
import JSON
import JavaScript

/// Whether pnpm would leave a lock alone: `allProjectsAreUpToDate`.
struct UpToDate {
  let input: ResolverInput
  private let members: WorkspaceMembers

  /// Prepares a comparison with the lock of the input.
  init(input: ResolverInput) {
    self.input = input
    members = WorkspaceMembers(input.members)
  }

  /// Compares settings, catalogs and importers.
  func isUpToDate() -> Bool {
    let lock = input.lock
    guard lock.exists,
      !lock.packages.isEmpty
        || lock.importers.values.contains(where: {
          !$0.specifiers.isEmpty
        })
    else { return false }
    guard LockSettings(input).agree(with: lock.fields),
      lock.importers.count == input.members.count || !input.isWorkspace
    else { return false }
    for catalog in lock.catalogs?.members ?? [] {
      for entry in catalog.value.object?.members ?? [] {
        let configured = input.catalogs.requirements[catalog.key]?[entry.key]
        if entry.value["specifier"]?.scalarText != configured { return false }
      }
    }
    return input.members.allSatisfy(isUpToDate)
  }

  private func isUpToDate(_ member: ResolverInput.Member) -> Bool {
    var manifest = member.manifest
    guard let importer = input.lock.importers[member.id] else {
      return manifest.dependencies.isEmpty && manifest.devDependencies.isEmpty
        && manifest.optionalDependencies.isEmpty
    }
    if input.settings.autoInstallPeers {
      for (name, range) in manifest.peerDependencies.pairs
      where manifest.dependencies[name] == nil && manifest.devDependencies[name] == nil
        && manifest.optionalDependencies[name] == nil
      {
        manifest.dependencies[name] = range
      }
    }
    guard importer.publishDirectory == member.publishDirectory,
      (importer.dependenciesMeta?.isEmpty ?? true) == (member.dependenciesMeta?.isEmpty ?? true)
    else { return false }
    let sections: [(Lock.Section, Requirements)] = [
      (.optionalDependencies, manifest.optionalDependencies),
      (.dependencies, manifest.dependencies), (.devDependencies, manifest.devDependencies),
    ]
    var expected: [String: (Lock.Section, String)] = [:]
    for (section, requirements) in sections {
      for (name, text) in requirements.pairs where expected[name] == nil {
        if input.settings.excludeLinksFromLockfile, text.hasPrefix("link:") { continue }
        expected[name] = (section, text)
      }
    }
    guard Set(importer.specifiers.keys) == Set(expected.keys) else { return false }
    return expected.allSatisfy { name, value in
      isMet(name, value.1, importer.references[value.0]?[name], importer.specifiers[name])
    }
  }

  private func isMet(
    _ name: String, _ text: String, _ reference: String?, _ specifier: String?
  ) -> Bool {
    guard let reference, specifier == text else { return false }
    guard let range = Range(text) else { return true }
    let version = DependencyPath.withoutSuffix(reference)
    if let version = Version(version), !range.contains(version) { return false }
    guard input.settings.linkWorkspaceDepth >= 0, input.isWorkspace else { return true }
    let isLocal = members.member(name, fitting: RegistrySpec.kind(of: text)) != nil
    return reference.hasPrefix("link:") == isLocal || !isLocal
  }
}
