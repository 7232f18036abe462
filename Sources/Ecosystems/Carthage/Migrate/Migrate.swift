import Ecosystem
import Text

extension CarthageProject: MigratingProject {
  /// Lists the dependencies of the Cartfiles, then those that only others need.
  func candidates() async throws(Problem) -> [MigrationCandidate] {
    let frameworks = try await LinkedFrameworks(of: self)
    let parts = frameworks.parts
    let results = await fetchAll(dependencies()) { (dependency) async throws(Problem) in
      try await needs(of: dependency)
    }
    var candidates: [MigrationCandidate] = []
    for (dependency, needs) in results {
      candidates.append(try candidate(dependency, needs, parts))
    }
    return candidates
  }

  private func candidate(
    _ dependency: Dependency, _ needs: Result<Set<String>, Problem>, _ parts: [MigrationPart]
  ) throws(Problem) -> MigrationCandidate {
    let origin = try origin(named: dependency.name)
    let requirement = entry(of: origin)?.entry.requirement ?? .any
    var candidate = MigrationCandidate(
      name: dependency.name, kind: dependency.kind,
      written: requirement == .any ? "" : "\(requirement)",
      requirement: requirement.migration, version: dependency.current, origin: .success(nil),
      location: dependency.location)
    candidate.parts = parts
    candidate.hasExactParts = false
    guard origin.kind != .binary, let repository = origin.repositoryURL else {
      candidate.obstacles.append(
        MigrationObstacle(.binaries, "is a binary at \(origin.address), without sources"))
      return candidate
    }
    guard let pin = dependency.current else {
      candidate.origin = .failure(
        Problem(
          .failed, "is not locked", subject: dependency.name, advice: "run `martlet lock` first"))
      return candidate
    }
    switch needs {
    case .failure(let problem): candidate.origin = .failure(problem)
    case .success(let needs):
      candidate.needs = needs
      candidate.origin = .success(
        MigrationOrigin(
          repository: repository, reference: requirement.reference(at: pin),
          version: CarthageVersion(pin)?.description ?? pin))
    }
    return candidate
  }

  /// Reads the Cartfile of a dependency at its pin.
  private func needs(of dependency: Dependency) async throws(Problem) -> Set<String> {
    let origin = try origin(named: dependency.name)
    guard let pin = dependency.current, origin.kind != .binary else { return [] }
    var metadata = CarthageMetadata()
    let document = CarthageDocument.cartfile(origin, pin: pin)
    try await library.fetch([document], into: &metadata)
    let needs = try metadata.cartfiles[document]?.get() ?? []
    return Set(needs.map(\.origin).filter { pins[$0] != nil }.map(\.identity))
  }

  /// The repository of a dependency; nil for a binary.
  func repository(of dependency: Dependency) async throws(Problem) -> String? {
    try origin(named: dependency.name).repositoryURL
  }

  func afterwards(removing removals: [MigrationRemoval]) -> [String] {
    let gone = Set(removals.map(\.name))
    guard entries.allSatisfy({ gone.contains($0.entry.origin.identity) }) else { return [] }
    return ["no dependency is left: remove the build phase that runs `carthage copy-frameworks`"]
  }
}

extension CarthageRequirement {
  /// The versions without Carthage's notation.
  fileprivate var migration: MigrationRequirement {
    switch self {
    case .any: return .any
    case .atLeast(let version): return .range(from: version.withoutBuild.description, upTo: nil)
    case .exactly(let version): return .exact(version.description)
    case .compatible(let version):
      let numbers = version.numbers
      guard numbers.allSatisfy({ $0 < Int.max }) else { return .other }
      let end = numbers[0] == 0 ? "0.\(numbers[1] + 1).0" : "\(numbers[0] + 1).0.0"
      return .range(from: version.withoutBuild.description, upTo: end)
    case .reference(let name):
      if CarthageVersion(name) != nil { return .exact(name) }
      return name.isCommit ? .commit(name) : .branch(name)
    }
  }

  /// What a pin is in the repository.
  fileprivate func reference(at pin: String) -> MigrationOrigin.Reference {
    guard pin.isCommit else { return .tag(pin) }
    if case .reference(let name) = self, !name.isCommit { return .branch(name, commit: pin) }
    return .commit(pin)
  }
}
