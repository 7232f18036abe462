import Ecosystem
import Gems
import Ruby
import Versioning

extension BundlerProject {
  /// Fetches the gem's page of the compact index, or the tags of a repository that it is pinned to.
  ///
  /// Returns nothing for folders and commits, and the head for a branch. A version is held back if none of its
  /// variants runs on the Ruby and the RubyGems of the project. The index has no yanked versions.
  func releases(of dependency: Dependency) async throws(Problem) -> [Release] {
    let sources = try await foundSources()
    let source = sources[dependency.name]
    if case .git(let repository) = source {
      return try await ecosystem.releases(
        of: repository, dependency, lockedAt: state.lockedRevision(of: repository))
    }
    guard case .rubygems(let servers) = source else { return [] }
    var found = GemIndex()
    let need = GemNeed(name: dependency.name, servers: servers)
    found.add(
      dependency.name, try await ecosystem.index.specs(of: need, sources.definition.rules))
    // Bundler itself is on no server, and a lock can omit a gem of another platform.
    let isNeeded = dependency.current != nil || state.lock == nil
    if found[dependency.name]?.isEmpty != false, isNeeded, dependency.name != "bundler" {
      throw Problem(
        .failed, "is in none of the sources that it can come from", subject: dependency.name,
        unavailable: dependency.name)
    }
    let named = state.requirement(of: dependency.name)
    let bounds = named.map { [$0] } ?? bounds(of: dependency)
    let accepts = { (version: GemVersion) in bounds.allSatisfy { $0.accepts(version) } }
    let versions = Self.versions(found[dependency.name] ?? [])
    // Without a lock, steps are counted from the newest version that the requirement accepts.
    let current =
      dependency.current.flatMap { GemVersion($0) }
      ?? versions.last { !$0.0.isPrerelease && named?.accepts($0.0) == true }?.0
    // Bundler considers prereleases only if the Gemfile names one or the lock has one.
    let wantsPrereleases =
      named?.isPrerelease == true || current?.isPrerelease == true
    return versions.map { version, variants in
      Release(
        version: version.text, isPrerelease: version.isPrerelease,
        heldBack: Self.obstacle(to: variants, state.toolchain),
        satisfiesRequirement: (wantsPrereleases || !version.isPrerelease)
          && accepts(version),
        step: current.flatMap {
          $0 < version ? BundlerEcosystem.step(from: $0, to: version) : nil
        })
    }
  }

  /// Finds the sources of all gems, once for all dependencies.
  func foundSources() async throws(Problem) -> GemSources {
    try await sources.value { () async throws(Problem) in
      let definition = Definition(
        gemfile: state.gemfile, lock: state.lock, request: Definition.Request(),
        toolchain: state.toolchain)
      var survey = SourceSurvey(definition, local: [:])
      var driver = ecosystem.driver(for: definition)
      return try await driver.run(&survey)
    }
  }

  /// Returns why no variant of a version can be used, by preference for the generic variant.
  private static func obstacle(to variants: [GemSpec], _ toolchain: RubyToolchain) -> String? {
    let reasons = variants.map { toolchain.obstacle(to: $0) }
    guard reasons.allSatisfy({ $0 != nil }) else { return nil }
    return variants.first { $0.platform == .ruby }.flatMap(toolchain.obstacle)
      ?? reasons.compactMap(\.self).first
  }

  private static func versions(_ specs: [GemSpec]) -> [(GemVersion, [GemSpec])] {
    var result: [(GemVersion, [GemSpec])] = []
    for spec in specs {
      if result.last?.0.text == spec.version.text {
        result[result.count - 1].1.append(spec)
      } else {
        result.append((spec.version, [spec]))
      }
    }
    return result
  }
}

extension BundlerEcosystem {
  /// Compares two versions by the first segment that differs.
  static func step(from old: GemVersion, to new: GemVersion) -> Step {
    func part(_ version: GemVersion, _ index: Int) -> GemVersionSegment {
      let segments = version.segments
      return index < segments.count && segments[index].isNumber ? segments[index] : .zero
    }
    if part(old, 0) != part(new, 0) { return .major }
    return part(old, 1) != part(new, 1) ? .minor : .patch
  }
}
