package import Ecosystem

extension BundlerEcosystem {
  /// Goes from the gem up to those of the Gemfile.
  package func carriers(
    of name: String, in project: Project, tree: SourceTree
  ) async throws(Problem) -> [String] {
    let state = try await ProjectState(project, in: tree, toolchain: toolchain)
    let specs = state.lock?.specs ?? []
    var found: Set<String> = [name]
    var open = [name]
    while let next = open.popLast() {
      for spec in specs where spec.dependencies.contains(where: { $0.name == next }) {
        if found.insert(spec.name).inserted { open.append(spec.name) }
      }
    }
    found.remove(name)
    return Set(state.gemfile.dependencies.map(\.name)).intersection(found).sorted()
  }
}
