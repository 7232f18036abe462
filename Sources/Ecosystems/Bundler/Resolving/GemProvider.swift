import Resolution

/// Answers the solver's questions as Bundler 2.7's resolver does.
struct GemProvider: DependencyProvider {
  typealias Versions = CandidateRanges
  typealias Reason = String
  typealias Need = String

  /// The package that stands for the Gemfile.
  static let root = "Gemfile\0"

  let rules: PlatformRules
  let promotion: Promotion
  let metadata: [String: GemVersion]
  /// What indexes know, sorted by version and platform; absent: not asked yet.
  var index: GemIndex
  /// Locked gems that are held, by name.
  var base: [String: [GemSpec]]
  /// What the held and the updated gems must meet besides.
  var baseRequirements: [String: GemRequirement]
  var packages: [String: Package]
  /// For packages that only other gems bring in.
  let template: Package
  let lockedVersions: [String: GemVersion]
  let unlocked: Unlocked
  /// The Gemfile's dependencies, checked against what is there.
  var rootConstraints: [Requirement] = []
  var requirements: [String: [Candidate: [Requirement]]] = [:]
  var rangesOf: [GemRequirement: CandidateRanges] = [:]
  private var known: [String: Candidates] = [:]

  /// All that can be chosen of a gem.
  struct Candidates: Sendable {
    /// Ascending, after the level's filter.
    var sorted: [Candidate]
    /// Ascending, before it.
    var all: [Candidate]
    var groups: [Candidate: SpecGroup]
  }

  /// Which names are unlocked.
  enum Unlocked: Sendable {
    case all
    case names(Set<String>)

    func contains(_ name: String) -> Bool {
      switch self {
      case .all: true
      case .names(let names): names.contains(name)
      }
    }
  }

  init(
    rules: PlatformRules, promotion: Promotion, metadata: [String: GemVersion], index: GemIndex,
    base: [GemSpec], packages: [String: Package], template: Package,
    lockedVersions: [String: GemVersion], unlocked: Unlocked
  ) {
    self.rules = rules
    self.promotion = promotion
    self.metadata = metadata
    self.index = index
    self.base = Dictionary(grouping: base.reversed(), by: \.name)
    baseRequirements = [:]
    for spec in base { baseRequirements[spec.name] = GemRequirement(exactly: spec.version) }
    self.packages = packages
    self.template = template
    self.lockedVersions = lockedVersions
    self.unlocked = unlocked
  }

  /// A package, made on first sight.
  mutating func package(_ name: String) -> Package {
    if let package = packages[name] { return package }
    var package = template
    package.name = name
    package.locked = lockedVersions[name]
    package.isUnlocked = unlocked.contains(name)
    package.prereleases = package.locked?.isPrerelease == true ? .first : .ignored
    packages[name] = package
    return package
  }

  /// Forgets what was worked out, after packages or requirements changed.
  mutating func forget(_ name: String? = nil) {
    if let name {
      known[name] = nil
      requirements[name] = nil
    } else {
      known = [:]
      requirements = [:]
    }
  }

  /// All that can be chosen of a package; nil where its index is not there yet.
  mutating func candidates(of name: String) -> Candidates? {
    if let found = known[name] { return found }
    if let version = metadata[name] {
      let only = [Candidate(version: version)]
      let result = Candidates(sorted: only, all: only, groups: [:])
      known[name] = result
      return result
    }
    guard let specs = index[name] else { return nil }
    let package = package(name)
    let groups = groups(of: package, specs)
    let all = groups.keys.sorted()
    let sorted = promotion.filter(all, of: package)
    let result = Candidates(sorted: sorted, all: all, groups: groups)
    known[name] = result
    return result
  }

  /// Makes candidates of held and indexed gems.
  private func groups(of package: Package, _ specs: [GemSpec]) -> [Candidate: SpecGroup] {
    var result: [Candidate: SpecGroup] = [:]
    for (version, variants) in byVersion(package, specs) {
      let perPlatform = package.platforms.map { platform in
        rules.best(variants, for: platform, prefersLocked: !package.isUnlocked && !isNew(platform))
      }
      let isMissing =
        package.isTopLevel
        ? perPlatform.contains(where: \.isEmpty) : perPlatform.allSatisfy(\.isEmpty)
      if isMissing { continue }
      var forRuby = SpecGroup(rules.best(variants, for: .ruby))
      if !forRuby.specs.isEmpty {
        for specs in perPlatform { forRuby.merge(SpecGroup(specs)) }
        result[Candidate(version: version)] = forRuby
        if package.forcesRuby { continue }
      }
      let forMachines = SpecGroup(perPlatform.flatMap(\.self))
      if forMachines.hasSameSpecs(as: forRuby) { continue }
      result[Candidate(version: version, isForMachines: true)] = forMachines
    }
    return result
  }

  private func isNew(_ platform: GemPlatform) -> Bool { index.newPlatforms.contains(platform) }

  /// Variants by version, held gems first; the same variant counts once.
  private func byVersion(
    _ package: Package, _ specs: [GemSpec]
  ) -> [(GemVersion, [GemSpec])] {
    var indexed = specs
    if package.prereleases == .ignored, specs.count > 1 {
      indexed.removeAll { $0.version.isPrerelease }
    }
    var all = (base[package.name] ?? []) + indexed
    if let requirement = baseRequirements[package.name] {
      all.removeAll { !requirement.accepts($0.version) && !$0.source.isGemspec }
    }
    var order: [String] = []
    var groups: [String: (GemVersion, [GemSpec])] = [:]
    var seen: Set<Variant> = []
    for spec in all
    where seen.insert(Variant(version: spec.version, platform: spec.platform)).inserted {
      if groups[spec.version.text] == nil {
        order.append(spec.version.text)
        groups[spec.version.text] = (spec.version, [])
      }
      groups[spec.version.text]?.1.append(spec)
    }
    return order.compactMap { groups[$0] }
  }

  private struct Variant: Hashable {
    var version: GemVersion
    var platform: GemPlatform
  }
}

extension GemSource {
  /// Named by `gemspec`: its one version meets every requirement.
  var isGemspec: Bool {
    if case .path(let path) = self { path.isGemspec } else { false }
  }

  var isPath: Bool {
    if case .path = self { true } else { false }
  }
}
