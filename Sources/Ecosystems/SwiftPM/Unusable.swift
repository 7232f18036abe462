import Ecosystem

/// What the project's targets need of a package, so that releases without it are held back.
struct NeededParts: Sendable {
  /// The products that targets name with the package.
  var products: [String] = []
  /// The platforms that the users of the package declare, each with its owner: a manifest or a target.
  var platforms: [(platform: MigrationPlatform, owner: String)] = []
  /// Why targets may use further products: `Package.swift has targets that aren't known`.
  var unknownProducts: [String] = []
  /// Why some of the platforms aren't known.
  var unknownPlatforms: [String] = []

  /// Adds products that aren't there yet.
  mutating func need(_ names: [String]) {
    for name in names where !products.contains(name) { products.append(name) }
  }

  /// The reason why a release whose platforms are newer than those of the project can't be used; nil if
  /// they aren't, or if they aren't known.
  ///
  /// A platform that the project doesn't declare doesn't count: SwiftPM compares only those that it
  /// builds for.
  func obstacle(to declaration: Metadata.Declaration?) -> String? {
    guard case .manifest(let manifest) = declaration else { return nil }
    for needed in manifest.platforms ?? [] {
      let own = platforms.first { $0.platform.name == needed.name && !$0.platform.supports(needed) }
      if let own {
        return "needs \(needed.displayName), but \(own.owner) has \(own.platform.displayName)"
      }
    }
    return nil
  }

  /// The needed products that a release lacks; empty if its products aren't known.
  func missing(in declaration: Metadata.Declaration?) -> [String] {
    guard case .manifest(let manifest) = declaration, manifest.obstacle == nil else { return [] }
    return products.filter { name in !manifest.products.contains { $0.name == name } }
  }

  /// What a release changes that the project may not be able to use.
  ///
  /// - Parameters:
  ///   - new: the manifest of the release.
  ///   - old: the manifest of the present version; nil if it can't be read.
  /// - Returns: the changes with the reasons why their effect isn't known; empty if it is.
  func uncertainties(
    about new: PackageManifest, after old: PackageManifest?
  ) -> [(change: String, reason: String)] {
    var uncertainties: [(change: String, reason: String)] = []
    if let reason = unknownPlatforms.first, let raised = new.raisedPlatform(since: old) {
      uncertainties.append(("needs \(raised.displayName)", reason))
    }
    if new.platforms == nil, old?.platforms != nil, !platforms.isEmpty {
      uncertainties.append(("computes the platforms that it needs", "they aren't evaluated"))
    }
    if let reason = unknownProducts.first {
      if let lost = old?.lostProduct(in: new) {
        uncertainties.append(("no longer has the product \(lost)", reason))
      } else if old == nil {
        uncertainties.append(
          ("may lack products of the present version, which can't be read", reason))
      }
    }
    return uncertainties
  }
}

extension PackageManifest {
  /// The first platform that needs a newer version than in another release, or that is new.
  fileprivate func raisedPlatform(since old: PackageManifest?) -> MigrationPlatform? {
    (platforms ?? []).first { needed in
      guard let former = old?.platforms?.first(where: { $0.name == needed.name }) else {
        return true
      }
      return !former.supports(needed)
    }
  }

  /// The first product that a newer release lacks; nil if one of both doesn't list its products.
  fileprivate func lostProduct(in new: PackageManifest) -> String? {
    guard obstacle == nil, new.obstacle == nil else { return nil }
    return products.first { product in !new.products.contains { $0.name == product.name } }?.name
  }
}

extension Contents {
  /// Finds what the project's own packages and targets need of a package.
  func neededParts(of identity: PackageIdentity) -> NeededParts {
    var parts = NeededParts()
    let own = roots + locals.values.sorted { $0.manifest.file < $1.manifest.file }
    for manifest in own.map(\.manifest) {
      let declared = manifest.dependencies.filter { $0.identity == identity }
      guard let dependency = declared.first else { continue }
      if let platforms = manifest.platforms {
        parts.platforms += platforms.map { ($0, manifest.file) }
      } else {
        parts.unknownPlatforms.append("\(manifest.file) computes its platforms")
      }
      guard manifest.obstacle == nil else {
        parts.unknownProducts.append("\(manifest.file) has targets that aren't evaluated")
        continue
      }
      parts.need(manifest.products(of: dependency))
    }
    addConsumers(of: identity, to: &parts)
    return parts
  }
}

extension PackageManifest {
  /// The products of a package that targets name.
  fileprivate func products(of dependency: PackageDependency) -> [String] {
    let names = [
      dependency.nameForTargets.lowercased(), dependency.identity.description.lowercased(),
    ]
    let own = Set(targets.map(\.name))
    return targets.flatMap(\.uses).filter { use in
      let isNamed = use.kind == .product || (use.kind == .byName && !own.contains(use.name))
      return isNamed && names.contains((use.package ?? use.name).lowercased())
    }.map(\.name)
  }
}
