import Ecosystem

extension BundlerProject {
  /// Follows the lock from the gem up to those of the Gemfile.
  func directParents(of name: String) -> [String] {
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

  /// Follows the lock from the gems down.
  func packages(neededBy names: Set<String>) -> Set<String> {
    var edges: [String: Set<String>] = [:]
    for spec in state.lock?.specs ?? [] {
      edges[spec.name, default: []].formUnion(spec.dependencies.map(\.name))
    }
    return closure(of: names, edges)
  }
}
