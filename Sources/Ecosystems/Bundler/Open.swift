package import Ecosystem
import Gems

/// A Gemfile, or the gemspecs of a library, evaluated once, with its parsed lock.
struct BundlerProject: LockedProject {
  let ecosystem: BundlerEcosystem
  let state: ProjectState
  /// The sources of all gems; finding them can need requests to the servers of `source` blocks.
  let sources = Once<GemSources>()
  /// The requirements of locked gems by the gem that they are on.
  let lockedRequirements = Memo { (state: ProjectState) in state.lockedRequirements }

  var project: Project { state.project }
  var tree: SourceTree { state.tree }
  var lockBytes: [UInt8]? { state.lockBytes }
  /// A library has no lock.
  var writesLock: Bool { !state.isLibrary }
  var lockPath: String {
    project.lock ?? BundlerEcosystem.lockPath(of: project.manifest)
  }

  func standing(of dependency: Dependency, among releases: [Release]) -> PackageStatus? {
    dependency.standing(among: releases)
  }

  func licences(
    of dependency: Dependency, versions: [String]
  ) async throws(Problem) -> [String: String] {
    try await ecosystem.licences(of: dependency, versions: versions)
  }

  var toolVersions: [ToolVersion] { state.toolchain.reported }

  var canHoldBack: Bool { state.toolchain.rubyOrigin != nil || state.toolchain.isRubygemsStated }

  func declares(_ name: String) -> Bool { state.requirement(of: name) != nil }

  /// The requirements of locked gems on another one.
  func bounds(of dependency: Dependency) -> [GemRequirement] {
    lockedRequirements.value(for: state)[dependency.name] ?? []
  }
}

extension ProjectState {
  /// The requirements of locked gems by the gem that they are on.
  fileprivate var lockedRequirements: [String: [GemRequirement]] {
    let all = (lock?.specs ?? []).flatMap(\.dependencies)
    return Dictionary(grouping: all, by: \.name).mapValues { $0.map(\.requirement) }
  }
}

extension BundlerEcosystem {
  /// Evaluates the Gemfile and its gemspecs and parses the lock.
  package func open(
    _ project: Project, in tree: SourceTree
  ) async throws(Problem) -> any OpenProject {
    let state = try await ProjectState(project, in: tree, toolchain: toolchain)
    return BundlerProject(ecosystem: self, state: state)
  }
}
