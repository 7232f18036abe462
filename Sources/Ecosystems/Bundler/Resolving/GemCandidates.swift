import Gems

/// Creates the candidates of gems.
extension GemProvider {
  /// Creates candidates of held and fetched gems, each once.
  func groups(of package: Bundler.Package, _ specs: [GemSpec]) -> [(Candidate, SpecGroup)] {
    var result: [(Candidate, SpecGroup)] = []
    for variants in byVersion(package, specs) {
      if variants.count == 1, variants[0].platform == .ruby {
        // The usual case: the only variant fits every platform and every Ruby.
        result.append((Candidate(version: variants[0].version), SpecGroup(variants)))
      } else {
        result += groups(of: package, variants: variants)
      }
    }
    return result
  }

  /// Returns the candidates of one version: the generic one, and one for platforms if it differs.
  private func groups(
    of package: Bundler.Package, variants: [GemSpec]
  ) -> [(Candidate, SpecGroup)] {
    let version = variants[0].version
    let prefersLocked = rules.joinsVariants && !package.isUnlocked
    let perPlatform = package.platforms.map { platform in
      rules.best(variants, for: platform, prefersLocked: prefersLocked && !isNew(platform))
    }
    let isMissing =
      package.isTopLevel
      ? perPlatform.contains(where: \.isEmpty) : perPlatform.allSatisfy(\.isEmpty)
    if isMissing { return [] }
    var result: [(Candidate, SpecGroup)] = []
    var forRuby = SpecGroup(rules.best(variants, for: .ruby))
    if !forRuby.specs.isEmpty {
      if rules.joinsVariants { for specs in perPlatform { forRuby.merge(SpecGroup(specs)) } }
      result.append((Candidate(version: version), forRuby))
      if package.forcesRuby { return result }
    }
    let forMachines = SpecGroup(perPlatform.flatMap(\.self))
    if forMachines.hasSameSpecs(as: forRuby) { return result }
    return result + [(Candidate(version: version, isForMachines: true), forMachines)]
  }

  private func isNew(_ platform: GemPlatform) -> Bool { index.newPlatforms.contains(platform) }

  /// Variants by version, held gems first; the same variant counts once, and of two spellings of
  /// one version the later.
  private func byVersion(_ package: Bundler.Package, _ specs: [GemSpec]) -> [[GemSpec]] {
    let dropsPrereleases = package.prereleases == .ignored && specs.count > 1
    let requirement = baseRequirements[package.name]
    func counts(_ spec: GemSpec) -> Bool {
      requirement?.accepts(spec.version) ?? true || spec.source.isGemspec
    }
    let held = (base[package.name] ?? []).filter(counts)
    var runs: [[GemSpec]] = []
    var indices: [GemVersion: Int] = [:]
    for spec in held {
      if let index = indices[spec.version] {
        add(spec, to: &runs[index])
      } else {
        indices[spec.version] = runs.count
        runs.append([spec])
      }
    }
    // The fetched variants are sorted by version.
    var index: Int?
    var last: GemVersion?
    for spec in specs where !(dropsPrereleases && spec.version.isPrerelease) && counts(spec) {
      if spec.version != last {
        last = spec.version
        index = held.isEmpty ? nil : indices[spec.version]
      }
      if let index {
        add(spec, to: &runs[index])
      } else {
        index = runs.count
        runs.append([spec])
      }
    }
    return runs.map(Self.lastSpelling)
  }

  private func add(_ spec: GemSpec, to variants: inout [GemSpec]) {
    if !variants.contains(where: { $0.isSameVariant(as: spec) }) { variants.append(spec) }
  }

  /// The variants whose version is spelled as the last one that came up: `1.0` and `1.0.0` are one.
  private static func lastSpelling(_ variants: [GemSpec]) -> [GemSpec] {
    var last = variants[0].version.text
    guard variants.contains(where: { $0.version.text != last }) else { return variants }
    var seen: Set = [last]
    for variant in variants where seen.insert(variant.version.text).inserted {
      last = variant.version.text
    }
    return variants.filter { $0.version.text == last }
  }
}
