import JavaScript

extension Node {
  /// Whether the node satisfies a spec or `accept`, as Arborist's `dep-valid.js` decides.
  func isValid(for spec: String, accept: String?, edge: Edge) -> Bool {
    if isValid(for: arena.request(spec), edge: edge) { return true }
    guard let accept else { return false }
    return isValid(for: arena.request(accept), edge: edge)
  }

  private func isValid(for request: PackageSpec, edge: Edge) -> Bool {
    switch request {
    case .any: true
    case .version(let wanted): semver == wanted
    case .range(let range): semver.map(range.contains) ?? false
    case .alias(_, _, let inner): isValid(for: inner, edge: edge)
    case .tag: resolved?.hasASCIIPrefix("http") ?? false
    case .remote(let url): resolved == url
    case .directory(let path): isLink && realpath == Paths.resolve(edge.base, path)
    case .file(let path): !isLink && resolved == "file:" + Paths.resolve(edge.base, path)
    case .git(let wanted): isValid(for: wanted)
    case .unsupported: false
    }
  }

  private func isValid(for wanted: GitSpec) -> Bool {
    guard let resolved, let mine = GitSpec(resolved), mine.repository == wanted.repository else {
      return false
    }
    if wanted.isPinned, mine.committish != wanted.committish { return false }
    guard let text = wanted.range else { return true }
    guard let range = Range(text, loose: true), let semver else { return false }
    return range.contains(semver)
  }
}

extension Edge {
  /// The folder to which paths in the spec are relative.
  var base: String {
    if isOverridden { return (from.sourceReference ?? from).root.realpath }
    if let resolved = from.resolved, resolved.hasPrefix("file:") {
      let path = String(resolved.dropFirst(5))
      if path.hasPrefix("/"), case .file = arena.request(resolved) { return Paths.dirname(path) }
    }
    return from.realpath
  }

  private var arena: Arena { from.arena }
}
