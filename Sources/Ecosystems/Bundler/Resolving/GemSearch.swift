import Ecosystem
import Resolution
import Ruby

/// One search for a set of gems: the solver, what it needs looked up, and Bundler's retries.
///
/// Where there is no solution, the gems that the conflict rests on are set free step by step, held
/// ones first, then prereleases are let in; only if nothing is left to relax does the error stand.
struct GemSearch: Sendable {
  let lookup: GemLookup
  var provider: GemProvider
  private var direct: [GemfileDependency] = []
  var definition: Definition { lookup.definition }

  /// Prepares a search over what is held; a full one unlocks everything, as `bundle update` does.
  init(lookup: GemLookup, index: GemIndex, held: [GemSpec], isFull: Bool) {
    self.lookup = lookup
    let definition = lookup.definition
    let unlocked: GemProvider.Unlocked =
      isFull || definition.wish.unlocksAll ? .all : .names(definition.toUnlock)
    let template = Package(
      name: "", platforms: definition.platforms, locked: nil, isUnlocked: false,
      isTopLevel: false, prereleases: .ignored)
    var versions: [String: GemVersion] = [:]
    for (name, specs) in definition.original.byName { versions[name] = specs.last?.version }
    provider = GemProvider(
      rules: definition.rules, promotion: definition.wish.promotion,
      metadata: definition.toolchain.metadata, index: index, base: held, packages: [:],
      template: template, lockedVersions: versions, unlocked: unlocked)
    direct = definition.gemfile.dependencies.filter {
      !definition.platforms(of: $0, among: definition.platforms).isEmpty
    }
    for dependency in direct { addPackage(dependency) }
  }

  private mutating func addPackage(_ dependency: GemfileDependency) {
    var package = provider.package(dependency.name)
    package.platforms = definition.platforms(of: dependency, among: definition.platforms)
    package.isTopLevel = true
    package.forcesRuby = dependency.forcesRubyPlatform
    if dependency.requirement.isPrerelease { package.prereleases = .first }
    provider.packages[dependency.name] = package
  }

  /// Searches until there is a set, or an explained conflict.
  mutating func run() async throws(Problem) -> [GemSpec] {
    try await lookup.fetch(
      direct.map(\.name).filter { $0 != "bundler" }, into: &provider.index, ahead: true)
    while true {
      provider.forget()
      try prepareRoot()
      var solver = Solver(
        root: GemProvider.root, at: Candidate(version: .zero), provider: provider,
        propagation: .continuing)
      switch try await advance(&solver) {
      case .solved(let decisions):
        provider = solver.provider
        return specs(of: decisions)
      case .failed(let derivation):
        provider = solver.provider
        guard try await relax(derivation) else { throw unsolvable(derivation) }
      case .needs: continue
      }
    }
  }

  private func advance(
    _ solver: inout Solver<GemProvider>
  ) async throws(Problem) -> Solver<GemProvider>.Progress {
    while true {
      let progress = solver.advance()
      guard case .needs(let names, let hints) = progress else { return progress }
      try await lookup.fetch(names + hints, into: &solver.provider.index, ahead: true)
    }
  }

  /// Checks that every direct dependency has a version, letting prereleases in where there is
  /// none else.
  private mutating func prepareRoot() throws(Problem) {
    var constraints: [GemProvider.Requirement] = []
    for dependency in direct {
      let ranges = provider.ranges(of: dependency.dependency)
      if let place = constraints.firstIndex(where: { $0.name == dependency.name }) {
        constraints[place].ranges = constraints[place].ranges.intersection(ranges)
      } else {
        constraints.append(GemProvider.Requirement(name: dependency.name, ranges: ranges))
      }
    }
    var kept: [GemProvider.Requirement] = []
    for constraint in constraints where try isPossible(constraint) { kept.append(constraint) }
    let tools = [MetaPackage.ruby, MetaPackage.rubygems].compactMap { name in
      provider.metadata[name].map { version in
        GemProvider.Requirement(name: name, ranges: GemRequirement(exactly: version).ranges)
      }
    }
    provider.rootConstraints = kept + tools
  }

  /// Whether a direct dependency takes part; one for other machines alone may lack versions.
  private mutating func isPossible(_ constraint: GemProvider.Requirement) throws(Problem) -> Bool {
    let name = constraint.name
    guard name != "bundler" else { return true }
    if matches(constraint).isEmpty, provider.packages[name]?.prereleases == .ignored {
      provider.packages[name]?.prereleases = .last
      provider.forget(name)
    }
    guard matches(constraint).isEmpty else { return true }
    guard let dependency = direct.first(where: { $0.name == name }) else { return true }
    let all = provider.candidates(of: name)?.all ?? []
    if all.contains(where: { constraint.ranges.contains($0) }) { throw beyondLevel(dependency) }
    guard
      GemfilePlatforms.includesCurrent(
        dependency.platforms, ruby: definition.toolchain.ruby, isWindows: false)
    else { return false }
    throw notFound(dependency)
  }

  private mutating func matches(_ constraint: GemProvider.Requirement) -> [Candidate] {
    let all = provider.candidates(of: constraint.name)?.sorted ?? []
    return constraint.ranges.places(in: all).flatMap { all[$0] }
  }

  /// The variants behind the decisions.
  private mutating func specs(of decisions: [Solver<GemProvider>.Decision]) -> [GemSpec] {
    var result: [GemSpec] = []
    for decision in decisions where !MetaPackage.contains(decision.package) {
      let candidates = provider.candidates(of: decision.package)
      result += candidates?.group(of: decision.version)?.specs ?? []
    }
    return result
  }
}
