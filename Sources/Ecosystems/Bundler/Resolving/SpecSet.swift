import Gems

/// A set of gems, possibly with several variants of each.
struct SpecSet: Sendable {
  private(set) var specs: [GemSpec]
  private(set) var byName: [String: [GemSpec]]

  init(_ specs: [GemSpec]) {
    var seen: Set<String> = []
    self.specs = specs.filter { seen.insert($0.fullName).inserted }
    byName = Dictionary(grouping: self.specs, by: \.name)
  }

  /// Whether the set meets the dependencies of a gem.
  enum Validity {
    case valid, missing, invalid
  }

  func version(of name: String) -> GemVersion? { byName[name]?.last?.version }

  mutating func remove(_ unwanted: [GemSpec]) {
    let names = Set(unwanted.map(\.fullName))
    self = SpecSet(specs.filter { !names.contains($0.fullName) })
  }

  /// Adds variants.
  mutating func add(_ more: [GemSpec]) {
    self = SpecSet(specs + more)
  }

  func validity(of spec: GemSpec) -> Validity {
    for dependency in spec.dependencies where dependency.name != "bundler" {
      guard let candidates = byName[dependency.name] else { return .missing }
      guard candidates.contains(where: dependency.matches) else { return .invalid }
    }
    return .valid
  }

  /// Returns the gems reached from dependencies on each platform; gems in `skips` are traversed
  /// but not included.
  func reached(
    from dependencies: [GemDependency], on platforms: [GemPlatform], _ rules: PlatformRules,
    skips: Set<String> = [], forcedRuby: Set<String> = []
  ) -> [GemSpec] {
    var result: [GemSpec] = []
    walk(dependencies, platforms, rules, forcedRuby) { name, specs in
      if !skips.contains(name) { result += specs }
      return true
    }
    return SpecSet(result).specs
  }

  /// Whether a gem needed on a platform is missing.
  func isIncomplete(
    for dependencies: [GemDependency], on platform: GemPlatform, _ rules: PlatformRules
  ) -> Bool {
    guard !specs.isEmpty else { return false }
    var isIncomplete = false
    walk(dependencies, [platform], rules, []) { _, specs in
      isIncomplete = specs.isEmpty
      return !isIncomplete
    }
    return isIncomplete
  }

  private struct Step: Hashable {
    var name: String
    var platform: GemPlatform
  }

  /// Visits each gem once for each platform, as long as the visitor returns true.
  private func walk(
    _ dependencies: [GemDependency], _ platforms: [GemPlatform], _ rules: PlatformRules,
    _ forcedRuby: Set<String>, _ visit: (String, [GemSpec]) -> Bool
  ) {
    var seen: Set<Step> = []
    var open = dependencies.flatMap { dependency in
      platforms.map { Step(name: dependency.name, platform: $0) }
    }
    var next = 0
    while next < open.count {
      let step = open[next]
      next += 1
      guard step.name != "bundler", seen.insert(step).inserted else { continue }
      let platform = forcedRuby.contains(step.name) ? .ruby : step.platform
      let specs = rules.best(byName[step.name] ?? [], for: platform)
      guard visit(step.name, specs) else { return }
      for dependency in specs.first?.dependencies ?? [] {
        open.append(Step(name: dependency.name, platform: step.platform))
      }
    }
  }
}

extension GemDependency {
  /// Whether a gem meets it; without a requirement, any version does, also prereleases.
  func matches(_ spec: GemSpec) -> Bool {
    name == spec.name && (requirement.isAny || requirement.accepts(spec.version))
  }
}
