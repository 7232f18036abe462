import JavaScript

/// Completes packages from locks of version 1, which have few of their fields.
///
/// Like npm it uses abbreviated documents, which have no licenses, and the folder's name, so that
/// for an alias it usually finds nothing and keeps the fields from the lock.
struct Inflate {
  let root: Node
  let knowledge: any Knowledge

  /// Replaces every package by the registry's manifest.
  ///
  /// - Returns: the missing documents; nothing is changed unless it is empty.
  func run() -> [ResolutionRequest] {
    let nodes = root.inventory.nodes.filter { !$0.isProjectRoot && isInstalled($0) }
    let requests = nodes.filter { answer($0) == nil }.map {
      ResolutionRequest.packument(name: $0.name.text, full: false)
    }
    if !requests.isEmpty { return requests }
    DepFlags.calculate(root, resetRoot: false)
    for node in nodes {
      if case .success(let package)? = answer(node) { give(package, to: node) }
    }
    if root.arena.dialect.has(.flagsByQueue) { DepFlags.reset(root) }
    DepFlags.calculate(root)
    return []
  }

  private func isInstalled(_ node: Node) -> Bool {
    Paths.starts(node.location, with: "node_modules") && !node.isLink
  }

  private func answer(_ node: Node) -> Result<Package, LoadFailure>? {
    let request = node.arena.request(node.version)
    guard request.isRegistry else { return .failure(.unknown(node.spec)) }
    return knowledge.manifest(node.name.text, node.version, full: false)
  }

  private func give(_ package: Package, to node: Node) {
    if let locked = node.integrity, let told = package.integrity,
      !Integrity.agree(locked, told)
    {
      return node.arena.refuse(
        "is locked with a digest other than the registry's", subject: node.spec)
    }
    node.setPackage(package)
  }
}
