/// A project whose results are those of an equal one, as far as they are known.
///
/// The first call without a known result opens the project in its own tree.
struct RememberedProject: OpenProject {
  private let known: KnownProject
  private let ecosystem: any PackageEcosystem
  private let tree: SourceTree
  private let memory: ProjectMemory
  /// The project in `tree`, with what it asked.
  private let opened: (project: any OpenProject, trace: TreeTrace)?
  private let opening = Once<any OpenProject>()
  private let trace = TreeTrace()

  /// Creates a project; `opened` is nil if an equal one was opened.
  init(
    _ known: KnownProject, _ ecosystem: any PackageEcosystem, _ tree: SourceTree,
    opened: (project: any OpenProject, trace: TreeTrace)? = nil, memory: ProjectMemory
  ) {
    self.known = known
    self.ecosystem = ecosystem
    self.tree = tree
    self.opened = opened
    self.memory = memory
  }

  var project: Project { known.constants.project }
  var toolVersions: [ToolVersion] { known.constants.toolVersions }
  var remarks: [String] { known.constants.remarks }
  var updatesAliases: Bool { known.constants.updatesAliases }
  var canHoldBack: Bool { known.constants.canHoldBack }

  /// Opens the project in its own tree, once.
  private func own() async throws(Problem) -> any OpenProject {
    if let opened { return opened.project }
    return try await opening.value { [ecosystem, known, tree, trace] () async throws(Problem) in
      try await ecosystem.open(known.subject.project, in: tree.traced(by: trace))
    }
  }

  private func result<Value: Sendable>(
    of call: KnownProject.Call, size: (Value) -> Int = { _ in 500 },
    _ compute: (any OpenProject) async throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    if let value: Value = known.result(of: call, in: tree) { return value }
    let value = try await compute(own())
    if let facts = (opened?.trace ?? trace).facts {
      known.remember(value, of: call, facts, size: size(value))
      memory.forgetTooMuch()
    }
    return value
  }

  func dependencies() async throws(Problem) -> [Dependency] {
    try await result(of: .dependencies, size: { $0.count * 700 }) {
      project async throws(Problem) in try await project.dependencies()
    }
  }

  func declares(_ name: String) async -> Bool {
    do throws(Problem) {
      return try await result(of: .declares(name)) { project async throws(Problem) in
        await project.declares(name)
      }
    } catch {
      // It may be there under another spelling, as for any name that a project doesn't declare.
      return false
    }
  }

  func releases(of dependency: Dependency) async throws(Problem) -> [Release] {
    try await result(of: .releases(dependency), size: { $0.count * 300 }) {
      project async throws(Problem) in try await project.releases(of: dependency)
    }
  }

  func publicationTimes(
    of versions: [String], _ dependency: Dependency
  ) async -> PublicationTimes {
    do throws(Problem) {
      return try await own().publicationTimes(of: versions, dependency)
    } catch {
      return PublicationTimes(failure: error)
    }
  }

  func licences(
    of dependency: Dependency, versions: [String]
  ) async throws(Problem) -> [String: String] {
    try await result(of: .licences(dependency, versions), size: { $0.count * 200 }) {
      project async throws(Problem) in
      try await project.licences(of: dependency, versions: versions)
    }
  }

  func standing(
    of dependency: Dependency, among releases: [Release]
  ) async throws(Problem) -> PackageStatus? {
    try await result(of: .standing(dependency, releases)) { project async throws(Problem) in
      try await project.standing(of: dependency, among: releases)
    }
  }

  func successor(
    of dependency: Dependency, named name: String, among releases: [Release]
  ) async throws(Problem) -> SuccessorAnswer {
    try await result(of: .successor(dependency, name, releases)) {
      project async throws(Problem) in
      try await project.successor(of: dependency, named: name, among: releases)
    }
  }

  func pinning(of dependency: Dependency) async throws(Problem) -> Release? {
    try await result(of: .pinning(dependency)) { project async throws(Problem) in
      try await project.pinning(of: dependency)
    }
  }

  func change(toward goal: Goal) async throws(Problem) -> Change {
    try await result(of: .change(goal), size: \.size) { project async throws(Problem) in
      try await project.change(toward: goal)
    }
  }

  /// Not remembered: people ask for it.
  func explain(_ name: String, version: String?) async throws(Problem) -> [String] {
    try await own().explain(name, version: version)
  }

  func foreignSources(in change: Change) async throws(Problem) -> [ForeignSource] {
    try await result(
      of: .foreignSources(.init(change: change)), size: { _ in known.addedSize(of: change) }
    ) {
      project async throws(Problem) in try await project.foreignSources(in: change)
    }
  }

  func contentIdentities(in change: Change) async throws(Problem) -> [ContentIdentity] {
    try await result(
      of: .contentIdentities(.init(change: change)), size: { _ in known.addedSize(of: change) }
    ) {
      project async throws(Problem) in try await project.contentIdentities(in: change)
    }
  }

  func coupled(with target: Goal.Target) async throws(Problem) -> [Goal.Target] {
    try await result(of: .coupled(target)) { project async throws(Problem) in
      try await project.coupled(with: target)
    }
  }

  func directParents(of name: String) async throws(Problem) -> [String] {
    try await result(of: .directParents(name)) { project async throws(Problem) in
      try await project.directParents(of: name)
    }
  }

  func packages(neededBy names: Set<String>) async throws(Problem) -> Set<String> {
    try await result(of: .packages(names), size: { $0.count * 100 }) {
      project async throws(Problem) in try await project.packages(neededBy: names)
    }
  }
}
