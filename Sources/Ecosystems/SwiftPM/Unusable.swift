import Ecosystem

/// What the project's targets need of a package, so that releases without it are held back.
struct NeededParts: Sendable {
  /// The products that targets name with the package.
  var products: [String] = []
  /// The platforms that the manifests with the dependency declare, with the file that does.
  var platforms: [(platform: MigrationPlatform, file: String)] = []

  /// The reason why a release whose platforms are newer than those of the project can't be used; nil if
  /// they aren't, or if they aren't known.
  ///
  /// A platform that the project doesn't declare doesn't count: SwiftPM compares only those that it
  /// builds for.
  func obstacle(to declaration: Metadata.Declaration?) -> String? {
    guard case .manifest(let manifest) = declaration else { return nil }
    for needed in manifest.platforms {
      let own = platforms.first { $0.platform.name == needed.name && !$0.platform.supports(needed) }
      if let own {
        return "needs \(needed.displayName), but \(own.file) has \(own.platform.displayName)"
      }
    }
    return nil
  }

  /// The needed products that a release lacks; empty if its products aren't known.
  func missing(in declaration: Metadata.Declaration?) -> [String] {
    guard case .manifest(let manifest) = declaration, manifest.obstacle == nil else { return [] }
    return products.filter { name in !manifest.products.contains { $0.name == name } }
  }
}

extension Contents {
  /// Finds what the project's own packages need of a package.
  func neededParts(of identity: PackageIdentity) -> NeededParts {
    var parts = NeededParts()
    let own = roots + locals.values.sorted { $0.manifest.file < $1.manifest.file }
    for manifest in own.map(\.manifest) {
      let declared = manifest.dependencies.filter { $0.identity == identity }
      guard let dependency = declared.first else { continue }
      parts.platforms += manifest.platforms.map { ($0, manifest.file) }
      guard manifest.obstacle == nil else { continue }
      let names = [dependency.nameForTargets.lowercased(), identity.description.lowercased()]
      let targets = Set(manifest.targets.map(\.name))
      for use in manifest.targets.flatMap(\.uses) {
        let isNamed = use.kind == .product || (use.kind == .byName && !targets.contains(use.name))
        guard isNamed, names.contains((use.package ?? use.name).lowercased()) else { continue }
        if !parts.products.contains(use.name) { parts.products.append(use.name) }
      }
    }
    return parts
  }
}
