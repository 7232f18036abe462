import Gems
import Resolution

/// Provides the solver with gems by the rules of Bundler 2.7's resolver.
struct GemProvider: DependencyProvider {
  typealias Versions = CandidateRanges
  typealias Reason = String
  typealias Need = String

  /// The package that stands for the Gemfile.
  static let root = "Gemfile\0"

  let rules: PlatformRules
  let promotion: Promotion
  let metadata: [String: GemVersion]
  /// The variants that were fetched.
  var index: GemIndex
  /// The locked gems that keep their version, by name.
  var base: [String: [GemSpec]]
  /// Additional requirements on held and updated gems.
  var baseRequirements: [String: GemRequirement]
  var packages: [String: Bundler.Package]
  /// The properties of indirect gems.
  let template: Bundler.Package
  let lockedVersions: [String: GemVersion]
  let unlocked: Unlocked
  /// The dependencies of the Gemfile that have candidates.
  var rootConstraints: [Requirement] = []
  /// The dependencies of the candidates, by package.
  var needs: [String: CandidateNeeds] = [:]
  var rangesOf: [GemRequirement: CandidateRanges] = [:]
  private var known: [String: Candidates] = [:]

  /// The candidates of a gem.
  struct Candidates: Sendable {
    /// Ascending, filtered by the level.
    var sorted: [Candidate]
    /// Ascending, not filtered.
    var all: [Candidate]
    /// The variants of each candidate in `all`; empty for tools.
    var groups: [SpecGroup]

    /// Returns the variants of a candidate.
    func group(of candidate: Candidate) -> SpecGroup? {
      let index = CandidateRanges.exactly(candidate).indexRanges(in: all).first?.lowerBound
      return index.flatMap { groups.indices.contains($0) ? groups[$0] : nil }
    }
  }

  /// The names that are unlocked.
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
    base: [GemSpec], packages: [String: Bundler.Package], template: Bundler.Package,
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

  /// Returns a package, which is created on first use.
  mutating func package(_ name: String) -> Bundler.Package {
    if let package = packages[name] { return package }
    var package = template
    package.name = name
    package.locked = lockedVersions[name]
    package.isUnlocked = unlocked.contains(name)
    package.prereleases = package.locked?.isPrerelease == true ? .first : .ignored
    packages[name] = package
    return package
  }

  /// Clears cached candidates after packages or requirements have changed.
  mutating func forget(_ name: String? = nil) {
    if let name {
      known[name] = nil
      needs[name] = nil
    } else {
      known = [:]
      needs = [:]
    }
  }

  /// Returns the candidates of a package; nil if its variants weren't fetched.
  mutating func candidates(of name: String) -> Candidates? {
    if let found = known[name] { return found }
    if let version = metadata[name] {
      let only = [Candidate(version: version)]
      let result = Candidates(sorted: only, all: only, groups: [])
      known[name] = result
      return result
    }
    guard let specs = index[name] else { return nil }
    let package = package(name)
    let groups = groups(of: package, specs).sorted { $0.0 < $1.0 }
    let all = groups.map(\.0)
    let sorted = promotion.filter(all, of: package)
    let result = Candidates(sorted: sorted, all: all, groups: groups.map(\.1))
    known[name] = result
    return result
  }
}

extension GemSource {
  /// Whether it is a `gemspec`, whose version meets every requirement.
  var isGemspec: Bool {
    if case .path(let path) = self { path.isGemspec } else { false }
  }

  var isGit: Bool {
    if case .git = self { true } else { false }
  }

  var isPath: Bool {
    if case .path = self { true } else { false }
  }
}
