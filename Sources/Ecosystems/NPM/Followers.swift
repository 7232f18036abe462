import JSON
import JavaScript

extension Resolver {
  /// Returns the documents that the versions chosen of a new document need.
  ///
  /// npm checks one package after the other, by name, so that each could wait for a response of its own.
  /// A version that an edge asks for is placed, unless another one that suits the edge has been placed
  /// before; its dependencies are therefore requested before its turn. Those that the tree has already
  /// are not.
  ///
  /// - Parameters:
  ///   - packument: the new document.
  ///   - request: the request for it.
  /// - Returns: the requests for documents that aren't known.
  func followers(
    of packument: Packument, for request: ResolutionRequest
  ) -> [ResolutionRequest] {
    guard let tree, case .packument(_, full: true) = request,
      input.manifest.root["overrides"] == nil
    else { return [] }
    var found: [ResolutionRequest] = []
    for spec in tree.demands[request] ?? [] {
      guard let chosen = try? choose(spec, of: packument),
        case .success(let package) = package(chosen, of: packument, full: true)
      else { continue }
      for (name, spec) in package.followed(arena.peers) where tree.lacks(name) {
        guard let query = RegistryQuery(name, spec, in: arena) else { continue }
        let next = tree.demand(query)
        if packuments[next] == nil { found.append(next) }
      }
    }
    return found
  }
}

extension IdealTree {
  /// Whether no package of a name is in the topmost `node_modules`.
  fileprivate func lacks(_ name: String) -> Bool { root.children[arena.name(name)] == nil }
}

extension Package {
  /// The dependencies that a lock has in any case: not those in its own bundle, nor optional peers.
  fileprivate func followed(_ peers: PeerPolicy) -> Specs {
    let required = peerDependencies.filter { !optionalPeers.contains($0.name) }
    let all = dependencies + optionalDependencies + (peers.isLegacy ? [] : required)
    return all.filter { !bundleDependencies.contains($0.name) }
  }
}
