import Resolution

/// The three questions of the solver.
extension GemProvider {
  /// Packages with one version left first, then those with the fewest versions above the allowed.
  mutating func priority(
    of package: String, in versions: CandidateRanges
  ) -> Answer<Priority, String> {
    guard let candidates = candidates(of: package) else { return .needs([package]) }
    let matching = versions.indexRanges(in: candidates.sorted).reduce(0) { $0 + $1.count }
    let higher = versions.above.indexRanges(in: candidates.sorted).reduce(0) { $0 + $1.count }
    return .known(Priority(tier: matching <= 1 ? 0 : 1, count: higher))
  }

  mutating func choice(
    of package: String, in versions: CandidateRanges
  ) -> Answer<Choice<Candidate, String>, String> {
    guard let candidates = candidates(of: package) else { return .needs([package]) }
    let matching = versions.indexRanges(in: candidates.sorted).flatMap { candidates.sorted[$0] }
    let chosen =
      matching.count > 1 ? promotion.preferred(matching, of: self.package(package)) : matching.first
    return .known(chosen.map { .version($0) } ?? .none)
  }

  mutating func constraints(
    of package: String, at version: Candidate
  ) -> Answer<[Constraint<String, CandidateRanges, String>], String> {
    if package == Self.root {
      return .known(
        rootConstraints.map { .dependency(of: .all, on: $0.name, $0.ranges) })
    }
    guard let candidates = candidates(of: package) else { return .needs([package]) }
    let exactly = CandidateRanges.exactly(version)
    guard let index = exactly.indexRanges(in: candidates.sorted).first?.lowerBound else {
      return .known([])
    }
    var needs = self.needs.removeValue(forKey: package) ?? CandidateNeeds(candidates)
    defer { self.needs[package] = needs }
    let mine = list(of: index, &needs, package, candidates)
    return .known(
      mine.map { need in
        let range = CandidateRanges.spreading(from: index, over: candidates.sorted) { other in
          needs.kindOf[other] == needs.kindOf[index]
            || list(of: other, &needs, package, candidates).contains(need)
        }
        return .dependency(of: range, on: need.name, need.ranges)
      })
  }

  /// A gem that is needed, and which candidates of it will do.
  struct Requirement: Hashable, Sendable {
    var name: String
    var ranges: CandidateRanges
  }

  /// What a candidate needs, worked out once for all of its kind.
  private mutating func list(
    of index: Int, _ needs: inout CandidateNeeds, _ package: String, _ candidates: Candidates
  ) -> [Requirement] {
    let kind = needs.kindOf[index]
    if let known = needs.kinds[kind] { return known }
    let specs = candidates.group(of: candidates.sorted[index])?.specs ?? []
    let list = self.needs(of: specs, named: package)
    needs.kinds[kind] = list
    return list
  }

  /// Whether a dependency is on a gem, or on a tool whose version something names.
  private func counts(_ dependency: GemDependency) -> Bool {
    !MetaPackage.contains(dependency.name) || metadata[dependency.name] != nil
  }

  /// What variants need, each gem once, in order of name.
  private mutating func needs(of specs: [GemSpec], named package: String) -> [Requirement] {
    var result: [Requirement] = []
    for dependency in SpecGroup(specs).dependencies
    where dependency.name != package && counts(dependency) {
      let ranges = ranges(of: dependency)
      if let last = result.last, last.name == dependency.name {
        result[result.count - 1].ranges = last.ranges.intersection(ranges)
      } else {
        result.append(Requirement(name: dependency.name, ranges: ranges))
      }
    }
    return result
  }

  /// A requirement's candidates; a gem of `gemspec` meets every one.
  mutating func ranges(of dependency: GemDependency) -> CandidateRanges {
    if index.isGemspec(dependency.name) { return .all }
    if let known = rangesOf[dependency.requirement] { return known }
    let ranges = dependency.requirement.ranges
    rangesOf[dependency.requirement] = ranges
    return ranges
  }
}

/// What each candidate of a package needs, kept once for all that need the same.
struct CandidateNeeds: Sendable {
  /// Nil until the first request.
  var kinds: [[GemProvider.Requirement]?] = []
  /// The place in kinds, by the candidate's place.
  private(set) var kindOf: [Int] = []

  init(_ candidates: GemProvider.Candidates) {
    var known: [Int: Int] = [:]
    for candidate in candidates.sorted {
      let specs = candidates.group(of: candidate)?.specs ?? []
      let kin = specs.count == 1 ? specs[0].kin : nil
      let kind = kin.flatMap { known[$0] } ?? kinds.count
      if kind == kinds.count { kinds.append(nil) }
      if let kin { known[kin] = kind }
      kindOf.append(kind)
    }
  }
}
