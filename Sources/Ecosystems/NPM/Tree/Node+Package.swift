import JavaScript

extension Node {
  var package: Package { ownPackage }
  var version: String { isLink ? ownTarget?.version ?? ownPackage.version : ownPackage.version }
  var semver: Version? { isLink ? ownTarget?.semver ?? ownPackage.semver : ownPackage.semver }
  var packageName: String? { ownPackage.name }

  /// `name@version` for messages; for an alias `name@npm:real@version`.
  var spec: String {
    let version = version.isEmpty ? "" : "@" + version
    guard let packageName, packageName != name.text, !isProjectRoot else {
      return (isProjectRoot ? packageName ?? name.text : name.text) + version
    }
    return "\(name.text)@npm:\(packageName)\(version)"
  }

  var hasInstallScript: Bool { ownPackage.hasInstallScript }

  /// Replaces the manifest: creates the node's edges again and validates the edges to it again.
  func setPackage(_ package: Package) {
    for edge in edgesOut.elements { edge.detach() }
    ownPackage = package
    loadWorkspaces()
    loadDependencies()
    for edge in edgesIn.elements { edge.reload(hard: true) }
  }

  func setWorkspaces(_ workspaces: [(name: String, path: String)]) {
    self.workspaces = workspaces
    loadWorkspaces()
    loadDependencies()
  }

  private func loadWorkspaces() {
    for (name, path) in workspaces {
      Edge(
        from: self, name: arena.name(name), spec: arena.fileSpec(path), type: .workspace)
    }
  }

  /// Creates an edge for every dependency; for a name in several sections the last one counts.
  func loadDependencies() {
    if isLink { return }
    let package = ownPackage
    if let problem = package.problem {
      arena.refuse("has a manifest that npm rejects: \(problem)", subject: spec)
    }
    if !package.peerDependencies.isEmpty, !arena.peers.isLegacy { loadPeers(package) }
    load(package.dependencies, .prod)
    load(package.optionalDependencies, .optional)
    if package.devDependencies.isEmpty { return }
    let isFolder = isTop && path != nil
    let standsForFolder = sourceReference.map { $0.isTop && $0.path != nil } ?? true
    if isFolder, standsForFolder { load(package.devDependencies, .dev) }
  }

  private func loadPeers(_ package: Package) {
    let optional = package.optionalPeers
    load(package.peerDependencies.filter { !optional.contains($0.name) }, .peer)
    if optional.isEmpty { return }
    load(package.peerDependencies.filter { optional.contains($0.name) }, .peerOptional)
  }

  private func load(_ specs: Package.Specs, _ type: EdgeType) {
    if specs.isEmpty { return }
    let accepted = Dictionary(
      ownPackage.acceptDependencies.map { ($0.name, $0.spec) },
      uniquingKeysWith: { first, _ in first })
    for (text, spec) in specs {
      guard arena.countDependency(of: self) else { return }
      let name = arena.name(text)
      if edgesOut[name]?.type == .workspace { continue }
      let accept = accepted[text]
      Edge(from: self, name: name, spec: spec, type: type, accept: accept)
    }
  }

  func addEdgeIn(_ edge: Edge) {
    if arena.dialect.has(.equalOverrides) {
      if overrides.map({ !$0.isEqual(edge.overrides) }) ?? true {
        inheritOverrides(of: edge.overrides)
      }
    } else if let rules = edge.overrides {
      overrides = rules
    }
    edgesIn.insert(edge)
  }

  func removeEdgeIn(_ edge: Edge) {
    edgesIn.remove(edge)
    if arena.dialect.has(.equalOverrides), let rules = edge.overrides {
      releaseOverrides(of: rules)
    }
  }
}
