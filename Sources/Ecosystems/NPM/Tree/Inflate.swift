import JavaScript

/// Fetches what locks of version 1 do not tell of their packages.
///
/// npm asks for abbreviated documents here, so that licences stay away; and it asks by the name of
/// the folder, so that an alias usually finds nothing and keeps what the lock tells.
struct Inflate {
  let root: Node
  let knowledge: any Knowledge

  /// Gives every package its registry's manifest.
  ///
  /// - Returns: documents that have to be known first; then nothing was changed.
  func run() -> [Want] {
    let nodes = root.inventory.nodes.filter { !$0.isProjectRoot && isInstalled($0) }
    let wants = nodes.filter { answer($0) == nil }.map {
      Want.packument(name: $0.name.text, full: false)
    }
    if !wants.isEmpty { return wants }
    DepFlags.calculate(root, resetRoot: false)
    for node in nodes {
      if case .success(let package)? = answer(node) { give(package, to: node) }
    }
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
        "is locked with another digest than its registry tells", subject: node.spec)
    }
    node.setPackage(package)
  }
}
