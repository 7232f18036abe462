import Ecosystem

extension Fetcher {
  /// Returns what packages lead to at their pinned states, directly or through others, and these
  /// packages themselves.
  ///
  /// - Parameters:
  ///   - packages: where to start.
  ///   - contents: the project with its pins.
  ///   - unread: is called with the problem of each pinned manifest that can't be evaluated, whose
  ///     dependencies aren't followed.
  /// - Returns: the identities.
  /// - Throws: a problem if a repository doesn't respond, or what `unread` throws.
  mutating func pinned(
    _ packages: [PackageReference], _ contents: Contents,
    unread: (Problem) throws(Problem) -> Void = { _ in }
  ) async throws(Problem) -> Set<PackageIdentity> {
    let pins = contents.pins
    var open = packages
    var seen: Set<PackageIdentity> = []
    while let next = open.popLast() {
      guard seen.insert(next.identity).inserted, let commit = pins[next.identity]?.commit else {
        continue
      }
      try await learn([.releases(next)])
      try await learn([.manifest(next, commit: commit)])
      switch metadata.declaration(of: next, at: commit) {
      case .manifest(let manifest)?:
        open += manifest.dependencies.map { PackageReference($0) }
      case .broken(let problem)?: try unread(problem)
      case .unfit(let tools)?:
        try unread(
          Problem(.refused, "is pinned, but requires tools \(tools)", subject: next.description))
      case nil: break
      }
    }
    return seen
  }
}

extension Pin {
  /// What a manifest is read at: a commit, or a version of a registry.
  fileprivate var commit: String? {
    kind == .registry ? state.version?.description : state.revision
  }
}

extension SwiftPMProject {
  /// Follows the manifests of the pinned versions from the packages down.
  func packages(neededBy names: Set<String>) async throws(Problem) -> Set<String> {
    var fetcher = Fetcher(lookUp: lookUp)
    let packages = names.sorted().compactMap { contents.reference(named: $0) }
    let found = try await fetcher.pinned(packages, contents) { (problem) throws(Problem) in
      throw problem
    }
    return Set(found.map(\.description)).union(names)
  }
}

extension SwiftPMProject {
  /// Follows the manifests of the pinned versions from each direct dependency down.
  func directParents(of name: String) async throws(Problem) -> [String] {
    var fetcher = Fetcher(lookUp: lookUp)
    var parents: [String] = []
    let direct = dependencies().filter { $0.kind == .direct && $0.name != name }
    for parent in Set(direct.map(\.name)).sorted() {
      guard let package = contents.reference(named: parent) else { continue }
      let needed = try await fetcher.pinned([package], contents)
      if needed.contains(where: { $0.description == name }) { parents.append(parent) }
    }
    return parents
  }
}
