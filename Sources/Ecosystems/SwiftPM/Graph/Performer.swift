import Ecosystem
import Resolution

/// Drives a resolution: runs its pure parts, looks up what they lack, and resumes them.
struct Performer {
  let lookUp: LookUp
  var metadata = Metadata()

  init(lookUp: LookUp) {
    self.lookUp = lookUp
  }

  /// Finds a state for every package.
  ///
  /// - Throws: `Problem`, unsolvable with the derivation in sentences where there is no solution.
  mutating func solve(_ inputs: Inputs) async throws(Problem) -> Solution {
    let overrides = try await overrides(of: inputs)
    let root = PackageReference(
      inputs.roots.first?.reference.identity ?? PackageIdentity("project"), kind: .root,
      location: "")
    let provider = Containers(
      tools: lookUp.reader.tools, pins: inputs.pins, overrides: overrides, metadata: metadata)
    var solver = Solver(
      root: root, at: Containers.rootVersion, provider: provider, propagation: .positiveTerms)
    while true {
      switch solver.advance() {
      case .solved(let decisions):
        return try solution(decisions, overrides)
      case .failed(let derivation):
        throw Problem(
          .unsolvable, "has no set of versions that meets all requirements",
          explanation: SwiftWording(root: "this project").sentences(of: derivation))
      case .needs(let needs, let hints):
        if let failure = solver.provider.failure { throw failure }
        try await answer(needs, hints: hints)
        solver.provider.metadata = metadata
      }
    }
  }

  /// Looks something up ahead of a resolution.
  mutating func learn(_ needs: [Metadata.Need]) async throws(Problem) {
    let unknown = needs.filter { !metadata.knows($0) }
    if !unknown.isEmpty { try await lookUp.add(unknown, to: &metadata) }
  }

  private mutating func overrides(of inputs: Inputs) async throws(Problem) -> Overrides {
    while true {
      var search = OverrideSearch(inputs: inputs, metadata: metadata)
      switch try search.run() {
      case .known(let overrides): return overrides
      case .needs(let needs): try await answer(needs)
      }
    }
  }

  private func solution(
    _ decisions: [Solver<Containers>.Decision], _ overrides: Overrides
  ) throws(Problem) -> Solution {
    var solution = Solution(entries: [:])
    for decision in decisions {
      let package = decision.package
      guard let entry = metadata.releases(of: package)?.versions[decision.version] else { continue }
      let revision = package.kind == .registry ? nil : entry.commit
      solution.entries[package.identity] = Solution.Entry(
        reference: package, state: .version(entry.version, revision: revision),
        manifest: try manifest(of: package, at: entry.commit))
    }
    for (package, state) in overrides.states {
      guard case .revision(let commit, let branch) = state else { continue }
      solution.entries[package.identity] = Solution.Entry(
        reference: package,
        state: branch.map { .branch($0, revision: commit) } ?? .revision(commit),
        manifest: try manifest(of: package, at: commit))
    }
    return solution
  }

  private func manifest(
    of package: PackageReference, at commit: String
  ) throws(Problem) -> PackageManifest {
    guard case .manifest(let manifest)? = metadata.declaration(of: package, at: commit) else {
      throw Problem(.failed, "has no manifest", subject: package.location)
    }
    return manifest
  }
}
