package import Ecosystem
package import JSON

/// A member of `dependencies` or one of the similar sections of a `package.json`.
package struct ManifestDependency {
  /// The sections with dependencies, in the order in which a name in several of them counts.
  package static let sections = [
    "dependencies", "devDependencies", "optionalDependencies", "peerDependencies",
  ]

  /// The key: an alias or the registry's name.
  package var name: String
  /// One of `sections`.
  package var section: String
  /// The value, a text.
  package var requirement: JSON.Node

  /// The parsed requirement.
  package var spec: PackageSpec { PackageSpec(requirement.string ?? "") }

  /// Whether the dependency is needed for development alone.
  package var isDevelopment: Bool { section == "devDependencies" }

  /// Returns all dependencies of a manifest; for a name in several sections, the first one.
  ///
  /// Keys that start with `//` are comments.
  package static func all(in manifest: Document) -> [ManifestDependency] {
    var result: [ManifestDependency] = []
    var names: Set<String> = []
    for section in sections {
      for member in manifest.root[section]?.members ?? [] {
        guard member.value.kind == .string, !member.key.hasPrefix("//"),
          names.insert(member.key).inserted
        else { continue }
        result.append(
          ManifestDependency(name: member.key, section: section, requirement: member.value))
      }
    }
    return result
  }

  /// Returns the registry's name of a package in a manifest.
  ///
  /// For an alias it differs from `name`. Nil if the manifest does not contain the package, or if
  /// it does not come from a registry.
  package static func registryName(of name: String, in manifest: Document) -> String? {
    for section in sections {
      guard let text = manifest.root[section]?[name]?.string else { continue }
      let spec = PackageSpec(text)
      return spec.aliasedName ?? (spec.isRegistry ? name : nil)
    }
    return nil
  }

  /// Explains why the dependency cannot be updated; nil if a registry serves it.
  ///
  /// A folder in the repository has no releases, and that isn't a problem: `isLocal` is true.
  package var problem: Problem? {
    switch spec {
    case .git: refusal("comes from a git repository")
    case .remote, .file: refusal("comes from a tarball")
    case .unsupported(let reason): refusal(reason)
    default: nil
    }
  }

  /// Whether it comes from a git repository or a tarball, which have no releases.
  package var isExternal: Bool {
    switch spec {
    case .git, .remote, .file: true
    default: false
    }
  }

  /// Whether the package is part of the repository: a folder, or Yarn's and pnpm's `workspace:`.
  package var isLocal: Bool {
    if case .directory = spec { return true }
    return requirement.string?.hasPrefix("workspace:") == true
  }

  private func refusal(_ message: String) -> Problem {
    Problem(.refused, message, subject: name, at: requirement.location)
  }
}
