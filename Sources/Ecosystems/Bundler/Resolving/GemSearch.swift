import Ecosystem
import Gems
import Resolution

/// A search for a set of gems: the solver, and Bundler's retries.
///
/// If there is no solution, the gems in the conflict are unlocked step by step, locked ones first;
/// then prereleases are allowed. If nothing is left to relax, the conflict is the result.
struct GemSearch: ResumableResolution {
  typealias Conflict = Derivation<String, CandidateRanges, String>

  let sources: GemSources
  var provider: GemProvider
  private var direct: [GemfileDependency] = []
  /// The running solver, which has the provider with the newest index.
  private var solver: Solver<GemProvider>?
  /// A conflict whose packages are being looked up, to see what can be relaxed.
  private var conflict: Conflict?
  private var hasStarted = false
  /// The held and named gems that were unlocked after a conflict.
  var relaxed: Set<String> = []
  var definition: Definition { sources.definition }

  /// Prepares a search that keeps the held gems; a full one unlocks everything, as `bundle update`.
  init(sources: GemSources, index: GemIndex, held: [GemSpec], isFull: Bool) {
    self.sources = sources
    let definition = sources.definition
    let unlocksAll =
      isFull || definition.request.unlocksAll
      || !definition.dialect.boundsByLock && definition.toUnlock.isEmpty
    let unlocked: GemProvider.Unlocked = unlocksAll ? .all : .names(definition.toUnlock)
    let template = Package(
      name: "", platforms: definition.platforms, locked: nil, isUnlocked: false,
      isTopLevel: false, prereleases: .ignored)
    var versions: [String: GemVersion] = [:]
    for (name, specs) in definition.original.byName { versions[name] = specs.last?.version }
    var promotion = definition.request.promotion
    promotion.prefersLocked = definition.dialect.prefersLocked
    provider = GemProvider(
      rules: definition.rules, promotion: promotion,
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

  mutating func resume() throws(Problem) -> ResolutionStep<[GemSpec], GemNeed> {
    if !hasStarted {
      let names = direct.map(\.name).filter { $0 != "bundler" }
      let needs = provider.index.missing(names, sources)
      guard needs.isEmpty else { return .needs(needs) }
      hasStarted = true
    }
    while true {
      if let conflict {
        let names = namesBehind(conflict)
        let needs = provider.index.missing(
          names.filter { provider.metadata[$0] == nil && $0 != GemProvider.root }, sources)
        guard needs.isEmpty else { return .needs(needs) }
        guard relax(names) else { throw unsolvable(conflict) }
        self.conflict = nil
      }
      if let step = try advance() { return step }
    }
  }

  mutating func add(_ specs: [GemSpec], for need: GemNeed) -> [GemNeed] {
    let isAhead = conflict == nil
    if solver != nil {
      solver?.provider.index.add(need.name, specs)
      return isAhead ? solver?.provider.index.following(specs, sources) ?? [] : []
    }
    provider.index.add(need.name, specs)
    return isAhead ? provider.index.following(specs, sources) : []
  }

  /// Runs the solver until it ends or needs pages; returns nil after a conflict.
  private mutating func advance() throws(Problem) -> ResolutionStep<[GemSpec], GemNeed>? {
    if solver == nil {
      provider.forget()
      try prepareRoot()
      solver = Solver(
        root: GemProvider.root, at: Candidate(version: .zero), provider: provider,
        propagation: .continuing)
    }
    while let progress = solver?.advance() {
      switch progress {
      case .solved(let decisions):
        endSolver()
        return .finished(specs(of: decisions))
      case .failed(let derivation):
        endSolver()
        conflict = derivation
        return nil
      case .needs(let names, let hints):
        let needs = solver?.provider.index.missing(names, sources) ?? []
        let ahead = solver?.provider.index.missing(hints, sources) ?? []
        if !needs.isEmpty { return .needs(needs, hints: ahead) }
      }
    }
    return nil
  }

  /// Ends the solver and keeps its provider.
  private mutating func endSolver() {
    if let solver { provider = solver.provider }
    solver = nil
  }

  /// Checks that every direct dependency has a version; allows prereleases if there is no other.
  private mutating func prepareRoot() throws(Problem) {
    var constraints: [GemProvider.Requirement] = []
    for dependency in direct {
      let ranges = provider.ranges(of: dependency.dependency)
      if let index = constraints.firstIndex(where: { $0.name == dependency.name }) {
        constraints[index].ranges = constraints[index].ranges.intersection(ranges)
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

  /// Whether a direct dependency takes part; one for other platforms can lack versions.
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
    return constraint.ranges.indexRanges(in: all).flatMap { all[$0] }
  }

  /// The variants of the decided versions.
  private mutating func specs(of decisions: [Solver<GemProvider>.Decision]) -> [GemSpec] {
    var result: [GemSpec] = []
    for decision in decisions where !MetaPackage.contains(decision.package) {
      let candidates = provider.candidates(of: decision.package)
      result += candidates?.group(of: decision.version)?.specs ?? []
    }
    return result
  }
}
