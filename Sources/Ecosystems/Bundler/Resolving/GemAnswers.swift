import Resolution

/// The three questions of the solver.
extension GemProvider {
  /// Packages with one version left first, then those with the fewest versions above the allowed.
  mutating func priority(
    of package: String, in versions: CandidateRanges
  ) -> Answer<Priority, String> {
    guard let candidates = candidates(of: package) else { return .needs([package]) }
    let matching = candidates.sorted.count { versions.contains($0) }
    let above = versions.above
    let higher = above.isEmpty ? 0 : candidates.sorted.count { above.contains($0) }
    return .known(Priority(tier: matching <= 1 ? 0 : 1, count: higher))
  }

  mutating func choice(
    of package: String, in versions: CandidateRanges
  ) -> Answer<Choice<Candidate, String>, String> {
    guard let candidates = candidates(of: package) else { return .needs([package]) }
    let matching = candidates.sorted.filter { versions.contains($0) }
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
    guard let place = candidates.sorted.firstIndex(of: version) else { return .known([]) }
    let mine = needs(of: package, at: place, candidates)
    var result: [Constraint<String, CandidateRanges, String>] = []
    for need in mine {
      let range = CandidateRanges.spreading(from: place, over: candidates.sorted) { other in
        needs(of: package, at: other, candidates).contains(need)
      }
      result.append(.dependency(of: range, on: need.name, need.ranges))
    }
    return .known(result)
  }

  /// A gem that is needed, and which candidates of it will do.
  struct Requirement: Hashable, Sendable {
    var name: String
    var ranges: CandidateRanges
  }

  /// What a candidate needs, each gem once, in order of name.
  private mutating func needs(
    of package: String, at place: Int, _ candidates: Candidates
  ) -> [Requirement] {
    let candidate = candidates.sorted[place]
    if let known = requirements[package]?[candidate] { return known }
    var result: [Requirement] = []
    for dependency in candidates.groups[candidate]?.dependencies ?? []
    where dependency.name != package {
      let ranges = ranges(of: dependency)
      if let last = result.last, last.name == dependency.name {
        result[result.count - 1].ranges = last.ranges.intersection(ranges)
      } else {
        result.append(Requirement(name: dependency.name, ranges: ranges))
      }
    }
    requirements[package, default: [:]][candidate] = result
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
