import SwiftSources

/// Which of a package's dependencies count for those who use it.
extension PackageManifest {
  /// The dependencies that a resolution follows.
  ///
  /// A root keeps all that traits do not guard, used or not. Any other package of tools 5.2 and
  /// later keeps those that the targets of its products use: what only tests or hidden targets
  /// need falls away.
  ///
  /// - Parameters:
  ///   - isRoot: whether it is resolved for itself.
  ///   - traits: the traits that are asked for; `default` stands for the package's own choice.
  /// - Returns: the dependencies in the order of their declaration.
  /// - Throws: `ManifestError` for a trait that is not declared, or if targets must be known and
  ///   are not.
  func required(
    isRoot: Bool, traits: Set<String>
  ) throws(ManifestError) -> [PackageDependency] {
    let enabled = try enabledTraits(traits)
    guard !dependencies.isEmpty else { return [] }
    if isRoot || tools < ToolsVersion(5, 2) {
      if self.traits.isEmpty { return dependencies }
      if let obstacle { throw obstacle }
      let uses = usesByPackage
      return dependencies.filter { !isGuarded(uses[$0.identity] ?? [], against: enabled) }
    }
    if let obstacle { throw obstacle }
    let used = usedPackages(with: enabled)
    return dependencies.filter { used.contains($0.identity) }
  }

  /// All traits that follow from those asked for.
  ///
  /// - Throws: `ManifestError` for a trait that is not declared, as SwiftPM does.
  func enabledTraits(_ asked: Set<String>) throws(ManifestError) -> Set<String> {
    guard !traits.isEmpty else {
      if asked == ["default"] { return asked }
      throw ManifestError(.malformed, "declares no traits, but some are asked for", at: 0)
    }
    let byName = Dictionary(traits.map { ($0.name, $0.enables) }) { first, _ in first }
    var open = Array(asked.subtracting(["default"]))
    if asked.contains("default") { open += byName["default"] ?? [] }
    var enabled: Set<String> = []
    while let name = open.popLast() {
      guard let further = byName[name] else {
        throw ManifestError(.malformed, "does not declare the trait `\(name)`", at: 0)
      }
      if enabled.insert(name).inserted { open += further }
    }
    return enabled
  }

  private func usedPackages(with enabled: Set<String>) -> Set<PackageIdentity> {
    packages(usedBy: requiredTargets) { $0.isEnabled(by: enabled) }
  }

  /// The declared packages that uses of targets refer to.
  private func packages(
    usedBy users: [Target], where counts: (Use) -> Bool = { _ in true }
  ) -> Set<PackageIdentity> {
    let byName = Dictionary(
      dependencies.map { ($0.nameForTargets.lowercased(), $0.identity) }
    ) { first, _ in first }
    let names = users.flatMap { $0.uses.filter(counts).compactMap(\.dependency) }
    return Set(names.compactMap { byName[$0.lowercased()] })
  }

  /// The targets that the products are made of, and those that these use.
  private var requiredTargets: [Target] {
    let byName = Dictionary(targets.map { ($0.name, $0) }) { _, last in last }
    let madeOf = Dictionary(products.map { ($0.name, $0.targets) }) { _, last in last }
    var open = products.flatMap(\.targets)
    var seen: Set<String> = []
    while let name = open.popLast() {
      guard let target = byName[name], seen.insert(name).inserted else { continue }
      for use in target.uses where use.package == nil && use.kind != .product {
        open.append(use.name)
        if use.kind == .plugin, byName[use.name] == nil { open += madeOf[use.name] ?? [] }
      }
    }
    return targets.filter { seen.contains($0.name) }
  }

  /// The uses of other packages, by what they call them.
  private var usesByPackage: [PackageIdentity: [Use]] {
    var result: [PackageIdentity: [Use]] = [:]
    for use in targets.lazy.flatMap(\.uses) {
      guard let name = use.kind == .byName ? use.name : use.package else { continue }
      result[PackageIdentity(name), default: []].append(use)
    }
    return result
  }

  /// Whether a dependency is used only under traits that are not enabled.
  private func isGuarded(_ uses: [Use], against enabled: Set<String>) -> Bool {
    !uses.isEmpty && uses.allSatisfy { !$0.isEnabled(by: enabled) }
  }

  /// The packages that targets of tests, and no others, use.
  var developmentPackages: Set<PackageIdentity> {
    packages(usedBy: targets.filter(\.isTest))
      .subtracting(packages(usedBy: targets.filter { !$0.isTest }))
  }
}

extension PackageManifest.Use {
  /// What the dependency would be called, if it is one.
  fileprivate var dependency: String? {
    switch kind {
    case .target: nil
    case .product, .plugin: package
    case .byName: name
    }
  }

  fileprivate func isEnabled(by enabled: Set<String>) -> Bool {
    traits.isEmpty || !traits.isDisjoint(with: enabled)
  }
}

extension PackageDependency {
  /// The traits that it asks for, seen from a package with some traits enabled.
  func askedTraits(from enabled: Set<String>) -> Set<String> {
    guard let traits else { return ["default"] }
    return Set(traits.filter { $0.condition?.isDisjoint(with: enabled) != true }.map(\.name))
  }
}
