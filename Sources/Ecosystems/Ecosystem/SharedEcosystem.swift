/// Several tools that users know as one ecosystem: npm, pnpm and Yarn are `npm`.
///
/// They share the identifier, and with it branch names, labels and the names in JSON. Each tool keeps
/// its own description and implementation. A project in which a folder's files could be those of
/// several tools is opened by the first one that serves it.
package struct SharedEcosystem: PackageEcosystem {
  /// What the tools have together.
  package let description: EcosystemDescription
  /// The tools, at least one, in the order of the catalog.
  private let tools: [any PackageEcosystem]
  /// The indices of the tools whose version the operator states.
  private let stated: Set<Int>
  private let latest = LatestDiscovery()

  /// Combines tools; the first one is the usual one, unless the operator states another one.
  package init(
    _ description: EcosystemDescription, _ tools: [any PackageEcosystem], stated: Set<Int> = []
  ) {
    self.description = description
    self.tools = tools
    self.stated = stated
  }

  /// Finds the projects of all tools, each manifest once.
  package func discover(in paths: [String]) -> [Project] {
    var manifests: Set<String> = []
    return tools.flatMap { $0.discover(in: paths) }
      .filter { manifests.insert($0.manifest).inserted }
      .sorted { $0.manifest < $1.manifest }
  }

  /// Finds the named projects of all tools, each manifest once.
  package func discoverNamed(in paths: [String]) -> [Project] {
    let own = Set(discover(in: paths).map(\.manifest))
    var manifests: Set<String> = []
    return tools.flatMap { $0.discoverNamed(in: paths) }
      .filter { !own.contains($0.manifest) && manifests.insert($0.manifest).inserted }
  }

  /// Asks each tool.
  package func parent(
    of project: Project, in tree: SourceTree
  ) async throws(Problem) -> String? {
    for tool in tools {
      if let parent = try await tool.parent(of: project, in: tree) { return parent }
    }
    return nil
  }

  /// Returns what each tool finds at the manifest; nil if it finds nothing.
  package func forms(of project: Project, in tree: SourceTree) -> [Project?] {
    latest.projects(in: tree.listing.unmarkedPaths, of: tools).map { $0[project.manifest] }
  }

  /// Opens a project with the tool that it belongs to.
  ///
  /// - Throws: a `Problem` if its files don't decide between the tools.
  package func open(
    _ project: Project, in tree: SourceTree
  ) async throws(Problem) -> any OpenProject {
    var candidates: [(tool: any PackageEcosystem, project: Project)] = []
    var preferred: [(tool: any PackageEcosystem, project: Project)] = []
    let found = forms(of: project, in: tree)
    for (index, tool) in tools.enumerated() {
      guard let own = found[index] else { continue }
      candidates.append((tool, own))
      if stated.contains(index) { preferred.append((tool, own)) }
    }
    // With the first tool stated, the order is the usual one.
    let asked = stated.contains(0) ? candidates : preferred + candidates
    for (tool, own) in asked where candidates.count > 1 {
      if try await tool.serves(own, in: tree) { return try await tool.open(own, in: tree) }
    }
    guard let (tool, own) = candidates.first else {
      return try await tools[0].open(project, in: tree)
    }
    return try await tool.open(own, in: tree)
  }

  /// Asks the first tool: all of them use the same registries.
  package func upstream(
    of dependency: Dependency, from old: String, to new: String
  ) async throws(Problem) -> Upstream {
    try await tools[0].upstream(of: dependency, from: old, to: new)
  }

  /// Returns the findings of all tools; each reads its own lock files.
  package func warnings(about change: Change) -> [Warning] {
    tools.flatMap { $0.warnings(about: change) }
  }

  /// Asks the first tool: all of them have the same sources.
  package func imports(of dependency: Dependency) -> ImportRule {
    tools[0].imports(of: dependency)
  }
}

extension EcosystemDescription {
  /// Returns this description, extended by those of other tools with the same identifier.
  ///
  /// Names, label and order of versions are this one's; lists contain everything once.
  func shared(with others: [EcosystemDescription]) -> EcosystemDescription {
    if others.isEmpty { return self }
    let all = [self] + others
    var shared = self
    shared.tools = all.united(\.tools)
    shared.words = all.united(\.words)
    shared.wordsByLock = all.reduce(into: [:]) { $0.merge($1.wordsByLock) { first, _ in first } }
    shared.ownWords = all.united(\.ownWords)
    shared.toolchain = all.united(\.toolchain)
    shared.registries = all.united(\.registries)
    shared.registrySettings = all.united(\.registrySettings)
    shared.publicHosts = all.united(\.publicHosts)
    shared.manifests = all.united(\.manifests)
    shared.generatedFolders = all.united(\.generatedFolders)
    shared.lockOptions = all.reduce(into: []) { $0.formUnion($1.lockOptions) }
    let description = shared
    shared.create = { resources throws(Problem) in
      var tools: [any PackageEcosystem] = []
      var stated: Set<Int> = []
      for (index, tool) in all.enumerated() {
        tools.append(try tool.create(resources))
        let versions = tool.toolchain.filter { $0.form == .version }
        if versions.contains(where: { resources.toolchain.stated($0) != nil }) {
          stated.insert(index)
        }
      }
      return SharedEcosystem(description, tools, stated: stated)
    }
    return shared
  }
}

extension [EcosystemDescription] {
  /// The values of a property in order, each once.
  fileprivate func united<Value: Equatable>(
    _ property: (EcosystemDescription) -> [Value]
  ) -> [Value] {
    flatMap(property).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
