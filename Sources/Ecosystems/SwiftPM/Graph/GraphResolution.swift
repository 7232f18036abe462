import Ecosystem
import Resolution
import SwiftSources

/// Follows folders, branches and commits; it starts again with each document.
struct OverrideResolution: ResumableResolution {
  let inputs: Inputs
  private(set) var metadata: Metadata

  init(inputs: Inputs, metadata: Metadata) {
    self.inputs = inputs
    self.metadata = metadata
  }

  mutating func resume() throws(Problem) -> ResolutionStep<Overrides, Metadata.Need> {
    var search = OverrideSearch(inputs: inputs, metadata: metadata)
    switch try search.run() {
    case .known(let overrides): return .finished(overrides)
    case .needs(let needs): return .needs(needs)
    }
  }

  mutating func add(_ finding: LookUp.Finding, for need: Metadata.Need) -> [Metadata.Need] {
    metadata.add(finding, for: need)
    return []
  }
}

/// Finds a version for every package that has no override.
struct GraphResolution: ResumableResolution {
  private let overrides: Overrides
  private var solver: Solver<Containers>

  /// The documents that were fetched.
  var metadata: Metadata { solver.provider.metadata }

  /// Releases that were left out since their manifest cannot be read, sorted.
  var heldBack: [HeldBackRelease] {
    solver.provider.heldBack.sorted { ($0.name, $0.version) < ($1.name, $1.version) }
  }

  init(inputs: Inputs, overrides: Overrides, metadata: Metadata, tools: ToolsVersion) {
    self.overrides = overrides
    let root = PackageReference(
      inputs.roots.first?.reference.identity ?? PackageIdentity("project"), kind: .root,
      location: "")
    let provider = Containers(
      tools: tools, inputs: inputs, overrides: overrides, metadata: metadata)
    solver = Solver(
      root: root, at: Containers.rootVersion, provider: provider, propagation: .positiveTerms)
  }

  mutating func resume() throws(Problem) -> ResolutionStep<Solution, Metadata.Need> {
    switch solver.advance() {
    case .solved(let decisions): return .finished(try solution(decisions))
    case .failed(let derivation):
      throw Problem(
        .unsolvable, "has no set of versions that meets all requirements",
        explanation: SwiftWording(root: "this project").sentences(of: derivation))
    case .needs(let needs, let hints):
      if let failure = solver.provider.failure { throw failure }
      return .needs(needs, hints: hints)
    }
  }

  mutating func add(_ finding: LookUp.Finding, for need: Metadata.Need) -> [Metadata.Need] {
    solver.provider.metadata.add(finding, for: need)
    return []
  }

  private func solution(
    _ decisions: [Solver<Containers>.Decision]
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
